//! Whether generated types judge instances as the schema does: run inside a crate that holds them.

use serde::Serialize;
use serde_json::Value;
use toolmodel_runtime::TypedTool;

/// A generated tool, with its type erased.
#[derive(Debug)]
pub struct Entry {
    /// The tool's id.
    pub id: &'static str,
    input: Reader,
    output: Reader,
    definition: fn() -> &'static toolmodel_runtime::Tool,
}

/// What a reader made of an instance: the JSON it writes back, or why it refused.
type Outcome = Result<Value, String>;

#[derive(Debug)]
struct Reader {
    value: fn(&Value) -> Outcome,
    slice: fn(&[u8]) -> Outcome,
}

fn written<T: Serialize>(result: toolmodel_runtime::Result<T>) -> Outcome {
    let value = result.map_err(|error| error.to_string())?;
    Ok(serde_json::to_value(value).unwrap_or_else(|error| Value::String(error.to_string())))
}

/// The entry of a generated tool.
#[must_use]
pub fn entry<T: TypedTool>() -> Entry
where
    T::Output: Serialize,
{
    Entry {
        id: T::ID,
        input: Reader {
            value: |v| written(T::parse(v)),
            slice: |v| written(T::from_slice(v)),
        },
        output: Reader {
            value: |v| written(T::parse_output(v)),
            slice: |v| written(T::output_from_slice(v)),
        },
        definition: T::definition,
    }
}

/// What was tried and what was wrong.
#[derive(Debug, Default)]
pub struct Tally {
    /// Answers asked for.
    pub answers: usize,
    /// Instances among them that the schema accepts.
    pub accepted: usize,
    /// Wrong answers.
    pub wrong: Vec<String>,
}

impl Tally {
    fn judge(
        &mut self,
        reader: &Reader,
        what: &str,
        instance: &Value,
        valid: bool,
        is_valid: &dyn Fn(&Value) -> bool,
    ) {
        self.answers += 1;
        self.accepted += usize::from(valid);
        let text = instance.to_string();
        for (way, outcome) in [
            ("parse", (reader.value)(instance)),
            ("from_slice", (reader.slice)(text.as_bytes())),
        ] {
            match outcome {
                Ok(written) if valid && !is_valid(&written) => {
                    self.wrong.push(format!(
                        "{what} {way}: {text} is written as {written}, which the schema refuses"
                    ));
                }
                Ok(_) if !valid => self.wrong.push(format!("{what} {way}: accepts {text}")),
                Err(error) if valid => {
                    self.wrong
                        .push(format!("{what} {way}: refuses {text}: {error}"));
                }
                _ => {}
            }
        }
    }
}

fn validator(schema: &Value, formats: bool) -> jsonschema::Validator {
    let draft = match toolmodel_runtime::Schema::try_from(schema.clone()).and_then(|s| s.dialect())
    {
        Ok(toolmodel_runtime::Dialect::Draft07) => jsonschema::Draft::Draft7,
        _ => jsonschema::Draft::Draft202012,
    };
    jsonschema::options()
        .with_draft(draft)
        .should_validate_formats(formats)
        .build(schema)
        .unwrap_or_else(|error| panic!("{error}: {schema}"))
}

/// Texts that are of some formats and not of others.
const TEXTS: [&str; 11] = [
    "2024-02-29",
    "2023-02-29",
    "2024-02-29T12:00:00Z",
    "2024-02-29T23:59:60.5+01:00",
    "12:00:00Z",
    "https://example.com/a?b#c",
    "ada@example.com",
    "2f1acc6c-bd26-4d33-a9e1-0f3d43b1a3a5",
    "2F1ACC6CBD264D33A9E10F3D43B1A3A5",
    "192.0.2.1",
    "2001:db8::1",
];

