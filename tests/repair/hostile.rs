//! Arguments and schemas that are made to cost much: what cannot be repaired within bounds comes
//! back as it was.

use std::time::Instant;

use serde_json::{Map, Value, json};
use toolmodel_runtime::repair;
use toolmodel_runtime::{DefaultValidator, Schema};

/// Whether it is repaired; the stack is that of a thread.
fn is_repaired(schema: Value, value: Value) -> bool {
    let run = move || {
        let schema = Schema::try_from(schema).unwrap();
        match repair::instance(&schema, DefaultValidator::shared(), value.clone()) {
            Ok(_) => true,
            Err(unrepaired) => {
                assert!(unrepaired.arguments == value);
                false
            }
        }
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    thread.spawn(run).unwrap().join().unwrap()
}

#[test]
fn branches_do_not_multiply() {
    let branches: Vec<Value> = (0..8)
        .map(|i| json!({"properties": {"below": {"$ref": "#"}, "x": {"const": i}}, "type": "object"}))
        .collect();
    let value = (0..60).fold(json!({"x": "no"}), |below, _| json!({"below": below}));
    assert!(!is_repaired(json!({"anyOf": branches}), value));
}

#[test]
fn text_in_text_in_text_is_read_once_per_level() {
    let schema = json!({"type": "array", "items": {"$ref": "#"}});
    let nested = (0..12).fold(json!([]), |value, _| json!([value.to_string()]));
    assert!(is_repaired(schema.clone(), nested));
    let deep = json!("[".repeat(100_000) + &"]".repeat(100_000));
    assert!(!is_repaired(schema, deep));
}

#[test]
fn many_names_are_compared_once() {
    let names: Map<String, Value> = (0..100_000)
        .map(|i| (format!("userId{i}"), json!(1)))
        .collect();
    let schema = json!({
        "type": "object", "required": ["user_id"], "properties": {"user_id": {"type": "integer"}}
    });
    assert!(!is_repaired(schema, Value::Object(names)));
}

#[test]
fn long_text_is_not_matched_for_long() {
    let schema = json!({
        "type": "array",
        "items": {"anyOf": [{"type": "string", "pattern": "^(a|aa)+$"}, {"type": "integer"}]}
    });
    let texts: Vec<String> = (0..200).map(|_| "a".repeat(5000) + "b").collect();
    assert!(!is_repaired(schema, json!(texts)));
}

/// Each item is looked for in the whole list, which is charged.
#[test]
fn long_lists_of_values_are_not_searched_for_every_item() {
    let numbers: Vec<usize> = (0..60_000).collect();
    let schema = json!({"type": "array", "items": {"enum": numbers}, "minItems": 1, "not": {}});
    assert!(!is_repaired(schema, json!(vec![59_999; 200_000])));
    let texts: Vec<String> = (0..60_000).map(|i| format!("v{i}")).collect();
    let schema = json!({"type": "array", "items": {"enum": texts}, "minItems": 1, "not": {}});
    assert!(!is_repaired(schema, json!(vec!["v59999"; 200_000])));
}

#[test]
fn a_schema_that_leads_to_itself_ends() {
    let schema = json!({"$ref": "#/$defs/a", "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/b"}]},
        "b": {"type": "array", "items": {"$ref": "#/$defs/a"}}}});
    assert!(!is_repaired(schema, json!({"a": 1})));
}

#[test]
fn an_object_of_many_names_is_repaired() {
    let properties: Map<String, Value> = (0..3000)
        .map(|i| (format!("user_id_{i}"), json!({"type": "integer"})))
        .collect();
    let sent: Map<String, Value> = (0..3000)
        .map(|i| (format!("userId{i}"), json!("1")))
        .collect();
    let schema = json!({"type": "object", "properties": properties, "additionalProperties": false});
    assert!(is_repaired(schema, Value::Object(sent)));
}

