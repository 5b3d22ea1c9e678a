//! Modes that compile a schema into a grammar: the whole schema is said anew in the keywords the
//! mode has.
//!
//! A node is a conjunction of fragments of the source: a schema, what it refers to, the parts of
//! its `allOf`. Each fragment knows its place, so that what happens to a keyword is reported where
//! the source has it.

mod array;
mod emit;
mod fragment;
mod marks;
mod merge;
mod nullable;
mod object;
mod top;
mod types;
mod union;

use serde_json::{Map, Value, json};

use crate::adapter::facts::Facts;
use crate::adapter::feature::{Feature, SchemaFeature, ToolFeature};
use crate::adapter::lint::{Profile, check_schema};
use crate::adapter::refs;
use crate::adapter::report::Report;
use crate::adapter::restore::Restore;
use crate::adapter::warning::Outcome;
use fragment::Fragment;

/// How many nodes may be written, and how deep.
const MOST_NODES: usize = 10_000;
const DEEPEST: usize = 100;

/// How many fragments one node may have.
const MOST_FRAGMENTS: usize = 1000;

/// Why a schema is beyond the mode.
#[derive(Clone, Debug)]
pub(crate) struct Blocker {
    pub(crate) feature: Feature,
    pub(crate) path: String,
    pub(crate) note: String,
}

impl Blocker {
    fn new(feature: impl Into<Feature>, path: &str, note: impl Into<String>) -> Self {
        Self {
            feature: feature.into(),
            path: path.to_owned(),
            note: note.into(),
        }
    }

    /// Says that a tool is not strict, and why.
    pub(crate) fn report(self, report: &mut Report) {
        report.add_note(ToolFeature::Strict, &self.path, Outcome::Dropped, self.note);
    }
}

/// A lowered node; nothing fits a node that is absent.
type Node = Result<Option<Map<String, Value>>, Blocker>;

/// Lowers a schema, or says why that is beyond the mode.
pub(super) fn lower(
    profile: Profile,
    root: &Value,
    report: &mut Report,
) -> Result<(Value, Restore), Blocker> {
    let mut found = Report::default();
    let mut compiler = Compiler {
        profile,
        facts: profile.facts(),
        root,
        report: &mut found,
        definitions: Vec::new(),
        active: Vec::new(),
        nodes: 0,
    };
    let mut map = compiler.top()?;
    compiler.attach_definitions(&mut map)?;
    let mut value = Value::Object(map);
    let objects = marks::collect(&mut value);
    if let Some(complaint) = check_schema(profile, &value, "").into_iter().next() {
        return Err(Blocker::new(SchemaFeature::Type, "", complaint.to_string()));
    }
    report.append(found);
    let restore = Restore::new(&value, objects);
    Ok((value, restore))
}

struct Definition {
    /// Where the source has it.
    pointer: String,
    name: String,
    state: State,
}

/// How far a definition has come.
enum State {
    BeingLowered,
    /// Nothing fits it.
    Nothing,
    Lowered(Map<String, Value>),
}

struct Compiler<'a> {
    profile: Profile,
    facts: &'static Facts,
    root: &'a Value,
    report: &'a mut Report,
    definitions: Vec<Definition>,
    /// Pointers of what is being inlined, outermost first.
    active: Vec<String>,
    nodes: usize,
}

impl<'a> Compiler<'a> {
    /// Lowers a conjunction of fragments.
    fn node(&mut self, fragments: Vec<Fragment<'a>>, depth: usize) -> Node {
        self.nodes += 1;
        if self.nodes > MOST_NODES || depth > DEEPEST {
            let path = fragments
                .first()
                .map_or("", |fragment| fragment.pointer.as_str());
            return Err(Blocker::new(
                SchemaFeature::Ref,
                path,
                "the schema is too large or too deep",
            ));
        }
        if self.has_definitions()
            && let [fragment] = fragments.as_slice()
            && let Some(reference) = fragment.bare_reference()
        {
            return self.reference(reference, &fragment.pointer, depth);
        }
        if let [fragment] = fragments.as_slice()
            && let Some(wrapped) = self.annotated_recursion(fragment, depth)?
        {
            return Ok(Some(wrapped));
        }
        let inlined = self.active.len();
        let lowered = match self.flatten(fragments)? {
            Some(flat) => self.flat_node(&flat, depth),
            None => Ok(None),
        };
        self.active.truncate(inlined);
        lowered
    }

