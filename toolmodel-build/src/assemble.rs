//! Loaded tools to types: checked, named and lowered, with every problem collected.

use std::collections::BTreeMap;

use toolmodel_runtime::Schema;

use crate::config::{Config, Kind, NamespaceFrom};
use crate::error::Error;
use crate::ir::{self, SchemaTypes, ToolTypes};
use crate::load::Loaded;
use crate::lower::{Context, lower};
use crate::names::{RENAME, RESERVED_TYPES, Scope, pascal, snake, type_name};
use crate::render::IMPORTED;
use crate::report::Warning;

/// What assembling found.
#[derive(Default)]
pub(crate) struct Assembled {
    pub(crate) tools: Vec<ToolTypes>,
    pub(crate) warnings: Vec<Warning>,
    pub(crate) errors: Vec<Error>,
}

/// The names taken in each module.
struct Names {
    types: BTreeMap<Option<String>, Scope>,
    modules: BTreeMap<Option<String>, Scope>,
    namespaces: BTreeMap<String, String>,
    variants: Scope,
}

pub(crate) fn assemble(mut loaded: Vec<Loaded>, config: &Config) -> Assembled {
    let mut assembled = Assembled::default();
    for tool in &mut loaded {
        give_namespace(tool, config, &mut assembled.errors);
    }
    loaded.sort_by_key(id_of);
    refuse_duplicates(&mut loaded, &mut assembled.errors);
    let mut names = Names::new(&loaded, &mut assembled.warnings);
    for tool in loaded {
        assemble_tool(tool, config, &mut names, &mut assembled);
    }
    warn_of_unused_places(config, &mut assembled);
    assembled
}

fn give_namespace(loaded: &mut Loaded, config: &Config, errors: &mut Vec<Error>) {
    if loaded.tool.namespace.is_some() {
        return;
    }
    let file = loaded.source.name.trim_end_matches(".json");
    let from_path = match config.namespace_from {
        NamespaceFrom::Tool => None,
        NamespaceFrom::File => Some(file.rsplit('/').next().unwrap_or(file)),
        NamespaceFrom::Folder => file.rsplit_once('/').map(|(folder, _)| folder),
    };
    let from_path = from_path.map(|name| name.replace(':', "_"));
    loaded.tool.namespace = from_path.or_else(|| config.namespace.clone());
    if let Err(error) = loaded.tool.validate() {
        let own = error.problems().iter();
        for problem in own.filter(|problem| problem.pointer == "/namespace") {
            errors.push(loaded.source.error(&loaded.pointer, &problem.message));
        }
    }
}

fn id_of(loaded: &Loaded) -> String {
    match &loaded.tool.namespace {
        Some(namespace) => format!("{namespace}:{}", loaded.tool.name),
        None => loaded.tool.name.clone(),
    }
}

fn refuse_duplicates(loaded: &mut Vec<Loaded>, errors: &mut Vec<Error>) {
    let mut first: BTreeMap<String, (String, String)> = BTreeMap::new();
    loaded.retain(|tool| {
        let id = id_of(tool);
        if let Some((file, pointer)) = first.get(&id) {
            let place = if pointer.is_empty() { "" } else { "#" };
            let message = format!("tool `{id}` is already defined in {file}{place}{pointer}");
            errors.push(tool.source.error(&tool.pointer, message));
            return false;
        }
        first.insert(id, (tool.source.name.clone(), tool.pointer.clone()));
        true
    });
}

impl Names {
    fn new(loaded: &[Loaded], warnings: &mut Vec<Warning>) -> Self {
        let mut top = Scope::reserving(IMPORTED);
        let mut namespaces: BTreeMap<String, String> = BTreeMap::new();
        for tool in loaded {
            if let Some(namespace) = &tool.tool.namespace
                && !namespaces.contains_key(namespace)
            {
                let wanted = snake(namespace);
                let name = top.claim(&wanted);
                let what = format!("the module of namespace `{namespace}`");
                warnings.extend(tool.changed(&what, &wanted, &name));
                namespaces.insert(namespace.clone(), name);
            }
        }
        Self {
            types: BTreeMap::new(),
            modules: BTreeMap::from([(None, top)]),
            namespaces,
            variants: Scope::default(),
        }
    }
}

