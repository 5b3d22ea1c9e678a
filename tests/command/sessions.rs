//! What every command prints, kept as text.

use std::fmt::Write as _;
use std::path::Path;

use crate::fixture::{Scratch, compare};
use crate::support::{run_with, scratch, stderr, stdout};

/// A folder of its own with the files of `fixture`.
fn workplace() -> Scratch {
    let scratch = scratch();
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixture");
    for name in files_below(&fixture) {
        scratch.write(&name, std::fs::read(fixture.join(&name)).unwrap());
    }
    scratch
}

/// The files of a folder and of those in it, sorted.
fn files_below(start: &Path) -> Vec<String> {
    let mut folders = vec![start.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(start).unwrap();
                files.push(name.display().to_string());
            }
        }
    }
    files.sort();
    files
}

/// Runs some calls in one folder and compares what they print. A call is its words; after ` < ` stands
/// the text of its standard input, after ` | head -` how many lines of its output are kept. `cat FILE`
/// and `ls` show what calls have left behind.
#[track_caller]
fn session(name: &str, calls: &[&str]) {
    let place = workplace();
    let mut text = String::new();
    for call in calls {
        if let Some(shown) = looked_at(place.path(), call) {
            let _ = writeln!(text, "$ {call}\n{shown}");
            continue;
        }
        let (line, input) = call.split_once(" < ").unwrap_or((call, ""));
        let (line, most) = match line.split_once(" | head -") {
            Some((line, most)) => (line, most.parse().unwrap()),
            None => (line, usize::MAX),
        };
        let words = words(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = run_with(place.path(), &words, input);
        let _ = writeln!(text, "$ toolmodel {call}");
        for line in stdout(&output).split_inclusive('\n').take(most) {
            text.push_str(line);
        }
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

/// What `cat FILE` and `ls FOLDER` show.
fn looked_at(folder: &Path, call: &str) -> Option<String> {
    if let Some(name) = call.strip_prefix("cat ") {
        return Some(std::fs::read_to_string(folder.join(name)).unwrap());
    }
    let files = files_below(&folder.join(call.strip_prefix("ls ")?));
    Some(
        files
            .iter()
            .flat_map(|name| [name.as_str(), "\n"])
            .collect(),
    )
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
fn convert() {
    session(
        "convert",
        &[
            "convert --to anthropic-strict tools/github.json",
            "convert --to gemini tools/github.json --losses json --deny-losses",
            "convert --to nowhere tools",
            "convert --to openai broken.json",
        ],
    );
}

#[test]
fn restore() {
    session(
        "restore",
        &[
            "restore get_repo '{\"owner\": \"a\", \"repo\": \"b\", \"page_size\": null}' --from openai-strict --tools tools/github.json",
            "restore gh:get_repo - --from openai-strict --tools tools/github.json < {\"owner\": \"a\", \"repo\": \"b\", \"page_size\": 7}",
            "restore gh:get_repo - --from openai-strict --tools tools/github.json < {\"owner\": 5",
            "restore gh:get_repo '[]' --from openai-strict --tools tools/github.json",
            "restore get_rep {} --from openai --tools tools/github.json",
            "restore get_repo {} --tools tools/github.json",
        ],
    );
}

#[test]
fn describe_and_list() {
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
            "list missing",
            "list broken.json",
        ],
    );
}

#[test]
fn docs() {
    session(
        "docs",
        &[
            "docs tools/github.json --level summary --title 'The tools'",
            "docs tools/github.json -o TOOLS.md",
            "cat TOOLS.md",
            "docs - --level summary < {\"name\": \"t\", \"description\": \"A tool.\", \"inputSchema\": {\"type\": \"object\"}}",
            "docs tools/github.json -o site.html",
            "docs tools/github.json -o /dev/null/site.html",
            "docs torn.json -o torn.html",
            "docs missing",
            "docs tools/github.json --level everything",
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
            "validate gh:get_repo nearly.json --repair",
            "validate gh:get_repo '{\"owner\": \"a\", \"repo\": \"b\"}' --repair",
            "validate gh:get_repo nearly.json --repair --format json",
            "validate gh:get_repo '{\"owner\": \"a\", \"page_size\": \"many\"}' --repair",
            "validate gh:get_repo '{\"owner\": \"a\", \"page_size\": \"many\"}' --repair --format json",
            "validate gh:get_repo {} --repair --output",
            "validate gh:get_repo - --tools - < []",
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
            "ls weather",
            "cat weather/Cargo.toml",
            "cat weather/src/lib.rs",
            "new weather",
            "new weather-client --client",
            "cat weather-client/src/main.rs",
            "new ../outside",
            "new fn",
            "new other --toolmodel missing",
        ],
    );
}

#[test]
fn import() {
    session(
        "import",
        &[
            "import --stdio 'fake_server good' -o tools/fake.json",
            "cat tools/fake.json",
            "import --stdio 'fake_server good' -o tools/fake.json",
            "import --stdio 'fake_server good' -o tools/fake.json --check",
            "import --stdio 'fake_server modern'",
            "import --stdio 'fake_server good' -o tools/github.json --check",
            "import --stdio 'fake_server good' -o tools/github.json --check --format json",
            "import --stdio 'fake_server good' -o tools/new.json --check --format github",
            "import --stdio 'fake_server hangs' -o tools/fake.json --timeout 0.7",
            "import --stdio 'fake_server dies' -o tools/fake.json",
            "import --stdio 'fake_server dies-late' -o tools/fake.json --format json",
            "import --stdio 'fake_server garbled' -o tools/fake.json --timeout 1",
            "import --stdio 'fake_server wrong' -o tools/fake.json",
            "import --stdio 'fake_server circles' -o tools/fake.json",
            "import --stdio 'fake_server floods' -o tools/fake.json --max-bytes 100000",
            "import --stdio 'no_such_server --now' -o tools/fake.json",
            "import --http http://127.0.0.1:1/mcp -o tools/fake.json",
            "import -o tools/fake.json",
        ],
    );
}

#[test]
fn import_of_a_file_of_servers() {
    session(
        "import_config",
        &[
            "cat .mcp.json",
            "import --config .mcp.json --server fake -o out",
            "import --config .mcp.json -o out",
            "ls out",
            "import --config .mcp.json --check -o out --server fake",
            "import --config .mcp.json --server flake",
            "import --config missing.json",
            "import --config torn.json",
            "import --config - -o more < {\"servers\": {\"one\": {\"command\": \"fake_server\", \"args\": [\"good\"]}}}",
            "import --config - < {\"servers\": {\"one\": {\"args\": []}}}",
        ],
    );
}

#[test]
fn call() {
    session(
        "call",
        &[
            "call --stdio 'fake_server good' tool_1 --args '{\"a\": 2, \"b\": 3}'",
            "call --stdio 'fake_server good' tool_1 --args '{\"a\": 2}' --json",
            "call --stdio 'fake_server good' tool_1 --args - < {\"a\": 40, \"b\": 2}",
            "call --stdio 'fake_server good' tool_1 --args '{\"a\": 200, \"b\": \"3\"}'",
            "call --stdio 'fake_server good' tool_1 --args '{\"a\": \"2\", \"b\": null}' --repair",
            "call --stdio 'fake_server good' tool_1 --args '{\"a\": \"two\", \"b\": \"3\"}' --repair",
            "call --stdio 'fake_server lies' tool_1 --args '{\"a\": 2}'",
            "call --stdio 'fake_server fails' tool_1 --args '{\"a\": 2}'",
            "call --stdio 'fake_server asks-back' tool_1 --args '{\"a\": 2}'",
            "call --stdio 'fake_server good' tool_11 --args {}",
            "call --stdio 'fake_server good' tool_1 --args '{\"a\": '",
            "call --stdio 'fake_server slow-call' tool_1 --args '{\"a\": 2}' --timeout 0.7",
            "call --stdio 'fake_server dies' tool_1 --args '{\"a\": 2}'",
            "call --config .mcp.json tool_1 --args '{\"a\": 2}'",
            "call --config .mcp.json --server fake tool_1 --args '{\"a\": 2}'",
        ],
    );
}

#[test]
fn completions_and_man() {
    session(
        "completions_and_man",
        &[
            "completions bash | head -20",
            "completions zsh | head -8",
            "completions fish | head -8",
            "completions tcsh",
            "man | head -40",
            "man -o pages",
            "ls pages",
            "cat pages/toolmodel-completions.1",
            "man -o broken.json",
        ],
    );
}

#[test]
fn help() {
    let commands = [
        "import",
        "generate",
        "check",
        "diff",
        "convert",
        "restore",
        "describe",
        "docs",
        "list",
        "validate",
        "call",
        "example",
        "new",
        "completions",
        "man",
    ];
    let mut calls = vec![
        "--help".to_owned(),
        "--version".to_owned(),
        "chek".to_owned(),
    ];
    calls.extend(commands.iter().map(|command| format!("{command} --help")));
    calls.push("check -h".to_owned());
    let calls: Vec<&str> = calls.iter().map(String::as_str).collect();
    session("help", &calls);
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
    assert!(stdout(&prefixed).contains(r#"GhGet(gh::Get) = "gh_get","#));
    assert!(stdout(&prefixed).contains(r#"GlGet(gl::Get) = "gl_get","#));
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
