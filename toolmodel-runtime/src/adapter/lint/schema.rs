//! Walks one schema and passes each node to the checks of the profile.

use serde_json::{Map, Value};

use super::{Complaint, Rule, gemini, limits, strict};
use crate::adapter::budget::Budget;
use crate::adapter::cycles::recursions;
use crate::adapter::facts::{Facts, Level, Support};
use crate::adapter::feature::SchemaFeature;
use crate::adapter::limits::TELLING;
use crate::adapter::profile::Profile;
use crate::error::excerpt::shortened;
use crate::meter::{Exceeded, Meter};
use crate::path::{Path, Step};
use crate::schema::reference::{References, Target};
use crate::schema::walk::{Holds, each_of, holds, is_type, keyword};

/// The state of the walk: what is checked, and what was found.
pub(super) struct Linter<'a> {
    pub(super) profile: Profile,
    pub(super) facts: &'static Facts,
    root: &'a Value,
    references: References<'a>,
    base: &'a str,
    complaints: Vec<Complaint>,
    /// Whether to stop at the first complaint.
    first_only: bool,
    meter: Meter,
    exceeded: bool,
}

/// Everything in a schema that the profile refuses; pointers start with `base`.
pub(crate) fn check_schema(profile: Profile, root: &Value, base: &str) -> Vec<Complaint> {
    let mut linter = Linter::new(profile, root, base, false);
    linter.run();
    linter.complaints
}

/// The limits exceeded by a schema whose every node the profile accepts.
pub(crate) fn check_limits(profile: Profile, root: &Value) -> Vec<Complaint> {
    let mut linter = Linter::new(profile, root, "", false);
    linter.limits();
    linter.complaints
}

/// Whether the profile accepts the schema as it is.
pub(crate) fn is_clean(profile: Profile, root: &Value) -> bool {
    // Most tools have optional properties or bounds, and then there is nothing more to look at.
    let is_seen = match profile {
        Profile::AnthropicStrict => has_refused(profile.facts(), root),
        profile => profile.is_openai_strict() && !requires_all(root),
    };
    if is_seen {
        return false;
    }
    let mut linter = Linter::new(profile, root, "", true);
    linter.run();
    linter.complaints.is_empty()
}

impl<'a> Linter<'a> {
    fn new(profile: Profile, root: &'a Value, base: &'a str, first_only: bool) -> Self {
        let facts = profile.facts();
        Self {
            profile,
            facts,
            root,
            references: References::new(root),
            base,
            complaints: Vec::new(),
            first_only,
            meter: Meter::new(TELLING),
            exceeded: false,
        }
    }

    pub(super) fn is_done(&self) -> bool {
        self.exceeded || self.first_only && !self.complaints.is_empty()
    }

    pub(super) fn complain(
        &mut self,
        rule: Rule,
        path: &Path<'_>,
        message: impl std::fmt::Display,
    ) {
        if self.is_done() {
            return;
        }
        let complaint = if self.first_only {
            Complaint::new(rule, "", "")
        } else {
            Complaint::new(rule, format!("{}{}", self.base, path.pointer()), message)
        };
        let written = self
            .meter
            .write(complaint.pointer.len() + complaint.message.len() + 64);
        self.complaints.push(complaint);
        self.charge(written);
    }

    /// Ends the walk with a complaint when it has cost too much.
    pub(super) fn charge(&mut self, charged: Result<(), Exceeded>) {
        if let Err(exceeded) = charged
            && !self.exceeded
        {
            self.exceeded = true;
            self.complaints
                .push(Complaint::new(Rule::Limit, self.base, exceeded));
        }
    }

    fn run(&mut self) {
        let mut has_references = false;
        self.root(&mut has_references);
        if self.is_done() {
            return;
        }
        if has_references {
            self.recursion();
        }
        self.limits();
    }

    fn limits(&mut self) {
        match self.profile {
            Profile::OpenAiStrict | Profile::AzureStrict => {
                let most = limits::of(self.profile);
                limits::check(self.root, self.base, &most, &mut self.complaints);
            }
            Profile::AnthropicStrict => {
                for over in Budget::over_of_one(self.root) {
                    self.complain(Rule::Limit, &Path::Root, over);
                }
            }
            _ => {}
        }
    }

