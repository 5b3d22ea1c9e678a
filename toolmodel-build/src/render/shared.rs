//! Types that several tools of one namespace have in common: generated once, and used by all.
//!
//! Two types are the same if their code is the same, docs, defaults and attributes included, and the types that they
//! name are the same.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use super::Types;
use super::layout::Code;
use crate::config::Config;
use crate::cycles::renumber;
use crate::ir::{DefId, SchemaTypes, Side, ToolTypes};
use crate::names::ident_text;
use crate::report::SharedType;

/// A type below a tool's own ones, or the type of its results.
struct Node {
    tool: usize,
    side: Side,
    def: DefId,
    /// Its code at its place.
    text: String,
    /// The code that is compared.
    compared: String,
    /// The types that it names, as nodes; `None` if it names a tool's own type.
    names: Option<Vec<usize>>,
}

/// How each type gets its code.
pub(super) struct Sharing {
    nodes: Vec<Node>,
    at: HashMap<(usize, bool, usize), usize>,
    /// The node that is generated in place of each.
    first: Vec<usize>,
}

/// Where the code of a type is.
pub(super) enum Source<'a> {
    /// Its own code.
    Own(&'a str),
    /// That of another tool.
    Of(usize),
}

impl Sharing {
    pub(super) fn new(tools: &[ToolTypes], config: &Config) -> Self {
        let mut nodes = Vec::new();
        let own = tools.iter().enumerate();
        for (at, tool) in own.filter(|(_, tool)| tool.declared().is_none()) {
            add_nodes(&mut nodes, at, tool, config);
        }
        let at: HashMap<_, _> = nodes
            .iter()
            .enumerate()
            .map(|(i, node)| ((node.tool, node.side == Side::Output, node.def.0), i))
            .collect();
        for node in &mut nodes {
            node.names = named(node, tools, &at);
        }
        let first = first_of_each_class(&nodes, tools, config);
        Self { nodes, at, first }
    }

    /// The code of a type, or the tool that has it.
    pub(super) fn source(&self, tool: usize, side: Side, def: DefId) -> Source<'_> {
        let Some(&node) = self.at.get(&(tool, side == Side::Output, def.0)) else {
            return Source::Own("");
        };
        match self.first[node] {
            first if first == node => Source::Own(&self.nodes[node].text),
            first => Source::Of(self.nodes[first].tool),
        }
    }

    /// What is shared, by the path of each type.
    pub(super) fn report(&self, tools: &[ToolTypes]) -> Vec<SharedType> {
        let mut users: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for (node, first) in self.first.iter().enumerate() {
            if *first != node {
                let id = tools[self.nodes[node].tool].id.clone();
                users.entry(*first).or_default().push(id);
            }
        }
        let shared = users.into_iter().map(|(first, tools_of)| {
            let node = &self.nodes[first];
            let tool = &tools[node.tool];
            let types = schema(tool, node.side);
            let name = types.map_or("", |types| types.defs[node.def.0].name.as_str());
            let module = (node.def.0 > 0).then(|| ident_text(&tool.module).into_owned());
            let namespace = tool.namespace.as_deref();
            let parts = namespace.map(|n| ident_text(n).into_owned()).into_iter();
            let parts = parts.chain(module).chain([name.to_owned()]);
            SharedType {
                path: parts.collect::<Vec<_>>().join("::"),
                tools: tools_of,
            }
        });
        shared.collect()
    }
}

fn schema(tool: &ToolTypes, side: Side) -> Option<&SchemaTypes> {
    match side {
        Side::Input => Some(&tool.input),
        Side::Output => tool.output.as_ref(),
    }
}

fn add_nodes(nodes: &mut Vec<Node>, at: usize, tool: &ToolTypes, config: &Config) {
    // Inside the file's module, the namespace's and the tool's.
    let depth = 2 + usize::from(tool.namespace.is_some());
    for side in [Side::Input, Side::Output] {
        let Some(schema) = schema(tool, side) else {
            continue;
        };
        let mut types = Types::new(schema, tool, side, config);
        types.nested = true;
        for def in (1..schema.defs.len()).map(DefId) {
            let mut code = Code::inside(depth);
            types.render_def(&mut code, def);
            let text = code.finish();
            nodes.push(Node {
                tool: at,
                side,
                def,
                compared: text.clone(),
                text,
                names: None,
            });
        }
    }
    if let Some(output) = &tool.output {
        nodes.push(output_root(at, tool, output, config, depth - 1));
    }
}

/// The type of a result is compared without its name and without a doc that names its tool.
fn output_root(
    at: usize,
    tool: &ToolTypes,
    output: &SchemaTypes,
    config: &Config,
    depth: usize,
) -> Node {
    let render = |schema: &SchemaTypes| {
        let types = Types::new(schema, tool, Side::Output, config);
        let mut code = Code::inside(depth);
        types.render_def(&mut code, schema.root);
        code.finish()
    };
    let mut nameless = output.clone();
    let root = &mut nameless.defs[output.root.0];
    let own_doc = root.doc.take().filter(|doc| !doc.contains(&tool.id));
    root.doc = own_doc;
    "Output".clone_into(&mut root.name);
    // The types that it names are in a module with the tool's name.
    let module = format!("{}::", ident_text(&tool.module));
    Node {
        tool: at,
        side: Side::Output,
        def: output.root,
        text: render(output),
        compared: render(&nameless).replace(&module, "module::"),
        names: None,
    }
}

/// The nodes that a type names; `None` if one is a tool's own type.
fn named(
    node: &Node,
    tools: &[ToolTypes],
    at: &HashMap<(usize, bool, usize), usize>,
) -> Option<Vec<usize>> {
    let types = schema(&tools[node.tool], node.side)?;
    let ids = RefCell::new(Vec::new());
    let mut def = types.defs[node.def.0].clone();
    renumber(&mut def, |id| {
        ids.borrow_mut().push(id);
        id
    });
    let output = node.side == Side::Output;
    ids.into_inner()
        .into_iter()
        .map(|id| {
            let known = at.get(&(node.tool, output, id.0)).copied();
            known.filter(|_| id != types.root)
        })
        .collect()
}

/// Types with equal code form one class, unless the types they name are of different classes.
fn first_of_each_class(nodes: &[Node], tools: &[ToolTypes], config: &Config) -> Vec<usize> {
    let mut classes: HashMap<(Option<&str>, bool, &str), usize> = HashMap::new();
    let mut class: Vec<usize> = Vec::with_capacity(nodes.len());
    for (i, node) in nodes.iter().enumerate() {
        let tool = &tools[node.tool];
        let own = config.types_apart || node.names.is_none() || is_own(node, tool, config);
        let key = (
            tool.namespace.as_deref(),
            node.def.0 == 0,
            node.compared.as_str(),
        );
        class.push(if own {
            i
        } else {
            *classes.entry(key).or_insert(i)
        });
    }
    loop {
        let mut refined: HashMap<(usize, Vec<usize>), usize> = HashMap::new();
        let next: Vec<usize> = nodes
            .iter()
            .enumerate()
            .map(|(i, node)| {
                let names = node.names.iter().flatten();
                let names = names.map(|name| class[*name]).collect();
                *refined.entry((class[i], names)).or_insert(i)
            })
            .collect();
        if next == class {
            return class;
        }
        class = next;
    }
}

/// Whether the user wants a separate type here.
fn is_own(node: &Node, tool: &ToolTypes, config: &Config) -> bool {
    let pointer = schema(tool, node.side).map(|types| types.defs[node.def.0].pointer.as_str());
    config.has_own_type(&tool.id, node.side, pointer.unwrap_or_default())
}
