//! Compile errors of the derive: one mistake per file, the file named after the mistake.
//!
//! `UPDATE=1` writes the expectations. They hold for one compiler; with any other, nothing is compared,
//! loudly, and in CI that is a failure.
//!
//! trybuild would do the same, but compiles all dependencies once more, in a folder and with flags of
//! its own, which takes longer than everything else that is done here.

mod compile;
mod shown;

use std::path::{Path, PathBuf};
use std::process::Command;

use compile::Compiler;
use toolmodel_tests::fixture::{compare, folders};

/// The compilers whose messages the expectations hold, as `rustc --version` begins.
const COMPILERS: [&str; 1] = ["rustc 1.95."];

fn tests() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files of mistakes, as paths from the folder of the tests.
fn mistakes() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in folders(&tests().join("ui/cases")) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path.strip_prefix(tests()).unwrap().to_owned());
            }
        }
    }
    files.sort();
    files
}

/// Whether the messages of this compiler are the expected ones.
fn expectations_hold() -> bool {
    let version = Command::new(compile::rustc()).arg("--version").output();
    let version = String::from_utf8(version.unwrap().stdout).unwrap();
    let version = version.trim();
    if COMPILERS.iter().any(|known| version.starts_with(known)) {
        return true;
    }
    let why = format!("compile errors are written down for {COMPILERS:?}, this is {version}");
    let in_ci = std::env::var("CI").is_ok_and(|value| value == "true");
    assert!(!in_ci, "{why}");
    toolmodel_tests::skipped(&why);
    false
}

/// What is wrong with the messages for a file.
fn problem(compiler: &Compiler, file: &Path) -> Option<String> {
    match compiler.messages(file) {
        None => Some(format!("{}: no mistake is found", file.display())),
        Some(messages) => {
            let expected = tests().join(file).with_extension("stderr");
            compare(&expected, &messages).err()
        }
    }
}

#[test]
fn mistakes_are_compile_errors_at_the_right_place() {
    if !expectations_hold() {
        return;
    }
    let files = mistakes();
    assert!(files.len() >= 75, "only {} mistakes", files.len());
    let compiler = &Compiler::new();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let problems: Vec<String> = std::thread::scope(|scope| {
        let parts = files.chunks(files.len().div_ceil(threads));
        let running: Vec<_> = parts
            .map(|files| {
                let work = || files.iter().filter_map(|file| problem(compiler, file));
                scope.spawn(move || work().collect::<Vec<String>>())
            })
            .collect();
        let finished = running.into_iter().map(|thread| thread.join().unwrap());
        finished.flatten().collect()
    });
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
