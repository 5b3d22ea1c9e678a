//! The shape of a wire tool around its schemas.

use serde_json::{Map, Value};

use super::schema::{check_schema, shown};
use super::{Complaint, Rule, Target};
use crate::adapter::facts::BEDROCK;
use crate::adapter::names::NameRule;
use crate::adapter::profile::Profile;
use crate::adapter::wire::{
    AgentSkill, AnthropicTool, ChatTool, FunctionDeclaration, FunctionDefinition, ResponsesTool,
    ToolSpecification,
};
use crate::path::Path;
use crate::path::pointer::join;
use crate::schema::expected;
use crate::schema::walk::items;

/// MCP's rule: 1 to 128 of `[A-Za-z0-9_.-]`.
const MCP_NAMES: NameRule = NameRule {
    max: 128,
    punctuation: ".-",
    letter_first: false,
};

/// A wire record and what is wrong with it.
struct Record<'a> {
    map: &'a Map<String, Value>,
    base: String,
    complaints: &'a mut Vec<Complaint>,
}

impl Record<'_> {
    fn complain(&mut self, rule: Rule, key: &str, message: impl std::fmt::Display) {
        let path = Path::Root;
        let pointer = format!("{}{}", self.base, path.key(key));
        self.complaints.push(Complaint::new(rule, pointer, message));
    }

    /// Complains about fields that neither our struct has nor the service documents as `beside` them.
    fn known(&mut self, fields: &[&str], beside: &[&str]) {
        let unknown: Vec<&String> = self
            .map
            .keys()
            .filter(|key| !fields.contains(&key.as_str()) && !beside.contains(&key.as_str()))
            .collect();
        for key in unknown {
            let message = format!("there is no field `{}`", shown(key));
            self.complain(Rule::UnknownField, key, message);
        }
    }

    fn text(&mut self, key: &str, required: bool) {
        match self.map.get(key) {
            Some(Value::String(text)) if !required || !text.is_empty() => {}
            Some(Value::String(_)) | None if required => {
                self.complain(Rule::Shape, key, "is required");
            }
            None => {}
            Some(other) => {
                self.complain(Rule::Shape, key, expected("a string", other));
            }
        }
    }

    fn name(&mut self, rule: &NameRule) {
        self.text("name", true);
        if let Some(Value::String(name)) = self.map.get("name")
            && !name.is_empty()
            && !rule.accepts(name)
        {
            let message = format!(
                "a name should match `{}`, found `{}` of {} characters",
                rule.pattern(),
                shown(name),
                name.chars().count()
            );
            self.complain(Rule::Name, "name", message);
        }
    }

    /// The value of a flag; absent and null count as false.
    fn flag(&mut self, key: &str) -> bool {
        match self.map.get(key) {
            None | Some(Value::Null) => false,
            Some(Value::Bool(flag)) => *flag,
            Some(other) => {
                self.complain(Rule::Shape, key, expected("a boolean", other));
                false
            }
        }
    }

    /// The record below a key.
    fn below<'a>(&'a mut self, key: &str, map: &'a Map<String, Value>) -> Record<'a> {
        Record {
            map,
            base: join(&self.base, key),
            complaints: self.complaints,
        }
    }

    fn schema(&mut self, key: &str, profile: Profile) {
        let Some(schema) = self.map.get(key) else {
            return;
        };
        if schema.is_object() {
            self.complaints
                .extend(check_schema(profile, schema, &join(&self.base, key)));
        } else {
            self.complain(Rule::Shape, key, expected("an object", schema));
        }
    }

    fn required(&mut self, key: &str) {
        if !self.map.contains_key(key) {
            self.complain(Rule::Shape, key, "is required");
        }
    }
}

pub(super) fn check(target: Target, tool: &Value) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    let Value::Object(map) = tool else {
        return vec![Complaint::new(Rule::Shape, "", expected("an object", tool))];
    };
    let mut record = Record {
        map,
        base: String::new(),
        complaints: &mut complaints,
    };
    match target {
        Target::Mcp => mcp(&mut record),
        Target::OpenAiChat | Target::Mistral => chat(&mut record),
        Target::OpenAiResponses => responses(&mut record),
        Target::Anthropic => anthropic(&mut record),
        Target::Gemini => gemini(&mut record, Profile::GeminiParameters),
        Target::Vertex => gemini(&mut record, Profile::VertexParameters),
        Target::Bedrock => bedrock(&mut record),
        Target::A2a => skill(&mut record),
    }
    complaints
}

fn mcp(record: &mut Record<'_>) {
    record.name(&MCP_NAMES);
    record.text("description", false);
    match record.map.get("inputSchema") {
        Some(Value::Object(schema)) => {
            if schema.get("type").and_then(Value::as_str) != Some("object") {
                let message = "the root must have `type: \"object\"`";
                record.complain(Rule::RootType, "inputSchema", message);
            }
        }
        Some(other) => {
            record.complain(Rule::Shape, "inputSchema", expected("an object", other));
        }
        None => record.complain(Rule::Shape, "inputSchema", "is required"),
    }
}

