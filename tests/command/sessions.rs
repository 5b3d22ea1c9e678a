//! What every command prints, kept as text.

use std::fmt::Write as _;
use std::path::Path;

use crate::fixture::{Scratch, compare};
use crate::support::{run_with, scratch, stderr, stdout};

/// A folder of its own with the files of `fixture`.
fn workplace() -> Scratch {
    let scratch = scratch();
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixture");
    let mut folders = vec![fixture.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(&fixture).unwrap();
                scratch.write(name.to_str().unwrap(), std::fs::read(&path).unwrap());
            }
        }
    }
    scratch
}

/// Runs some calls in one folder and compares what they print; a call is its words, and after ` < `
/// the text of its standard input.
#[track_caller]
fn session(name: &str, calls: &[&str]) {
    let place = workplace();
    let mut text = String::new();
    for call in calls {
        let (line, input) = call.split_once(" < ").unwrap_or((call, ""));
        let words = words(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = run_with(place.path(), &words, input);
        let _ = writeln!(text, "$ toolmodel {call}");
        text.push_str(&stdout(&output));
        let told = stderr(&output);
        if !told.is_empty() {
            let _ = write!(text, "[standard error]\n{told}");
        }
        let code = output.status.code().unwrap();
        if code != 0 {
            let _ = writeln!(text, "[exit code {code}]");
        }
        text.push('\n');
    }
    assert!(!text.contains('\u{1b}'), "no colours for files");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("snapshots/{name}.txt"));
    compare(&path, &text).unwrap();
}

/// Words in single quotes may have spaces.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in line.split('\'').enumerate() {
        if at % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

#[test]
fn check() {
    session(
        "check",
        &[
            "check",
            "check tools/github.json --for openai-strict,gemini",
            "check tools/github.json -v",
            "check --only name-collision,confusing-name",
            "check tools/gitlab.json --mcp 2026-07-28 --allow missing-description",
            "check tools/github.json --deny warnings",
            "check tools/github.json --only missing-parameter-description",
            "check broken.json",
            "check torn.json",
            "check missing",
            "check - < {\"name\": \"t\", \"description\": \"T.\", \"inputSchema\": {\"type\": \"object\"}}",
            "check - < {\"name\": \"t\"",
            "check tools --only no-such-code",
        ],
    );
}

#[test]
fn check_in_other_formats() {
    session(
        "check_formats",
        &[
            "check tools/gitlab.json --format json",
            "check tools/gitlab.json --format github",
            "check tools/gitlab.json --format sarif --only mcp",
            "check torn.json --format json",
        ],
    );
}

#[test]
fn generate() {
    session(
        "generate",
        &[
            "generate tools/github.json --out src/made --file mine.rs --check",
            "generate tools/github.json --out src/made --file mine.rs",
            "generate tools/github.json --out src/made --file mine.rs",
            "generate tools/github.json --out src/made --file mine.rs --check",
            "generate tools/github.json --namespace-from file --out src/made --file mine.rs --check",
            "generate tools/gitlab.json --out src/made --file mine.rs --check",
            "generate - < {\"name\": \"t\", \"inputSchema\": {\"type\": \"object\", \"additionalProperties\": false}}",
            "generate broken.json",
        ],
    );
}

#[test]
fn convert_and_restore() {
    session(
        "convert",
        &[
            "convert --to anthropic-strict tools/github.json",
            "convert --to gemini tools/github.json --losses json --deny-losses",
            "convert --to nowhere tools",
            "restore get_repo '{\"owner\": \"a\", \"repo\": \"b\", \"page_size\": null}' --from openai-strict --tools tools/github.json",
            "restore gh:get_repo - --from openai-strict --tools tools/github.json < {\"owner\": 5",
            "restore get_rep {} --from openai --tools tools/github.json",
        ],
    );
}

#[test]
fn describe_docs_and_list() {
    session(
        "describe",
        &[
            "list",
            "list tools/gitlab.json --format json",
            "describe gh:get_repo --level summary",
            "describe gh:get_repo --level schema",
            "describe gh:get_repo",
            "describe gh:get_repo --level summary --format json",
            "describe get_repo",
            "describe gh:get_repp",
            "docs tools/github.json --level summary --title 'The tools'",
            "docs tools/github.json -o site.html",
            "docs tools/github.json -o /dev/null/site.html",
        ],
    );
}

#[test]
fn validate() {
    session(
        "validate",
        &[
            "validate gh:get_repo '{\"owner\": \"rust-lang\", \"repo\": \"cargo\"}'",
            "validate gh:get_repo arguments.json",
            "validate gh:get_repo arguments.json --format json",
            "validate gh:get_repo - --output < {\"stars\": 1.5}",
            "validate gh:list_repos {} --output",
            "validate gh:get_repo torn.json",
            "validate gh:get_repo missing.json",
        ],
    );
}

#[test]
fn diff() {
    session(
        "diff",
        &[
            "diff before/github.json tools/github.json",
            "diff tools/github.json before/github.json --for both -v",
            "diff tools/github.json tools/github.json",
            "diff before/github.json tools/github.json --format json",
            "diff before/github.json tools/github.json --format github",
            "diff - tools/github.json < []",
            "diff - -",
            "diff missing tools",
        ],
    );
}

#[test]
fn example() {
    session(
        "example",
        &[
            "example gh:get_repo",
            "example gh:get_repo --minimal",
            "example gh:get_repo --output",
            "example gh:list_repos --output",
            "example t --tools - < {\"name\": \"t\", \"inputSchema\": {\"type\": \"object\", \"required\": [\"a\"], \"properties\": {\"a\": false}}}",
        ],
    );
}

#[test]
fn new() {
    session(
        "new",
        &[
            "new weather",
            "new weather",
            "new weather-client --client",
            "new ../outside",
            "new fn",
            "new other --toolmodel missing",
        ],
    );
}

#[test]
fn generate_puts_namespaces_in_front_where_that_is_asked_for() {
    let place = scratch();
    let tool = |namespace: &str| {
        format!(
            r#"{{"namespace": "{namespace}", "name": "get", "inputSchema": {{"type": "object"}}}}"#
        )
    };
    let tools = format!("[{}, {}]", tool("gh"), tool("gl"));
    let plain = run_with(place.path(), &["generate", "-"], &tools);
    assert_eq!(plain.status.code(), Some(1));
    let told = stderr(&plain);
    assert!(told.contains("both called by the name `get`"), "{told}");
    assert!(
        told.contains("here it is `--wire-names prefixed`"),
        "{told}"
    );
    let options = ["generate", "-", "--wire-names", "prefixed"];
    let prefixed = run_with(place.path(), &options, &tools);
    assert!(prefixed.status.success(), "{}", stderr(&prefixed));
    assert!(stdout(&prefixed).contains("names = prefixed;"));
    let other = run_with(
        place.path(),
        &["generate", "-", "--wire-names", "other"],
        &tools,
    );
    assert_eq!(other.status.code(), Some(2));
    place.write(
        "a.json",
        r#"{"name": "get", "inputSchema": {"type": "object"}}"#,
    );
    place.write(
        "b.json",
        r#"{"name": "get", "inputSchema": {"type": "object"}}"#,
    );
    let told = stderr(&run_with(place.path(), &["generate", "."], ""));
    assert!(told.contains("./b.json:1:1"), "{told}");
    assert!(told.contains("already defined in ./a.json"), "{told}");
    assert!(
        told.contains("here it is `--namespace-from file`"),
        "{told}"
    );
}