    /// A reference to what is being lowered, with a description and the like beside it.
    fn annotated_recursion(&mut self, fragment: &Fragment<'a>, depth: usize) -> Node {
        let Some(reference) = fragment.annotated_reference() else {
            return Ok(None);
        };
        let (pointer, _) = self.target(reference, &fragment.pointer)?;
        let is_open = |found: &Definition| {
            found.pointer == pointer && matches!(found.state, State::BeingLowered)
        };
        let recursive = self.active.contains(&pointer) || self.definitions.iter().any(is_open);
        if !recursive || self.profile != Profile::OpenAiStrict {
            return Ok(None);
        }
        let Some(branch) = self.reference(reference, &fragment.pointer, depth)? else {
            return Ok(None);
        };
        self.report
            .add(SchemaFeature::Ref, &fragment.pointer, Outcome::Rewritten);
        let mut wrapped = Map::from_iter([("anyOf".to_owned(), json!([branch]))]);
        for keyword in ["title", "description"] {
            if let Some(text) = fragment.schema.get(keyword) {
                wrapped.insert(keyword.to_owned(), text.clone());
            }
        }
        Ok(Some(wrapped))
    }

    fn flat_node(&mut self, flat: &[Fragment<'a>], depth: usize) -> Node {
        if flat.iter().any(Fragment::has_union) {
            self.union(flat, depth)
        } else {
            self.plain(flat, depth)
        }
    }

    /// Whether the mode has `$defs`.
    fn has_definitions(&self) -> bool {
        self.profile != Profile::GeminiParameters
    }

    /// Resolves `$ref` and `allOf` into more fragments; none when nothing fits.
    fn flatten(
        &mut self,
        fragments: Vec<Fragment<'a>>,
    ) -> Result<Option<Vec<Fragment<'a>>>, Blocker> {
        let mut flat = Vec::new();
        let around = self.active.len();
        let mut queue: Vec<Fragment<'a>> = fragments.into_iter().rev().collect();
        while let Some(fragment) = queue.pop() {
            let map = match fragment.schema {
                Value::Object(map) => map,
                Value::Bool(false) => return Ok(None),
                _ => continue,
            };
            if flat.len() + queue.len() > MOST_FRAGMENTS {
                let note = "too many schemas are combined";
                return Err(Blocker::new(SchemaFeature::AllOf, &fragment.pointer, note));
            }
            for keyword in ["$dynamicRef", "$recursiveRef"] {
                if map.contains_key(keyword) {
                    let note = "a dynamic reference cannot be resolved";
                    return Err(Blocker::new(
                        Feature::of_keyword(keyword),
                        &fragment.pointer,
                        note,
                    ));
                }
            }
            if let Some(Value::Array(parts)) = map.get("allOf") {
                self.report
                    .add(SchemaFeature::AllOf, &fragment.pointer, Outcome::Rewritten);
                let parts = parts.iter().enumerate();
                let parts: Vec<_> = parts
                    .map(|(i, part)| fragment.child_at("allOf", i, part))
                    .collect();
                queue.extend(parts.into_iter().rev());
            }
            if let Some(Value::String(reference)) = map.get("$ref") {
                queue.extend(self.inline(reference, &fragment.pointer, around)?);
            }
            flat.push(fragment);
        }
        Ok(Some(flat))
    }

