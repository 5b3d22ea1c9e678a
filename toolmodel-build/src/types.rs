//! A tool's two schemas to types: checked, searched for mistakes, and lowered.

use std::collections::BTreeMap;

use toolmodel_runtime::{DefaultValidator, Schema};

use crate::config::Config;
use crate::identify::Identified;
use crate::ir::{SchemaTypes, Side, ToolTypes};
use crate::lint::lint;
use crate::load::Loaded;
use crate::lower::{Context, lower};
use crate::names::{RESERVED_TYPES, Scope};
use crate::problems::Problems;
use crate::tool_names::ToolNames;

/// Lowers every tool; one whose arguments cannot be lowered is left out.
pub(crate) fn lower_tools(
    tools: Vec<Identified>,
    names: Vec<ToolNames>,
    config: &Config,
    problems: &mut Problems,
) -> Vec<ToolTypes> {
    let mut lowered = Vec::with_capacity(tools.len());
    for (tool, names) in tools.into_iter().zip(names) {
        lowered.extend(lower_tool(tool, names, config, problems));
    }
    lowered
}

fn lower_tool(
    tool: Identified,
    names: ToolNames,
    config: &Config,
    problems: &mut Problems,
) -> Option<ToolTypes> {
    let Identified { loaded, id } = tool;
    let mut scope = Scope::reserving(RESERVED_TYPES);
    let mut lower = |side, schema: &Schema, name: &str| {
        let place = Place {
            loaded: &loaded,
            id: &id,
            side,
            name,
        };
        place.lower(schema, config, &mut scope, problems)
    };
    let input = lower(Side::Input, &loaded.tool.input_schema, &names.input);
    let output = loaded.tool.output_schema.as_ref();
    let output = output.and_then(|schema| lower(Side::Output, schema, &names.output));
    Some(ToolTypes {
        input: input?,
        output,
        file: loaded.source.path.clone(),
        namespace: names.namespace,
        module: names.module,
        variant: names.variant,
        tool: loaded.tool,
        docs: loaded.docs,
        typified: None,
        id,
    })
}

/// One schema of one tool.
struct Place<'a> {
    loaded: &'a Loaded,
    id: &'a str,
    side: Side,
    name: &'a str,
}

impl Place<'_> {
    /// The place in the file of a pointer into the schema.
    fn pointer(&self, pointer: &str) -> String {
        let key = match self.side {
            Side::Input => self.loaded.input_key,
            Side::Output => self.loaded.output_key,
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
            Side::Input => tool
                .description
                .as_deref()
                .or(own)
                .or(tool.title.as_deref()),
            Side::Output => own,
        };
        let text = text.filter(|text| !text.trim().is_empty());
        match (text, self.side) {
            (Some(text), _) => text.to_owned(),
            (None, Side::Input) => format!("The arguments of `{}`.", self.id),
            (None, Side::Output) => format!("The result of `{}`.", self.id),
        }
    }

    fn lower(
        &self,
        schema: &Schema,
        config: &Config,
        scope: &mut Scope,
        problems: &mut Problems,
    ) -> Option<SchemaTypes> {
        let source = &self.loaded.source;
        if let Err(error) = DefaultValidator::shared().check_schema(schema) {
            for problem in error.problems() {
                let message = format!("{}: {}", error.kind(), problem.message);
                problems.error_at(source, &self.pointer(&problem.pointer), message);
            }
            return None;
        }
        let doc = self.doc(schema);
        let context = Context {
            name: self.name,
            output_of: match self.side {
                Side::Input => None,
                Side::Output => self.name.strip_suffix("Output"),
            },
            doc: &doc,
            renames: self.own(&config.renames),
            replacements: self.own(&config.replacements),
            formats: &config.formats,
            assert_formats: config.assert_formats,
            fill_defaults: config.fill_defaults,
            keep_undeclared: config.kept.contains(self.id),
        };
        for odd in lint(schema) {
            problems.warn_at(source, &self.pointer(&odd.pointer), odd.message);
        }
        match lower(schema, &context, scope) {
            Ok(lowered) => {
                for (pointer, message) in lowered.warnings {
                    problems.warn_at(source, &self.pointer(&pointer), message);
                }
                Some(lowered.types)
            }
            Err(error) => {
                problems.error_at(source, &self.pointer(&error.pointer), error.message);
                None
            }
        }
    }

    /// The entries of the configuration for this schema, by JSON pointer into it.
    fn own<'c>(
        &self,
        entries: &'c BTreeMap<(String, String), String>,
    ) -> BTreeMap<&'c str, &'c str> {
        let first = (self.id.to_owned(), String::new());
        let own = entries
            .range(first..)
            .take_while(|((tool, _), _)| tool == self.id);
        own.filter_map(|((_, pointer), entry)| {
            let pointer = pointer.strip_prefix(self.side.pointer())?;
            Some((pointer, entry.as_str()))
        })
        .collect()
    }
}
