//! The laws, on arguments of real tools that follow the schema, nearly follow it, or do not.

use serde_json::Value;
use toolmodel_runtime::repair::{self, Change, Mistake, Repaired};
use toolmodel_runtime::{DefaultValidator, SchemaValidator as _, Tool};
use toolmodel_tests::instances::{Choices, full_instance, instance, mutated};

use crate::mistakes::mistakes;

/// Where two values differ, as JSON pointers.
fn differences(before: &Value, after: &Value, at: &str, found: &mut Vec<String>) {
    let below = |name: &str| format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"));
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            for (name, value) in before {
                match after.get(name) {
                    Some(other) => differences(value, other, &below(name), found),
                    None => found.push(below(name)),
                }
            }
            let new = after.keys().filter(|name| !before.contains_key(*name));
            found.extend(new.map(|name| below(name)));
        }
        (Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
            for (i, (before, after)) in before.iter().zip(after).enumerate() {
                differences(before, after, &below(&i.to_string()), found);
            }
        }
        _ if before == after => {}
        _ => found.push(at.to_owned()),
    }
}

/// Whether a change speaks of a place.
fn covers(change: &Change, place: &str) -> bool {
    let is_below = |path: &str| {
        place
            .strip_prefix(path)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let old_name = match &change.mistake {
        Mistake::PropertyName { sent, .. } => {
            let parent = change
                .instance_path
                .rsplit_once('/')
                .map_or("", |(it, _)| it);
            is_below(&format!("{parent}/{sent}"))
        }
        _ => false,
    };
    old_name || is_below(&change.instance_path)
}

fn obeys_the_laws(tool: &Tool, arguments: &Value) {
    let validator = DefaultValidator::shared();
    let verdict = validator.validate_input(tool, arguments);
    match (verdict, repair::arguments(tool, arguments.clone())) {
        (Ok(()), repaired) => {
            let Repaired {
                arguments: after,
                changes,
                ..
            } = repaired.expect("valid arguments are never touched");
            assert_eq!(&after, arguments, "{}", tool.name);
            assert!(changes.is_empty(), "{}: {arguments}", tool.name);
        }
        (Err(_), Ok(repaired)) => {
            let accepted = validator.validate_input(tool, &repaired.arguments);
            assert!(accepted.is_ok(), "{}: {arguments}", tool.name);
            assert!(!repaired.changes.is_empty(), "{}: {arguments}", tool.name);
            let mut found = Vec::new();
            differences(arguments, &repaired.arguments, "", &mut found);
            assert!(!found.is_empty(), "{}: {arguments}", tool.name);
            for place in found {
                assert!(
                    repaired.changes.iter().any(|change| covers(change, &place)),
                    "{}: {place} is changed, but not listed: {:?}",
                    tool.name,
                    repaired.changes
                );
            }
            let again = repair::arguments(tool, repaired.arguments.clone()).unwrap();
            assert!(again.changes.is_empty(), "{}: {arguments}", tool.name);
        }
        (Err(error), Err(unrepaired)) => {
            assert_eq!(&unrepaired.arguments, arguments, "{}", tool.name);
            assert_eq!(unrepaired.error.to_string(), error.to_string());
            assert_eq!(unrepaired.error.kind(), error.kind());
        }
    }
}

#[test]
fn the_laws_hold_on_real_tools() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let step = toolmodel_tests::one_in(3);
    for (number, (_, json)) in tools.iter().enumerate().step_by(step) {
        let tool = Tool::from_value(json.clone()).unwrap();
        let schema = tool.input_schema.as_value();
        let mut choices = Choices::new(number as u64);
        let full = full_instance(schema);
        obeys_the_laws(&tool, &full);
        let wrong = mistakes(&tool, &full, 1);
        for _ in 0..3 {
            let made = instance(schema, &mut choices);
            obeys_the_laws(&tool, &made);
            obeys_the_laws(&tool, &mutated(&made, &mut choices));
            if let Some((_, wrong, _)) = wrong.get(choices.below(wrong.len().max(1))) {
                obeys_the_laws(&tool, &mutated(wrong, &mut choices));
            }
        }
    }
}
