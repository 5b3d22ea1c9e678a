//! `import` and `call` against servers that behave, and servers that do not.

use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{FAKE, Served, run, run_with, scratch, stderr, stdout};

fn import(folder: &Path, manner: &str, more: &[&str]) -> Output {
    let server = format!("'{FAKE}' {manner}");
    let arguments = [
        &["import", "--stdio", &server, "-o", "tools/fake.json"],
        more,
    ]
    .concat();
    run(folder, &arguments)
}

fn call(folder: &Path, manner: &str, more: &[&str]) -> Output {
    let server = format!("'{FAKE}' {manner}");
    run(folder, &[&["call", "--stdio", &server], more].concat())
}

/// Fails with exit code 3, a message and in time, and leaves nothing behind.
#[track_caller]
fn refused(manner: &str, more: &[&str], expected: &str, most: Duration) {
    let scratch = scratch();
    let start = Instant::now();
    let output = import(scratch.path(), manner, more);
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(3), "{manner}: {told}");
    assert!(told.contains(expected), "{manner}: {told}");
    assert!(start.elapsed() < most, "{manner}: {:?}", start.elapsed());
    assert!(stdout(&output).is_empty(), "{manner}");
    let left = std::fs::read_dir(scratch.path()).unwrap().count();
    assert_eq!(left, 0, "{manner}: something was written");
}

/// Long enough for a machine that is busy with everything else; far less than a server could take.
const SOON: Duration = Duration::from_secs(100);

#[test]
fn a_list_is_written_as_it_is_served() {
    let scratch = scratch();
    let output = import(scratch.path(), "good", &[]);
    assert_eq!(
        stderr(&output),
        "tools/fake.json: 3 tools of fake 1.0, MCP 2025-11-25, written\n"
    );
    let text = std::fs::read_to_string(scratch.path().join("tools/fake.json")).unwrap();
    assert!(
        text.starts_with("{\n  \"tools\": [\n    {\n      \"name\": \"tool_0\",\n"),
        "{text}"
    );
    assert!(text.ends_with("]\n}\n"), "{text}");
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        value.as_object().unwrap().len(),
        1,
        "no cursor, no time to live"
    );
    let names: Vec<&str> = value["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["tool_0", "tool_1", "tool_2"]);
    let keys: Vec<&String> = value["tools"][0]["inputSchema"]["properties"]
        .as_object()
        .unwrap()
        .keys()
        .collect();
    assert_eq!(keys, ["b", "a"]);
    let again = import(scratch.path(), "good", &[]);
    assert!(stderr(&again).ends_with("up to date\n"));
    let files = std::fs::read_dir(scratch.path().join("tools"))
        .unwrap()
        .count();
    assert_eq!(files, 1, "nothing is left beside the file");
}

#[test]
fn both_revisions_are_spoken_over_both_transports() {
    let scratch = scratch();
    let output = import(scratch.path(), "modern", &[]);
    assert!(
        stderr(&output).contains("3 tools of modern 2.0, MCP 2026-07-28"),
        "{}",
        stderr(&output)
    );
    let forced = import(scratch.path(), "modern", &["--protocol", "2025-11-25"]);
    assert_eq!(forced.status.code(), Some(3));
    assert!(stderr(&forced).contains("refused `initialize`: Method not found (-32601)"));
    for (manner, expected) in [
        ("good", "fake 1.0, MCP 2025-11-25"),
        ("streams", "fake 1.0, MCP 2025-11-25"),
        ("modern", "modern 2.0, MCP 2026-07-28"),
    ] {
        let served = Served::start(manner);
        let output = run(
            scratch.path(),
            &["import", "--http", &served.url, "-o", "http.json"],
        );
        assert!(
            stderr(&output).contains(expected),
            "{manner}: {}",
            stderr(&output)
        );
        let output = run(
            scratch.path(),
            &[
                "call",
                "--http",
                &served.url,
                "tool_2",
                "--args",
                "{\"a\": 1, \"b\": 2}",
            ],
        );
        assert_eq!(
            stdout(&output),
            "{\n  \"sum\": 3\n}\n",
            "{manner}: {}",
            stderr(&output)
        );
    }
}

#[test]
fn what_a_server_asks_meanwhile_is_answered() {
    let scratch = scratch();
    let output = import(scratch.path(), "asks", &[]);
    assert!(stderr(&output).contains("3 tools"), "{}", stderr(&output));
}

#[test]
fn a_server_that_dies_is_told_with_what_it_said_last() {
    refused(
        "dies",
        &[],
        "ended before it answered: exit status: 7",
        SOON,
    );
    refused(
        "dies",
        &[],
        "its standard error:\n          fake server: dies",
        SOON,
    );
    refused("dies-late", &[], "out of memory", SOON);
}

#[test]
fn a_server_that_hangs_is_ended_in_time() {
    refused(
        "hangs",
        &["--timeout", "0.5"],
        "no answer within 0.5 s",
        SOON,
    );
}

