//! Names and descriptions that want to break out of their place.

use std::path::Path;

use serde_json::json;
use toolmodel_runtime::docs::{
    Catalogue, DetailLevel, DocEntry, DocStore, InMemoryDocs, ToolExample,
};
use toolmodel_runtime::{Schema, Tool};

const ATTACKS: &[&str] = &[
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "' onmouseover='alert(1)",
    "<!-- <script>",
    "]]><svg/onload=alert(1)>",
    "```\n<script>alert(1)</script>\n",
    "`<b>` </code></pre></details></main><script>alert(1)</script>",
    "&lt;script&gt; &amp; &#39;",
    "javascript:alert(1)",
    "a\u{202e}txt.exe\u{2066}\0\u{8}",
    "| a | b |\n|---|---|\n\n# Heading\n---\n",
    "[x](javascript:alert(1)) ![y](https://evil.example/pixel.png)",
    "\u{61c}a\u{200b}b\u{2028}c\u{e0041}\u{ad}",
    "x\\|<img src=x onerror=alert(1)>",
    "y\\|[click](javascript:alert(2))",
    "x\\\\|<img src=x onerror=alert(1)>|`<img src=y onerror=alert(1)>",
    "`a|<img src=x onerror=alert(1)>`",
    "`a\\|<img src=x onerror=alert(1)>`",
    "a`](javascript:alert(1)) [b",
    "``a`](javascript:alert(1))`` ` ``` <img src=x onerror=alert(1)>",
    "[x\\](javascript:alert(1)) \\<img src=x onerror=alert(1)>",
    "\\`<img src=x onerror=alert(1)>`",
    "text\n\n    ```\n<img src=x onerror=alert(1)>\n",
    "```\na\n    ```\n\n```\n<img src=x onerror=alert(1)>\n",
    "- ```\n<img src=x onerror=alert(1)>\n\n> ```\n<img src=x onerror=alert(1)>\n",
    "~~~ `\n<img src=x onerror=alert(1)>\n~~~\n~~~\n",
    "| a | b |\n|---|---|\n| `a|<img src=x onerror=alert(1)>` | \\|`|<img src=x onerror=alert(1)>` |",
    "[a]: javascript:alert(1)\n[a]\n[b]:\njavascript:alert(1)\n[b] ![b] [c](<javascript:alert(1)>)",
    "[a](\njavascript:alert(1)) [b](&#106;avascript:alert(1)) <javascript:alert(1)>",
    "# a\n## b\n=====\n***\n1. c\n> d",
    "1) a",
    "*a* _b_ ~~c~~ ~d~ $e$ **f**",
    "a<!--b--> <?c?> <![CDATA[d]]> <!E f>",
    "https://example.com/`<img>` www.example.com/<img> a@example.com",
    "\\",
    "|",
    "``",
    "****",
    "+++\na: b\n+++\n",
    "%{init} :warning: {{ a }} {% b %}",
];

/// Characters that must not reach a reader as they are.
const HIDDEN: [char; 9] = [
    '\u{202e}',
    '\u{2066}',
    '\0',
    '\u{8}',
    '\u{61c}',
    '\u{200b}',
    '\u{2028}',
    '\u{e0041}',
    '\u{ad}',
];

/// A store in which an attack stands wherever text can stand.
fn store(attack: &str) -> InMemoryDocs {
    let schema = json!({
        "properties": {
            attack: {"type": attack, "description": attack, "default": attack, "enum": [attack],
                     "pattern": attack, "format": attack, "examples": [attack], "title": attack},
            "nested": {"properties": {attack: {"anyOf": [{"const": attack}, {"type": "integer"}]}}}
        },
        "not": {"const": attack}
    });
    let mut tool = Tool::new("t", Schema::try_from(schema.clone()).unwrap());
    tool.namespace = Some(attack.replace(':', ""));
    tool.title = Some(attack.to_owned());
    tool.description = Some(attack.to_owned());
    tool.output_schema = Some(Schema::try_from(schema).unwrap());
    tool.version = Some(attack.to_owned());
    tool.tags = vec![attack.to_owned()];
    tool.meta = json!({"inputModes": [attack], "securitySchemes": {attack: {}}})
        .as_object()
        .cloned();
    let example = ToolExample::new(attack)
        .with_id(attack)
        .with_description(attack)
        .with_result_hint(attack)
        .with_arg(attack, attack);
    let entry = DocEntry::new(attack)
        .with_notes(format!("Notes: {attack}"))
        .with_example(example)
        .with_reference(attack)
        .with_reference(format!("https://example.com/{attack}"));
    let docs = InMemoryDocs::new();
    docs.register(tool, entry).unwrap();
    docs.register_doc(attack, DocEntry::new(attack)).unwrap();
    docs
}

