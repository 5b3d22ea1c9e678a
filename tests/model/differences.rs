//! Where this project differs from the Go originals, and why: the one table, and the check that
//! it is exact.

use std::collections::BTreeMap;

/// Cases of one file of vectors that come out differently here, for one reason.
struct Difference {
    file: &'static str,
    cases: &'static [&'static str],
    reason: &'static str,
}

/// Every difference from the Go originals. The same case of the older generation, in `legacy/`,
/// is covered by the same row.
const DIFFERENCES: &[Difference] = &[
    Difference {
        file: "tool_validate",
        cases: &[
            "true schema",
            "false schema",
            "number schema",
            "string schema",
            "array schema",
            "empty RawMessage schema",
            "typed nil *jsonschema.Schema",
        ],
        reason: "an input schema is a JSON object; anything else is refused",
    },
    Difference {
        file: "tool_validate",
        cases: &["namespace with colon ok"],
        reason: "an id has at most one `:`, so a namespace has none",
    },
    Difference {
        file: "tool_id",
        cases: &[
            "ToolID/empty all",
            "ToolID/ns only",
            "ToolID/ns+version, empty name",
            "CanonicalTool.ID/empty",
        ],
        reason: "an id has no empty part; Go writes an id that it cannot read",
    },
    Difference {
        file: "tool_id",
        cases: &[
            "ToolID/name with colon",
            "ToolID/ns with colon",
            "ToolID/name with colon no ns",
        ],
        reason: "an id has at most one `:`; Go writes an id that it reads differently or not",
    },
    Difference {
        file: "backend_validate",
        cases: &["case-insensitive keys"],
        reason: "JSON keys are case-sensitive",
    },
    Difference {
        file: "backend_validate",
        cases: &["unknown fields dropped", "local kind with mcp+local"],
        reason: "reading and writing lose nothing: unknown fields and empty strings come back",
    },
    Difference {
        file: "tool_json",
        cases: &[
            "Meta key name collision",
            "annotations unknown field dropped",
            "case variant first",
            "exact key after case variant: last wins",
            "icon unknown fields",
            "unknown top-level fields dropped",
        ],
        reason: "reading and writing lose nothing: unknown fields come back",
    },
    Difference {
        file: "tool_json",
        cases: &[
            "annotations false hints",
            "annotations null hints",
            "description null",
            "empty _meta",
            "empty icons",
            "empty strings",
            "empty tags",
            "icon empty sizes",
            "namespace null",
            "null _meta",
            "null annotations",
            "null outputSchema",
            "null tags",
        ],
        reason: "reading and writing lose nothing: nulls, empty values and false hints come back",
    },
    Difference {
        file: "tool_json",
        cases: &[
            "duplicate tags",
            "everything",
            "full extended",
            "tags string (decode error)",
            "tags with number (decode error)",
            "unicode",
            "version number (decode error)",
        ],
        reason: "namespace, version and tags are unknown fields to MCP, so `from_mcp_json` keeps \
                 them for `to_json`; `to_mcp_json` leaves them out as Go does",
    },
    Difference {
        file: "tool_json",
        cases: &[
            "empty object",
            "icon legacy uri/mediaType dropped",
            "icon missing src",
            "missing inputSchema",
            "missing name",
            "name null",
            "null inputSchema",
            "top null",
        ],
        reason: "a tool without name or inputSchema, or an icon without src, is refused when read",
    },
    Difference {
        file: "tool_json",
        cases: &[
            "null icon element",
            "schema array",
            "schema bool false",
            "schema bool true",
            "schema number",
            "schema string",
            "tags with null",
        ],
        reason: "a value of the wrong type is refused, where Go keeps it or makes it up",
    },
    Difference {
        file: "tool_json",
        cases: &["case-insensitive keys"],
        reason: "JSON keys are case-sensitive, so `NAME` is not `name`",
    },
    Difference {
        file: "tool_json",
        cases: &["duplicate _meta merges?", "duplicate annotations merge?"],
        reason: "of a repeated key the last one counts, everywhere; Go merges some objects",
    },
    Difference {
        file: "tool_json",
        cases: &["_meta numbers", "big int precision"],
        reason: "64-bit integers stay exact, where Go turns them into doubles",
    },
    Difference {
        file: "tool_json",
        cases: &["deep nesting 9999"],
        reason: "JSON text is read to 127 levels",
    },
    Difference {
        file: "tool_json",
        cases: &["escaped surrogates"],
        reason: "half a surrogate pair is not text; Go puts a replacement character there",
    },
    Difference {
        file: "version",
        cases: &[
            "Compare/1.0.0-2 vs 1.0.0-10",
            "Compare/1.0.0-a-b vs 1.0.0-a.b",
            "Compare/1.0.0-alpha.2 vs 1.0.0-alpha.10",
        ],
        reason: "pre-releases are compared by identifier (SemVer 2.0, item 11), not as text",
    },
    Difference {
        file: "version",
        cases: &["Compare/0.2.0 vs 0.1.0", "Constraint.Check/^0.2.3"],
        reason: "before 1.0.0 a minor version may break (SemVer 2.0, item 4)",
    },
    Difference {
        file: "version",
        cases: &[
            "Compare/01.0.0 vs 1.0.0",
            "Compare/1.0.0-0 vs 1.0.0-00",
            "Parse/\"01.02.03\"",
            "Parse/\"1.2.3-.\"",
            "Parse/\"1.2.3-01\"",
            "Parse/\"1.2.3-a..b\"",
        ],
        reason: "leading zeros and empty identifiers are not Semantic Versioning 2.0",
    },
    Difference {
        file: "version",
        cases: &[
            "Compare/99999999999999999999.0.0 vs 9223372036854775807.0.0",
            "Parse/\"0.99999999999999999999.0\"",
            "Parse/\"9223372036854775808.1.1\"",
            "Parse/\"99999999999999999999.0.0\"",
        ],
        reason: "numbers are exact to 64 bits and refused beyond, where Go takes its largest one",
    },
    Difference {
        file: "version",
        cases: &["Constraint struct op '!='", "Constraint struct op '=='"],
        reason: "an operator that does not exist cannot be written in Rust",
    },
    Difference {
        file: "version",
        cases: &["Matrix/deprecated first entry short-circuits the second"],
        reason: "a deprecated requirement does not hide that another one is broken",
    },
];

