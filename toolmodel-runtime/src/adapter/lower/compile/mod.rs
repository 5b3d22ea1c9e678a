//! Modes that compile a schema into a grammar: the whole schema is rewritten in the keywords that the mode
//! supports.
//!
//! A node is a conjunction of fragments of the source: a schema, what it refers to, the parts of its `allOf`.
//! Each fragment knows its place, so that the outcome of a keyword is reported where the source has it.
//!
//! Shapes ([`crate::schema::shape`]) answer another question: what is accepted, JSON type by JSON type. Here
//! each keyword has to be written again where it was, with its description, or its loss reported at its place;
//! a shape no longer knows either. What a shape cannot express is opaque as a whole, where a mode can keep most
//! of it.

mod annotations;
mod array;
mod emit;
mod flat;
mod gemini;
mod merge;
mod node;
mod object;
mod simple;
mod site;
mod top;
mod types;
mod union;

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value, json};

use crate::adapter::facts::Facts;
use crate::adapter::feature::{Feature, SchemaFeature, ToolFeature};
use crate::adapter::limits::LOWERING;
use crate::adapter::lint::{check_limits, check_schema, is_within_limits};
use crate::adapter::lower::weight;
use crate::adapter::profile::Profile;
use crate::adapter::report::Report;
use crate::adapter::restore::Back;
use crate::adapter::warning::Outcome;
use crate::meter::{Exceeded, Meter};
use crate::path::{Place, Places, Step};
use crate::schema::reference::{References, Target};
use crate::schema::{MAX_NESTING, walk};
use node::Node;
use site::{Fragment, Site};
use types::Types;

/// Work charged for writing a node, in addition to visiting its keywords.
const WORK_PER_NODE: usize = 32;

/// So many levels of schemas, each of one type, take at most half the accepted levels of JSON: a property is
/// two levels below its object, and listed values are one below it.
const SHALLOW: usize = MAX_NESTING / 4;

/// The number of keywords that a node has room for initially.
const FEW_KEYWORDS: usize = 6;

/// Most fragments of one node.
const MOST_FRAGMENTS: usize = 1000;

/// Why the mode cannot express a schema.
#[derive(Clone, Debug)]
pub(crate) struct Blocker {
    pub(crate) feature: Feature,
    pub(crate) path: String,
    pub(crate) note: String,
}

impl Blocker {
    /// A problem of the schema as a whole.
    fn whole(note: String) -> Self {
        Self {
            feature: SchemaFeature::Type.into(),
            path: String::new(),
            note,
        }
    }

    /// Reports that a tool is not strict, and why.
    pub(crate) fn report(self, report: &mut Report) {
        let (path, note) = (self.path, self.note);
        let why = match self.feature {
            Feature::Schema(SchemaFeature::Type) => note,
            feature => format!("{feature}: {note}"),
        };
        report.push(
            ToolFeature::Strict.into(),
            None,
            || path,
            Outcome::Dropped,
            Some(why),
        );
    }
}

impl From<Exceeded> for Blocker {
    fn from(exceeded: Exceeded) -> Self {
        Self::whole(exceeded.to_string())
    }
}

/// A lowered node, or `None` if it matches nothing.
type Lowering = Result<Option<Node>, Blocker>;

/// Lowers a schema, or returns why the mode cannot express it.
pub(super) fn lower(
    profile: Profile,
    root: &Value,
    report: &mut Report,
) -> Result<Compiled, Blocker> {
    let meter = Meter::new(LOWERING);
    let mut compiler = Compiler {
        profile,
        facts: profile.facts(),
        root,
        references: References::new(root),
        places: Places::with_capacity(32),
        report,
        meter: &meter,
        definitions: Vec::new(),
        by_target: HashMap::new(),
        by_name: HashMap::new(),
        numbers: HashMap::new(),
        active: Vec::new(),
        active_at: HashMap::new(),
        is_unusual: false,
        has_values: false,
        deepest: 0,
    };
    let node = compiler.top()?;
    let is_unusual = compiler.is_unusual || !compiler.definitions.is_empty();
    let is_shallow = !is_unusual && !compiler.has_values && compiler.deepest <= SHALLOW;
    let is_small = !is_unusual && is_within_limits(profile, node.size, compiler.deepest, &meter);
    let (mut schema, back) = (node.schema, node.back);
    let backs = compiler.attach_definitions(&mut schema)?;
    let value = Value::Object(schema);
    let complaints = if is_unusual {
        check_schema(profile, &value, "")
    } else {
        let over = if is_small {
            Vec::new()
        } else {
            check_limits(profile, &value)
        };
        // Each node was written by the rules of the check; tests check it again.
        debug_assert_eq!(check_schema(profile, &value, ""), over, "{value}");
        over
    };
    if let Some(complaint) = complaints.into_iter().next() {
        return Err(Blocker::whole(complaint.to_string()));
    }
    Ok(Compiled {
        schema: value,
        is_shallow,
        back: back.map_or_else(Back::default, |back| *back),
        definitions: backs,
    })
}