/// Instances whose texts are of the formats that are wanted, as far as that is known, and the same with each
/// text in the place of each of theirs, one at a time. The largest instances have most places.
fn with_texts(instances: &[Value], validator: &jsonschema::Validator) -> Vec<Value> {
    const MOST_INSTANCES: usize = 12;
    let mut largest: Vec<&Value> = instances.iter().collect();
    largest.sort_by_key(|instance| std::cmp::Reverse(instance.to_string().len()));
    let mut made = Vec::new();
    for instance in largest.into_iter().take(MOST_INSTANCES) {
        let mut places = Vec::new();
        text_places(instance, String::new(), &mut places);
        let mut instance = instance.clone();
        for place in &places {
            let errors = |instance: &Value| validator.iter_errors(instance).count();
            let texts = TEXTS.iter().map(|text| with_text(&instance, place, text));
            let best = texts.min_by_key(&errors).unwrap_or_default();
            if errors(&best) < errors(&instance) {
                instance = best;
            }
        }
        made.push(instance.clone());
        for place in places {
            for text in TEXTS {
                made.push(with_text(&instance, &place, text));
            }
        }
    }
    made
}

fn with_text(instance: &Value, place: &str, text: &str) -> Value {
    let mut changed = instance.clone();
    if let Some(at) = changed.pointer_mut(place) {
        *at = Value::from(text);
    }
    changed
}

/// The JSON pointers of the texts in a value.
fn text_places(value: &Value, here: String, places: &mut Vec<String>) {
    match value {
        Value::String(_) => places.push(here),
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                text_places(item, format!("{here}/{i}"), places);
            }
        }
        Value::Object(map) => {
            for (key, item) in map {
                let key = key.replace('~', "~0").replace('/', "~1");
                text_places(item, format!("{here}/{key}"), places);
            }
        }
        _ => {}
    }
}

/// Tries every tool with instances made from its schemas; with formats asserted if that is how they were
/// generated.
///
/// # Panics
/// When a schema is not valid.
#[must_use]
pub fn try_all(entries: &[Entry], formats: bool) -> Tally {
    let mut tally = Tally::default();
    for entry in entries {
        let tool = (entry.definition)();
        let schemas = [
            ("input", Some(&tool.input_schema), &entry.input),
            ("output", tool.output_schema.as_ref(), &entry.output),
        ];
        for (side, schema, reader) in schemas {
            let Some(schema) = schema else { continue };
            let validator = validator(schema.as_value(), formats);
            let what = format!("{} {side}", entry.id);
            let mut instances = crate::instances::instances(schema.as_value());
            if formats {
                instances.extend(with_texts(&instances, &validator));
            }
            for instance in instances {
                let valid = validator.is_valid(&instance);
                tally.judge(reader, &what, &instance, valid, &|v| validator.is_valid(v));
            }
        }
    }
    tally
}

/// Tries output types with instances whose validity is known: (tool id, instance, valid).
///
/// # Panics
/// When a case names no tool, or a schema is not valid.
#[must_use]
pub fn try_cases(entries: &[Entry], cases: &[(String, Value, bool)]) -> Tally {
    let mut tally = Tally::default();
    for entry in entries {
        let tool = (entry.definition)();
        let Some(schema) = &tool.output_schema else {
            continue;
        };
        let validator = validator(schema.as_value(), false);
        for (_, instance, valid) in cases.iter().filter(|(id, ..)| id == entry.id) {
            tally.judge(&entry.output, entry.id, instance, *valid, &|v| {
                validator.is_valid(v)
            });
        }
    }
    assert_eq!(tally.answers, cases.len(), "a case names no tool");
    tally
}

/// Tries all entries, prints the tally, and ends the program with 1 when an answer is wrong.
///
/// # Panics
/// When the cases are not as the caller wrote them.
pub fn report(entries: &[Entry], cases: &str, formats: bool) {
    let cases: Vec<(String, Value, bool)> =
        serde_json::from_str(cases).unwrap_or_else(|error| panic!("cases: {error}"));
    let tally = if cases.is_empty() {
        try_all(entries, formats)
    } else {
        try_cases(entries, &cases)
    };
    println!(
        "{} schemas, {} answers ({} accepted), {} wrong",
        entries.len(),
        tally.answers,
        tally.accepted,
        tally.wrong.len()
    );
    for wrong in tally.wrong.iter().take(40) {
        println!("  {}", wrong.chars().take(600).collect::<String>());
    }
    std::process::exit(i32::from(!tally.wrong.is_empty()));
}
