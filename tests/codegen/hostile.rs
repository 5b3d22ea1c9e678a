//! Values from outside that would cost generated types time, memory or stack without end.

use serde_json::{Map, Value, json};
use toolmodel_runtime::{DefaultValidator, ErrorKind, Result, SchemaValidator, TypedTool};

mod types {
    toolmodel_runtime::include_tools!("hostile.rs");
}

use types::*;

/// Runs on a thread with the stack of any other, and lets values that are too deep to be dropped be.
fn on_a_thread(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 * 1024 * 1024);
    thread.spawn(test).unwrap().join().expect("no panic");
}

/// What the type says of a value and of its text, which must be what the validator says, unless the
/// value costs the validator too much.
#[track_caller]
fn judged<T: TypedTool>(value: &Value) -> Result<T> {
    let kind = |error: &toolmodel_runtime::Error| error.kind();
    let read = T::parse(value);
    let refused = read.as_ref().err().map(kind);
    let text = T::from_slice(value.to_string().as_bytes());
    assert_eq!(refused, text.as_ref().err().map(kind), "{}", T::ID);
    let judge = DefaultValidator::shared().validate_input(T::definition(), value);
    let judge = judge.as_ref().err().map(kind);
    if judge != Some(ErrorKind::LimitExceeded) {
        assert_eq!(refused, judge, "{}", T::ID);
    }
    read
}

/// A value inside objects, each made by a function of it and of its height.
fn nested(depth: usize, bottom: Value, around: impl Fn(Value, usize) -> Value) -> Value {
    let mut value = bottom;
    for height in 0..depth {
        value = around(value, height);
    }
    json!({"n": value})
}

#[test]
fn branches_that_all_fail_at_the_bottom_are_tried_once_each() {
    on_a_thread(|| {
        for depth in [1, 2, 3, 10, 28, 100] {
            let refused = nested(depth, json!("bad"), |v, _| json!({"v": v}));
            judged::<UnionTwo>(&refused).unwrap_err();
            judged::<UnionEight>(&refused).unwrap_err();
            let accepted = nested(depth, json!(null), |v, _| json!({"v": v, "k0": 1}));
            judged::<UnionTwo>(&accepted).unwrap();
            judged::<UnionEight>(&accepted).unwrap();
            // The first branch refuses what stands behind the value.
            let later = nested(depth, json!(null), |v, _| json!({"v": v, "k0": "no"}));
            judged::<UnionTwo>(&later).unwrap();
            judged::<UnionEight>(&later).unwrap();
        }
    });
}

#[test]
fn a_value_that_one_branch_accepts_is_read_however_deep() {
    on_a_thread(|| {
        for depth in [1, 5, 16, 60, 100] {
            let key = |height: usize| format!("k{}", height % 3);
            let one = nested(depth, json!(null), |v, h| json!({"v": v, key(h): 1}));
            judged::<ExactlyOne>(&one).unwrap();
            let two = nested(depth, json!(null), |v, _| json!({"v": v, "k0": 1, "k1": 1}));
            judged::<ExactlyOne>(&two).unwrap_err();
            let bad = nested(depth, json!(5), |v, _| json!({"v": v, "k0": 1, "k1": 1}));
            judged::<ExactlyOne>(&bad).unwrap_err();
            let letter = |height: usize| ["a", "b", "c"][height % 3];
            let late = nested(depth, json!(null), |v, h| json!({"v": v, "z": letter(h)}));
            judged::<Late>(&late).unwrap();
            let late = nested(depth, json!(null), |v, _| json!({"v": v, "z": "d"}));
            judged::<Late>(&late).unwrap_err();
        }
    });
}

#[test]
fn branches_inside_lists_and_behind_tags_are_bounded() {
    on_a_thread(|| {
        for depth in [1, 3, 20, 40] {
            let last = nested(
                depth,
                json!({"l": []}),
                |v, _| json!({"l": [v, {"l": []}], "b": 1}),
            );
            judged::<InLists>(&last).unwrap();
            let bad = nested(depth, json!({"l": 1}), |v, _| json!({"l": [{"l": []}, v]}));
            judged::<InLists>(&bad).unwrap_err();
            for bottom in [json!(null), json!(7)] {
                let tag_last = nested(
                    depth,
                    bottom.clone(),
                    |v, _| json!({"t": {"n": v, "k": "x"}}),
                );
                let tag_first = nested(depth, bottom, |v, _| json!({"t": {"k": "x", "n": v}}));
                // What cannot be decided in bounded time says so.
                for value in [tag_last, tag_first] {
                    if let Err(error) = TagsBetween::parse(&value) {
                        let kinds = [ErrorKind::InvalidArguments, ErrorKind::LimitExceeded];
                        assert!(kinds.contains(&error.kind()), "{error}");
                    }
                }
            }
        }
    });
}