/// A change is told with its place, which is as long as it is deep.
#[test]
fn changes_in_deep_places_are_charged_for_their_places() {
    let schema = json!({"anyOf": [{"type": "integer"}, {"type": "array", "items": {"$ref": "#"}}]});
    let texts = |levels| (0..levels).fold(json!(vec!["1"; 80_000]), |below, _| json!([below]));
    assert!(is_repaired(schema.clone(), texts(1)));
    assert!(!is_repaired(schema, texts(110)));
}

/// Each pattern was compiled anew for every name and every text.
#[test]
fn patterns_are_compiled_once() {
    let text = json!({"items": {"type": "string", "pattern": "^(a|bc)+v"}});
    let texts: Vec<Value> = (0..2_000).map(|i| json!(format!("abcv{i}"))).collect();
    let mut mistaken = texts.clone();
    mistaken.push(json!("abc"));
    assert!(!is_repaired(text.clone(), json!(mistaken)));
    assert!(is_repaired(text, json!(json!(texts).to_string())));
    let named = |value: &dyn Fn(usize) -> Value| -> Value {
        Value::Object((0..300).map(|i| (format!("n{i}"), value(i))).collect())
    };
    let patterns: Map<String, Value> = (0..300)
        .map(|i| (format!("^x(a|bc){i}"), json!({})))
        .collect();
    let schema = json!({
        "properties": named(&|_| json!({"type": "integer"})), "patternProperties": patterns,
    });
    assert!(is_repaired(schema, named(&|i| json!(i.to_string()))));
}

/// Each branch of a union in a union compared the whole text with its tag: 330 KB took 7.6 s.
#[test]
fn long_text_is_not_compared_with_the_tag_of_every_branch() {
    let union = |branch: &dyn Fn(usize) -> Value| {
        let branches: Vec<Value> = (0..60).map(branch).collect();
        json!({"anyOf": branches})
    };
    let outer = union(&|i| {
        let members = json!({"v": {"$ref": "#/$defs/inner"}, format!("q{i}"): {"type": "integer"}});
        json!({"type": "object", "properties": members})
    });
    let tagged =
        union(&|i| json!({"type": "object", "properties": {"k": {"const": i.to_string()}}}));
    let listed = union(&|i| {
        let members = json!({"k": {"$ref": "#/$defs/long"}, format!("q{i}"): {"type": "integer"}});
        json!({"type": "object", "properties": members})
    });
    let long = "y".repeat(400_000);
    for (inner, text) in [(tagged, &*long), (listed, "Y")] {
        let start = Instant::now();
        let definitions = json!({"inner": inner, "long": {"enum": [long]}});
        let schema = json!({"properties": {"a": outer}, "$defs": definitions});
        assert!(!is_repaired(schema, json!({"a": {"v": {"k": text}}})));
        assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    }
}

/// Each name was compared with all declared ones of its style: 400 KB took 0.8 s, and twice that four times as long.
#[test]
fn names_that_differ_only_in_style_are_not_compared_in_pairs() {
    let styled = |i: usize, mark: &str| -> String {
        let letter = |(at, letter): (usize, char)| match i >> at & 1 {
            0 => letter.to_string(),
            _ => format!("{letter}{mark}"),
        };
        "abcdefghijklmnop".chars().enumerate().map(letter).collect()
    };
    let declared: Map<String, Value> = (0..9_500).map(|i| (styled(i, "_"), json!({}))).collect();
    let sent = (1..9_500).map(|i| (styled(i, "-"), json!(1)));
    let mut value: Map<String, Value> = declared
        .keys()
        .map(|name| (name.clone(), json!(1)))
        .collect();
    value.extend(sent);
    value.insert("wrong".to_owned(), json!("1"));
    let mut schema = json!({"type": "object", "properties": declared});
    schema["properties"]["wrong"] = json!({"type": "integer"});
    let start = Instant::now();
    is_repaired(schema, Value::Object(value));
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
