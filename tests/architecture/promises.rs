//! What SECURITY.md says of the source beside its limits: what libraries do not do, and how limits are changed.

use std::path::Path;

use crate::workspace;

/// The source of a library of ours, file by file, without the command that is built from it.
fn library(name: &str) -> Vec<(String, String)> {
    let root = workspace().join(name).join("src");
    let mut files = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            let inside = path.strip_prefix(&root).unwrap_or(Path::new(""));
            let is_command = inside.starts_with("cli") || inside.starts_with("bin");
            if path.is_dir() && !is_command {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") && !is_command {
                let text = std::fs::read_to_string(&path).unwrap();
                files.push((path.display().to_string(), text));
            }
        }
    }
    files
}

#[test]
fn no_library_connects_or_runs_a_program_or_is_unsafe() {
    let forbidden = [
        "std::net",
        "TcpStream",
        "UdpSocket",
        "UnixStream",
        "process::Command",
        "Command::new",
        "unsafe {",
        "unsafe fn",
        "unsafe impl",
    ];
    let mut seen = 0;
    for name in ["toolmodel-macros", "toolmodel-build", "toolmodel-runtime"] {
        for (path, text) in library(name) {
            seen += 1;
            let code = text.lines().filter(|line| !line.trim().starts_with("//"));
            for line in code {
                let found = forbidden.iter().find(|word| line.contains(**word));
                assert_eq!(found, None, "{path}: {line}");
            }
        }
    }
    assert!(seen > 200, "only {seen} files were read");
    let manifest = std::fs::read_to_string(workspace().join("Cargo.toml")).unwrap();
    assert!(manifest.contains("unsafe_code = \"forbid\""));
    for name in ["toolmodel-macros", "toolmodel-build", "toolmodel-runtime"] {
        let manifest = workspace().join(name).join("Cargo.toml");
        let manifest = std::fs::read_to_string(manifest).unwrap();
        assert!(manifest.contains("[lints]\nworkspace = true"), "{name}");
    }
}

/// A number as the page writes it.
fn with_commas(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[test]
fn the_cache_keeps_by_default_what_the_page_says() {
    let page = std::fs::read_to_string(workspace().join("SECURITY.md")).unwrap();
    let cache = workspace().join("toolmodel-runtime/src/validate/cache.rs");
    let cache = std::fs::read_to_string(cache).unwrap();
    let constant = |name: &str| {
        let start = format!("const {name}: usize = ");
        let (_, rest) = cache.split_once(&start).unwrap();
        rest.split_once(';').unwrap().0.to_owned()
    };
    let capacity: usize = constant("CAPACITY").parse().unwrap();
    assert!(page.contains(&format!("kept ({})", with_commas(capacity))));
    let bytes = constant("BYTES");
    let (mib, shift) = bytes.split_once(" << ").unwrap();
    assert_eq!(shift, "20");
    assert!(page.contains(&format!("({mib} MiB, estimated)")));
}

#[test]
fn every_limit_of_validation_can_be_changed() {
    let page = std::fs::read_to_string(workspace().join("SECURITY.md")).unwrap();
    let limits = page.split("`Limits::").skip(1);
    let names: Vec<&str> = limits
        .filter_map(|rest| Some(rest.split_once('`')?.0))
        .collect();
    let source = workspace().join("toolmodel-runtime/src/validate/limits.rs");
    let source = std::fs::read_to_string(source).unwrap();
    let changed = names.iter().filter(|name| !name.contains('('));
    let mut count = 0;
    for name in changed {
        count += 1;
        assert!(source.contains(&format!("with_{name}")), "{name}");
    }
    assert!(count >= 13, "only {count} limits");
}
