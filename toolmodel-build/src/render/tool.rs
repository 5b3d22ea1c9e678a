//! One tool: its types, its definition, and `TypedTool`.

use toolmodel_runtime::__private::kernel::visible_json;

use super::layout::Code;
use super::shared::{Sharing, Source};
use super::{Types, docs};
use crate::config::Config;
use crate::ir::{DefId, SchemaTypes, Side, ToolTypes, Typified};
use crate::names::ident_text;

pub(super) fn render_tool(
    code: &mut Code,
    tools: &[ToolTypes],
    at: usize,
    sharing: &Sharing,
    config: &Config,
) {
    let tool = &tools[at];
    if let Some(declared) = tool.declared() {
        return render_declared(code, tool, declared, config);
    }
    let input = Types::new(&tool.input, tool, Side::Input, config);
    input.render_def(code, input.schema.root);
    if let Some(output) = &tool.output {
        render_output(code, tools, at, output, sharing);
    }
    code.gap();
    code.line(&render_typed(tool, config));
    let sides = [
        (Side::Input, Some(&tool.input)),
        (Side::Output, tool.output.as_ref()),
    ];
    let mut used = Vec::new();
    let mut own = Vec::new();
    for (side, schema) in sides {
        let defs = schema.map_or(&[][..], |schema| schema.defs.as_slice());
        for (id, def) in defs.iter().enumerate().skip(1) {
            match sharing.source(at, side, DefId(id)) {
                Source::Own(text) => own.push(text),
                Source::Of(other) => {
                    let module = ident_text(&tools[other].module);
                    used.push(format!("pub use super::{module}::{};", def.name));
                }
            }
        }
    }
    if used.is_empty() && own.is_empty() {
        return;
    }
    code.gap();
    docs::comment(code, &format!("Types of the tool `{}`.", tool.id));
    code.open(&format!("pub mod {}", ident_text(&tool.module)));
    if !own.is_empty() {
        code.line(&super::imports(config));
    }
    if !used.is_empty() {
        code.gap();
    }
    for line in used {
        code.line(&line);
    }
    for text in own {
        code.insert(text);
    }
    code.close();
}

/// The types that typify declares, in the tool's module, and the tool's own types under their names.
fn render_declared(code: &mut Code, tool: &ToolTypes, declared: &Typified, config: &Config) {
    let module = ident_text(&tool.module);
    code.gap();
    code.line(&format!(
        "pub use {module}::{} as {};",
        declared.input.name,
        tool.input.root_name()
    ));
    if let (Some(types), Some(output)) = (&tool.output, &declared.output) {
        code.line(&format!(
            "pub use {module}::output::{} as {};",
            output.name,
            types.root_name()
        ));
    }
    code.gap();
    code.line(&render_typed(tool, config));
    code.gap();
    docs::comment(
        code,
        &format!("Types of the tool `{}`, by typify.", tool.id),
    );
    code.open(&format!("pub mod {module}"));
    code.line(&declared.input.code);
    if let Some(output) = &declared.output {
        code.gap();
        docs::comment(code, "Types of the result.");
        code.open("pub mod output");
        code.line(&output.code);
        code.close();
    }
    code.close();
}

/// The type of a result, or an alias for that of another tool.
fn render_output(
    code: &mut Code,
    tools: &[ToolTypes],
    at: usize,
    output: &SchemaTypes,
    sharing: &Sharing,
) {
    let other = match sharing.source(at, Side::Output, output.root) {
        Source::Own(text) => return code.insert(text),
        Source::Of(other) => tools[other].output.as_ref(),
    };
    code.gap();
    let root = &output.defs[output.root.0];
    docs::comment(code, root.doc.as_deref().unwrap_or_default());
    let other = other.map_or("", SchemaTypes::root_name);
    code.line(&format!("pub type {} = {other};", root.name));
}

fn render_typed(tool: &ToolTypes, config: &Config) -> String {
    let name = tool.input.root_name();
    let (id, tool_name) = (&tool.id, &tool.tool.name);
    let namespace = &tool.tool.namespace;
    let namespace = namespace
        .as_ref()
        .map_or_else(|| "None".to_owned(), |n| format!("Some({n:?})"));
    let definition = raw_string(&tool.tool.to_json());
    let input = reader(tool, &tool.input, config);
    let (output, read) = match &tool.output {
        Some(output) => (output.root_name(), reader(tool, output, config)),
        None => ("rt::serde_json::Value", "exact"),
    };
    let docs = tool
        .docs
        .as_ref()
        .and_then(|docs| serde_json::to_string(docs).ok());
    let docs = docs.map_or_else(String::new, |json| {
        format!("        docs: {},\n", raw_string(&json))
    });
    format!(
        "rt::typed_tool! {{\n    {name} {{\n        id: {id:?},\n        namespace: {namespace},\n        \
         name: {tool_name:?},\n        input: {input},\n        output: {output}, {read},\n        \
         definition: {definition},\n{docs}    }}\n}}"
    )
}

fn reader(tool: &ToolTypes, schema: &SchemaTypes, config: &Config) -> &'static str {
    match (tool.declared(), config.assert_formats) {
        (Some(_), false) => "foreign",
        (Some(_), true) => "foreign_asserted",
        (None, _) if schema.checked.is_empty() => "exact",
        (None, false) => "checked",
        (None, true) => "asserted",
    }
}

/// A raw string literal, so that JSON stays readable. Characters that are hidden or change the direction of
/// text, some of which the compiler rejects in literals, are escaped as in JSON.
fn raw_string(json: &str) -> String {
    let text = visible_json(json);
    let hashes = (1..8)
        .map(|n| "#".repeat(n))
        .find(|hashes| !text.contains(&format!("\"{hashes}")));
    match hashes {
        Some(hashes) => format!("r{hashes}\"{text}\"{hashes}"),
        None => format!("{text:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::raw_string;

    #[test]
    fn hidden_characters_are_escaped_as_json_has_it() {
        let text = "\u{61c}a\u{e0041}\u{ad}\"#";
        let literal = raw_string(&serde_json::to_string(text).unwrap());
        assert_eq!(literal, r###"r##""\u061ca\udb40\udc41\u00ad\"#""##"###);
        let json = literal.trim_start_matches("r##\"").trim_end_matches("\"##");
        assert_eq!(serde_json::from_str::<String>(json).unwrap(), text);
    }
}
