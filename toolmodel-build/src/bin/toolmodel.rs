//! The `toolmodel` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    toolmodel_build::cli::main("toolmodel", std::env::args_os())
}
