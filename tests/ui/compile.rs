//! Compiles single files against the runtime, serde and schemars, as a crate of a user has them.

use std::path::{Path, PathBuf};

use toolmodel_tests::built::{Libraries, workspace};

use crate::shown::shown;

pub(crate) fn rustc() -> String {
    std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned())
}

/// rustc with what it takes to find the dependencies.
#[derive(Debug)]
pub(crate) struct Compiler {
    libraries: Libraries,
    out: PathBuf,
}

impl Compiler {
    pub(crate) fn new() -> Self {
        let folder = env!("CARGO_TARGET_TMPDIR");
        let out = Path::new(folder).join("ui");
        std::fs::create_dir_all(&out).unwrap();
        Self {
            libraries: Libraries::beside(folder),
            out,
        }
    }

    /// What the compiler says of a file, or nothing when it compiles.
    pub(crate) fn messages(&self, file: &Path) -> Option<String> {
        let metadata = file.with_extension("rmeta");
        let output = self
            .libraries
            .compiler(&rustc(), "2024", "mistake")
            .args(["--emit=metadata", "--diagnostic-width=140", "-Adead_code"])
            .arg("--remap-path-prefix=tests/ui=ui")
            .arg("-o")
            .arg(self.out.join(metadata.file_name().unwrap()))
            .arg(Path::new("tests").join(file))
            // Where cargo compiles the libraries, whose places are told from here.
            .current_dir(workspace())
            .output()
            .unwrap();
        if output.status.success() {
            return None;
        }
        let messages = String::from_utf8(output.stderr).unwrap();
        Some(shown(&messages))
    }
}