fn is_function(record: &mut Record<'_>) {
    if record.map.get("type").and_then(Value::as_str) != Some("function") {
        record.complain(Rule::Shape, "type", "expected `function`");
    }
}

/// A function whose schema is below a key, plain or strict.
fn function(record: &mut Record<'_>, key: &str, plain: Profile, strict: Profile) {
    let profile = if record.flag("strict") { strict } else { plain };
    record.name(&profile.facts().tool_names);
    record.text("description", false);
    record.schema(key, profile);
}

fn openai_function(record: &mut Record<'_>) {
    function(record, "parameters", Profile::OpenAi, Profile::OpenAiStrict);
}

fn chat(record: &mut Record<'_>) {
    is_function(record);
    record.known(ChatTool::FIELDS, &[]);
    match record.map.get("function") {
        Some(Value::Object(map)) => {
            let mut function = record.below("function", map);
            function.known(FunctionDefinition::FIELDS, &[]);
            openai_function(&mut function);
        }
        _ => record.complain(Rule::Shape, "function", "is required"),
    }
}

fn responses(record: &mut Record<'_>) {
    is_function(record);
    record.known(ResponsesTool::FIELDS, &["defer_loading", "allowed_callers"]);
    if record.map.get("strict").is_none_or(Value::is_null) {
        let message = "without `strict` the tool is made strict, and optional parameters required";
        record.complain(Rule::StrictUnset, "strict", message);
    }
    record.required("parameters");
    openai_function(record);
}

fn anthropic(record: &mut Record<'_>) {
    record.known(
        AnthropicTool::FIELDS,
        &[
            "type",
            "defer_loading",
            "eager_input_streaming",
            "allowed_callers",
        ],
    );
    let (plain, strict) = (Profile::Anthropic, Profile::AnthropicStrict);
    function(record, "input_schema", plain, strict);
    record.required("input_schema");
}

fn gemini(record: &mut Record<'_>, profile: Profile) {
    let Some(declarations) = record.map.get("functionDeclarations") else {
        return declaration(record, profile);
    };
    let base = join(&record.base, "functionDeclarations");
    for (i, item) in items(Some(declarations)).enumerate() {
        let base = format!("{base}/{i}");
        match item {
            Value::Object(map) => {
                let complaints = &mut *record.complaints;
                let mut record = Record {
                    map,
                    base,
                    complaints,
                };
                declaration(&mut record, profile);
            }
            other => {
                let complaint = Complaint::new(Rule::Shape, base, expected("an object", other));
                record.complaints.push(complaint);
            }
        }
    }
}

fn declaration(record: &mut Record<'_>, profile: Profile) {
    record.known(FunctionDeclaration::FIELDS, &["response", "behavior"]);
    record.name(&Profile::GeminiParameters.facts().tool_names);
    record.text("description", false);
    for (one, other) in [
        ("parameters", "parametersJsonSchema"),
        ("response", "responseJsonSchema"),
    ] {
        if record.map.contains_key(one) && record.map.contains_key(other) {
            let message = format!("`{one}` and `{other}` exclude each other");
            record.complain(Rule::Conflict, other, message);
        }
    }
    record.schema("parameters", profile);
    record.schema("parametersJsonSchema", Profile::GeminiJsonSchema);
}

fn bedrock(record: &mut Record<'_>) {
    record.known(&["toolSpec"], &["cachePoint", "systemTool"]);
    let Some(Value::Object(map)) = record.map.get("toolSpec") else {
        return record.complain(Rule::Shape, "toolSpec", "is required");
    };
    let mut spec = record.below("toolSpec", map);
    spec.known(ToolSpecification::FIELDS, &["strict"]);
    spec.name(&BEDROCK.tool_names);
    spec.text("description", map.contains_key("description"));
    match map.get("inputSchema") {
        Some(Value::Object(schema)) => {
            let mut schema = spec.below("inputSchema", schema);
            schema.known(&["json"], &[]);
            schema.required("json");
            schema.schema("json", Profile::Anthropic);
        }
        _ => spec.complain(Rule::Shape, "inputSchema", "is required"),
    }
}

fn skill(record: &mut Record<'_>) {
    record.known(AgentSkill::FIELDS, &[]);
    for key in ["id", "name", "description"] {
        record.text(key, true);
    }
    match record.map.get("tags") {
        Some(Value::Array(tags)) if !tags.is_empty() && tags.iter().all(Value::is_string) => {}
        _ => record.complain(Rule::Shape, "tags", "must contain at least one string"),
    }
    let requirements = items(record.map.get("securityRequirements"));
    for (i, item) in requirements.enumerate() {
        if !item.get("schemes").is_some_and(Value::is_object) {
            let key = format!("{}/securityRequirements/{i}", record.base);
            let message = "expected `{\"schemes\": {name: {\"list\": [scope]}}}`";
            record
                .complaints
                .push(Complaint::new(Rule::Shape, key, message));
        }
    }
}
