//! What the fragments of a node require together, keyword by keyword.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Map, Value};

use super::site::{Fragment, Site};
use super::types::Types;
use crate::adapter::feature::SchemaFeature;
use crate::meter::{Exceeded, Meter};
use crate::path::{Place, Places, Step};
use crate::schema::walk::{items, keyword, texts};

/// A keyword with its value and the schema that has it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<'a> {
    pub(super) feature: SchemaFeature,
    pub(super) value: &'a Value,
    pub(super) site: Site<'a>,
}

/// The constraints of a node without references and combinators.
#[derive(Debug)]
pub(super) struct Merged<'a> {
    pub(super) site: Site<'a>,
    pub(super) types: Types,
    /// Whether a fragment has `type`.
    pub(super) typed: bool,
    pub(super) values: Option<Vec<&'a Value>>,
    pub(super) is_constant: bool,
    /// Bounds, patterns and formats, the tightest of each.
    pub(super) bounds: Vec<Entry<'a>>,
    /// What no compiling mode supports, and what could not be merged.
    pub(super) leftovers: Vec<Entry<'a>>,
    pub(super) object: Object<'a>,
    pub(super) array: Array<'a>,
}

#[derive(Debug, Default)]
pub(super) struct Object<'a> {
    pub(super) properties: Vec<(&'a str, Fragments<'a>)>,
    pub(super) required: BTreeSet<&'a str>,
    /// Where `additionalProperties` or `unevaluatedProperties` is false.
    pub(super) closed_at: Option<Site<'a>>,
    /// Where `additionalProperties` is true or a schema, or patterns name properties.
    pub(super) open_at: Option<(SchemaFeature, Site<'a>)>,
    /// Where `unevaluatedProperties` is false.
    unevaluated: Vec<Entry<'a>>,
    /// Whether any keyword of objects was seen.
    pub(super) is_said: bool,
}

#[derive(Debug, Default)]
pub(super) struct Array<'a> {
    /// What each item has to match.
    pub(super) items: Vec<Fragment<'a>>,
    /// What items have to match by position.
    pub(super) prefix: Vec<Vec<Fragment<'a>>>,
    pub(super) prefix_at: Option<Site<'a>>,
    pub(super) is_said: bool,
}