/// A schema in the keywords of a mode, and how its values are mapped back.
pub(super) struct Compiled {
    pub(super) schema: Value,
    /// Whether it is certain not to be nested too deep.
    pub(super) is_shallow: bool,
    pub(super) back: Back,
    pub(super) definitions: BTreeMap<String, Back>,
}

struct Definition<'a> {
    site: Site<'a>,
    name: String,
    state: State,
}

/// The state of a definition.
enum State {
    BeingLowered,
    /// Nothing matches it.
    Nothing,
    Lowered(Node),
}

struct Compiler<'a, 'r> {
    profile: Profile,
    facts: &'static Facts,
    root: &'a Value,
    references: References<'a>,
    places: Places<'a>,
    report: &'r mut Report,
    meter: &'r Meter,
    definitions: Vec<Definition<'a>>,
    by_target: HashMap<*const Value, usize>,
    /// The definitions by name.
    by_name: HashMap<String, usize>,
    /// How many names were derived from the same text.
    numbers: HashMap<String, usize>,
    /// What is being inlined, outermost first, and at which index.
    active: Vec<*const Value>,
    active_at: HashMap<*const Value, usize>,
    /// Whether anything was written other than schemas of one type, each made from one schema.
    is_unusual: bool,
    /// Whether a copied value may be an array or an object.
    has_values: bool,
    /// The levels of schemas below the root.
    deepest: usize,
}

