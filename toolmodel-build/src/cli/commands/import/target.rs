//! Which server goes into which file.

use std::path::{Path, PathBuf};

use clap::ArgMatches;

use crate::cli::exit::Failure;
use crate::cli::mcp::{Address, Fault, Named};

/// A server and its file; standard output when there is none.
#[derive(Debug)]
pub(super) struct Target {
    pub(super) name: String,
    pub(super) address: Result<Address, Fault>,
    pub(super) path: Option<PathBuf>,
}

pub(super) fn targets(servers: Vec<Named>, matches: &ArgMatches) -> Result<Vec<Target>, Failure> {
    let out = matches.get_one::<PathBuf>("out").map(PathBuf::as_path);
    let out = out.filter(|path| *path != Path::new("-"));
    let many = matches.contains_id("config");
    let mut targets: Vec<Target> = Vec::new();
    for server in servers {
        let path = if many {
            let folder = out.unwrap_or(Path::new("tools"));
            Some(folder.join(file_name(&server.name)?))
        } else {
            out.map(Path::to_owned)
        };
        if let Some(other) = targets.iter().find(|other| many && other.path == path) {
            let message = format!("`{}` and `{}` go into one file", other.name, server.name);
            return Err(Failure::usage(message).help("import them one by one, with --server"));
        }
        targets.push(Target {
            name: server.name,
            address: server.address,
            path,
        });
    }
    Ok(targets)
}

/// The name of a server as a file name, which leads to no other folder.
fn file_name(server: &str) -> Result<String, Failure> {
    let kept = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let name: String = server
        .chars()
        .map(|c| if kept(c) { c } else { '_' })
        .collect();
    if name.trim_matches('.').is_empty() {
        return Err(Failure::usage(format_args!(
            "server `{server}` has a name that no file can have"
        )));
    }
    Ok(format!("{}.json", name.trim_start_matches('.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leads_out_of_the_folder() {
        assert_eq!(file_name("git hub").unwrap(), "git_hub.json");
        assert_eq!(
            file_name("../../etc/passwd").unwrap(),
            "_.._etc_passwd.json"
        );
        assert!(file_name("..").is_err());
        assert!(file_name("").is_err());
    }
}