#[test]
fn a_wide_union_is_read_whole() {
    let items: Vec<Value> = (0..3_000)
        .map(|i| json!({"l": [{"l": [], "a": i}], "b": i}))
        .collect();
    let value = json!({"n": {"l": items, "c": "x"}});
    judged::<InLists>(&value).unwrap();
}

fn deep_object(depth: usize, key: &str) -> Value {
    let mut value = json!({});
    for _ in 0..depth {
        let mut object = Map::new();
        object.insert(key.to_owned(), value);
        value = Value::Object(object);
    }
    value
}

#[test]
fn values_that_a_program_nested_are_refused_by_their_depth() {
    on_a_thread(|| {
        let deep = deep_object(20_000, "a");
        let errors = [
            Nested::parse(&deep).map(drop),
            NestedChecked::parse(&deep).map(drop),
            NestedAny::parse(&deep).map(drop),
        ];
        for error in errors {
            assert_eq!(error.unwrap_err().kind(), ErrorKind::LimitExceeded);
        }
        std::mem::forget(deep);
        let mut lists = json!([]);
        for _ in 0..20_000 {
            lists = Value::Array(vec![lists]);
        }
        let mut object = Map::new();
        object.insert("a".to_owned(), lists);
        let object = Value::Object(object);
        let error = NestedLists::parse(&object).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::LimitExceeded);
        std::mem::forget(object);
    });
}

#[test]
fn long_arrays_without_equals_are_read_in_little_time() {
    let many = 50_000;
    let numbers: Vec<f64> = (0..many).map(f64::from).collect();
    for (name, items) in [
        ("integers", json!((0..many).collect::<Vec<_>>())),
        ("small", json!((0..many).collect::<Vec<_>>())),
        ("numbers", json!(numbers)),
        (
            "texts",
            json!((0..many).map(|i| i.to_string()).collect::<Vec<_>>()),
        ),
        ("nullable", json!(numbers)),
    ] {
        let value = json!({ name: items });
        AllUnique::parse(&value).unwrap();
        let mut twice = items;
        let first = twice[1].clone();
        twice.as_array_mut().unwrap().push(first);
        assert!(AllUnique::parse(&json!({ name: twice })).is_err(), "{name}");
    }
    let objects: Vec<Value> = (0..many).map(|i| json!({ "a": i })).collect();
    AllUniqueObjects::parse(&json!({ "objects": objects })).unwrap();
}

#[test]
fn equal_items_are_equal_as_json_has_it() {
    for (value, is_accepted) in [
        (json!({"numbers": [0.0, -0.0]}), false),
        (json!({"numbers": [1, 1.0]}), false),
        (json!({"integers": [1, 1.0]}), false),
        (json!({"integers": [1e30, 1e30]}), false),
        (
            json!({"integers": [1e30, -1e30, u64::MAX, i64::MIN, 0]}),
            true,
        ),
        (json!({"nullable": [null, 1, null]}), false),
        (json!({"nullable": [null, 0]}), true),
        (json!({"levels": ["low", "high", "low"]}), false),
        (json!({"levels": ["low", "high"]}), true),
    ] {
        assert_eq!(judged::<AllUnique>(&value).is_ok(), is_accepted, "{value}");
    }
}

#[test]
fn patterns_are_left_to_the_validator_before_they_cost_much() {
    let long = json!({"ahead": "x".repeat(100_000) + "c"});
    let error = Patterns::parse(&long).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::LimitExceeded, "{error}");
    judged::<Patterns>(&json!({"ahead": "xxxxc"})).unwrap();
    judged::<Patterns>(&json!({"ahead": "x".repeat(500) + "c"})).unwrap();
    judged::<Patterns>(&json!({"back": "aaaab"})).unwrap();
    let explodes = Patterns::parse(&json!({"back": "a".repeat(100)})).unwrap_err();
    let kinds = [ErrorKind::InvalidArguments, ErrorKind::LimitExceeded];
    assert!(kinds.contains(&explodes.kind()), "{explodes}");
    let many: String = "ab".repeat(2_000);
    if let Err(error) = Patterns::parse(&json!({ "counted": many })) {
        assert!(kinds.contains(&error.kind()), "{error}");
    }
}

