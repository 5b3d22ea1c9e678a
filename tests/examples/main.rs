//! The example programs print what they are known to print.

use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Names of the example programs: every file is one.
fn examples() -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder().join("bin"))
        .unwrap()
        .filter_map(|entry| {
            let path = entry.unwrap().path();
            Some(path.file_stem()?.to_str()?.to_owned())
        })
        .collect();
    names.sort();
    names
}

/// Where cargo has put the programs before it started this test.
fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_BIN_EXE_derive")).with_file_name(name)
}

#[test]
fn examples_print_what_is_expected() {
    let names = examples();
    assert!(names.len() >= 5, "only {names:?}");
    for name in names {
        let output = Command::new(program(&name))
            .current_dir(folder().join(".."))
            .output()
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {error}");
        let printed = String::from_utf8(output.stdout).unwrap();
        let expected = folder().join("expected").join(format!("{name}.txt"));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&expected, &printed).unwrap();
        }
        let expected = std::fs::read_to_string(&expected).unwrap();
        assert_eq!(
            printed, expected,
            "{name}: `UPDATE=1` takes over what is printed"
        );
    }
}