impl<'a> Compiler<'a, '_> {
    fn blocker(&self, feature: impl Into<Feature>, place: Place, note: &str) -> Blocker {
        Blocker {
            feature: feature.into(),
            path: self.places.pointer(place),
            note: note.to_owned(),
        }
    }

    fn recursion(&self, place: Place) -> Blocker {
        self.blocker(SchemaFeature::Ref, place, "the schema refers to itself")
    }

    fn add(&mut self, feature: impl Into<Feature>, site: Site<'a>, outcome: Outcome) {
        self.add_note(feature, site, outcome, None);
    }

    fn add_note(
        &mut self,
        feature: impl Into<Feature>,
        site: Site<'a>,
        outcome: Outcome,
        note: Option<String>,
    ) {
        let schema = (site.place != Place::ROOT).then_some(site.schema);
        let places = &self.places;
        let path = || places.pointer(site.place);
        self.report
            .push(feature.into(), schema, path, outcome, note);
    }

    /// Copies a value of the source and charges for it.
    fn copy(&self, value: &Value) -> Result<Value, Exceeded> {
        self.meter.write(weight(value))?;
        Ok(value.clone())
    }

    /// Lowers a conjunction of fragments. If nothing matches it, nothing is written, and no outcome of
    /// its keywords is reported either.
    fn node(&mut self, fragments: &[Fragment<'a>]) -> Lowering {
        let mark = self.report.mark();
        let lowered = self.lowered(fragments)?;
        if lowered.is_none() && self.report.mark() > mark {
            self.report.forget(mark);
        }
        Ok(lowered)
    }

    fn lowered(&mut self, fragments: &[Fragment<'a>]) -> Lowering {
        self.meter.work(WORK_PER_NODE + fragments.len())?;
        let meter = self.meter;
        let _level = meter.enter()?;
        self.deepest = self.deepest.max(meter.depth());
        if let [fragment] = fragments {
            if let Some(node) = self.simple(fragment)? {
                return Ok(Some(node));
            }
            if !fragment.map().is_some_and(is_conjunction) {
                return match fragment.site.schema {
                    Value::Bool(false) => Ok(None),
                    _ => self.flat_node(fragments),
                };
            }
            if self.has_definitions()
                && let Some(reference) = fragment.bare_reference()
            {
                return self.reference(reference, fragment.site);
            }
            if let Some(wrapped) = self.annotated_recursion(fragment)? {
                return Ok(Some(wrapped));
            }
        }
        let inlined = self.active.len();
        let lowered = match self.flatten(fragments)? {
            Some(flat) => self.flat_node(&flat),
            None => Ok(None),
        };
        self.leave(inlined);
        lowered
    }

    /// Leaves everything inlined since `inlined`.
    fn leave(&mut self, inlined: usize) {
        for target in self.active.drain(inlined..) {
            self.active_at.remove(&target);
        }
    }

    /// A reference to what is being lowered, with a description and the like beside it.
    fn annotated_recursion(&mut self, fragment: &Fragment<'a>) -> Lowering {
        if !self.profile.is_openai_strict() {
            return Ok(None);
        }
        let Some(reference) = fragment.annotated_reference() else {
            return Ok(None);
        };
        let target = self.target(reference, fragment.site.place)?;
        let address = std::ptr::from_ref(target.schema);
        let is_open = self
            .by_target
            .get(&address)
            .is_some_and(|index| matches!(self.definitions[*index].state, State::BeingLowered));
        if !is_open && !self.active_at.contains_key(&address) {
            return Ok(None);
        }
        let Some(branch) = self.reference(reference, fragment.site)? else {
            return Ok(None);
        };
        self.add(SchemaFeature::Ref, fragment.site, Outcome::Rewritten);
        let mut wrapped = branch.wrapped();
        for keyword in ["title", "description"] {
            if let Some(text) = fragment.site.schema.get(keyword) {
                wrapped.schema.insert(keyword.to_owned(), self.copy(text)?);
            }
        }
        Ok(Some(wrapped))
    }

    fn flat_node(&mut self, flat: &[Fragment<'a>]) -> Lowering {
        if flat.iter().any(Fragment::has_union) {
            self.is_unusual = true;
            return self.union(flat);
        }
        self.is_unusual |= flat.len() != 1;
        self.plain(flat)
    }

    /// Whether the mode has `$defs`.
    fn has_definitions(&self) -> bool {
        !self.profile.is_openapi()
    }

    /// Resolves `$ref` and `allOf` into more fragments; `None` when nothing matches.
    fn flatten(
        &mut self,
        fragments: &[Fragment<'a>],
    ) -> Result<Option<Vec<Fragment<'a>>>, Blocker> {
        let mut flat = Vec::new();
        let around = self.active.len();
        let mut queue: Vec<Fragment<'a>> = fragments.iter().rev().copied().collect();
        while let Some(fragment) = queue.pop() {
            self.meter.work(1)?;
            let map = match fragment.site.schema {
                Value::Object(map) => map,
                Value::Bool(false) => return Ok(None),
                _ => continue,
            };
            let place = fragment.site.place;
            if flat.len() + queue.len() > MOST_FRAGMENTS {
                let note = "too many schemas are combined";
                return Err(self.blocker(SchemaFeature::AllOf, place, note));
            }
            for keyword in ["$dynamicRef", "$recursiveRef"] {
                if walk::keyword(map, keyword).is_some() {
                    let note = "a dynamic reference cannot be resolved";
                    return Err(self.blocker(Feature::of_keyword(keyword), place, note));
                }
            }
            if let Some(Value::Array(parts)) = walk::keyword(map, "allOf") {
                self.add(SchemaFeature::AllOf, fragment.site, Outcome::Rewritten);
                for (i, part) in parts.iter().enumerate().rev() {
                    let step = Step::Index(i);
                    let mut part = fragment.child_at(&mut self.places, "allOf", step, part);
                    part.without_annotations = fragment.without_annotations;
                    part.through = fragment.through;
                    queue.push(part);
                }
            }
            if let Some(Value::String(reference)) = walk::keyword(map, "$ref") {
                let target = self.inline(reference, fragment.site, around)?;
                queue.extend(target.map(|target| Fragment {
                    through: fragment.through.or(Some(place)),
                    ..target
                }));
            }
            flat.push(fragment);
        }
        Ok(Some(flat))
    }

    fn target(&mut self, reference: &str, place: Place) -> Result<Site<'a>, Blocker> {
        self.meter.work(reference.len())?;
        let note = match self.references.resolve(reference) {
            Target::Local(spot) => {
                // Most references occur more than once: their place is known then.
                let known = self.by_target.get(&std::ptr::from_ref(spot.schema));
                let place = match known {
                    Some(index) => self.definitions[*index].site.place,
                    None => self.places.descend(Place::ROOT, &spot.steps),
                };
                let schema = spot.schema;
                return Ok(Site { schema, place });
            }
            Target::External => "the reference leads out of the document",
            Target::Missing => "the reference leads nowhere",
        };
        Err(self.blocker(SchemaFeature::Ref, place, note))
    }

    /// The target of a reference, to replace it; `None` if the node has it already.
    fn inline(
        &mut self,
        reference: &str,
        site: Site<'a>,
        around: usize,
    ) -> Result<Option<Fragment<'a>>, Blocker> {
        let target = self.target(reference, site.place)?;
        let address = std::ptr::from_ref(target.schema);
        match self.active_at.get(&address) {
            Some(index) if *index < around => Err(self.recursion(site.place)),
            Some(_) => Ok(None),
            None => {
                self.add(SchemaFeature::Ref, site, Outcome::Inlined);
                self.active_at.insert(address, self.active.len());
                self.active.push(address);
                Ok(Some(Fragment::new(target.schema, target.place)))
            }
        }
    }

    /// A reference to a definition, which is lowered once.
    fn reference(&mut self, reference: &str, site: Site<'a>) -> Lowering {
        let target = self.target(reference, site.place)?;
        let index = match self.by_target.get(&std::ptr::from_ref(target.schema)) {
            Some(index) => {
                let recursive = matches!(self.definitions[*index].state, State::BeingLowered);
                if recursive && self.profile == Profile::AnthropicStrict {
                    return Err(self.recursion(site.place));
                }
                *index
            }
            None => self.define(target)?,
        };
        let definition = &self.definitions[index];
        let types = match &definition.state {
            State::Nothing => None,
            State::Lowered(node) => Some(node.types),
            State::BeingLowered => Some(Types::declared(definition.site.schema)),
        };
        let expected = format!("#/$defs/{}", definition.name);
        let back = Back::reference(&definition.name).boxed();
        if reference != expected {
            self.add(SchemaFeature::Ref, site, Outcome::Rewritten);
        }
        let Some(types) = types else {
            return Ok(None);
        };
        let schema = Map::from_iter([("$ref".to_owned(), json!(expected))]);
        Ok(Some(Node {
            back,
            ..Node::leaf(schema, types)
        }))
    }

    fn define(&mut self, target: Site<'a>) -> Result<usize, Blocker> {
        let last = self.places.last(target.place);
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let base: String = match last {
            Some(Step::Key(key)) if !key.is_empty() => {
                let plain = key.chars().map(|c| if is_plain(c) { c } else { '_' });
                plain.take(LONGEST_NAME).collect()
            }
            Some(Step::Index(index)) => index.to_string(),
            _ => "root".to_owned(),
        };
        let mut name = base.clone();
        while self.by_name.contains_key(&name) {
            let number = self.numbers.entry(base.clone()).or_insert(1);
            *number += 1;
            name = format!("{base}_{number}");
        }
        let index = self.definitions.len();
        self.by_name.insert(name.clone(), index);
        self.by_target
            .insert(std::ptr::from_ref(target.schema), index);
        self.definitions.push(Definition {
            site: target,
            name,
            state: State::BeingLowered,
        });
        // A definition is lowered on its own, whatever is being inlined around its first use.
        let active = std::mem::take(&mut self.active);
        let active_at = std::mem::take(&mut self.active_at);
        let lowered = self.node(&[Fragment::new(target.schema, target.place)]);
        self.active = active;
        self.active_at = active_at;
        self.definitions[index].state = lowered?.map_or(State::Nothing, State::Lowered);
        Ok(index)
    }

    fn attach_definitions(
        &mut self,
        root: &mut Map<String, Value>,
    ) -> Result<BTreeMap<String, Back>, Blocker> {
        let mut lowered = Map::new();
        let mut backs = BTreeMap::new();
        for definition in std::mem::take(&mut self.definitions) {
            match definition.state {
                State::Lowered(node) => {
                    let back = node.back.map_or_else(Back::default, |back| *back);
                    backs.insert(definition.name.clone(), back);
                    lowered.insert(definition.name, Value::Object(node.schema));
                }
                State::Nothing => {}
                State::BeingLowered => return Err(self.recursion(definition.site.place)),
            }
        }
        if !lowered.is_empty() {
            root.insert("$defs".to_owned(), Value::Object(lowered));
        }
        Ok(backs)
    }
}

/// Most characters in the name of a definition.
const LONGEST_NAME: usize = 64;

/// Whether a schema has parts that are fragments of their own.
fn is_conjunction(map: &Map<String, Value>) -> bool {
    map.keys().any(|keyword| {
        matches!(
            keyword.as_str(),
            "$ref" | "allOf" | "$dynamicRef" | "$recursiveRef"
        )
    })
}
