//! The example programs print what they are known to print.

use std::path::{Path, PathBuf};
use std::process::Command;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Names of the example programs: those with a file of expected output.
fn examples() -> Vec<String> {
    let folder = workspace().join("examples/bin");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .filter_map(|entry| {
            let path = entry.unwrap().path();
            Some(path.file_stem()?.to_str()?.to_owned())
        })
        .collect();
    names.sort();
    names
}

#[test]
fn examples_print_what_is_expected() {
    let names = examples();
    assert!(names.len() >= 5, "only {names:?}");
    for name in names {
        let output = Command::new(env!("CARGO"))
            .args(["run", "--quiet", "-p", "toolmodel-examples", "--bin", &name])
            .current_dir(workspace())
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {error}");
        let printed = String::from_utf8(output.stdout).unwrap();
        let expected = workspace()
            .join("examples/expected")
            .join(format!("{name}.txt"));
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
