//! What a build can configure beyond the defaults.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use syn::Ident;
use syn::ext::IdentExt as _;
use syn::parse::Parser as _;
use toolmodel_runtime::WireNames;

use crate::error::Error;
use crate::ir::Side;

/// How tools are turned into Rust.
///
/// ```no_run
/// fn main() -> Result<(), toolmodel_build::Errors> {
///     toolmodel_build::Config::new()
///         .namespace("gh")
///         .rename("gh:get_repo", "/inputSchema/properties/type", "kind")
///         .derive("gh:get_repo", "/inputSchema", "Eq")
///         .generate("tools/")?;
///     Ok(())
/// }
/// ```
///
/// Places are named by tool id and JSON pointer into the tool, such as
/// `/inputSchema/properties/labels/items`.
#[derive(Clone, Debug, Default)]
#[must_use]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a choice of its own, off by default"
)]
pub struct Config {
    pub(crate) namespace: Option<String>,
    pub(crate) namespace_from: NamespaceFrom,
    pub(crate) wire_names: WireNames,
    out_dir: Option<PathBuf>,
    file_name: Option<String>,
    runtime_path: Option<String>,
    pub(crate) quiet: bool,
    pub(crate) authoring_off: bool,
    pub(crate) largest_file: Option<u64>,
    pub(crate) fill_defaults: bool,
    pub(crate) assert_formats: bool,
    /// Tools whose types are declared by typify.
    #[cfg(feature = "typify")]
    pub(crate) typified: BTreeSet<String>,
    /// Tools whose undeclared properties are kept.
    pub(crate) kept: BTreeSet<String>,
    pub(crate) renames: BTreeMap<Place, String>,
    pub(crate) replacements: BTreeMap<Place, String>,
    derives: BTreeMap<Place, Vec<String>>,
    pub(crate) types_apart: bool,
    /// Types that are not shared.
    own_types: BTreeSet<Place>,
    /// Derives for every type that allows them.
    derived_by_all: Vec<String>,
    attributes: BTreeMap<Place, Vec<String>>,
    pub(crate) formats: BTreeMap<String, String>,
    /// What replaces the files: the standard input of the command.
    #[cfg(feature = "cli")]
    pub(crate) given: Option<String>,
}

/// A tool id and a JSON pointer into the tool.
pub(crate) type Place = (String, String);

/// Where the namespace of a tool comes from when the tool itself has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum NamespaceFrom {
    /// Nowhere, or [`Config::namespace`].
    #[default]
    Tool,
    /// The name of its file, without `.json`.
    File,
    /// The folder that contains its file, below the path given to the build.
    Folder,
}

impl Config {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The namespace of tools that have none.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), toolmodel_build::Errors> {
    /// toolmodel_build::Config::new().namespace("gh").generate("tools/")?;
    /// # Ok(()) }
    /// ```
    pub fn namespace(mut self, namespace: impl Into<String>) -> Self {
        self.namespace = Some(namespace.into());
        self
    }

    /// Takes the namespace of tools that have none from the place of their file.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), toolmodel_build::Errors> {
    /// use toolmodel_build::{Config, NamespaceFrom};
    /// Config::new().namespace_from(NamespaceFrom::File).generate("tools/")?;
    /// # Ok(()) }
    /// ```
    pub fn namespace_from(mut self, from: NamespaceFrom) -> Self {
        self.namespace_from = from;
        self
    }

    /// What the tools are called by: two with one name are an error, unless their namespaces go in
    /// front. Names and ids of the tools stay as they are.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), toolmodel_build::Errors> {
    /// use toolmodel_build::{Config, WireNames};
    /// Config::new().wire_names(WireNames::Prefixed).generate("tools/")?;
    /// # Ok(()) }
    /// ```
    pub fn wire_names(mut self, names: WireNames) -> Self {
        self.wire_names = names;
        self
    }