/// The fragments of a property; most have one.
#[derive(Debug)]
pub(super) enum Fragments<'a> {
    One([Fragment<'a>; 1]),
    Several(Vec<Fragment<'a>>),
}

impl<'a> Fragments<'a> {
    fn push(&mut self, fragment: Fragment<'a>) {
        match self {
            Self::One([first]) => *self = Self::Several(vec![*first, fragment]),
            Self::Several(all) => all.push(fragment),
        }
    }
}

impl<'a> std::ops::Deref for Fragments<'a> {
    type Target = [Fragment<'a>];

    fn deref(&self) -> &[Fragment<'a>] {
        match self {
            Self::One(one) => one,
            Self::Several(all) => all,
        }
    }
}

/// A root for nodes without fragments, which belong to no document.
static NOTHING: Value = Value::Null;

impl<'a> Merged<'a> {
    /// The constraints that any value satisfies.
    pub(super) fn nothing() -> Self {
        Self {
            site: Site {
                schema: &NOTHING,
                place: Place::ROOT,
            },
            types: Types::ANY,
            typed: false,
            values: None,
            is_constant: false,
            bounds: Vec::new(),
            leftovers: Vec::new(),
            object: Object::default(),
            array: Array::default(),
        }
    }

    /// Merges fragments; `None` when they contradict each other.
    pub(super) fn of(
        fragments: &[Fragment<'a>],
        places: &mut Places<'a>,
        meter: &Meter,
    ) -> Result<Option<Self>, Exceeded> {
        let mut merged = Self::nothing();
        if let Some(first) = fragments.first() {
            merged.site = first.site;
        }
        for fragment in fragments {
            for (keyword, value) in fragment.map().into_iter().flatten() {
                meter.work(1)?;
                if let Some(feature) = SchemaFeature::from_keyword(keyword) {
                    merged.keyword(fragment, feature, value, meter)?;
                }
            }
        }
        // All properties of a merged object are evaluated, but each part sees only its own.
        for entry in std::mem::take(&mut merged.object.unevaluated) {
            let names = |fragment: &Fragment<'a>| fragment.map()?.get("properties");
            meter.work(fragments.len())?;
            let sees = |fragment: &Fragment<'a>| fragment.is_within(entry.site.place, places);
            if !fragments
                .iter()
                .all(|one| names(one).is_none() || sees(one))
            {
                merged.leftovers.push(entry);
            }
        }
        if merged.object.is_said {
            merged.properties(fragments, places, meter)?;
        }
        if merged.array.is_said {
            merged.items(fragments, places, meter)?;
        }
        if let Some(values) = &mut merged.values {
            let types = merged.types;
            values.retain(|value| types.admits(value));
            let of_values = values.iter().map(|value| Types::of_value(value));
            merged.types = types.and(of_values.fold(Types::NONE, Types::or));
        }
        Ok((!merged.types.is_empty()).then_some(merged))
    }

    /// Whether it is written as anything other than one schema of one type.
    pub(super) fn is_unusual(&self) -> bool {
        let values = self.values.iter().flatten();
        self.types.only().is_none()
            || !self.array.prefix.is_empty()
            || self.is_constant
            || values.into_iter().any(|value| !value.is_string())
    }

    fn keyword(
        &mut self,
        fragment: &Fragment<'a>,
        feature: SchemaFeature,
        value: &'a Value,
        meter: &Meter,
    ) -> Result<(), Exceeded> {
        use SchemaFeature as F;
        let site = fragment.site;
        let entry = Entry {
            feature,
            value,
            site,
        };
        match feature {
            F::Type => {
                self.types = self.types.and(Types::of_keyword(value));
                self.typed = true;
            }
            F::Properties | F::Required => self.object.is_said = true,
            F::AdditionalProperties => self.additional(site, value),
            F::Items | F::PrefixItems => self.array.is_said = true,
            F::Enum => {
                self.restrict(items(Some(value)).collect(), false, meter)?;
            }
            F::Const => self.restrict(vec![value], true, meter)?,
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
            F::UnevaluatedProperties if *value == Value::Bool(false) => {
                self.object.closed_at.get_or_insert(site);
                self.object.unevaluated.push(entry);
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
                self.object.open_at.get_or_insert((feature, site));
                self.leftovers.push(entry);
            }
            _ => {}
        }
        Ok(())
    }

    /// Records whether an object is closed or explicitly open. An object that says nothing also accepts
    /// anything more.
    fn additional(&mut self, site: Site<'a>, value: &'a Value) {
        let feature = SchemaFeature::AdditionalProperties;
        match value {
            Value::Bool(false) => {
                self.object.closed_at.get_or_insert(site);
            }
            Value::Object(map) if !map.is_empty() => {
                self.object.open_at.get_or_insert((feature, site));
                self.leftovers.push(Entry {
                    feature,
                    value,
                    site,
                });
            }
            _ => {}
        }
        self.object.is_said = true;
    }

    pub(super) fn bound(&self, feature: SchemaFeature) -> Option<&Entry<'a>> {
        self.bounds.iter().find(|entry| entry.feature == feature)
    }

    fn restrict(
        &mut self,
        values: Vec<&'a Value>,
        is_constant: bool,
        meter: &Meter,
    ) -> Result<(), Exceeded> {
        meter.work(values.len())?;
        match &mut self.values {
            None => {
                self.values = Some(values);
                self.is_constant = is_constant;
            }
            Some(existing) => {
                meter.work(existing.len().saturating_mul(values.len()))?;
                existing.retain(|value| values.contains(value));
            }
        }
        Ok(())
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

    /// Each property has to match what every fragment says about it: its schema in `properties`,
    /// otherwise `additionalProperties`.
    fn properties(
        &mut self,
        fragments: &[Fragment<'a>],
        places: &mut Places<'a>,
        meter: &Meter,
    ) -> Result<(), Exceeded> {
        let mut index: HashMap<&'a str, usize> = HashMap::new();
        for fragment in fragments {
            let Some(map) = fragment.map() else { continue };
            let properties = keyword(map, "properties").and_then(Value::as_object);
            self.object
                .properties
                .reserve(properties.map_or(0, Map::len));
            for (name, schema) in properties.into_iter().flatten() {
                meter.work(1)?;
                let step = Step::Key(name);
                let child = fragment.child_at(places, "properties", step, schema);
                let found = if fragments.len() > 1 {
                    let next = self.object.properties.len();
                    *index.entry(name).or_insert(next)
                } else {
                    self.object.properties.len()
                };
                match self.object.properties.get_mut(found) {
                    Some((_, schemas)) => schemas.push(child),
                    None => self.object.properties.push((name, Fragments::One([child]))),
                }
            }
            for name in texts(keyword(map, "required")) {
                meter.work(1)?;
                self.object.required.insert(name);
            }
        }
        if fragments.len() < 2 {
            return Ok(());
        }
        for fragment in fragments {
            let Some(map) = fragment.map() else { continue };
            let Some(additional) = map.get("additionalProperties") else {
                continue;
            };
            if *additional == Value::Bool(true) || map.contains_key("patternProperties") {
                continue;
            }
            let own = map.get("properties").and_then(Value::as_object);
            let child = fragment.child(places, "additionalProperties", additional);
            meter.work(self.object.properties.len())?;
            for (name, schemas) in &mut self.object.properties {
                if !own.is_some_and(|own| own.contains_key(*name)) {
                    schemas.push(child);
                }
            }
        }
        Ok(())
    }

    fn items(
        &mut self,
        fragments: &[Fragment<'a>],
        places: &mut Places<'a>,
        meter: &Meter,
    ) -> Result<(), Exceeded> {
        let prefix_of =
            |fragment: &Fragment<'a>| keyword(fragment.map()?, "prefixItems")?.as_array();
        let longest = fragments.iter().filter_map(prefix_of).map(Vec::len).max();
        let longest = longest.unwrap_or(0);
        meter.work(longest.saturating_mul(fragments.len()))?;
        self.array.prefix = vec![Vec::new(); longest];
        for fragment in fragments {
            let items = fragment.map().and_then(|map| keyword(map, "items"));
            let prefix = prefix_of(fragment);
            if prefix.is_some() {
                self.array.prefix_at.get_or_insert(fragment.site);
            }
            let prefix = prefix.map_or(&[] as &[Value], Vec::as_slice);
            let rest = items.map(|schema| fragment.child(places, "items", schema));
            for (i, place) in self.array.prefix.iter_mut().enumerate() {
                match prefix.get(i) {
                    Some(schema) => {
                        let step = Step::Index(i);
                        place.push(fragment.child_at(places, "prefixItems", step, schema));
                    }
                    None => place.extend(rest),
                }
            }
            self.array.items.extend(rest);
        }
        Ok(())
    }
}
