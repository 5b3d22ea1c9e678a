//! The way back: arguments that a model wrote for the converted schema become arguments for the
//! source schema.
//!
//! Lowering records what it did to each object in a [`Back`], a tree parallel to the converted schema. The
//! arguments are walked along both. Where the converted schema has alternatives, the one that the arguments
//! were written for has to be determined: it is the only one left after comparing JSON types and listed values,
//! and names where those leave several, or else the first by which the validator accepts them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::mem;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde_json::{Map, Value};

use super::limits::RESTORING;
use super::openapi::to_json_schema;
use crate::error::Result;
use crate::meter::{Exceeded, Meter};
use crate::path::Path;
use crate::schema::{MAX_NESTING, Schema, definitions, shallow};
use crate::validate::{CompiledSchema, DefaultValidator};

/// Key of `{"is_null": true}`, which encodes null where a plain null encodes absence.
pub(crate) const IS_NULL: &str = "is_null";

/// How values of one converted schema are mapped back. An empty one changes nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Back {
    /// Converted names of properties with the original ones.
    pub(crate) names: BTreeMap<String, String>,
    /// Converted names of properties for which null encodes absence, sorted.
    pub(crate) absent: Vec<String>,
    /// Those of them in which an object with [`IS_NULL`] encodes null.
    pub(crate) wrapped: BTreeSet<String>,
    pub(crate) properties: BTreeMap<String, Back>,
    pub(crate) items: Option<Box<Back>>,
    /// The alternatives of `anyOf`, all or none of them.
    pub(crate) branches: Vec<Back>,
    /// The definition that the schema refers to.
    pub(crate) definition: Option<String>,
}

impl Back {
    /// Whether values stay as they are, whatever the definitions do.
    pub(crate) fn is_identity(&self) -> bool {
        self.names.is_empty()
            && self.absent.is_empty()
            && self.properties.is_empty()
            && self.items.is_none()
            && self.branches.is_empty()
            && self.definition.is_none()
    }

    /// The mapping for alternatives.
    pub(crate) fn any_of(branches: Vec<Option<Box<Self>>>) -> Option<Box<Self>> {
        if branches.iter().all(Option::is_none) {
            return None;
        }
        let branches = branches.into_iter();
        Some(Box::new(Self {
            branches: branches
                .map(|back| back.map_or_else(Self::default, |back| *back))
                .collect(),
            ..Self::default()
        }))
    }

    /// The mapping for an array.
    pub(crate) fn array(items: Option<Box<Self>>) -> Option<Box<Self>> {
        let items = Some(items?);
        Some(Box::new(Self {
            items,
            ..Self::default()
        }))
    }

    /// The mapping for a reference.
    pub(crate) fn reference(name: &str) -> Self {
        Self {
            definition: Some(name.to_owned()),
            ..Self::default()
        }
    }

    /// This mapping, unless it changes nothing.
    pub(crate) fn boxed(self) -> Option<Box<Self>> {
        (!self.is_identity()).then(|| Box::new(self))
    }

    fn children(&self) -> impl Iterator<Item = &Self> {
        let items = self.items.iter().map(AsRef::as_ref);
        self.properties.values().chain(items).chain(&self.branches)
    }

    /// Whether an object is changed here or below, references aside.
    fn changes(&self) -> bool {
        let is_changed = !self.names.is_empty() || !self.absent.is_empty();
        is_changed || self.children().any(Self::changes)
    }

    fn definitions(&self) -> Vec<&str> {
        let mut found = Vec::new();
        let mut stack = vec![self];
        while let Some(back) = stack.pop() {
            found.extend(back.definition.as_deref());
            stack.extend(back.children());
        }
        found
    }
}

/// How arguments for a converted schema are mapped back; `None` when they stay as they are.
#[derive(Clone, Default)]
pub(crate) struct Restore(Option<Arc<Plan>>);

struct Plan {
    /// The converted schema.
    wire: Schema,
    /// The same in JSON Schema, once it is needed.
    schema: OnceLock<Schema>,
    is_openapi: bool,
    root: Back,
    definitions: BTreeMap<String, Back>,
    /// Validators of the alternatives at one place, by the address of these in `schema`.
    compiled: Mutex<HashMap<usize, Arc<CompiledSchema>>>,
}