fn assemble_tool(loaded: Loaded, config: &Config, names: &mut Names, assembled: &mut Assembled) {
    let id = id_of(&loaded);
    let namespace = loaded.tool.namespace.clone();
    let types = names
        .types
        .entry(namespace.clone())
        .or_insert_with(|| Scope::reserving(RESERVED_TYPES));
    let wanted = |pointer: &str| {
        let wanted = config.renames.get(&(id.clone(), pointer.to_owned()));
        wanted.map(|name| type_name(name))
    };
    let base = wanted("").unwrap_or_else(|| pascal(&loaded.tool.name));
    let wanted_input = wanted("/inputSchema").unwrap_or_else(|| base.clone());
    let input_name = types.claim(&wanted_input);
    let wanted_output = wanted("/outputSchema").unwrap_or_else(|| format!("{base}Output"));
    let output_name = types.claim(&wanted_output);
    let module = names
        .modules
        .entry(namespace.clone())
        .or_insert_with(|| Scope::reserving(IMPORTED))
        .claim(&snake(&loaded.tool.name));
    let mut changes = vec![(format!("tool `{id}`"), &wanted_input, &input_name)];
    if loaded.tool.output_schema.is_some() {
        let what = format!("the result of tool `{id}`");
        changes.push((what, &wanted_output, &output_name));
    }
    for (what, wanted, name) in changes {
        let warning = loaded.changed(&what, wanted, name);
        assembled.warnings.extend(warning.map(|mut warning| {
            warning.message.push_str(RENAME);
            warning
        }));
    }
    let full = format!(
        "{} {}",
        namespace.as_deref().unwrap_or(""),
        loaded.tool.name
    );
    let variant = names.variants.claim(&pascal(&full));
    let mut scope = Scope::reserving(RESERVED_TYPES);
    let tool = loaded.tool.clone();
    let sides = [
        ("inputSchema", Some(&tool.input_schema), input_name),
        ("outputSchema", tool.output_schema.as_ref(), output_name),
    ];
    let mut lowered: Vec<Option<SchemaTypes>> = Vec::new();
    for (side, schema, name) in sides {
        let types = schema.and_then(|schema| {
            let place = Place {
                loaded: &loaded,
                id: &id,
                side,
                name: &name,
            };
            place.lower(schema, config, &mut scope, assembled)
        });
        lowered.push(types);
    }
    let output = lowered.pop().flatten();
    let Some(input) = lowered.pop().flatten() else {
        return;
    };
    assembled.tools.push(ToolTypes {
        file: loaded.source.name.clone(),
        namespace: namespace.and_then(|name| names.namespaces.get(&name).cloned()),
        tool,
        id,
        module,
        variant,
        input,
        output,
        docs: loaded.docs,
    });
}

impl Loaded {
    /// A warning at the tool that something is not called what it would be.
    fn changed(&self, what: &str, wanted: &str, name: &str) -> Option<Warning> {
        let message = crate::names::changed(what, wanted, name)?;
        let error = self.source.error(&self.pointer, message);
        Some(warning(error))
    }
}

/// A problem that is none.
fn warning(error: Error) -> Warning {
    Warning {
        file: error.file,
        position: error.position,
        pointer: error.pointer,
        message: error.message,
    }
}

/// One schema of one tool.
struct Place<'a> {
    loaded: &'a Loaded,
    id: &'a str,
    side: &'static str,
    name: &'a str,
}

