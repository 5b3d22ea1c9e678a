//! One registry under many threads: the same answer for everybody, and none from another's registry.

use std::sync::RwLock;
use std::thread;

use serde_json::{Value, json};
use toolmodel_runtime::adapter::{OpenAi, Registry};

fn wire(i: usize) -> Value {
    json!({
        "name": format!("t{i}"),
        "inputSchema": {
            "type": "object",
            "properties": {"a": {"anyOf": [{"type": "string"}, {"const": i}]}, "b": {"$ref": "#/properties/a"}},
            "required": ["a"],
            "additionalProperties": false
        }
    })
}

#[test]
fn threads_share_a_registry() {
    let registry = Registry::default();
    let names: Vec<String> = registry.list().into_iter().map(str::to_owned).collect();
    let convert = |i: usize, name: &str| {
        let converted = registry.convert(wire(i), "mcp", name).unwrap();
        let restored = converted
            .restore_arguments(json!({"a": "x", "b": null}))
            .unwrap();
        (converted.to_json(), restored)
    };
    let expected: Vec<_> = names.iter().map(|name| convert(3, name)).collect();
    thread::scope(|scope| {
        for first in 0..16 {
            let (convert, names, expected) = (&convert, &names, &expected);
            scope.spawn(move || {
                for i in 0..20 {
                    let which = (first + i) % names.len();
                    convert(i, &names[which]);
                    assert_eq!(convert(3, &names[which]), expected[which]);
                }
            });
        }
    });
}

#[test]
fn adapters_come_and_go_while_others_convert() {
    let registry = RwLock::new(Registry::default());
    thread::scope(|scope| {
        for i in 0..4 {
            let registry = &registry;
            scope.spawn(move || {
                let name = format!("own{i}");
                for round in 0..50 {
                    let own = OpenAi::chat().with_name(name.clone());
                    registry.write().unwrap().register(own).unwrap();
                    let clone = registry.read().unwrap().clone();
                    assert!(registry.write().unwrap().unregister(&name).is_some());
                    // A registry that was copied keeps what it had; the other does not.
                    assert!(clone.convert(wire(round), "mcp", &name).is_ok());
                    let gone = registry.read().unwrap().convert(wire(round), "mcp", &name);
                    assert!(gone.is_err());
                }
            });
        }
    });
    assert_eq!(registry.read().unwrap().list(), Registry::default().list());
}
