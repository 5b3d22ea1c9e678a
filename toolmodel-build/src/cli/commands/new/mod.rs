//! `toolmodel new`: a small crate that builds, with a test.

use std::path::{Path, PathBuf};

use clap::{ArgMatches, Command, value_parser};

use crate::cli::arguments::{flag, option, required, switch, text};
use crate::cli::exit::{Exit, Failure, Outcome};
use crate::cli::shell::Shell;

/// A file of the crate, and its text with placeholders such as `{{words}}`.
type File = (&'static str, &'static str);

const SERVER: [File; 6] = [
    ("Cargo.toml", include_str!("template/server.toml")),
    ("build.rs", include_str!("template/build.rs.in")),
    ("tools/greet.json", include_str!("template/greet.json")),
    ("src/lib.rs", include_str!("template/server_lib.rs.in")),
    ("src/main.rs", include_str!("template/server_main.rs.in")),
    ("tests/tools.rs", include_str!("template/server_test.rs.in")),
];

const CLIENT: [File; 6] = [
    ("Cargo.toml", include_str!("template/client.toml")),
    ("build.rs", include_str!("template/build.rs.in")),
    ("tools/greet.json", include_str!("template/greet.json")),
    ("src/lib.rs", include_str!("template/client_lib.rs.in")),
    ("src/main.rs", include_str!("template/client_main.rs.in")),
    ("tests/tools.rs", include_str!("template/client_test.rs.in")),
];

pub(super) fn command() -> Command {
    Command::new("new")
        .about("Make a small crate that builds: a server or a client, with its tools and a test")
        .arg(
            required("name", "NAME")
                .help("The name of the crate and of its folder"),
        )
        .arg(
            switch("client")
                .help("A client, with types generated from a server's tools, instead of a server"),
        )
        .arg(
            option("toolmodel", "DIR")
                .value_parser(value_parser!(PathBuf))
                .help("Depend on a checkout of toolmodel instead of its release [env: TOOLMODEL_CHECKOUT]"),
        )
        .after_help(
            "Examples:\n  \
             toolmodel new weather && cd weather && cargo test\n  \
             toolmodel new weather-client --client",
        )
}

pub(super) fn run(matches: &ArgMatches, shell: &mut Shell) -> Outcome {
    let name = text(matches, "name").unwrap_or_default();
    check_name(name)?;
    let folder = Path::new(name);
    if folder.exists() {
        return Err(Failure::new(format_args!("{name}: is there already")));
    }
    let set = std::env::var_os("TOOLMODEL_CHECKOUT").map(PathBuf::from);
    let source = source(matches.get_one::<PathBuf>("toolmodel").or(set.as_ref()))?;
    let files = if flag(matches, "client") {
        CLIENT
    } else {
        SERVER
    };
    // Created beside its place and moved there, so that it is complete or absent.
    let beside = PathBuf::from(format!(".{name}.{}", std::process::id()));
    let made = make(&beside, &files, name, &source).and_then(|()| {
        std::fs::rename(&beside, folder)
            .map_err(|error| Failure::file(folder, "cannot be made", &error))
    });
    if made.is_err() {
        let _ = std::fs::remove_dir_all(&beside);
    }
    made?;
    let kind = if flag(matches, "client") {
        "client"
    } else {
        "server"
    };
    shell.print(&format!(
        "{name}: a {kind}; try `cd {name} && cargo test`\n"
    ))?;
    Ok(Exit::Fine)
}

/// Checks that cargo accepts the name for a crate, and Rust as a path.
fn check_name(name: &str) -> Result<(), Failure> {
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic());
    let rest = name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    let is_word = syn::parse_str::<syn::Ident>(&name.replace('-', "_")).is_ok();
    let taken = ["test", "core", "std", "alloc", "proc_macro"].contains(&name);
    if starts && rest && is_word && !taken && name.len() <= 64 {
        return Ok(());
    }
    let message = format!("`{name}` cannot be the name of a crate");
    Err(Failure::usage(message)
        .help("letters, digits, - and _, starting with a letter, and no word of Rust"))
}

/// How the crates of toolmodel are named in `Cargo.toml`.
fn source(checkout: Option<&PathBuf>) -> Result<impl Fn(&str) -> String, Failure> {
    let checkout = match checkout {
        Some(path) => Some(
            std::fs::canonicalize(path)
                .map_err(|error| Failure::file(path, "cannot be found", &error))?,
        ),
        None => None,
    };
    Ok(move |krate: &str| match &checkout {
        Some(path) => {
            let path = path.join(krate);
            format!("path = {:?}", path.display().to_string())
        }
        None => format!("version = {:?}", env!("CARGO_PKG_VERSION")),
    })
}

fn make(
    folder: &Path,
    files: &[File],
    name: &str,
    source: &impl Fn(&str) -> String,
) -> Result<(), Failure> {
    for (file, text) in files {
        let text = text
            .replace("{{name}}", name)
            .replace("{{crate}}", &name.replace('-', "_"))
            .replace("{{runtime}}", &source("toolmodel-runtime"))
            .replace("{{build}}", &source("toolmodel-build"));
        let path = folder.join(file);
        let written = path
            .parent()
            .map_or(Ok(()), std::fs::create_dir_all)
            .and_then(|()| std::fs::write(&path, text));
        written.map_err(|error| Failure::file(&path, "cannot be written", &error))?;
    }
    Ok(())
}