impl Place<'_> {
    /// Where a pointer into the schema stands in the file.
    fn pointer(&self, pointer: &str) -> String {
        let key = match self.side {
            "inputSchema" => self.loaded.input_key,
            _ => self.loaded.output_key,
        };
        format!("{}/{key}{pointer}", self.loaded.pointer)
    }

    /// The doc of the schema's type: what the tool does, or what it returns.
    fn doc(&self, schema: &Schema) -> String {
        let tool = &self.loaded.tool;
        let own = schema
            .get("description")
            .and_then(serde_json::Value::as_str);
        let own = own.filter(|text| !text.trim().is_empty());
        let text = match self.side {
            "inputSchema" => tool
                .description
                .as_deref()
                .or(own)
                .or(tool.title.as_deref()),
            _ => own,
        };
        let text = text.filter(|text| !text.trim().is_empty());
        match (text, self.side) {
            (Some(text), _) => text.to_owned(),
            (None, "inputSchema") => format!("The arguments of `{}`.", self.id),
            (None, _) => format!("The result of `{}`.", self.id),
        }
    }

    fn lower(
        &self,
        schema: &Schema,
        config: &Config,
        scope: &mut Scope,
        assembled: &mut Assembled,
    ) -> Option<SchemaTypes> {
        if let Err(error) = crate::check_schema(schema) {
            for problem in error.problems() {
                let pointer = self.pointer(&problem.pointer);
                let message = format!("{}: {}", error.kind(), problem.message);
                assembled
                    .errors
                    .push(self.loaded.source.error(&pointer, message));
            }
            return None;
        }
        let here = |entries: &'_ BTreeMap<(String, String), String>| -> BTreeMap<String, String> {
            let prefix = format!("/{}", self.side);
            let own = entries.iter().filter(|((tool, _), _)| tool == self.id);
            own.filter_map(|((_, pointer), name)| {
                Some((pointer.strip_prefix(&prefix)?.to_owned(), name.clone()))
            })
            .collect()
        };
        let (renames, replacements) = (here(&config.renames), here(&config.replacements));
        let doc = self.doc(schema);
        let context = Context {
            name: self.name,
            doc: &doc,
            renames: borrowed(&renames),
            replacements: borrowed(&replacements),
            formats: &config.formats,
        };
        let mut warnings = crate::lint::lint(schema);
        match lower(schema, &context, scope) {
            Ok(lowered) => {
                warnings.extend(lowered.warnings);
                for (pointer, message) in warnings {
                    let error = self.loaded.source.error(&self.pointer(&pointer), message);
                    assembled.warnings.push(warning(error));
                }
                Some(lowered.types)
            }
            Err(error) => {
                let pointer = self.pointer(&error.pointer);
                assembled
                    .errors
                    .push(self.loaded.source.error(&pointer, error.message));
                None
            }
        }
    }
}

fn borrowed(entries: &BTreeMap<String, String>) -> BTreeMap<&str, &str> {
    entries
        .iter()
        .map(|(a, b)| (a.as_str(), b.as_str()))
        .collect()
}

fn warn_of_unused_places(config: &Config, assembled: &mut Assembled) {
    for ((tool, pointer), kind) in config.places() {
        let known = assembled.tools.iter().find(|known| known.id == *tool);
        let message = match known {
            None => format!("names nothing: there is no tool `{tool}`"),
            Some(known) if known.tool.to_value().pointer(pointer).is_none() => {
                format!("names nothing: tool `{tool}` has no such place")
            }
            Some(known) if !has_effect(known, pointer, kind) => {
                format!("has no effect: no type of tool `{tool}` is generated from this place")
            }
            Some(_) => continue,
        };
        assembled.warnings.push(Warning {
            file: "the configuration".to_owned(),
            position: None,
            pointer: pointer.clone(),
            message,
        });
    }
}

/// Whether a type stands for a place, or a field or a value where one will do.
fn has_effect(tool: &ToolTypes, pointer: &str, kind: Kind) -> bool {
    if kind == Kind::Any || (pointer.is_empty() && kind != Kind::Type) {
        return true;
    }
    let sides = [
        ("/inputSchema", Some(&tool.input)),
        ("/outputSchema", tool.output.as_ref()),
    ];
    sides.into_iter().any(|(side, types)| {
        let Some(pointer) = pointer.strip_prefix(side) else {
            return false;
        };
        types.is_some_and(|types| {
            let mut defs = types.defs.iter();
            defs.any(|def| {
                def.pointer == pointer
                    || kind != Kind::Type && has_field(def, pointer)
                    || kind == Kind::Name && has_value(def, pointer)
            })
        })
    })
}

fn has_field(def: &ir::TypeDef, pointer: &str) -> bool {
    match &def.kind {
        ir::Kind::Struct(shape) => shape.fields.iter().any(|field| field.pointer == pointer),
        _ => false,
    }
}

fn has_value(def: &ir::TypeDef, pointer: &str) -> bool {
    match &def.kind {
        ir::Kind::TextEnum(variants) => variants.iter().any(|value| value.pointer == pointer),
        _ => false,
    }
}