#[test]
fn html_holds_no_markup_but_ours() {
    let allowed = [
        "!doctype", "html", "head", "meta", "title", "style", "body", "header", "div", "h1", "h2",
        "h3", "h4", "form", "label", "input", "select", "option", "p", "main", "section", "span",
        "details", "summary", "code", "a", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th",
        "td", "wbr", "noscript", "ul", "li", "pre", "button", "script",
    ];
    for attack in ATTACKS {
        let html = Catalogue::of(*attack, &store(attack), DetailLevel::Full)
            .unwrap()
            .to_html();
        assert_eq!(html.matches("<script").count(), 1, "{attack}");
        assert_eq!(html.matches("</script").count(), 1, "{attack}");
        // The style and the script are ours; everything else is looked at tag by tag.
        let (before, rest) = html.split_once("<style>").unwrap();
        let (_, rest) = rest.split_once("</style>").unwrap();
        let (rest, _) = rest.split_once("<script>").unwrap();
        for tag in [before, rest].concat().split('<').skip(1) {
            let name: String = tag
                .trim_start_matches('/')
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || *c == '!')
                .collect();
            assert!(allowed.contains(&name.as_str()), "<{name}> by {attack}");
            let inside = tag.split('>').next().unwrap();
            // Attributes stand in double quotes, so what an attack brings along is inside them.
            let outside: String = inside.split('"').step_by(2).collect();
            assert!(!outside.contains(" on"), "{inside} by {attack}");
            assert!(inside.matches('"').count() % 2 == 0, "{inside} by {attack}");
        }
        for address in html.split("href=\"").skip(1) {
            assert!(
                address.starts_with('#') || address.starts_with("https://"),
                "{address:.40} by {attack}"
            );
        }
        assert!(!html.contains(HIDDEN), "{attack}");
    }
}

/// Leaves a page with all attacks for the browser, where none of them may run.
#[test]
fn the_attacks_are_written_for_the_browser() {
    let mut docs = Vec::new();
    for attack in ATTACKS {
        let store = store(attack);
        for id in store.ids() {
            let full = store.describe(&id, DetailLevel::Full);
            docs.push(full.unwrap_or_else(|_| store.describe(&id, DetailLevel::Summary).unwrap()));
        }
    }
    let html = Catalogue::new(ATTACKS.join(" "), docs).to_html();
    assert_eq!(
        html.matches("<details class=\"tool\"").count(),
        ATTACKS.len() * 2
    );
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(folder).unwrap();
    std::fs::write(folder.join("hostile.html"), html).unwrap();
}

/// What renderers make of this is judged by `tests/measure/judges/markdown.sh`, for which it is left here.
#[test]
fn markdown_keeps_its_structure() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile-markdown");
    std::fs::create_dir_all(&folder).unwrap();
    for (i, attack) in ATTACKS.iter().enumerate() {
        let docs = store(attack);
        let catalogue = Catalogue::of(*attack, &docs, DetailLevel::Full).unwrap();
        let markdown = catalogue.to_markdown();
        std::fs::write(folder.join(format!("{i:02}.md")), &markdown).unwrap();
        let mut fence: Option<usize> = None;
        let mut headings = Vec::new();
        for line in markdown.lines() {
            let ticks = line.bytes().take_while(|byte| *byte == b'`').count();
            let is_fence = ticks >= 3 && !line[ticks..].contains('`');
            match fence {
                None if is_fence => fence = Some(ticks),
                Some(open) if ticks >= open && line.len() == ticks => fence = None,
                Some(_) => continue,
                None => {}
            }
            assert!(!line.starts_with("---"), "{line} by {attack}");
            if line.starts_with("# ") || line.starts_with("## ") {
                headings.push(line.to_owned());
            }
        }
        assert_eq!(fence, None, "an open code block by {attack}");
        assert_eq!(headings.len(), 3, "{headings:?} by {attack}");
        assert!(!markdown.contains(HIDDEN), "{attack}");
    }
}

#[test]
fn every_attack_is_a_plain_doc() {
    for attack in ATTACKS {
        let docs = store(attack);
        for id in docs.ids() {
            let doc = docs.describe(&id, DetailLevel::Summary).unwrap();
            assert_eq!(doc.summary, *attack);
            assert_eq!(doc.id, id);
        }
    }
}
