//! Where conversions differ from the golden vectors on purpose.

const MATRIX: &str = "the documented matrix has it: format for OpenAI; oneOf, allOf, not, pattern and \
                      format for Anthropic";
const LOSSLESS: &str =
    "the source is kept as it stands; nothing is dropped or truncated while reading";
const REPORTED: &str = "keywords that were lost silently are kept, or reported";
const EMPTY: &str = "an empty schema is a schema, and is written";
const REFUSED: &str = "a tool without an input schema is refused";
const BOOLEAN: &str = "an output schema may be a boolean";
const ESCAPED: &str = "paths are JSON pointers";
const TEXT: &str = "examples are JSON text without HTML escapes, key order and numbers kept";
const OPEN: &str = "a function without parameters takes any object in MCP, which wants a schema";
const KIND: &str = "a tool of another type than function is refused";
const STRICT: &str = "a strict root is closed, as documented";

/// What differs on purpose: the case, the conversions it is about, and why. One that is listed and
/// agrees fails the test.
pub(crate) const DECISIONS: &[(&str, &[&str], &str)] = &[
    (
        "03 ten properties",
        &["mcp->openai", "mcp->anthropic"],
        MATRIX,
    ),
    ("06 oneOf", &["mcp->anthropic"], MATRIX),
    ("07 allOf", &["mcp->anthropic"], MATRIX),
    ("07 allOf", &["mcp->gemini"], EMPTY),
    ("08 not", &["mcp->anthropic"], MATRIX),
    (
        "09 all combinators nested",
        &["mcp->openai", "mcp->anthropic"],
        MATRIX,
    ),
    (
        "10 pattern and format",
        &["mcp->openai", "mcp->anthropic"],
        MATRIX,
    ),
    (
        "12 fractional integer keywords truncated",
        &[
            "mcp->mcp",
            "mcp->openai",
            "mcp->anthropic",
            "mcp->gemini",
            "mcp->a2a",
        ],
        LOSSLESS,
    ),
    (
        "14 enum const default edge values",
        &["mcp->openai", "mcp->anthropic", "mcp->gemini", "mcp->a2a"],
        LOSSLESS,
    ),
    (
        "15 unsupported keywords silently dropped",
        &[
            "mcp->mcp",
            "mcp->openai",
            "mcp->anthropic",
            "mcp->gemini",
            "mcp->a2a",
        ],
        REPORTED,
    ),
    (
        "16 type arrays dropped",
        &["mcp->mcp", "mcp->openai", "mcp->anthropic", "mcp->gemini"],
        LOSSLESS,
    ),
    (
        "17 additionalProperties schema dropped",
        &[
            "mcp->mcp",
            "mcp->openai",
            "mcp->anthropic",
            "mcp->gemini",
            "mcp->a2a",
        ],
        LOSSLESS,
    ),
    (
        "19 boolean subschemas",
        &[
            "mcp->mcp",
            "mcp->openai",
            "mcp->anthropic",
            "mcp->gemini",
            "mcp->a2a",
        ],
        LOSSLESS,
    ),
    (
        "20 tuple items dropped",
        &["mcp->mcp", "mcp->openai", "mcp->anthropic", "mcp->gemini"],
        LOSSLESS,
    ),
    ("21 empty schema", &["mcp->gemini"], EMPTY),
    (
        "22 empty containers",
        &[
            "mcp->mcp",
            "mcp->openai",
            "mcp->anthropic",
            "mcp->gemini",
            "mcp->a2a",
        ],
        LOSSLESS,
    ),
    ("23 full mcp metadata", &["mcp->mcp"], LOSSLESS),
    (
        "23 full mcp metadata",
        &["mcp->openai", "mcp->anthropic"],
        MATRIX,
    ),
    (
        "26 description fallback to annotations title",
        &["mcp->mcp"],
        LOSSLESS,
    ),
    ("28 annotations all false", &["mcp->mcp"], LOSSLESS),
    (
        "30 missing inputSchema",
        &[
            "mcp->mcp",
            "mcp->openai",
            "mcp->anthropic",
            "mcp->gemini",
            "mcp->a2a",
        ],
        REFUSED,
    ),
    (
        "35 output schema bool",
        &[
            "mcp->mcp",
            "mcp->openai",
            "mcp->anthropic",
            "mcp->gemini",
            "mcp->a2a",
        ],
        BOOLEAN,
    ),
    ("36 output schema features", &["mcp->anthropic"], MATRIX),
    (
        "38 path with special property names",
        &["mcp->openai", "mcp->anthropic", "mcp->a2a"],
        ESCAPED,
    ),
    (
        "39 required non-strings filtered",
        &["mcp->mcp", "mcp->openai", "mcp->anthropic", "mcp->gemini"],
        LOSSLESS,
    ),
    (
        "40 required not list",
        &[
            "mcp->mcp",
            "mcp->openai",
            "mcp->anthropic",
            "mcp->gemini",
            "mcp->a2a",
        ],
        LOSSLESS,
    ),
    (
        "42 numeric wrong types ignored",
        &[
            "mcp->mcp",
            "mcp->openai",
            "mcp->anthropic",
            "mcp->gemini",
            "mcp->a2a",
        ],
        LOSSLESS,
    ),
    (
        "tool rich strict",
        &["openai->openai", "openai->anthropic"],
        MATRIX,
    ),
    (
        "strict true without additionalProperties",
        &["openai->openai"],
        STRICT,
    ),
    ("no parameters", &["openai->mcp"], OPEN),
    (
        "other type ignored",
        &[
            "openai->mcp",
            "openai->openai",
            "openai->anthropic",
            "openai->gemini",
            "openai->a2a",
        ],
        KIND,
    ),
    (
        "rich",
        &["anthropic->openai", "anthropic->anthropic"],
        MATRIX,
    ),
    ("no schema", &["anthropic->mcp"], OPEN),
    ("examples html", &["anthropic->mcp", "anthropic->a2a"], TEXT),
    (
        "tool rich",
        &["gemini->openai", "gemini->anthropic"],
        MATRIX,
    ),
    (
        "function bare",
        &["gemini->openai", "gemini->anthropic"],
        MATRIX,
    ),
];

pub(crate) fn is_decided(case: &str) -> bool {
    let (pair, name) = case.split_once('/').unwrap_or(("", case));
    DECISIONS
        .iter()
        .any(|(case, pairs, reason)| *case == name && pairs.contains(&pair) && !reason.is_empty())
}