    fn target(&self, reference: &str, path: &str) -> Result<(String, &'a Value), Blocker> {
        let note = match refs::resolve(self.root, reference) {
            refs::Target::Local(pointer, schema) => return Ok((pointer, schema)),
            refs::Target::External => "the reference leads out of the document",
            refs::Target::Missing => "the reference leads nowhere",
        };
        Err(Blocker::new(SchemaFeature::Ref, path, note))
    }

    /// The target of a reference, to stand in place of it; none when the node has it already.
    fn inline(
        &mut self,
        reference: &str,
        path: &str,
        around: usize,
    ) -> Result<Option<Fragment<'a>>, Blocker> {
        let (pointer, schema) = self.target(reference, path)?;
        match self.active.iter().position(|active| *active == pointer) {
            Some(index) if index < around => Err(Blocker::new(
                SchemaFeature::Ref,
                path,
                "the schema refers to itself",
            )),
            Some(_) => Ok(None),
            None => {
                self.report.add(SchemaFeature::Ref, path, Outcome::Inlined);
                self.active.push(pointer.clone());
                Ok(Some(Fragment::new(schema, pointer)))
            }
        }
    }

    /// A reference to a definition, which is lowered once.
    fn reference(&mut self, reference: &str, path: &str, depth: usize) -> Node {
        let (pointer, schema) = self.target(reference, path)?;
        let index = match self
            .definitions
            .iter()
            .position(|found| found.pointer == pointer)
        {
            Some(index) => {
                let recursive = matches!(self.definitions[index].state, State::BeingLowered);
                if recursive && self.profile == Profile::AnthropicStrict {
                    let note = "the schema refers to itself";
                    return Err(Blocker::new(SchemaFeature::Ref, path, note));
                }
                index
            }
            None => self.define(pointer, schema, depth)?,
        };
        let definition = &self.definitions[index];
        let expected = format!("#/$defs/{}", definition.name);
        if reference != expected {
            self.report
                .add(SchemaFeature::Ref, path, Outcome::Rewritten);
        }
        if matches!(definition.state, State::Nothing) {
            return Ok(None);
        }
        Ok(Some(Map::from_iter([("$ref".to_owned(), json!(expected))])))
    }

    fn define(
        &mut self,
        pointer: String,
        schema: &'a Value,
        depth: usize,
    ) -> Result<usize, Blocker> {
        let last = pointer.rsplit('/').next().unwrap_or_default();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let mut name: String = last
            .chars()
            .map(|c| if is_plain(c) { c } else { '_' })
            .collect();
        if name.is_empty() {
            "root".clone_into(&mut name);
        }
        let base = name.clone();
        let mut number = 2usize;
        while self.definitions.iter().any(|found| found.name == name) {
            name = format!("{base}_{number}");
            number += 1;
        }
        let index = self.definitions.len();
        self.definitions.push(Definition {
            pointer: pointer.clone(),
            name,
            state: State::BeingLowered,
        });
        // A definition stands by itself: what is being inlined around its first use is no matter.
        let active = std::mem::take(&mut self.active);
        let lowered = self.node(vec![Fragment::new(schema, pointer)], depth + 1);
        self.active = active;
        self.definitions[index].state = lowered?.map_or(State::Nothing, State::Lowered);
        Ok(index)
    }

    fn attach_definitions(&mut self, root: &mut Map<String, Value>) -> Result<(), Blocker> {
        let mut lowered = Map::new();
        for definition in std::mem::take(&mut self.definitions) {
            match definition.state {
                State::Lowered(schema) => {
                    lowered.insert(definition.name, Value::Object(schema));
                }
                State::Nothing => {}
                State::BeingLowered => {
                    let note = "the schema refers to itself";
                    return Err(Blocker::new(SchemaFeature::Ref, &definition.pointer, note));
                }
            }
        }
        if !lowered.is_empty() {
            root.insert("$defs".to_owned(), Value::Object(lowered));
        }
        Ok(())
    }
}
