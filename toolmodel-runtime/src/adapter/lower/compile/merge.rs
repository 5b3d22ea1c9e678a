//! What the fragments of a node say together, keyword by keyword.

use serde_json::{Map, Value};

use super::fragment::Fragment;
use super::types::Types;
use crate::adapter::feature::SchemaFeature;

/// A keyword with its value and the schema that has it.
#[derive(Clone, Debug)]
pub(super) struct Entry<'a> {
    pub(super) feature: SchemaFeature,
    pub(super) value: &'a Value,
    pub(super) pointer: String,
}

/// The constraints of a node without references and combinators.
#[derive(Debug)]
pub(super) struct Merged<'a> {
    pub(super) pointer: String,
    pub(super) types: Types,
    /// Whether a fragment says `type`.
    pub(super) typed: bool,
    pub(super) values: Option<Vec<&'a Value>>,
    pub(super) is_constant: bool,
    /// Bounds, patterns and formats, the tightest of each.
    pub(super) bounds: Vec<Entry<'a>>,
    /// What no mode that compiles has, and what could not be merged.
    pub(super) leftovers: Vec<Entry<'a>>,
    pub(super) object: Object<'a>,
    pub(super) array: Array<'a>,
}

#[derive(Debug, Default)]
pub(super) struct Object<'a> {
    pub(super) properties: Vec<(&'a str, Vec<Fragment<'a>>)>,
    pub(super) required: Vec<&'a str>,
    /// Where `additionalProperties` or `unevaluatedProperties` is false.
    pub(super) closed_at: Option<String>,
    /// Where `additionalProperties` is true or a schema, or patterns name properties.
    pub(super) open_at: Option<(SchemaFeature, String)>,
    /// Whether any keyword of objects was seen.
    pub(super) is_said: bool,
}

#[derive(Debug, Default)]
pub(super) struct Array<'a> {
    /// What each item has to fit.
    pub(super) items: Vec<Fragment<'a>>,
    /// What items have to fit by position.
    pub(super) prefix: Vec<Vec<Fragment<'a>>>,
    pub(super) prefix_at: Option<String>,
    pub(super) is_said: bool,
}

impl<'a> Merged<'a> {
    /// Merges fragments; none when they contradict each other.
    pub(super) fn of(fragments: &[Fragment<'a>]) -> Option<Self> {
        let pointer = fragments
            .first()
            .map(|fragment| fragment.pointer.clone())
            .unwrap_or_default();
        let mut merged = Self {
            pointer,
            types: Types::ANY,
            typed: false,
            values: None,
            is_constant: false,
            bounds: Vec::new(),
            leftovers: Vec::new(),
            object: Object::default(),
            array: Array::default(),
        };
        for fragment in fragments {
            for (keyword, value) in fragment.map()? {
                if let Some(feature) = SchemaFeature::from_keyword(keyword) {
                    merged.keyword(fragment, feature, value);
                }
            }
        }
        merged.properties(fragments);
        merged.items(fragments);
        if let Some(values) = &mut merged.values {
            let types = merged.types;
            values.retain(|value| types.admits(value));
            let of_values = values.iter().map(|value| Types::of_value(value));
            merged.types = types.and(of_values.fold(Types::NONE, Types::or));
        }
        (!merged.types.is_empty()).then_some(merged)
    }

    fn keyword(&mut self, fragment: &Fragment<'a>, feature: SchemaFeature, value: &'a Value) {
        use SchemaFeature as F;
        let entry = Entry {
            feature,
            value,
            pointer: fragment.pointer.clone(),
        };
        match feature {
            F::Type => {
                self.types = self.types.and(Types::of_keyword(value));
                self.typed = true;
            }
            F::Enum => self.restrict(value.as_array().into_iter().flatten().collect(), false),
            F::Const => self.restrict(vec![value], true),
            F::Minimum | F::ExclusiveMinimum | F::MinLength | F::MinItems | F::MinProperties => {
                self.tighten(entry, |new, old| new > old);
            }
            F::Maximum | F::ExclusiveMaximum | F::MaxLength | F::MaxItems | F::MaxProperties => {
                self.tighten(entry, |new, old| new < old);
            }
            F::MultipleOf | F::Pattern | F::Format => match self.bound(feature) {
                None => self.bounds.push(entry),
                Some(found) if found.value == value => {}
                Some(_) => self.leftovers.push(entry),
            },
            F::UniqueItems if *value == Value::Bool(true) && self.bound(feature).is_none() => {
                self.bounds.push(entry);
            }
            // All properties of a merged object are evaluated.
            F::UnevaluatedProperties if *value == Value::Bool(false) => {
                self.object.closed_at.get_or_insert(entry.pointer);
            }
            F::Not
            | F::If
            | F::Then
            | F::Else
            | F::DependentRequired
            | F::DependentSchemas
            | F::PropertyNames
            | F::Contains
            | F::MinContains
            | F::MaxContains
            | F::UnevaluatedItems
            | F::ContentEncoding
            | F::ContentMediaType
            | F::ContentSchema
            | F::UnevaluatedProperties => self.leftovers.push(entry),
            F::PatternProperties => {
                self.object.is_said = true;
                self.object
                    .open_at
                    .get_or_insert((feature, entry.pointer.clone()));
                self.leftovers.push(entry);
            }
            _ => {}
        }
    }

    pub(super) fn bound(&self, feature: SchemaFeature) -> Option<&Entry<'a>> {
        self.bounds.iter().find(|entry| entry.feature == feature)
    }