#[test]
fn a_server_that_speaks_garbage_is_told() {
    refused(
        "floods-garbage",
        &[],
        "speaks no JSON-RPC on its standard output",
        SOON,
    );
    refused(
        "garbled",
        &["--timeout", "0.5"],
        "lines on its standard output that are no JSON-RPC: 1, the first: `{\"jsonrpc\"",
        SOON,
    );
    refused(
        "wrong",
        &[],
        "its answer to `tools/list` has no array `tools`",
        SOON,
    );
    // A banner is passed over.
    let scratch = scratch();
    assert_eq!(import(scratch.path(), "banner", &[]).status.code(), Some(0));
}

#[test]
fn a_server_that_pages_for_ever_is_stopped() {
    refused(
        "circles",
        &[],
        "its pages go round in circles: cursor `again` comes again",
        SOON,
    );
    refused(
        "endless",
        &["--max-pages", "50"],
        "has more than 50 pages of tools",
        SOON,
    );
}

#[test]
fn a_server_that_sends_too_much_is_stopped() {
    refused("floods", &[], "sent more than is accepted", SOON);
    refused("large", &[], "sent more than is accepted", SOON);
}

#[test]
fn a_server_that_does_not_end_is_ended() {
    let scratch = scratch();
    let start = Instant::now();
    let output = import(scratch.path(), "stays", &[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
}

#[test]
fn a_url_that_misbehaves_is_told() {
    let scratch = scratch();
    let cases = [
        ("hangs", "no answer within 0.7 s"),
        ("dies", "cannot be reached"),
        ("banner", "speaks no JSON-RPC: it says `<h1>It works!</h1>`"),
        ("closed", "answered HTTP 401 Unauthorized"),
        ("circles", "its pages go round in circles"),
        ("floods", "sent more than is accepted"),
    ];
    for (manner, expected) in cases {
        let served = Served::start(manner);
        let time = if manner == "hangs" { "0.7" } else { "60" };
        let output = run(
            scratch.path(),
            &[
                "import",
                "--http",
                &served.url,
                "-o",
                "http.json",
                "--timeout",
                time,
            ],
        );
        assert_eq!(output.status.code(), Some(3), "{manner}");
        assert!(
            stderr(&output).contains(expected),
            "{manner}: {}",
            stderr(&output)
        );
        assert!(!scratch.path().join("http.json").exists(), "{manner}");
    }
}

#[test]
fn a_server_that_fails_leaves_its_file_as_it_was() {
    let scratch = scratch();
    scratch.write("tools/fake.json", "old");
    let output = import(scratch.path(), "dies-late", &[]);
    assert_eq!(output.status.code(), Some(3));
    let text = std::fs::read_to_string(scratch.path().join("tools/fake.json")).unwrap();
    assert_eq!(text, "old");
}

#[test]
fn a_file_of_servers_gives_one_file_each() {
    let scratch = scratch();
    let entry = |manner: &str| {
        format!("{{\"command\": \"{FAKE}\", \"args\": [\"${{MANNER:-{manner}}}\"]}}")
    };
    let config = format!(
        "{{\"mcpServers\": {{\"one two\": {}, \"bad\": {}, \"off\": {{\"disabled\": true}}}}}}",
        entry("good"),
        entry("dies")
    );
    scratch.write(".mcp.json", config);
    let output = run(
        scratch.path(),
        &["import", "--config", ".mcp.json", "-o", "out"],
    );
    assert_eq!(output.status.code(), Some(3), "one of them failed");
    let told = stderr(&output);
    assert!(
        told.contains("out/one_two.json: 3 tools of fake 1.0"),
        "{told}"
    );
    assert!(
        told.contains("error: bad: ended before it answered: exit status: 7"),
        "{told}"
    );
    let mut files: Vec<String> = std::fs::read_dir(scratch.path().join("out"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    assert_eq!(files, ["one_two.json"]);
    let output = run(
        scratch.path(),
        &["import", "--config", ".mcp.json", "--server", "three"],
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("there are: one two, bad"));
}

#[test]
fn an_entry_that_cannot_be_used_is_the_error_of_its_own_server() {
    let scratch = scratch();
    let good = format!("{{\"command\": \"{FAKE}\", \"args\": [\"good\"]}}");
    let old = "{\"type\": \"sse\", \"url\": \"http://localhost/sse\"}";
    let config =
        format!("{{\"mcpServers\": {{\"old\": {old}, \"none\": {{}}, \"good\": {good}}}}}");
    scratch.write(".mcp.json", config);
    let import = |more: &[&str]| {
        let arguments = ["import", "--config", ".mcp.json", "-o", "out"];
        run(scratch.path(), &[&arguments, more].concat())
    };
    let one = import(&["--server", "good"]);
    assert_eq!(one.status.code(), Some(0), "{}", stderr(&one));
    let all = import(&[]);
    assert_eq!(all.status.code(), Some(3));
    let told = stderr(&all);
    for line in [
        "error: old: the transport `sse` of 2024 is not spoken; expected `http`",
        "error: none: has neither `command` nor `url`",
        "its entry is in .mcp.json",
        "out/good.json: 3 tools of fake 1.0",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
    let arguments = ["call", "--config", ".mcp.json", "--server", "old", "tool_1"];
    let called = run(scratch.path(), &arguments);
    assert_eq!(called.status.code(), Some(3));
    assert!(
        stderr(&called).contains("error: old: the transport `sse`"),
        "{}",
        stderr(&called)
    );
}

#[test]
fn drift_is_told_and_nothing_written() {
    let scratch = scratch();
    let output = import(scratch.path(), "good", &["--check"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stdout(&output).contains("the file is not there"),
        "{}",
        stdout(&output)
    );
    assert!(!scratch.path().join("tools").exists());
    import(scratch.path(), "good", &[]);
    let same = import(scratch.path(), "good", &["--check"]);
    assert_eq!(same.status.code(), Some(0));
    assert_eq!(
        stdout(&same),
        "tools/fake.json: 3 tools of fake 1.0, MCP 2025-11-25, up to date\n"
    );
    let path = scratch.path().join("tools/fake.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let edited = text
        .replacen("Adds.", "Adds two numbers.", 1)
        .replacen("tool_2", "tool_9", 1);
    std::fs::write(&path, &edited).unwrap();
    let output = import(scratch.path(), "good", &["--check"]);
    assert_eq!(output.status.code(), Some(1));
    for expected in [
        "`tool_0`: texts or metadata differ: /description changed",
        "`tool_9` is now called `tool_2`",
        "drifted",
    ] {
        assert!(
            stdout(&output).contains(expected),
            "{expected}: {}",
            stdout(&output)
        );
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), edited);
}

#[test]
#[expect(clippy::too_many_lines, reason = "one call after the other")]
fn a_call_is_validated_against_both_schemas() {
    let scratch = scratch();
    let good = call(scratch.path(), "good", &["tool_1", "--args", "{\"a\": 2}"]);
    assert_eq!(stdout(&good), "{\n  \"sum\": 2\n}\n", "{}", stderr(&good));
    assert_eq!(good.status.code(), Some(0));
    let cases = [
        (
            "good",
            "tool_1",
            "{\"a\": 200}",
            1,
            "is more than the maximum of 100",
        ),
        ("good", "tool_1", "{}", 1, "`a`"),
        ("good", "tool_7", "{}", 2, "did you mean `tool_"),
        ("good", "tool_1", "{", 1, "not JSON"),
        ("good", "tool_1", "missing.json", 3, "missing.json: "),
        ("lies", "tool_1", "{\"a\": 1}", 1, "expected an integer"),
        (
            "fails",
            "tool_1",
            "{\"a\": 1}",
            1,
            "`tool_1` answered with an error",
        ),
        (
            "asks-back",
            "tool_1",
            "{\"a\": 1}",
            3,
            "answered with a result of type `input_required`",
        ),
        (
            "dies",
            "tool_1",
            "{\"a\": 1}",
            3,
            "ended before it answered",
        ),
        (
            "floods",
            "tool_1",
            "{\"a\": 1}",
            3,
            "sent more than is accepted",
        ),
        ("circles", "tool_1", "{\"a\": 1}", 3, "round in circles"),
        (
            "floods-garbage",
            "tool_1",
            "{\"a\": 1}",
            3,
            "speaks no JSON-RPC",
        ),
    ];
    for (manner, tool, arguments, code, expected) in cases {
        let output = call(scratch.path(), manner, &[tool, "--args", arguments]);
        let told = stderr(&output);
        assert!(told.contains(expected), "{manner} {arguments}: {told}");
        assert_eq!(
            output.status.code(),
            Some(code),
            "{manner} {arguments}: {told}"
        );
    }
    let mended = call(
        scratch.path(),
        "good",
        &["tool_1", "--args", "{\"a\": \"2\"}", "--repair"],
    );
    assert_eq!(
        stdout(&mended),
        "{\n  \"sum\": 2\n}\n",
        "{}",
        stderr(&mended)
    );
    assert!(stderr(&mended).contains("repaired"), "{}", stderr(&mended));
    let slow = call(
        scratch.path(),
        "slow-call",
        &["tool_1", "--args", "{\"a\": 1}", "--timeout", "1"],
    );
    assert_eq!(slow.status.code(), Some(3));
    assert!(stderr(&slow).contains("no answer within 1 s"));
    let server = format!("'{FAKE}' good");
    let output = run_with(
        scratch.path(),
        &[
            "call", "--stdio", &server, "tool_0", "--args", "-", "--json",
        ],
        "{\"a\": 40, \"b\": 2}",
    );
    assert!(
        stdout(&output).contains("\"text\": \"42\""),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_program_that_is_not_there_is_told() {
    let scratch = scratch();
    let output = run(
        scratch.path(),
        &["import", "--stdio", "no-such-program --x"],
    );
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("`no-such-program` cannot be started"));
    let output = run(scratch.path(), &["import", "--stdio", "a 'b"]);
    assert_eq!(output.status.code(), Some(2));
    let output = run(scratch.path(), &["import"]);
    assert_eq!(output.status.code(), Some(2));
}