    fn root(&mut self, has_references: &mut bool) {
        let path = Path::Root;
        let Value::Object(map) = self.root else {
            self.complain(Rule::RootType, &path, "the root must be an object schema");
            return;
        };
        match map.get("type") {
            Some(Value::String(name)) if name.eq_ignore_ascii_case("object") => {}
            None if self.profile.is_openapi() => {}
            None => {
                let message = "the root must have `type: \"object\"`";
                self.complain(Rule::RootType, &path, message);
            }
            Some(found) => {
                let found = crate::schema::shown(found);
                let message = format!("the root must have `type: \"object\"`, found {found}");
                self.complain(Rule::RootType, &path.key("type"), message);
            }
        }
        for name in self.profile.root_keywords() {
            if keyword(map, name).is_some() {
                let message = format!("`{name}` is not accepted at the top level");
                self.complain(Rule::RootKeyword, &path.key(name), message);
            }
        }
        let wants_properties = self.profile == Profile::OpenAi || self.profile.is_openai_strict();
        if wants_properties && !map.get("properties").is_some_and(Value::is_object) {
            let message = "object schema missing properties";
            self.complain(Rule::MissingProperties, &path, message);
        }
        self.node(self.root, &path, true, has_references);
    }

    fn node(&mut self, schema: &Value, path: &Path<'_>, is_root: bool, refs: &mut bool) {
        if self.is_done() {
            return;
        }
        let steps = 1 + schema.as_object().map_or(0, Map::len);
        let charged = self.meter.work(steps);
        self.charge(charged);
        let map = match schema {
            Value::Object(map) => map,
            Value::Bool(_) => {
                if !matches!(self.profile, Profile::Anthropic | Profile::GeminiJsonSchema) {
                    let message = "a boolean schema is not accepted";
                    self.complain(Rule::BooleanSchema, path, message);
                }
                return;
            }
            _ => {
                self.complain(Rule::Keyword, path, "expected a schema");
                return;
            }
        };
        self.keywords(map, path, is_root);
        if let Some(Value::String(reference)) = map.get("$ref") {
            *refs = true;
            self.reference(map, reference, path);
        }
        match self.profile {
            Profile::OpenAi => self.items(map, path),
            profile if profile.is_strict() => strict::check(self, map, path),
            profile if profile.is_openapi() => gemini::check(self, map, path, is_root),
            _ => {}
        }
        self.property_names(map, path, is_root);
        for (keyword, value) in map {
            let holds = holds(keyword);
            if holds == Holds::Nothing || (holds == Holds::One && value.is_boolean()) {
                continue;
            }
            let path = path.key(keyword);
            each_of(holds, value, |token, child| {
                self.node(child, &path.token(token), false, refs);
            });
        }
    }

    fn keywords(&mut self, map: &Map<String, Value>, path: &Path<'_>, is_root: bool) {
        for (keyword, value) in map {
            let path = path.key(keyword);
            if self.facts.support_of(keyword) == Support::Refused {
                let root_keyword =
                    is_root && self.profile.root_keywords().contains(&keyword.as_str());
                if !root_keyword {
                    let shown = shown(keyword);
                    self.complain(
                        Rule::Keyword,
                        &path,
                        format_args!("`{shown}` is not permitted"),
                    );
                }
            }
            if keyword == "items" && value.is_array() {
                let message = "an array of schemas is draft-07; 2020-12 has `prefixItems`";
                self.complain(Rule::Dialect, &path, message);
            }
            if keyword.starts_with("exclusive") && value.is_boolean() {
                let message = "a boolean is draft-04; 2020-12 has a number";
                self.complain(Rule::Dialect, &path, message);
            }
        }
    }

    /// OpenAI requires `items` on every array, strict or not.
    fn items(&mut self, map: &Map<String, Value>, path: &Path<'_>) {
        let is_array = map.get("type").is_some_and(|kind| is_type(kind, "array"));
        if is_array && !map.contains_key("items") {
            self.missing_items(path);
        }
    }

    pub(super) fn missing_items(&mut self, path: &Path<'_>) {
        self.complain(Rule::MissingItems, path, "array schema missing items");
    }