#[test]
fn a_pattern_that_gave_up_is_not_taken_for_one_that_does_not_match() {
    // Two branches match; the second is too costly for the type, and the third does.
    let short = json!({"either": "x".repeat(10) + "c"});
    judged::<Patterns>(&short).unwrap_err();
    let long = json!({"either": "x".repeat(800) + "c"});
    judged::<Patterns>(&long).unwrap_err();
}

/// Such as `FromStr::Err`: inside the implementation, `Self::Err` would be either.
#[test]
fn values_may_be_called_as_associated_types_are() {
    for name in [
        "Ok", "Err", "Error", "Value", "Output", "Item", "Owned", "Target",
    ] {
        let read = judged::<Associated>(&json!({"outcome": name})).unwrap();
        assert_eq!(read.outcome.unwrap().as_str(), name);
        assert_eq!(name.parse::<associated::Outcome>().ok(), read.outcome);
    }
    judged::<Associated>(&json!({"either": {"kind": "Err"}})).unwrap();
    judged::<Associated>(&json!({"either": {"kind": "Ok"}})).unwrap_err();
}

/// What a double rounds is neither accepted for what it is near to, nor written as that.
#[test]
fn numbers_that_doubles_round_are_told_apart() {
    told_apart::<Edges>();
    told_apart::<EdgesChecked>();
}

fn told_apart<T: TypedTool>() {
    let near = 9_007_199_254_740_992_i64;
    let mut numbers: Vec<Value> = [0.0, 0.5, 2.5, 1e16, 1e19, -1e19, 1e20]
        .map(Value::from)
        .into();
    numbers.extend([0, 1, 2, 3, 7, 3 * (near + 1), i64::MIN].map(Value::from));
    numbers.extend([1 << 63, (1 << 63) + 1, u64::MAX - 1, u64::MAX].map(Value::from));
    for middle in [near, 2 * near, 10_000_000_000_000_000, i64::MAX - 2] {
        for by in -3..=2 {
            numbers.extend([json!(middle + by), json!(-(middle + by))]);
        }
    }
    // The others are `f64`, which may be written as what is just beyond a bound.
    let kept =
        |name: &str| name.starts_with("whole") || !["more", "most", "multiple"].contains(&name);
    let schema = T::definition().input_schema.as_value();
    for name in schema["properties"].as_object().unwrap().keys() {
        let mut accepted = 0;
        for number in &numbers {
            let Ok(read) = judged::<T>(&json!({ name: number })) else {
                continue;
            };
            accepted += 1;
            let written = serde_json::to_value(&read).unwrap();
            if kept(name) {
                judged::<T>(&written).unwrap_or_else(|error| panic!("{name} {number}: {error}"));
            }
        }
        assert!(accepted > 0, "{name}");
    }
}

/// Each branch of a union checks all numbers and texts of a value again: 480 KB took 26 s.
#[test]
fn what_the_branches_of_a_union_check_is_limited() {
    fn checked<T: TypedTool + std::fmt::Debug>(item: &Value, enough: usize) {
        let value = |lists: usize, items: usize, z: &str| {
            let list = json!({"items": vec![item; items], "z": z});
            json!({"each": vec![list; lists]})
        };
        judged::<T>(&value(4, 3, "t")).unwrap();
        judged::<T>(&value(4, 3, "none")).unwrap_err();
        for (lists, items) in [(1, enough), (enough / 4, 4)] {
            let much = value(lists, items, "t");
            let error = T::parse(&much).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::LimitExceeded, "{error}");
            let error = T::from_slice(much.to_string().as_bytes()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::LimitExceeded, "{error}");
            // Neither is that of other values, nor of what serde reads by itself.
            judged::<T>(&value(4, 3, "t")).unwrap();
        }
    }
    checked::<MatchedByBranches>(&json!("abcabcabcabcabcabcabcabc"), 400);
    if std::env::var_os("TOOLMODEL_ALL").is_some() {
        checked::<DividedByBranches>(&json!(3), 30_000);
    }
}