    /// Writes into this folder instead of `OUT_DIR`, for code that is committed.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), toolmodel_build::Errors> {
    /// toolmodel_build::Config::new().out_dir("src/generated").generate("tools/")?;
    /// # Ok(()) }
    /// ```
    pub fn out_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(folder.into());
        self
    }

    /// The name of the generated file instead of `tools.rs`; include it with
    /// `include_tools!("name.rs")`.
    pub fn file_name(mut self, name: impl Into<String>) -> Self {
        self.file_name = Some(name.into());
        self
    }

    /// The path of the runtime crate instead of `::toolmodel_runtime`, for crates that have it under another name or
    /// re-export it.
    pub fn runtime_path(mut self, path: impl Into<String>) -> Self {
        self.runtime_path = Some(path.into());
        self
    }

    /// Leaves warnings to the [`Report`](crate::Report) instead of printing them through cargo.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), toolmodel_build::Errors> {
    /// let report = toolmodel_build::Config::new().quiet().generate("tools/")?;
    /// assert!(report.warnings.is_empty(), "{:?}", report.warnings);
    /// # Ok(()) }
    /// ```
    pub fn quiet(mut self) -> Self {
        self.quiet = true;
        self
    }

    /// Whether to warn about tools that break the rules of good authoring; on by default, and reported once
    /// for each rule: namespaces on some tools only, properties without a `type`, nothing about what is
    /// `required`, more examples than are read. Turn it off for tools that are not yours.
    pub fn authoring_warnings(mut self, on: bool) -> Self {
        self.authoring_off = !on;
        self
    }

    /// Reads properties that are absent as their defaults: the field of `dry_run` is a `bool`, not
    /// an `Option<bool>`.
    ///
    /// Without this, a field holds what was sent, and a method of its name returns what that means:
    /// `call.dry_run` is `None` where `call.dry_run()` is `false`. What is filled in is also sent, and some servers
    /// distinguish an explicit value from its absence. A default that is an object with members is only stated in the
    /// docs of the field.
    pub fn fill_defaults(mut self) -> Self {
        self.fill_defaults = true;
        self
    }

    /// Whether strings must conform to their `format`: `parse`, `check` and the validator behind them then reject any
    /// other string, in arguments and results. Off by default, as in JSON Schema.
    ///
    /// Asserted are `date`, `date-time`, `time`, `duration`, `email`, `hostname`, `ipv4`, `ipv6`, `uri`,
    /// `uri-reference`, `iri`, `iri-reference`, `uri-template`,
    /// `uuid`, `json-pointer`, `relative-json-pointer` and `regex`; draft-07 has no `duration` and no
    /// `uuid`. Any other format accepts every string.
    ///
    /// A schema with such a format is [checked](crate::Enforcement::Checked): the validator reads
    /// first, which takes two to three times as long as an exact type. Read with `serde_json` directly, the type
    /// itself knows nothing of formats.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), toolmodel_build::Errors> {
    /// toolmodel_build::Config::new().assert_formats(true).generate("tools/")?;
    /// # Ok(()) }
    /// ```
    pub fn assert_formats(mut self, asserted: bool) -> Self {
        self.assert_formats = asserted;
        self
    }

    /// Keeps the properties that a tool's open objects accept without declaring them, in a map
    /// beside the fields: for gateways, which pass on what they do not know. Otherwise they are
    /// skipped.
    pub fn keep_undeclared(mut self, tool: impl Into<String>) -> Self {
        self.kept.insert(tool.into());
        self
    }

    /// Has typify declare the types of a tool, given by its id, with its newtypes and builders: for teams that know
    /// them. `parse` and the like do not change. The tool is
    /// [checked](crate::Enforcement::Checked): the validator decides first, and then typify's type
    /// reads, so nothing else is accepted.
    ///
    /// [`ToolReport::declarations`](crate::ToolReport) says which crates the code needs. It also says where
    /// typify is not used after all: where it fails or panics, or where its types are known to refuse what the
    /// schema accepts. A `date`, say, becomes a type of `chrono` only if [`Config::assert_formats`] enforces
    /// it. Integers that may need more than 64 bits are the runtime's `Integer`, and fields with a default are
    /// `Option`s unless [`Config::fill_defaults`] is set. Names, replacements, derives and attributes by place
    /// do not apply to these types.
    ///
    /// Needs the feature `typify`.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), toolmodel_build::Errors> {
    /// toolmodel_build::Config::new().typify("gh:get_repo").generate("tools/")?;
    /// # Ok(()) }
    /// ```
    #[cfg(feature = "typify")]
    pub fn typify(mut self, tool: impl Into<String>) -> Self {
        self.typified.insert(tool.into());
        self
    }

    /// Refuses files that are larger than this many bytes, instead of 16 MiB.
    pub fn largest_file(mut self, bytes: u64) -> Self {
        self.largest_file = Some(bytes);
        self
    }

    /// Names the field and the type at a place, each in its own case: `kind` gives a field `kind`
    /// and a type `Kind`. An empty pointer names the tool's own types, `/inputSchema` and
    /// `/outputSchema` one of them. The place of a string in an `enum` names its variant,
    /// and the place of a branch the variant of its union, or of the one string that it allows.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), toolmodel_build::Errors> {
    /// toolmodel_build::Config::new()
    ///     .rename("gh:get_repo", "", "FetchRepository")
    ///     .rename("gh:get_repo", "/inputSchema/properties/type", "kind")
    ///     .rename("gh:get_repo", "/inputSchema/properties/sort/enum/1", "Descending")
    ///     .generate("tools/")?;
    /// # Ok(()) }
    /// ```
    pub fn rename(
        mut self,
        tool: impl Into<String>,
        pointer: impl Into<String>,
        name: impl Into<String>,
    ) -> Self {
        self.renames
            .insert((tool.into(), pointer.into()), name.into());
        self
    }

    /// Uses a type of yours at a place. That type decides what it accepts: the tool is then only as exact as
    /// your type.
    pub fn replace(
        mut self,
        tool: impl Into<String>,
        pointer: impl Into<String>,
        path: impl Into<String>,
    ) -> Self {
        self.replacements
            .insert((tool.into(), pointer.into()), path.into());
        self
    }

    /// Generates a separate type at a place, although another tool of the namespace has an equal one: equal
    /// types below the tools' own are generated once, and [`Report::shared`](crate::Report) names them.
    pub fn own_type(mut self, tool: impl Into<String>, pointer: impl Into<String>) -> Self {
        self.own_types.insert((tool.into(), pointer.into()));
        self
    }

    /// Whether equal types below the tools' own are generated once; on by default. Turned off, every tool
    /// has its own types, and adding a tool never moves another's.
    pub fn share_types(mut self, on: bool) -> Self {
        self.types_apart = !on;
        self
    }

    /// Adds a derive to the type at a place.
    pub fn derive(
        mut self,
        tool: impl Into<String>,
        pointer: impl Into<String>,
        path: impl Into<String>,
    ) -> Self {
        self.derives
            .entry((tool.into(), pointer.into()))
            .or_default()
            .push(path.into());
        self
    }

    /// Adds derives to every type whose parts all allow them: `Eq`, `Hash`, `PartialOrd`, `Ord` and
    /// `Copy` are left out where the type contains a number, a value of any type or a type of yours. Other
    /// derives are added to all types.
    ///
    /// ```no_run
    /// # fn main() -> Result<(), toolmodel_build::Errors> {
    /// toolmodel_build::Config::new().derive_all("Eq, Hash").generate("tools/")?;
    /// # Ok(()) }
    /// ```
    pub fn derive_all(mut self, paths: &str) -> Self {
        let paths = paths.split(',').map(str::trim);
        let paths = paths.filter(|path| !path.is_empty());
        self.derived_by_all.extend(paths.map(str::to_owned));
        self
    }

    /// Adds an attribute, such as `#[deprecated]`, to the type or field at a place.
    pub fn attribute(
        mut self,
        tool: impl Into<String>,
        pointer: impl Into<String>,
        attribute: impl Into<String>,
    ) -> Self {
        self.attributes
            .entry((tool.into(), pointer.into()))
            .or_default()
            .push(attribute.into());
        self
    }

    /// Uses a type of yours for strings of a `format`, such as `::uuid::Uuid` for `uuid`. A schema
    /// does not assert formats (unless [`Config::assert_formats`] is set), so the type rejects strings that the schema
    /// accepts.
    pub fn format(mut self, format: impl Into<String>, path: impl Into<String>) -> Self {
        self.formats.insert(format.into(), path.into());
        self
    }

    pub(crate) fn output_folder(&self) -> Option<PathBuf> {
        let own = self.out_dir.clone();
        own.or_else(|| std::env::var_os("OUT_DIR").map(PathBuf::from))
    }

    pub(crate) fn output_file(&self) -> &str {
        self.file_name.as_deref().unwrap_or("tools.rs")
    }

    pub(crate) fn runtime(&self) -> &str {
        self.runtime_path
            .as_deref()
            .unwrap_or("::toolmodel_runtime")
    }

    /// Settings that cannot be used as Rust.
    pub(crate) fn problems(&self) -> Vec<Error> {
        let mut problems = Vec::new();
        let mut check = |what: &str, text: &str, accepted: &str, valid: bool| {
            if !valid {
                let message = format!("the configuration: {what} `{text}` is not {accepted}");
                problems.push(Error::new(message));
            }
        };
        for name in self.renames.values() {
            let valid = Ident::parse_any.parse_str(name).is_ok() && name != "_";
            check("name", name, "a Rust identifier", valid);
        }
        for path in self.replacements.values().chain(self.formats.values()) {
            check("type", path, "a Rust type", is::<syn::Type>(path));
        }
        for path in self.derives.values().flatten().chain(&self.derived_by_all) {
            check("derive", path, "a path", is::<syn::Path>(path));
        }
        for text in self.attributes.values().flatten() {
            let valid = syn::Attribute::parse_outer.parse_str(text);
            let valid = valid.is_ok_and(|attributes| !attributes.is_empty());
            check(
                "attribute",
                text,
                "an attribute such as `#[deprecated]`",
                valid,
            );
        }
        if let Some(path) = &self.runtime_path {
            check("runtime path", path, "a path", is::<syn::Path>(path));
        }
        let name = self.output_file();
        let is_name = Path::new(name).file_name().is_some_and(|file| file == name);
        check("file name", name, "the name of a file", is_name);
        problems
    }

    pub(crate) fn derives_for(&self, tool: &str, side: Side, pointer: &str) -> &[String] {
        at(&self.derives, tool, side, pointer)
    }

    /// Whether the type at a place is not shared.
    pub(crate) fn has_own_type(&self, tool: &str, side: Side, pointer: &str) -> bool {
        if self.own_types.is_empty() {
            return false;
        }
        let place = (tool.to_owned(), format!("{}{pointer}", side.pointer()));
        self.own_types.contains(&place)
    }

    /// Tools named without a place.
    pub(crate) fn named_tools(&self) -> impl Iterator<Item = &String> {
        #[cfg(feature = "typify")]
        return self.kept.iter().chain(&self.typified);
        #[cfg(not(feature = "typify"))]
        self.kept.iter()
    }

    /// Derives for every type that allows them.
    pub(crate) fn derives_for_all(&self) -> &[String] {
        &self.derived_by_all
    }

    pub(crate) fn attributes_for(&self, tool: &str, side: Side, pointer: &str) -> &[String] {
        at(&self.attributes, tool, side, pointer)
    }

    /// Everything that names a tool and a place, with the kind of place it must be, to find entries that match
    /// nothing.
    pub(crate) fn places(&self) -> impl Iterator<Item = (&Place, Kind)> {
        let all = |kind: Kind| move |place| (place, kind);
        let replaced = self.replacements.keys().map(all(Kind::Any));
        let renamed = self.renames.keys().map(all(Kind::Name));
        let attributed = self.attributes.keys().map(all(Kind::TypeOrField));
        let derived = self
            .derives
            .keys()
            .chain(&self.own_types)
            .map(all(Kind::Type));
        renamed.chain(replaced).chain(derived).chain(attributed)
    }
}

/// What has to be at a place for an entry of the configuration to have an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Any,
    Type,
    TypeOrField,
    /// A type, a field or a value.
    Name,
}

fn is<T: syn::parse::Parse>(text: &str) -> bool {
    syn::parse_str::<T>(text).is_ok()
}

fn at<'e>(
    entries: &'e BTreeMap<Place, Vec<String>>,
    tool: &str,
    side: Side,
    pointer: &str,
) -> &'e [String] {
    // Most builds have no such entry.
    if entries.is_empty() {
        return &[];
    }
    let place = (tool.to_owned(), format!("{}{pointer}", side.pointer()));
    entries.get(&place).map_or(&[], Vec::as_slice)
}
