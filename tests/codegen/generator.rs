//! A build script's call of the generator, as a program of its own: scratch crates run it in theirs,
//! and need not compile the generator again.

use std::process::ExitCode;

use toolmodel_build::{Config, NamespaceFrom, WireNames};

fn main() -> ExitCode {
    let Some(from) = std::env::args_os().nth(1) else {
        eprintln!("usage: generator FILE_OR_FOLDER");
        return ExitCode::FAILURE;
    };
    let config = Config::new()
        .namespace_from(NamespaceFrom::Folder)
        .wire_names(WireNames::Prefixed);
    match config.generate(from) {
        Ok(_) => ExitCode::SUCCESS,
        Err(errors) => {
            eprintln!("{errors}");
            ExitCode::FAILURE
        }
    }
}
