//! Walks one schema and hands each node to the checks of the profile.

use serde_json::{Map, Value};

use super::{Complaint, Rule, gemini, limits, strict};
use crate::adapter::facts::{
    ANTHROPIC, ANTHROPIC_STRICT, Facts, GEMINI_JSON_SCHEMA, GEMINI_PARAMETERS, Level, OPENAI,
    OPENAI_STRICT, Support,
};
use crate::adapter::path::Path;
use crate::adapter::refs::{self, Graph};
use crate::adapter::subschemas::{Holds, each_of, holds};

/// What a schema is held to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    OpenAi,
    OpenAiStrict,
    Anthropic,
    AnthropicStrict,
    GeminiParameters,
    GeminiJsonSchema,
}

impl Profile {
    pub(crate) fn facts(self) -> &'static Facts {
        match self {
            Self::OpenAi => &OPENAI,
            Self::OpenAiStrict => &OPENAI_STRICT,
            Self::Anthropic => &ANTHROPIC,
            Self::AnthropicStrict => &ANTHROPIC_STRICT,
            Self::GeminiParameters => &GEMINI_PARAMETERS,
            Self::GeminiJsonSchema => &GEMINI_JSON_SCHEMA,
        }
    }

    pub(crate) fn is_strict(self) -> bool {
        matches!(self, Self::OpenAiStrict | Self::AnthropicStrict)
    }

    /// The keywords that the root may not have although subschemas may.
    fn root_keywords(self) -> &'static [&'static str] {
        match self {
            Self::OpenAi | Self::OpenAiStrict => {
                &["anyOf", "oneOf", "allOf", "enum", "not", "const"]
            }
            Self::Anthropic | Self::AnthropicStrict => &["anyOf", "oneOf", "allOf"],
            Self::GeminiParameters | Self::GeminiJsonSchema => &[],
        }
    }
}

/// The walk: what is checked, and what was found.
pub(super) struct Linter<'a> {
    pub(super) profile: Profile,
    pub(super) facts: &'static Facts,
    root: &'a Value,
    base: &'a str,
    complaints: Vec<Complaint>,
    /// Stop at the first complaint.
    first_only: bool,
}

/// Everything in a schema that the profile refuses; pointers start with `base`.
pub(crate) fn check_schema(profile: Profile, root: &Value, base: &str) -> Vec<Complaint> {
    let mut linter = Linter::new(profile, root, base, false);
    linter.run();
    linter.complaints
}

/// Whether the profile takes the schema as it is.
pub(crate) fn is_clean(profile: Profile, root: &Value) -> bool {
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
            base,
            complaints: Vec::new(),
            first_only,
        }
    }

    fn is_done(&self) -> bool {
        self.first_only && !self.complaints.is_empty()
    }

    pub(super) fn complain(
        &mut self,
        rule: Rule,
        path: &Path<'_>,
        message: impl std::fmt::Display,
    ) {
        self.complaints
            .push(Complaint::new(rule, path.pointer(self.base), message));
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
        if self.profile == Profile::OpenAiStrict {
            limits::check(self.root, self.base, &mut self.complaints);
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
            None if self.profile == Profile::GeminiParameters => {}
            None => self.complain(
                Rule::RootType,
                &path,
                "the root must have `type: \"object\"`",
            ),
            Some(found) => {
                let message = format!("the root must have `type: \"object\"`, found `{found}`");
                self.complain(Rule::RootType, &path.key("type"), message);
            }
        }
        for keyword in self.profile.root_keywords() {
            if map.contains_key(*keyword) {
                let message = format!("`{keyword}` is not accepted at the top level");
                self.complain(Rule::RootKeyword, &path.key(keyword), message);
            }
        }
        let wants_properties = matches!(self.profile, Profile::OpenAi | Profile::OpenAiStrict);
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
        let map = match schema {
            Value::Object(map) => map,
            Value::Bool(_) => {
                if !matches!(self.profile, Profile::Anthropic | Profile::GeminiJsonSchema) {
                    self.complain(
                        Rule::BooleanSchema,
                        path,
                        "a boolean schema is not accepted",
                    );
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
            Profile::OpenAiStrict | Profile::AnthropicStrict => strict::check(self, map, path),
            Profile::GeminiParameters => gemini::check(self, map, path, is_root),
            Profile::Anthropic | Profile::GeminiJsonSchema => {}
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
                    self.complain(
                        Rule::Keyword,
                        &path,
                        format_args!("`{keyword}` is not permitted"),
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

    /// OpenAI wants `items` on every array, strict or not.
    pub(super) fn items(&mut self, map: &Map<String, Value>, path: &Path<'_>) {
        if has_type(map, "array") && !map.contains_key("items") {
            self.complain(Rule::MissingItems, path, "array schema missing items");
        }
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
            let message = format!(
                "property keys should match `{}`, found `{}`",
                rule.pattern(),
                name.escape_debug()
            );
            self.complain(Rule::PropertyName, &path.key(name), message);
        }
    }

    fn reference(&mut self, map: &Map<String, Value>, reference: &str, path: &Path<'_>) {
        let target = refs::resolve(self.root, reference);
        let path_ref = path.key("$ref");
        let shown = reference.escape_debug();
        match target {
            refs::Target::External => {
                let message = format!("`{shown}` leads out of the document");
                self.complain(Rule::Reference, &path_ref, message);
            }
            refs::Target::Missing => {
                let message = format!("`{shown}` refers to an undefined schema");
                self.complain(Rule::Reference, &path_ref, message);
            }
            refs::Target::Local(pointer, _) if self.profile.is_strict() => {
                let name = pointer
                    .strip_prefix("/$defs/")
                    .or_else(|| pointer.strip_prefix("/definitions/"));
                if !pointer.is_empty() && name.is_none_or(|name| name.contains('/')) {
                    let message =
                        "a reference can only point to definitions at the top level of the schema";
                    self.complain(Rule::Reference, &path_ref, message);
                }
            }
            refs::Target::Local(..) => {}
        }
        let tolerated: &[&str] = match self.profile {
            Profile::OpenAiStrict | Profile::AnthropicStrict => &[],
            Profile::GeminiJsonSchema => &["description", "default"],
            _ => return,
        };
        let is_sibling =
            |key: &&String| !key.starts_with('$') && !tolerated.contains(&key.as_str());
        let siblings: Vec<&str> = map.keys().filter(is_sibling).map(String::as_str).collect();
        if !siblings.is_empty() {
            let message = format!("`$ref` cannot have keywords {siblings:?} beside it");
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
        let graph = Graph::of(self.root);
        for edge in graph.cyclic() {
            let message = match self.profile {
                Profile::AnthropicStrict => "a schema may not refer to itself",
                _ if edge.optional || edge.required.is_none() => continue,
                _ => "a schema may refer to itself only in properties that are not required",
            };
            let pointer = format!("{}{}", self.base, edge.site);
            self.complaints
                .push(Complaint::new(Rule::Recursion, pointer, message));
        }
    }
}

/// Whether `type` is or contains a type.
pub(super) fn has_type(map: &Map<String, Value>, name: &str) -> bool {
    match map.get("type") {
        Some(Value::String(found)) => found == name,
        Some(Value::Array(found)) => found.iter().any(|found| found.as_str() == Some(name)),
        _ => false,
    }
}
