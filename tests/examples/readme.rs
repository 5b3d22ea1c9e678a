//! What the READMEs show of generated code, servers and clients compiles: every such line is also in this
//! file, in the build script of the examples, or in the tests of the edges. Their other Rust blocks are doctests.

use std::path::Path;

use serde_json::json;
use toolmodel_runtime::{Error, TypedTool};

toolmodel_runtime::include_tools!();

/// Documents with blocks that need a build script, and how many.
const DOCUMENTS: [(&str, usize); 2] = [("README.md", 3), ("toolmodel-build/README.md", 2)];

fn workspace() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

#[test]
fn lines_about_generated_code_are_compiled_somewhere() {
    let compiled = [
        include_str!("readme.rs"),
        include_str!("../../examples/build.rs"),
        include_str!("../edges/readme.rs"),
    ]
    .concat();
    let compiled: Vec<&str> = compiled.lines().collect();
    for (document, expected) in DOCUMENTS {
        let text = std::fs::read_to_string(workspace().join(document)).unwrap();
        let blocks = text.split("```rust,ignore\n").skip(1);
        let blocks: Vec<&str> = blocks.filter_map(|rest| rest.split("```").next()).collect();
        assert_eq!(
            blocks.len(),
            expected,
            "{document}: blocks that are no doctests"
        );
        for line in blocks.into_iter().flat_map(str::lines).map(code) {
            let known = compiled.iter().any(|compiled| compiled.contains(line));
            assert!(known, "{document}: not in a file that compiles: {line}");
        }
    }
}

/// A line without its comment.
fn code(line: &str) -> &str {
    let code = line.split_once("// ").map_or(line, |(code, _)| code);
    code.trim()
}

fn respond(call: gh::GetRepo) -> String {
    call.owner
}

#[expect(clippy::needless_pass_by_value, reason = "as a program would take it")]
fn handle(call: ToolCall) -> String {
    panic!("another tool: {call:?}")
}

#[test]
fn what_the_readmes_show_works() -> Result<(), Error> {
    let arguments = json!({"repo": "rust-lang/cargo"});
    let call = gh::ListIssues::parse(&arguments)?;
    assert_eq!(call.repo, "rust-lang/cargo");

    let arguments = json!({"owner": "rust-lang", "repo": "cargo"});
    let answer = match ToolCall::parse("gh:get_repo", &arguments)? {
        ToolCall::GhGetRepo(call) => respond(call),
        other => handle(other),
    };
    assert_eq!(answer, "rust-lang");

    let call = gh::GetRepo::parse(&arguments)?;
    assert_eq!(call.repo, "cargo");
    let call = gh::ListIssues::new("rust-lang/cargo") // the line break is the README's
        .with_per_page(10);
    assert_eq!(call.per_page(), 10);
    call.check()
}