/// What a vector says, compared with what happened here: `Err` says how they differ.
pub(crate) type Outcome = Result<(), String>;

/// Fails unless exactly the cases in the table differ.
pub(crate) fn settle(path: &str, outcomes: &BTreeMap<String, Outcome>) {
    let file = path.trim_start_matches("legacy/").trim_end_matches(".json");
    let rows = || DIFFERENCES.iter().filter(|row| row.file == file);
    let mut wrong = Vec::new();
    for (case, outcome) in outcomes {
        let row = rows().find(|row| row.cases.contains(&case.as_str()));
        match (outcome, row) {
            (Err(how), None) => wrong.push(format!("{case}: {how}")),
            (Ok(()), Some(row)) => {
                wrong.push(format!("{case}: agrees, but is listed: {}", row.reason));
            }
            _ => {}
        }
    }
    for case in rows().flat_map(|row| row.cases) {
        // The older generation has fewer cases.
        if !outcomes.contains_key(*case) && !path.starts_with("legacy/") {
            wrong.push(format!("{case}: is listed, but there is no such case"));
        }
    }
    assert!(wrong.is_empty(), "{path}:\n{}", wrong.join("\n"));
}

/// Runs each case of a file of vectors, and settles the outcomes.
pub(crate) fn run(path: &str, judge: impl Fn(&serde_json::Value) -> Outcome) {
    let Some(vectors) = toolmodel_tests::shared_json(&format!("vectors/{path}")) else {
        return;
    };
    let mut outcomes = BTreeMap::new();
    for vector in vectors.as_array().unwrap() {
        let case = vector["case"].as_str().unwrap().to_owned();
        let before = outcomes.insert(case, judge(vector));
        assert_eq!(before, None, "two cases of one name: {vector}");
    }
    assert!(!outcomes.is_empty());
    settle(path, &outcomes);
}

/// `Ok` when two things are equal.
pub(crate) fn same<T: PartialEq + std::fmt::Debug>(go: &T, here: &T) -> Outcome {
    if go == here {
        Ok(())
    } else {
        Err(format!("Go says {go:?}, here it is {here:?}"))
    }
}
