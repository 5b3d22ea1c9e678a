//! A call that arrives argument by argument: Vertex AI sends calls this way when asked to stream them.
//!
//! The first piece has the name. Each further one has some `partialArgs`, which name a value by its JSON
//! path (RFC 9535); a string may be spread over several of them. The last piece does not have
//! `willContinue`.

use serde_json::{Map, Value};

use super::read::{text, value_call};
use super::{RawArguments, RawCall};
use crate::error::{Error, ErrorKind, Result};
use crate::meter::Meter;
use crate::path::{Path, Step};
use crate::schema::MAX_NESTING;

/// Approximate bytes that an object with one member takes.
const OBJECT: usize = 256;

/// The call that has started and not ended.
#[derive(Debug, Default)]
pub(super) struct Partial {
    open: Option<Open>,
}

#[derive(Debug)]
struct Open {
    id: Option<String>,
    name: String,
    arguments: Value,
}

impl Partial {
    /// Takes a call or a piece of one; returns the call that is now complete.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOutput`] when it is neither.
    pub(super) fn push(&mut self, call: &Value, meter: &Meter) -> Result<Option<RawCall>> {
        let pieces = call.get("partialArgs").and_then(Value::as_array);
        let continues = call.get("willContinue") == Some(&Value::Bool(true));
        let is_piece = pieces.is_some() || continues;
        let named = text(call, "name").filter(|name| !name.is_empty());
        if !is_piece && (named.is_some() || self.open.is_none()) {
            return value_call(call, "id", "args", &Path::Root).map(Some);
        }
        if let Some(name) = named {
            let arguments = call.get("args").filter(|arguments| arguments.is_object());
            self.open = Some(Open {
                id: text(call, "id"),
                name,
                arguments: arguments.cloned().unwrap_or_else(|| Map::new().into()),
            });
        }
        let Some(open) = &mut self.open else {
            let message = "a piece of a call that has not begun";
            return Err(Error::new(ErrorKind::InvalidOutput, message));
        };
        for piece in pieces.into_iter().flatten() {
            meter.work(1)?;
            set(&mut open.arguments, piece, meter)?;
        }
        Ok(if continues { None } else { self.finish() })
    }

    /// The call as far as it has arrived.
    pub(super) fn finish(&mut self) -> Option<RawCall> {
        self.open.take().map(|open| RawCall {
            id: open.id,
            name: open.name,
            arguments: RawArguments::Value(open.arguments),
        })
    }
}

/// Sets a value, or appends to the string that is there.
fn set(arguments: &mut Value, piece: &Value, meter: &Meter) -> Result<()> {
    let unknown = |path: &str| {
        let path = crate::error::excerpt::cut(path);
        let message = format!("no JSON path to an argument: `{path}`");
        Error::new(ErrorKind::InvalidOutput, message)
    };
    let path = piece.get("jsonPath").and_then(Value::as_str).unwrap_or("");
    meter.write(path.len())?;
    let steps = steps(path).ok_or_else(|| unknown(path))?;
    // Two characters may create an object of their own.
    meter.write(steps.len() * OBJECT)?;
    let mut place = arguments;
    for step in &steps {
        place = below(place, *step).ok_or_else(|| unknown(path))?;
    }
    let given = |key: &str| piece.get(key).filter(|value| !value.is_null());
    if let Some(Value::String(more)) = given("stringValue") {
        meter.write(more.len())?;
        match place {
            Value::String(text) => text.push_str(more),
            place => *place = Value::String(more.clone()),
        }
    } else if let Some(number) = given("numberValue") {
        *place = whole(number);
    } else if let Some(flag) = given("boolValue") {
        *place = flag.clone();
    } else {
        *place = Value::Null;
    }
    Ok(())
}

/// All numbers are doubles there; one without a fraction is meant as an integer.
fn whole(number: &Value) -> Value {
    match number.as_f64() {
        #[expect(clippy::cast_possible_truncation, reason = "it is in range and whole")]
        Some(double) if double.fract() == 0.0 && double.abs() < 9e15 => Value::from(double as i64),
        _ => number.clone(),
    }
}

/// The steps of a path of names and indices; `None` if it is anything else, or too deep.
fn steps(path: &str) -> Option<Vec<Step<'_>>> {
    let mut rest = path.strip_prefix('$')?;
    let mut steps = Vec::new();
    while !rest.is_empty() {
        let step;
        if let Some(name) = rest.strip_prefix('.') {
            let end = name.find(['.', '[']).unwrap_or(name.len());
            step = Step::Key(&name[..end]);
            rest = &name[end..];
        } else {
            let quoted = ["['", "[\""].iter().find_map(|open| {
                let inner = rest.strip_prefix(open)?;
                let close = if *open == "['" { "']" } else { "\"]" };
                inner.split_once(close)
            });
            if let Some((name, after)) = quoted {
                step = Step::Key(name);
                rest = after;
            } else {
                let (index, after) = rest.strip_prefix('[')?.split_once(']')?;
                step = Step::Index(index.parse().ok()?);
                rest = after;
            }
        }
        steps.push(step);
        if steps.len() > MAX_NESTING {
            return None;
        }
    }
    (!steps.is_empty()).then_some(steps)
}

/// The value one step below, created if it is the next one; `None` if something else is there.
fn below<'v>(value: &'v mut Value, step: Step<'_>) -> Option<&'v mut Value> {
    match step {
        Step::Key(key) => {
            if value.is_null() {
                *value = Map::new().into();
            }
            let map = value.as_object_mut()?;
            Some(map.entry(key).or_insert(Value::Null))
        }
        Step::Index(index) => {
            if value.is_null() {
                *value = Value::Array(Vec::new());
            }
            let items = value.as_array_mut()?;
            if index == items.len() {
                items.push(Value::Null);
            }
            items.get_mut(index)
        }
    }
}