impl fmt::Debug for Restore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plan = self.0.as_ref().map(|plan| (&plan.root, &plan.definitions));
        f.debug_tuple("Restore").field(&plan).finish()
    }
}

impl Restore {
    /// The mapping back from a converted schema.
    pub(crate) fn new(
        root: Back,
        definitions: BTreeMap<String, Back>,
        wire: &Schema,
        is_openapi: bool,
    ) -> Self {
        if !reached(&root, &definitions) {
            return Self(None);
        }
        Self(Some(Arc::new(Plan {
            wire: wire.clone(),
            schema: OnceLock::new(),
            is_openapi,
            root,
            definitions,
            compiled: Mutex::default(),
        })))
    }

    pub(crate) fn is_identity(&self) -> bool {
        self.0.is_none()
    }

    /// The converted names of properties with the original ones, by JSON pointer of the object.
    pub(crate) fn names(&self) -> Vec<(String, String, String)> {
        let mut found = Vec::new();
        if let Some(plan) = &self.0 {
            names(&plan.root, &Path::Root, &mut found);
            let definitions = Path::Root;
            let definitions = definitions.key("$defs");
            for (name, back) in &plan.definitions {
                names(back, &definitions.key(name), &mut found);
            }
        }
        found
    }

    /// The arguments for the source schema.
    ///
    /// # Errors
    /// [`ErrorKind::LimitExceeded`] when that would take too long.
    pub(crate) fn restore(&self, arguments: Value) -> Result<Value> {
        let Some(plan) = &self.0 else {
            return Ok(arguments);
        };
        let arguments = shallow(arguments, MAX_NESTING)?;
        let meter = Meter::new(RESTORING);
        let schema = plan.schema().as_value();
        plan.node(&plan.root, schema, arguments, &Path::Root, &meter)
    }
}

fn names(back: &Back, path: &Path<'_>, found: &mut Vec<(String, String, String)>) {
    for (wire, original) in &back.names {
        found.push((path.pointer(), wire.clone(), original.clone()));
    }
    let properties = path.key("properties");
    for (name, back) in &back.properties {
        names(back, &properties.key(name), found);
    }
    if let Some(items) = &back.items {
        names(items, &path.key("items"), found);
    }
    let branches = path.key("anyOf");
    for (i, branch) in back.branches.iter().enumerate() {
        names(branch, &branches.index(i), found);
    }
}

/// Whether anything that is changed can be reached from the root.
fn reached(root: &Back, definitions: &BTreeMap<String, Back>) -> bool {
    if definitions.is_empty() {
        return root.changes();
    }
    let mut seen = BTreeSet::new();
    let mut stack = vec![root];
    while let Some(back) = stack.pop() {
        if back.changes() {
            return true;
        }
        for name in back.definitions() {
            if seen.insert(name) {
                stack.extend(definitions.get(name));
            }
        }
    }
    false
}

impl Plan {
    /// The converted schema in JSON Schema.
    fn schema(&self) -> &Schema {
        self.schema.get_or_init(|| {
            if !self.is_openapi {
                return self.wire.clone();
            }
            // Reading `nullable` may make a schema too deep; unchanged it is still of use.
            let schema = Schema::try_from(to_json_schema(self.wire.as_value()));
            schema.unwrap_or_else(|_| self.wire.clone())
        })
    }

    fn node(
        &self,
        back: &Back,
        schema: &Value,
        value: Value,
        path: &Path<'_>,
        meter: &Meter,
    ) -> Result<Value> {
        let at = |exceeded: Exceeded| exceeded.at(path);
        meter.work(1).map_err(at)?;
        let _level = meter.enter().map_err(at)?;
        if let Some(name) = &back.definition {
            let target = self.definitions.get(name);
            let definitions = self.schema().get("$defs");
            let definition = definitions.and_then(|all| all.get(name));
            return match (target, definition) {
                (Some(back), Some(schema)) => self.node(back, schema, value, path, meter),
                _ => Ok(value),
            };
        }
        if !back.branches.is_empty() {
            let branches = schema.get("anyOf").and_then(Value::as_array);
            let branches = branches.map_or(&[] as &[Value], Vec::as_slice);
            return match self.branch(branches, &value, path, meter)? {
                Some(i) if i < back.branches.len() => {
                    self.node(&back.branches[i], &branches[i], value, path, meter)
                }
                _ => Ok(value),
            };
        }
        match (value, &back.items) {
            (Value::Object(map), _) => self.object(back, schema, map, path, meter),
            (Value::Array(items), Some(back)) => {
                let schema = schema.get("items").unwrap_or(&Value::Null);
                let items = items.into_iter().enumerate();
                items
                    .map(|(i, item)| self.node(back, schema, item, &path.index(i), meter))
                    .collect()
            }
            (value, _) => Ok(value),
        }
    }