    fn property_names(&mut self, map: &Map<String, Value>, path: &Path<'_>, is_root: bool) {
        let Some((rule, level)) = &self.facts.property_names else {
            return;
        };
        if *level == Level::Root && !is_root {
            return;
        }
        let Some(Value::Object(properties)) = map.get("properties") else {
            return;
        };
        let path = path.key("properties");
        for name in properties.keys().filter(|name| !rule.accepts(name)) {
            let (pattern, name_shown) = (rule.pattern(), shown(name));
            let message = format!("property keys should match `{pattern}`, found `{name_shown}`");
            self.complain(Rule::PropertyName, &path.key(name), message);
        }
    }

    fn reference(&mut self, map: &Map<String, Value>, reference: &str, path: &Path<'_>) {
        let charged = self.meter.work(reference.len());
        self.charge(charged);
        let path_ref = path.key("$ref");
        match self.references.resolve(reference) {
            Target::External => {
                let shown = shown(reference);
                let message = format!("`{shown}` leads out of the document");
                self.complain(Rule::Reference, &path_ref, message);
            }
            Target::Missing => {
                let shown = shown(reference);
                let message = format!("`{shown}` refers to an undefined schema");
                self.complain(Rule::Reference, &path_ref, message);
            }
            Target::Local(spot) if self.profile.is_strict() => {
                let is_definition = match spot.steps.as_slice() {
                    [] => true,
                    [Step::Key(keyword), Step::Key(_)] => {
                        matches!(*keyword, "$defs" | "definitions")
                    }
                    _ => false,
                };
                if !is_definition {
                    let message =
                        "a reference can only point to definitions at the top level of the schema";
                    self.complain(Rule::Reference, &path_ref, message);
                }
            }
            Target::Local(_) => {}
        }
        let tolerated: &[&str] = match self.profile {
            profile if profile.is_strict() => &[],
            Profile::GeminiJsonSchema => &["description", "default"],
            _ => return,
        };
        let is_sibling =
            |key: &&String| !key.starts_with('$') && !tolerated.contains(&key.as_str());
        let siblings: Vec<&str> = map.keys().filter(is_sibling).map(String::as_str).collect();
        if !siblings.is_empty() {
            let siblings = siblings.join(", ");
            let siblings = shown(&siblings);
            let message = format!("`$ref` cannot have keywords `{siblings}` beside it");
            self.complain(Rule::ReferenceSiblings, path, message);
        }
    }

    fn recursion(&mut self) {
        if !matches!(
            self.profile,
            Profile::AnthropicStrict | Profile::GeminiJsonSchema
        ) {
            return;
        }
        let found = match recursions(self.root, &self.meter) {
            Ok(found) => found,
            Err(exceeded) => return self.charge(Err(exceeded)),
        };
        for recursion in found {
            let message = match self.profile {
                Profile::AnthropicStrict => "a schema may not refer to itself",
                _ if recursion.optional || recursion.required.is_none() => continue,
                _ => "a schema may refer to itself only in properties that are not required",
            };
            let pointer = format!("{}{}", self.base, recursion.site);
            let written = self.meter.write(pointer.len() + message.len() + 64);
            self.complaints
                .push(Complaint::new(Rule::Recursion, pointer, message));
            self.charge(written);
            if self.is_done() {
                return;
            }
        }
    }
}

/// A text from the tool as shown in a message: cut, with hidden characters spelled out.
pub(super) fn shown(text: &str) -> impl std::fmt::Display {
    Shown(text)
}

struct Shown<'a>(&'a str);

impl std::fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", shortened(self.0, LONGEST_SHOWN).escape_debug())
    }
}

/// Most characters of a text from the tool that a message repeats.
const LONGEST_SHOWN: usize = 200;

/// Whether as many properties are required as there are.
fn requires_all(schema: &Value) -> bool {
    let value = |name| schema.as_object().and_then(|map| keyword(map, name));
    let properties = value("properties").and_then(Value::as_object);
    let required = value("required").and_then(Value::as_array);
    required.map_or(0, Vec::len) >= properties.map_or(0, Map::len)
}

/// Whether a property has a keyword that is refused.
fn has_refused(facts: &Facts, schema: &Value) -> bool {
    let properties = schema
        .as_object()
        .and_then(|map| keyword(map, "properties"));
    let properties = properties.and_then(Value::as_object).into_iter().flatten();
    let mut keywords = properties
        .filter_map(|(_, property)| property.as_object())
        .flat_map(Map::keys);
    keywords.any(|keyword| {
        let feature = SchemaFeature::from_keyword(keyword);
        feature.is_some_and(|feature| facts.support(feature) == Support::Refused)
    })
}
