//! How the command behaves beside its answers: help, pipes, colours, input that is no text.

use std::process::{Command, Stdio};

use crate::support::{run, run_with, scratch, stderr, stdout};

const COMMAND: &str = env!("CARGO_BIN_EXE_toolmodel_command");

#[test]
fn help_has_examples_and_exit_codes_for_every_command() {
    let scratch = scratch();
    let top = stdout(&run(scratch.path(), &["--help"]));
    let commands = top.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = commands.take_while(|line| !line.is_empty());
    let names: Vec<&str> = names
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    for name in [
        "import", "diff", "example", "new", "generate", "check", "convert", "restore", "describe",
        "docs", "list", "validate", "call",
    ] {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
    for name in names.into_iter().filter(|name| *name != "help") {
        let output = run(scratch.path(), &[name, "--help"]);
        assert_eq!(output.status.code(), Some(0));
        let help = stdout(&output);
        for part in ["Usage: toolmodel", "\nExamples:\n", "\nExit codes:\n"] {
            assert!(help.contains(part), "{name}: {part}: {help}");
        }
        assert!(
            help.contains(&format!("  toolmodel {name}")),
            "{name}: {help}"
        );
    }
    assert_eq!(run(scratch.path(), &[]).status.code(), Some(2));
    assert_eq!(run(scratch.path(), &["frobnicate"]).status.code(), Some(2));
}

#[test]
fn completions_and_manual_pages_are_there() {
    let scratch = scratch();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let text = stdout(&run(scratch.path(), &["completions", shell]));
        assert!(
            text.contains("toolmodel") && text.contains("convert"),
            "{shell}"
        );
    }
    assert!(stdout(&run(scratch.path(), &["man"])).contains(".TH toolmodel"));
    run(scratch.path(), &["man", "-o", "man"]);
    let page = std::fs::read_to_string(scratch.path().join("man/toolmodel-check.1")).unwrap();
    assert!(page.contains("missing\\-description"), "{page}");
}

#[test]
fn colours_are_for_those_who_want_them() {
    let scratch = scratch();
    scratch.write(
        "t.json",
        "{\"name\": \"t\", \"inputSchema\": {\"type\": \"object\"}}",
    );
    let has_colour = |arguments: &[&str], force: bool, none: bool| {
        let mut command = Command::new(COMMAND);
        command
            .args(arguments)
            .current_dir(scratch.path())
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE");
        if force {
            command.env("CLICOLOR_FORCE", "1");
        }
        if none {
            command.env("NO_COLOR", "1");
        }
        stdout(&command.output().unwrap()).contains('\u{1b}')
    };
    assert!(!has_colour(&["check", "t.json"], false, false), "a pipe");
    assert!(has_colour(
        &["check", "t.json", "--color", "always"],
        false,
        false
    ));
    assert!(has_colour(&["check", "t.json"], true, false));
    assert!(!has_colour(&["check", "t.json"], false, true));
    assert!(!has_colour(
        &["check", "t.json", "--color", "never"],
        true,
        false
    ));
}

#[test]
fn a_reader_that_stops_early_is_no_failure() {
    let scratch = scratch();
    let tool = |i: usize| {
        format!(
            "{{\"name\": \"t{i}\", \"description\": \"T.\", \"inputSchema\": {{\"type\": \"object\"}}}}"
        )
    };
    let tools: Vec<String> = (0..3_000).map(tool).collect();
    scratch.write("t.json", format!("[{}]", tools.join(",")));
    for arguments in [
        ["list", "t.json"],
        ["docs", "t.json"],
        ["convert", "t.json"],
    ] {
        let mut command = Command::new(COMMAND);
        command.args(arguments).current_dir(scratch.path());
        if arguments[0] == "convert" {
            command.args(["--to", "mcp"]);
        }
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            output.status.code(),
            Some(0),
            "{arguments:?}: {}",
            stderr(&output)
        );
        assert_eq!(stderr(&output), "", "{arguments:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_disk_that_is_full_is_a_failure() {
    let scratch = scratch();
    scratch.write(
        "t.json",
        "{\"name\": \"t\", \"inputSchema\": {\"type\": \"object\"}}",
    );
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let mut command = Command::new(COMMAND);
    command
        .args(["list", "t.json"])
        .current_dir(scratch.path())
        .stdout(full);
    assert_eq!(command.output().unwrap().status.code(), Some(3));
}

#[test]
fn no_input_is_a_panic() {
    let scratch = scratch();
    scratch.write("bytes.json", [0xff, 0xfe, 0x00]);
    scratch.write("deep.json", "[".repeat(100_000));
    scratch.write(
        "long.json",
        format!(
            "{{\"name\": \"{}\", \"inputSchema\": 5}}",
            "é".repeat(1 << 20)
        ),
    );
    scratch.write(
        "nul.json",
        "{\"name\": \"a\\u0000\\u202e\", \"inputSchema\": {\"type\": 5}, \"annotations\": 5}",
    );
    scratch.write("empty.json", "");
    scratch.write(
        "bom.json",
        "\u{feff}{\"name\": \"t\", \"inputSchema\": {\"typ\": \"object\"}, x}",
    );
    let files = [
        "bytes.json",
        "deep.json",
        "long.json",
        "nul.json",
        "empty.json",
        "bom.json",
        ".",
        "/dev/null",
    ];
    for file in files {
        let calls: [&[&str]; 7] = [
            &["check", file],
            &["list", file],
            &["generate", file],
            &["convert", "--to", "gemini", file],
            &["docs", file],
            &["describe", "t", "--tools", file],
            &["validate", "t", file, "--tools", file],
        ];
        for call in calls {
            let output = run(scratch.path(), call);
            let code = output.status.code();
            assert!(
                code.is_some_and(|code| code < 5),
                "{call:?}: {code:?} {}",
                stderr(&output)
            );
            assert!(
                !stderr(&output).contains("panicked"),
                "{call:?}: {}",
                stderr(&output)
            );
            assert!(
                stderr(&output).len() + stdout(&output).len() < 100_000,
                "{call:?}: endless output"
            );
        }
    }
    let output = run_with(scratch.path(), &["check", "-"], &"x".repeat(17 << 20));
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("standard input: is larger than"));
}

#[test]
fn cargo_calls_it_with_its_own_word_in_front() {
    let command = env!("CARGO_BIN_EXE_cargo_toolmodel_command");
    let scratch = scratch();
    for arguments in [
        ["toolmodel", "completions", "bash"],
        ["completions", "bash", "--color=never"],
    ] {
        let mut command = Command::new(command);
        let output = command
            .args(arguments)
            .current_dir(scratch.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(stdout(&output).contains("toolmodel"));
    }
    let output = Command::new(command)
        .args(["toolmodel", "list", "--help"])
        .output()
        .unwrap();
    assert!(stdout(&output).contains("Usage: cargo toolmodel list [OPTIONS] [PATH]"));
}