    fn object(
        &self,
        back: &Back,
        schema: &Value,
        map: Map<String, Value>,
        path: &Path<'_>,
        meter: &Meter,
    ) -> Result<Value> {
        let properties = schema.get("properties");
        let map = by_wire_names(&back.names, properties, map, meter);
        let map = map.map_err(|exceeded| exceeded.at(path))?;
        let mut restored = Map::new();
        for (wire, value) in map {
            meter.work(1).map_err(|exceeded| exceeded.at(path))?;
            if value.is_null() && back.absent.binary_search(&wire).is_ok() {
                continue;
            }
            let value = if back.wrapped.contains(&wire) && stands_for_null(&value) {
                Value::Null
            } else if let Some(back) = back.properties.get(&wire) {
                let schema = properties.and_then(|all| all.get(&wire));
                let schema = schema.unwrap_or(&Value::Null);
                self.node(back, schema, value, &path.key(&wire), meter)?
            } else {
                value
            };
            let name = back.names.get(&wire).cloned().unwrap_or(wire);
            restored.insert(name, value);
        }
        Ok(Value::Object(restored))
    }

    /// The alternative that a value was written for.
    fn branch(
        &self,
        branches: &[Value],
        value: &Value,
        path: &Path<'_>,
        meter: &Meter,
    ) -> Result<Option<usize>> {
        let at = |exceeded: Exceeded| exceeded.at(path);
        let mut candidates = Vec::new();
        for (i, branch) in branches.iter().enumerate() {
            if self.may_be(branch, value, meter).map_err(at)? {
                candidates.push(i);
            }
        }
        if candidates.len() > 1 {
            // The validator would visit everything below once for each alternative. Strict modes require
            // and close every object, so names usually identify the alternative.
            let all = mem::take(&mut candidates);
            for i in all {
                if self
                    .may_have_names(&branches[i], value, meter)
                    .map_err(at)?
                {
                    candidates.push(i);
                }
            }
        }
        if candidates.len() < 2 {
            return Ok(candidates.pop());
        }
        let validator = self.validator(branches)?;
        let mut value = value.clone();
        for i in candidates {
            let mut tried = Map::new();
            tried.insert(i.to_string(), value);
            let tried = Value::Object(tried);
            if validator.is_valid(&tried)? {
                return Ok(Some(i));
            }
            value = only_member(tried);
        }
        Ok(None)
    }