    fn restrict(&mut self, values: Vec<&'a Value>, is_constant: bool) {
        match &mut self.values {
            None => {
                self.values = Some(values);
                self.is_constant = is_constant;
            }
            Some(existing) => existing.retain(|value| values.contains(value)),
        }
    }

    fn tighten(&mut self, entry: Entry<'a>, is_tighter: impl Fn(f64, f64) -> bool) {
        match self
            .bounds
            .iter_mut()
            .find(|found| found.feature == entry.feature)
        {
            None => self.bounds.push(entry),
            Some(found) => {
                let (new, old) = (entry.value.as_f64(), found.value.as_f64());
                if let (Some(new), Some(old)) = (new, old)
                    && is_tighter(new, old)
                {
                    *found = entry;
                }
            }
        }
    }

    /// Each property has to fit what every fragment says about it: its schema among `properties`,
    /// else `additionalProperties`.
    fn properties(&mut self, fragments: &[Fragment<'a>]) {
        let mut names: Vec<&'a str> = Vec::new();
        for map in fragments.iter().filter_map(Fragment::map) {
            for name in named(map)
                .into_iter()
                .flatten()
                .map(|(name, _)| name.as_str())
            {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            let required = map.get("required").and_then(Value::as_array);
            for name in required.into_iter().flatten().filter_map(Value::as_str) {
                self.object.is_said = true;
                if !self.object.required.contains(&name) {
                    self.object.required.push(name);
                }
            }
        }
        let mut all: Vec<(&'a str, Vec<Fragment<'a>>)> =
            names.into_iter().map(|name| (name, Vec::new())).collect();
        for fragment in fragments {
            let Some(map) = fragment.map() else { continue };
            let properties = named(map);
            self.object.is_said |= properties.is_some();
            let additional = map.get("additionalProperties");
            self.additional(fragment, additional);
            let patterns = map.contains_key("patternProperties");
            for (name, schemas) in &mut all {
                if let Some(schema) = properties.and_then(|properties| properties.get(*name)) {
                    schemas.push(fragment.child_named("properties", name, schema));
                } else if let Some(schema) = additional
                    && !patterns
                {
                    schemas.push(fragment.child("additionalProperties", schema));
                }
            }
        }
        self.object.properties = all;
    }

    fn additional(&mut self, fragment: &Fragment<'a>, additional: Option<&'a Value>) {
        match additional {
            None => return,
            Some(Value::Bool(false)) => {
                let pointer = fragment.pointer.clone();
                self.object.closed_at.get_or_insert(pointer);
            }
            Some(value) => {
                let feature = SchemaFeature::AdditionalProperties;
                self.object
                    .open_at
                    .get_or_insert((feature, fragment.pointer.clone()));
                if value.as_object().is_some_and(|map| !map.is_empty()) {
                    let pointer = fragment.pointer.clone();
                    self.leftovers.push(Entry {
                        feature,
                        value,
                        pointer,
                    });
                }
            }
        }
        self.object.is_said = true;
    }

    fn items(&mut self, fragments: &[Fragment<'a>]) {
        let longest = fragments
            .iter()
            .filter_map(|fragment| fragment.map()?.get("prefixItems")?.as_array())
            .map(Vec::len)
            .max()
            .unwrap_or(0);
        self.array.prefix = vec![Vec::new(); longest];
        for fragment in fragments {
            let Some(map) = fragment.map() else { continue };
            let prefix = map.get("prefixItems").and_then(Value::as_array);
            if prefix.is_some() {
                self.array.prefix_at.get_or_insert(fragment.pointer.clone());
                self.array.is_said = true;
            }
            let prefix = prefix.map_or(&[] as &[Value], Vec::as_slice);
            for (i, place) in self.array.prefix.iter_mut().enumerate() {
                match (prefix.get(i), map.get("items")) {
                    (Some(schema), _) => place.push(fragment.child_at("prefixItems", i, schema)),
                    (None, Some(schema)) => place.push(fragment.child("items", schema)),
                    (None, None) => {}
                }
            }
            if let Some(schema) = map.get("items") {
                self.array.is_said = true;
                self.array.items.push(fragment.child("items", schema));
            }
        }
    }
}

fn named(map: &Map<String, Value>) -> Option<&Map<String, Value>> {
    map.get("properties").and_then(Value::as_object)
}
