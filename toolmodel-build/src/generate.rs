//! The driver: runs the stages from files to generated text, one after the other.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::authoring::check_authoring;
use crate::awaited::watched_for;
use crate::config::Config;
use crate::error::{Error, Errors};
use crate::identify::identify;
use crate::ir::{SchemaTypes, ToolTypes, Typified};
use crate::load::{Found, load};
use crate::problems::Problems;
use crate::render::render;
use crate::report::{
    Declarations, Enforcement, Generated, Report, SharedType, ToolReport, Warning,
};
use crate::tool_names::name_tools;
use crate::types::lower_tools;
use crate::unused::warn_of_unused_places;
use crate::write::{cargo_watches, compare, in_build_script, tell_cargo, write_if_changed};

/// The results of the stages.
struct Built {
    text: String,
    shared: Vec<SharedType>,
    tools: Vec<ToolTypes>,
    warnings: Vec<Warning>,
    /// Files and folders that the text depends on.
    watched: Vec<PathBuf>,
    /// Files that it would depend on if they existed.
    awaited: Vec<PathBuf>,
}

/// Runs the stages. Every stage continues after a problem, so that all problems are reported at
/// once; text is only generated if there are none.
fn build(config: &Config, path: &Path) -> Result<Built, Errors> {
    let mut problems = Problems::default();
    for problem in config.problems() {
        problems.error(problem);
    }
    let found = find(config, path, &mut problems);
    let tools = identify(found.tools, config, &mut problems);
    check_authoring(&tools, config, &mut problems);
    let names = name_tools(&tools, config, &mut problems);
    #[cfg_attr(
        not(feature = "typify"),
        expect(unused_mut, reason = "typify declares types")
    )]
    let mut tools = lower_tools(tools, names, config, &mut problems);
    #[cfg(feature = "typify")]
    crate::typify::declare_types(&mut tools, config, &mut problems);
    warn_of_unused_places(config, &tools, &mut problems);
    if tools.is_empty() && !problems.has_errors() {
        problems.warn(no_tools(path, &found.path));
    }
    let warnings = problems.settle()?;
    let rendered = render(&tools, &found.files, config);
    Ok(Built {
        text: rendered.text,
        shared: rendered.shared,
        tools,
        warnings,
        watched: found.watched,
        awaited: found.awaited,
    })
}

fn find(config: &Config, path: &Path, problems: &mut Problems) -> Found {
    #[cfg(feature = "cli")]
    if let Some(text) = &config.given {
        return crate::load::load_text(text, problems);
    }
    load(path, config.largest_file, problems)
}

impl Config {
    /// Generates the tools of a file, or of every `*.json` below a folder.
    ///
    /// In a build script it also tells cargo what to watch, and prints warnings. Cargo watches the files, the given
    /// folder, and the docs of tools, `<tool>.md` beside their file. Docs that are added beside a single file later
    /// also start a build, but outside of Unix only where the folder of the file is not the package's own, which cargo
    /// would have to watch as a whole.
    ///
    /// # Errors
    /// Everything that is wrong with the files, each with file, line, column and JSON pointer.
    pub fn generate(&self, path: impl AsRef<Path>) -> Result<Report, Errors> {
        let path = path.as_ref();
        let output = self.output()?;
        // Also when the tools have errors: fixing them has to start another build.
        cargo_watches(path);
        let mut built = build(self, path)?;
        if in_build_script() {
            built.watched.extend(watched_for(path, &built.awaited));
        }
        let warnings: &[Warning] = if self.quiet { &[] } else { &built.warnings };
        tell_cargo(&built.watched, warnings);
        let changed = write_if_changed(&output, &built.text)?;
        Ok(built.report(output, changed))
    }

    /// Checks that the file already has what [`Config::generate`] would write: for code that is
    /// committed.
    ///
    /// # Errors
    /// As [`Config::generate`], and when the file is missing or differs.
    pub fn check(&self, path: impl AsRef<Path>) -> Result<Report, Errors> {
        let output = self.output()?;
        let built = build(self, path.as_ref())?;
        compare(&output, &built.text)?;
        Ok(built.report(output, false))
    }

    /// What [`Config::generate`] would report, without writing anything.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), toolmodel_build::Errors> {
    /// let report = toolmodel_build::Config::new().inspect("tools/")?;
    /// for tool in &report.tools {
    ///     println!("{}: exact: {}", tool.id, tool.input.is_exact());
    /// }
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As [`Config::generate`].
    pub fn inspect(&self, path: impl AsRef<Path>) -> Result<Report, Errors> {
        Ok(self.generate_to_string(path)?.report)
    }

    /// The text that [`Config::generate`] would write, without writing it: to put it elsewhere, or to process it first.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let folder = std::env::temp_dir().join(format!("toolmodel-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// let file = folder.join("now.json");
    /// std::fs::write(&file, r#"{"name": "now", "inputSchema": {"type": "object"}}"#)?;
    ///
    /// let generated = toolmodel_build::Config::new().generate_to_string(&file)?;
    /// assert!(generated.text.contains("pub struct Now"));
    /// assert!(generated.report.tools[0].input.is_exact());
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As [`Config::generate`].
    pub fn generate_to_string(&self, path: impl AsRef<Path>) -> Result<Generated, Errors> {
        let mut built = build(self, path.as_ref())?;
        let text = std::mem::take(&mut built.text);
        let output = self.output_folder().unwrap_or_default();
        let report = built.report(output.join(self.output_file()), false);
        Ok(Generated { text, report })
    }

    /// The file to write.
    fn output(&self) -> Result<PathBuf, Errors> {
        let Some(folder) = self.output_folder() else {
            let message =
                "OUT_DIR is not set: call this from a build script, or set `Config::out_dir`";
            return Err(Error::new(message).into());
        };
        Ok(folder.join(self.output_file()))
    }
}

fn no_tools(path: &Path, file: &str) -> Error {
    let message = if path.is_dir() {
        "no tools: no `*.json` file here or below has any"
    } else {
        "no tools: the list is empty"
    };
    Error::in_file(file, message)
}

impl Built {
    fn report(self, output: PathBuf, changed: bool) -> Report {
        Report {
            output,
            changed,
            tools: self.tools.into_iter().map(report).collect(),
            shared: self.shared,
            warnings: self.warnings,
        }
    }
}

fn report(tool: ToolTypes) -> ToolReport {
    ToolReport {
        path: tool.path(),
        id: tool.id,
        file: tool.file,
        input: enforcement(tool.input),
        output: tool.output.map(enforcement),
        declarations: declarations(tool.typified),
    }
}

fn declarations(typified: Option<Result<Typified, String>>) -> Declarations {
    match typified {
        None => Declarations::Own,
        Some(Err(reason)) => Declarations::NotTypify { reason },
        Some(Ok(typified)) => {
            let output = typified.output.iter().flat_map(|declared| &declared.crates);
            let crates: BTreeSet<&str> = typified
                .input
                .crates
                .iter()
                .chain(output)
                .copied()
                .collect();
            Declarations::Typify {
                crates: crates.into_iter().map(str::to_owned).collect(),
            }
        }
    }
}

fn enforcement(schema: SchemaTypes) -> Enforcement {
    if schema.checked.is_empty() {
        Enforcement::Exact
    } else {
        Enforcement::Checked(schema.checked)
    }
}