    /// Whether a value may belong to the alternative, judging by its JSON type and by the values that the schema lists
    /// for its members.
    fn may_be(&self, schema: &Value, value: &Value, meter: &Meter) -> Result<bool, Exceeded> {
        let schema = self.resolved(schema);
        if !is_of_kind(schema, value, meter)? {
            return Ok(false);
        }
        let properties = schema.get("properties").and_then(Value::as_object);
        for (name, value) in value.as_object().into_iter().flatten() {
            meter.work(1)?;
            if let Some(property) = properties.and_then(|all| all.get(name))
                && !is_listed(property, value, meter)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a schema accepts an object's names, and the JSON types of its members.
    fn may_have_names(
        &self,
        schema: &Value,
        value: &Value,
        meter: &Meter,
    ) -> Result<bool, Exceeded> {
        let schema = self.resolved(schema);
        let Some(map) = value.as_object() else {
            return Ok(true);
        };
        let required = schema.get("required").and_then(Value::as_array);
        let required = required.map_or(&[] as &[Value], Vec::as_slice);
        meter.work(required.len())?;
        let mut names = required.iter().filter_map(Value::as_str);
        if !names.all(|name| map.contains_key(name)) {
            return Ok(false);
        }
        let properties = schema.get("properties").and_then(Value::as_object);
        let is_closed = schema.get("additionalProperties") == Some(&Value::Bool(false))
            && schema.get("patternProperties").is_none();
        for (name, value) in map {
            meter.work(1)?;
            let may_be = match properties.and_then(|all| all.get(name)) {
                Some(property) => is_of_kind(self.resolved(property), value, meter)?,
                None => !is_closed,
            };
            if !may_be {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The definition, if the schema is a reference to one.
    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        let reference = schema.get("$ref").and_then(Value::as_str);
        let name = reference.and_then(definitions::name);
        let definitions = self.schema().get("$defs");
        name.and_then(|name| definitions?.get(&*name))
            .unwrap_or(schema)
    }

    /// A validator of objects whose member `i` is validated against alternative `i`: alternatives refer to the
    /// same definitions, which are compiled once for all of them.
    fn validator(&self, branches: &[Value]) -> Result<Arc<CompiledSchema>> {
        let address = branches.as_ptr().addr();
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = compiled.get(&address) {
            return Ok(found.clone());
        }
        let numbered = branches.iter().enumerate();
        let properties: Map<_, _> = numbered
            .map(|(i, branch)| (i.to_string(), branch.clone()))
            .collect();
        let mut schema = Map::new();
        schema.insert("properties".to_owned(), Value::Object(properties));
        if let Some(definitions) = self.schema().get("$defs") {
            schema.insert("$defs".to_owned(), definitions.clone());
        }
        let validator = DefaultValidator::shared().compile(&Schema::try_from(schema)?)?;
        compiled.insert(address, validator.clone());
        Ok(validator)
    }
}

/// An object's members by the names on the wire: a model may use an original name, which descriptions may mention,
/// for a property with a different name there. A name that is both is read as the name on the wire.
fn by_wire_names(
    names: &BTreeMap<String, String>,
    properties: Option<&Value>,
    map: Map<String, Value>,
    meter: &Meter,
) -> Result<Map<String, Value>, Exceeded> {
    let is_declared = |name: &str| properties.is_some_and(|all| all.get(name).is_some());
    if names.is_empty() || map.keys().all(|name| is_declared(name)) {
        return Ok(map);
    }
    meter.work(names.len() + map.len())?;
    let wires: HashMap<_, _> = names.iter().map(|(wire, name)| (name, wire)).collect();
    let mut renamed = Map::new();
    let mut originals = Vec::new();
    for (name, value) in map {
        match wires.get(&name) {
            Some(wire) if !is_declared(&name) => originals.push(((*wire).clone(), value)),
            _ => drop(renamed.insert(name, value)),
        }
    }
    for (wire, value) in originals {
        renamed.entry(wire).or_insert(value);
    }
    Ok(renamed)
}

/// The value of an object's only member.
fn only_member(object: Value) -> Value {
    match object {
        Value::Object(map) => map.into_iter().next().map(|(_, value)| value),
        _ => None,
    }
    .unwrap_or_default()
}

/// Whether a schema accepts values of this JSON type and, if it lists strings, lists this one.
fn is_of_kind(schema: &Value, value: &Value, meter: &Meter) -> Result<bool, Exceeded> {
    meter.work(1)?;
    let is_type = |name: &Value| match name.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => value.is_number(),
    };
    let is_typed = match schema.get("type") {
        Some(Value::Array(names)) => names.iter().any(is_type),
        Some(name) => is_type(name),
        None => true,
    };
    Ok(is_typed && is_listed(schema, value, meter)?)
}

/// Whether a value is among the strings that a schema lists; numbers are left to the validator.
fn is_listed(schema: &Value, value: &Value, meter: &Meter) -> Result<bool, Exceeded> {
    if value.is_number() {
        return Ok(true);
    }
    let listed = schema.get("enum").and_then(Value::as_array);
    meter.work(listed.map_or(0, Vec::len))?;
    let is_constant = schema.get("const").is_none_or(|constant| constant == value);
    Ok(is_constant && listed.is_none_or(|values| values.contains(value)))
}

/// Whether a value encodes null where a plain null encodes absence.
fn stands_for_null(value: &Value) -> bool {
    value
        .as_object()
        .is_some_and(|map| map.len() == 1 && map.get(IS_NULL) == Some(&Value::Bool(true)))
}
