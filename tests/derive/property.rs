//! Random JSON: the verdict is the schema's, and nothing is lost.

use proptest::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};
use toolmodel_runtime::{Tool, TypedTool};
use toolmodel_tests::instances::full_instance;

use crate::cases::CASES;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
struct Keep {
    value: Value,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-300i16..300).prop_map(Value::from),
        (-300i16..300).prop_map(|n| Value::from(f64::from(n))),
        any::<f64>().prop_filter_map("finite", |n| Number::from_f64(n).map(Value::Number)),
        "[a-z/#]{0,6}".prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::Array),
            prop::collection::vec(("[a-z]{1,4}|[ -~]{0,5}", inner), 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn json_that_a_tool_takes_as_it_is_comes_back_as_it_was(value in json(), other in json()) {
        let arguments = serde_json::json!({"value": value, "other": other});
        let kept = Keep::parse(&arguments).unwrap();
        prop_assert_eq!(&kept.value, &value);
        prop_assert_eq!(serde_json::to_value(&kept).unwrap(), arguments);
    }

    #[test]
    fn a_random_part_gets_the_verdict_of_the_schema(
        case in 0..CASES.len(),
        property in any::<prop::sample::Index>(),
        value in json(),
    ) {
        let case = &CASES[case];
        let schema = (case.definition)().input_schema.as_value();
        let mut arguments = full_instance(schema);
        let object = arguments.as_object_mut().unwrap();
        if let Some(name) = (!object.is_empty())
            .then(|| object.keys().nth(property.index(object.len())).cloned())
            .flatten()
        {
            object.insert(name, value);
        }
        let accepted = jsonschema::draft202012::is_valid(schema, &arguments);
        prop_assert_eq!((case.parse)(&arguments).is_ok(), accepted, "{}", arguments);
    }
}
