//! Where derived serde and JSON Schema part ways: generated types go with the schema.

use serde_json::{Value, json};
use toolmodel_runtime::{ErrorKind, Integer, TypedTool};

use crate::generated::cases::undecided_union::{Weigh, weigh};
use crate::generated::shop::order::{Customer, State};
use crate::generated::shop::pay::{Amount, Method, MethodCard};
use crate::generated::shop::{Order, Pay, SaveTree};
use crate::generated::{Transfer, cases};

/// Reads an instance both ways, which agree.
#[track_caller]
fn read<T: TypedTool + PartialEq + std::fmt::Debug>(instance: &Value) -> Option<T> {
    let value = T::parse(instance);
    let slice = T::from_slice(instance.to_string().as_bytes());
    match (&value, &slice) {
        (Ok(a), Ok(b)) => assert_eq!(a, b),
        (Err(a), Err(b)) => assert_eq!(a.to_string(), b.to_string()),
        _ => panic!("{instance}: parse gives {value:?}, from_slice {slice:?}"),
    }
    value.ok()
}

fn order(change: impl FnOnce(&mut Value)) -> Option<Order> {
    let mut instance = json!({"customer": {"name": "Ann"}, "count": 2});
    change(&mut instance);
    read(&instance)
}

#[test]
fn an_object_is_not_read_from_an_array() {
    assert!(order(|_| {}).is_some());
    assert!(order(|v| v["customer"] = json!(["Ann"])).is_none());
    assert!(order(|v| v["customer"] = json!(["Ann", true])).is_none());
    assert!(read::<Order>(&json!([{"name": "Ann"}, 2])).is_none());
    assert!(read::<Order>(&json!([])).is_none());
}

#[test]
fn an_enum_is_read_from_strings_alone() {
    let closed = order(|v| v["state"] = json!("closed")).unwrap();
    assert_eq!(closed.state, Some(State::Closed));
    assert!(order(|v| v["state"] = json!({"closed": null})).is_none());
    assert!(order(|v| v["state"] = json!(["closed"])).is_none());
    assert!(order(|v| v["state"] = json!(1)).is_none());
    assert!(order(|v| v["state"] = json!("Closed")).is_none());
}

#[test]
fn null_is_read_only_where_the_schema_has_it() {
    for name in [
        "note",
        "state",
        "reference",
        "labels",
        "price",
        "customer",
        "count",
    ] {
        assert!(order(|v| v[name] = Value::Null).is_none(), "{name}");
    }
    assert!(order(|v| v["memo"] = Value::Null).is_some());
    assert!(read::<Order>(&Value::Null).is_none());
}

#[test]
fn null_and_absent_are_kept_apart() {
    assert_eq!(order(|_| {}).unwrap().memo, None);
    let null = order(|v| v["memo"] = Value::Null).unwrap();
    assert_eq!(null.memo, Some(None));
    assert_eq!(serde_json::to_value(&null).unwrap()["memo"], Value::Null);
    assert!(serde_json::to_value(&null).unwrap().get("memo").is_some());
    let text = order(|v| v["memo"] = json!("x")).unwrap();
    assert_eq!(text.memo, Some(Some("x".to_owned())));
    // Also where the default says that they mean the same.
    let null = order(|v| v["coupon"] = Value::Null).unwrap();
    assert_eq!((&null.coupon, null.coupon()), (&Some(None), None));
    let absent = order(|_| {}).unwrap();
    assert_eq!((&absent.coupon, absent.coupon()), (&None, None));
    let text = order(|v| v["coupon"] = json!("x")).unwrap();
    assert_eq!(text.coupon(), Some("x"));
}

#[test]
fn integral_numbers_are_integers_however_they_are_written() {
    for (text, count) in [
        ("3", 3),
        ("3.0", 3),
        ("1e3", 1000),
        ("10E1", 100),
        ("0.5e1", 5),
    ] {
        let text = format!(r#"{{"customer": {{"name": "Ann"}}, "count": {text}}}"#);
        let order = Order::from_str(&text).unwrap();
        assert_eq!(order.count, count, "{text}");
        assert_eq!(serde_json::to_value(&order).unwrap()["count"], count);
    }
    for text in ["3.5", "0", "-0.0", "1001", "1e4", "1e400", "\"3\"", "true"] {
        let text = format!(r#"{{"customer": {{"name": "Ann"}}, "count": {text}}}"#);
        assert!(Order::from_str(&text).is_err(), "{text}");
    }
}

#[test]
fn integers_beyond_64_bits_are_kept() {
    let big = |text: &str| {
        let text = format!(r#"{{"customer": {{"name": "A"}}, "count": 1, "reference": {text}}}"#);
        Order::from_str(&text).unwrap().reference.unwrap()
    };
    assert_eq!(big("18446744073709551615"), u64::MAX);
    assert_eq!(big("-9223372036854775808"), i64::MIN);
    assert_eq!(Ok(big("1e30")), Integer::try_from(1e30));
    assert_eq!(big("7.0"), 7);
    let order = order(|v| v["reference"] = json!(u64::MAX)).unwrap();
    assert_eq!(
        serde_json::to_value(&order).unwrap()["reference"],
        json!(u64::MAX)
    );
    assert!(crate::traps::order(|v| v["reference"] = json!(0.5)).is_none());
}

#[test]
fn of_equal_keys_the_last_counts_as_it_does_for_a_value() {
    for text in [
        r#"{"customer": {"name": "Ann"}, "count": 1, "count": 2}"#,
        r#"{"customer": {"name": "Ann"}, "count": "x", "count": 2}"#,
        r#"{"customer": 5, "count": 2, "customer": {"name": "Bob", "name": "Ann"}}"#,
        r#"{"count": 2, "customer": {"name": "Ann"}, "state": "opne", "state": "open"}"#,
    ] {
        let value: Value = serde_json::from_str(text).unwrap();
        let order = Order::from_str(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(order, Order::parse(&value).unwrap(), "{text}");
        assert_eq!(
            (order.customer.name.as_str(), order.count),
            ("Ann", 2),
            "{text}"
        );
    }
    let text = r#"{"customer": {"name": "Ann"}, "count": 2, "count": "x"}"#;
    assert!(Order::from_str(text).is_err());
    let text = r#"{"method": {"kind": "card", "kind": "cash"}}"#;
    assert_eq!(
        Pay::from_str(text).unwrap(),
        Pay::parse(&serde_json::from_str(text).unwrap()).unwrap()
    );
}

#[test]
fn bytes_that_are_not_json_are_refused_with_a_reason() {
    // `customer` lets other properties through, which no type reads.
    let skipped = |text: &[u8]| {
        let (start, end) = (
            br#"{"customer": {"name": "Ann", "x": ""#,
            br#""}, "count": 2}"#,
        );
        [start, text, end].concat()
    };
    assert!(Order::from_slice(&skipped("\u{e9}".as_bytes())).is_ok());
    for bytes in [
        &b"{"[..],
        b"",
        b"{}}",
        b"\xff",
        b"nul",
        b"{\"count\": 1e}",
        &skipped(b"\xff"),
        &skipped(b"\xed\xa0\x80"),
    ] {
        let error = Order::from_slice(bytes).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArguments);
        let violation = &error.violations().unwrap().as_slice()[0];
        assert!(violation.message.starts_with("not JSON: "), "{error}");
        assert_eq!(violation.instance_path, "");
        assert!(std::error::Error::source(&error).is_some());
    }
}

#[test]
fn a_default_is_what_absence_means_and_is_not_sent() {
    let order = order(|_| {}).unwrap();
    assert_eq!((order.state, order.state()), (None, State::Open));
    assert_eq!(
        (&order.labels, order.labels()),
        (&None, vec!["new".to_owned()])
    );
    assert_eq!(order.price, None);
    assert!((order.price() - 9.5).abs() < f64::EPSILON);
    assert_eq!(order, Order::new(Customer::new("Ann"), 2));
    let sent = serde_json::to_value(&order).unwrap();
    assert_eq!(sent, json!({"customer": {"name": "Ann"}, "count": 2}));
}

#[test]
fn optional_properties_have_setters() {
    let order = Order::new(Customer::new("Ann").with_vip(true), 2)
        .with_note("x")
        .with_memo(Some("y".to_owned()))
        .with_reference(7_i64)
        .with_labels(["a".to_owned()])
        .with_price(1.5)
        .with_state(State::Closed);
    let expected = json!({
        "customer": {"name": "Ann", "vip": true},
        "count": 2,
        "state": "closed",
        "note": "x",
        "memo": "y",
        "reference": 7,
        "labels": ["a"],
        "price": 1.5,
    });
    assert_eq!(serde_json::to_value(&order).unwrap(), expected);
    assert_eq!(order.labels(), ["a"]);
    assert_eq!(order.state(), State::Closed);
}

#[test]
fn an_enum_of_strings_is_read_from_its_text() {
    assert_eq!("closed".parse(), Ok(State::Closed));
    let error = "Closed".parse::<State>().unwrap_err();
    assert_eq!(error.to_string(), "`Closed` is not one of `open`, `closed`");
}

#[test]
fn a_tag_is_found_wherever_it_stands() {
    let card = |text: &str| Pay::from_str(text).unwrap().method;
    let expected = Method::Card(MethodCard::new("1234"));
    assert_eq!(
        card(r#"{"method": {"kind": "card", "number": "1234"}}"#),
        expected
    );
    assert_eq!(
        card(r#"{"method": {"number": "1234", "kind": "card"}}"#),
        expected
    );
    for method in [
        json!({"kind": "card", "number": "12345"}),
        json!({"kind": "cash", "number": "1234"}),
        json!({"kind": "cheque"}),
        json!({"number": "1234"}),
        json!({"kind": ["cash"]}),
        json!(["cash"]),
        json!("cash"),
    ] {
        assert!(
            read::<Pay>(&json!({ "method": method })).is_none(),
            "{method}"
        );
    }
}

#[test]
fn a_union_is_told_apart_by_type() {
    let amount = |v: Value| {
        let read = read::<Pay>(&json!({"method": {"kind": "cash"}, "amount": v}));
        read.and_then(|pay| pay.amount)
    };
    assert_eq!(amount(json!(5.0)), Some(Amount::Integer(5.into())));
    assert_eq!(
        amount(json!("5 EUR")),
        Some(Amount::Text("5 EUR".to_owned()))
    );
    assert_eq!(amount(json!([true])), Some(Amount::List(vec![true])));
    for refused in [
        json!(0),
        json!(1.5),
        json!("5"),
        json!([1]),
        json!({}),
        json!(null),
        json!(true),
    ] {
        assert_eq!(amount(refused.clone()), None, "{refused}");
    }
}

#[test]
fn types_may_contain_themselves() {
    let tree = json!({
        "label": "a",
        "next": {"label": "b", "next": {"label": "c"}},
        "children": [{"label": "d"}, {"label": "e", "children": []}],
        "by_name": {"f": {"label": "g"}},
    });
    let read: SaveTree = read(&tree).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), tree);
    let next = read.next.as_ref().and_then(|next| next.next.as_ref());
    assert_eq!(next.unwrap().label, "c");
    let mut wrong = tree;
    wrong["by_name"]["f"]["lable"] = json!("x");
    let error = SaveTree::parse(&wrong).unwrap_err();
    let violations = error.violations().unwrap();
    assert_eq!(
        violations.iter().next().unwrap().instance_path,
        "/by_name/f"
    );
}

#[test]
fn a_deep_instance_neither_overflows_nor_slips_through() {
    let deep = format!(
        "{}{}{}",
        r#"{"label": "a", "next": "#.repeat(5000),
        "{}",
        "}".repeat(5000)
    );
    assert!(SaveTree::from_str(&deep).is_err());
}

#[test]
fn a_checked_tool_is_as_exact() {
    assert!(read::<Transfer>(&json!({"amount": 999})).is_some());
    assert!(read::<Transfer>(&json!({"amount": 1000})).is_none());
    let large = read::<Transfer>(&json!({"amount": 1000.0, "note": "rent", "x": 1})).unwrap();
    assert_eq!((large.amount, large.note.as_deref()), (1000, Some("rent")));
    assert_eq!(large.additional_properties["x"], 1);
}

#[test]
fn every_violation_is_listed() {
    let instance = json!({
        "customer": {"vip": "yes"},
        "count": 0,
        "state": "opne",
        "labels": ["", "a", "a"],
        "extra": true,
    });
    let error = Order::parse(&instance).unwrap_err();
    let violations = error.violations().unwrap();
    let mut places: Vec<&str> = violations
        .iter()
        .map(|v| v.instance_path.as_str())
        .collect();
    places.sort_unstable();
    assert_eq!(
        places,
        [
            "",
            "/count",
            "/customer",
            "/customer/vip",
            "/labels",
            "/labels/0",
            "/state"
        ],
        "{error}"
    );
    assert_eq!(
        error.to_string(),
        Order::from_slice(instance.to_string().as_bytes())
            .unwrap_err()
            .to_string()
    );
}

#[test]
fn a_value_built_by_hand_is_validated_against_the_schema() {
    let mut order = Order::new(Customer::new("Ann"), 5);
    order.check().unwrap();
    order.count = 5000;
    order.labels = Some(vec!["a".to_owned(), "a".to_owned()]);
    order.price = Some(f64::NAN);
    let error = order.check().unwrap_err();
    let violations = error.violations().unwrap();
    let places: Vec<&str> = violations
        .iter()
        .map(|v| v.instance_path.as_str())
        .collect();
    assert_eq!(places, ["/count", "/labels", "/price"], "{error}");
    let price = violations.as_slice()[2].to_string();
    assert_eq!(price, "/price: `NaN` is not a number that JSON has");
}

#[test]
fn a_number_that_json_does_not_have_is_no_null() {
    use cases::no_parameters::{Restart, restart, restart::EitherOff};
    let mut call = Restart::default();
    let mut off = EitherOff::default();
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        off.r#gen = Some(Some(number));
        call.either = Some(restart::Either::Off(off.clone()));
        let error = call.check().unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("invalid arguments: /either/gen: `{number}` is not a number that JSON has")
        );
    }
    off.r#gen = None;
    call.either = Some(restart::Either::Off(off));
    call.check().unwrap();
}

#[test]
fn results_are_typed() {
    let output = Order::parse_output(&json!({"id": 7.0, "tracking": null})).unwrap();
    assert_eq!(
        (output.id, output.tracking.as_deref()),
        (Integer::from(7), None)
    );
    Order::check_output(&output).unwrap();
    assert!(Order::output_from_slice(br#"{"id": 7}"#).is_err());
    assert!(Order::parse_output(&json!({"id": -1, "tracking": null})).is_err());
}

#[test]
fn traps_of_names_still_speak_json() {
    use cases::names::Type;
    let instance = json!({
        "type": "a", "self": "b", "Self": "c", "crate": "d", "$ref": "e", "foo-bar": "f",
        "foo.bar": "g", "foo_bar": "h", "StartTime": "i", "StartTime<": "j", "StartTime>": "k",
        "Sum": "l", "SUM": "m", "2fa": "n", "": "o", "---": "p", "größe": "q", "entries": "r",
        "found": "s", "rest": "t", "count": "u", "tagged": "v", "map": "w", "option": "+1",
        "result": {"string": "vec"}, "another": "x",
    });
    let read: Type = read(&instance).unwrap();
    assert_eq!(read.self_.as_deref(), Some("b"));
    assert_eq!(read.self2.as_deref(), Some("c"));
    assert_eq!(read.sum2.as_deref(), Some("m"));
    assert_eq!(read.additional_properties["another"], "x");
    assert_eq!(serde_json::to_value(&read).unwrap(), instance);
    let option = &Type::definition().input_schema.as_value()["properties"]["option"]["enum"];
    for value in option.as_array().unwrap() {
        let read: Type = crate::traps::read(&json!({ "option": value })).unwrap();
        assert_eq!(serde_json::json!(read.option), *value);
    }
}

#[test]
fn a_union_is_made_of_what_its_variants_hold() {
    use crate::generated::cases::type_union::set_value::SetValueValue;
    assert_eq!(SetValueValue::from(true), SetValueValue::Bool(true));
    let text: SetValueValue = "x".to_owned().into();
    assert_eq!(text, SetValueValue::Text("x".to_owned()));
}

#[test]
fn what_another_branch_declares_is_not_dropped() {
    use cases::overlapping_union::{Post, post::Size};
    for instance in [
        json!({"data": {"url": "u"}}),
        json!({"data": {"values": [1], "url": "u"}}),
        json!({"target": {"to": {"id": 5}}}),
    ] {
        let post = read::<Post>(&instance).unwrap();
        assert_eq!(serde_json::to_value(post).unwrap(), instance);
    }
    // Where nothing can be lost, a type is as plain as elsewhere.
    let post = read::<Post>(&json!({"size": {"width": 2, "height": 3}})).unwrap();
    let Some(Size::Exact(exact)) = post.size else {
        panic!("{post:?}");
    };
    assert_eq!(serde_json::to_value(exact).unwrap(), json!({"width": 2}));
}

const BEYOND: i64 = 1_760_000_000_000_000_000;

/// A number that a double rounds is left to the validator, also inside a union: a branch that is not certain to reject
/// it may be the one that accepts, or a second one.
#[test]
fn a_rejection_that_is_in_doubt_does_not_choose_another_branch() {
    for instance in [
        json!({"only": {"t": BEYOND}}),
        json!({"even": {"t": 1e19}}),
        json!({"distinct": {"t": [(1_i64 << 53) + 1, 1_i64 << 53]}}),
        json!({"lists": [1e19]}),
    ] {
        assert!(
            read::<Weigh>(&instance).is_none(),
            "{instance}: two branches accept it"
        );
    }
    let long = format!("{}.txt", "a".repeat(200_000));
    for instance in [
        json!({"only": {"t": -BEYOND}}),
        json!({"even": {"t": 7}}),
        json!({"first": {"t": BEYOND, "b": "x"}}),
        json!({"divided": {"a": 1e19, "b": "x"}}),
        json!({"patterned": {"k": long, "v": "x"}}),
        json!({"ranged": {"a": -1e20}}),
        json!({"ranged": {"a": 1e20}}),
        json!({"flagged": {"b": false, "n": BEYOND}}),
    ] {
        let weigh = read::<Weigh>(&instance).expect("one branch accepts it");
        let written = serde_json::to_value(&weigh).unwrap();
        assert!(
            serde_json_eq(&written, &instance),
            "{:.200}: {:.200}",
            instance.to_string(),
            written.to_string()
        );
        weigh.check().unwrap();
    }
    let flagged = read::<Weigh>(&json!({"flagged": {"b": false, "n": BEYOND}})).unwrap();
    assert!(
        matches!(flagged.flagged, Some(weigh::Flagged::FlaggedVariant2(_))),
        "{flagged:?}"
    );
}

/// Equal as JSON Schema has it: `1.0` is 1.
fn serde_json_eq(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| serde_json_eq(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            let same = |(name, value): (&String, &Value)| {
                b.get(name).is_some_and(|other| serde_json_eq(value, other))
            };
            a.len() == b.len() && a.iter().all(same)
        }
        _ => a == b,
    }
}

#[test]
fn what_a_branch_says_of_undeclared_properties_is_not_dropped_either() {
    for instance in [
        json!({"texts": {"k": "a", "z": "b"}}),
        json!({"objects": {"k": "1", "p": {"y": "A"}}}),
        json!({"maps": {"a": {"y": "1"}}}),
        json!({"fields": {"a": {"y": "1"}}}),
        json!({"fields": {"b": {"y": "1"}}}),
        json!({"counted": {"ba": {"x": "A"}}}),
        json!({"counted": {"p": {"x": "A"}}}),
        json!({"welcome": {"a": true, "c": false}}),
        json!({"freed": {"a": "x", "b": "y"}}),
        json!({"below": {"a": "x", "b": "y"}}),
        json!({"within": {"c": {"x": "1", "z": 2}}}),
        json!({"marked": {"a": "1", "x-b": 2}}),
        json!({"marking": {"x-b": 2}}),
        json!({"marking": {"k": "1", "x-b": 2}}),
        json!({"named": {"x-a": {"b": "1"}}}),
        json!({"evaluated": {"a": "1", "b": 2}}),
        json!({"mapped": {"a": {"b": "1"}}}),
        json!({"listed": [{"a": "1", "b": "2"}]}),
        json!({"paired": [{"a": "1"}]}),
        json!({"beside_pattern": {"x-a": "1"}}),
        json!({"edge": {"a": 9_223_372_036_854_775_808.0}}),
        json!({"edges": [9_223_372_036_854_775_808.0]}),
        json!({"edges": [i64::MAX, i64::MIN]}),
        json!({"whole": [(1_i64 << 53) + 1, 1, -1e300]}),
    ] {
        let weigh = read::<Weigh>(&instance).expect("one branch accepts it");
        assert_eq!(serde_json::to_value(weigh).unwrap(), instance);
    }
}

/// An alternative that accepts everything, beside one that declares something.
#[test]
fn what_an_alternative_declares_is_not_taken_for_what_is_required() {
    for instance in [
        json!({"beside": {"c": "1"}}),
        json!({"beside": {"d": 1}}),
        json!({"beside": {"c": 1}}),
        json!({"typed": {"c": 1}}),
        json!({"typed": [{"c": "1"}, {"c": 1}]}),
        json!({"again": {"c": "1", "d": 1}}),
        json!({"twice": null}),
    ] {
        let weigh = read::<Weigh>(&instance).unwrap_or_else(|| panic!("{instance}"));
        weigh.check().unwrap();
        assert_eq!(serde_json::to_value(weigh).unwrap(), instance);
    }
    for instance in [
        json!({"beside": {"b": "x"}}),
        json!({"beside": {"b": "x", "c": 1}}),
        json!({"again": {"c": 1}}),
        json!({"twice": {}}),
        json!({"twice": {"a": 1}}),
    ] {
        assert!(read::<Weigh>(&instance).is_none(), "{instance}");
    }
}

/// Code is generated that compiles, and what no value can meet loses nothing of those that others accept.
#[test]
fn a_part_that_nothing_meets_is_not_in_the_way() {
    use cases::contradiction::Settle;
    for instance in [
        json!({"text": "ab", "only": "b"}),
        json!({"names": {}, "fields": {}}),
        json!({"lists": [{"k": "two", "b": "x"}]}),
        json!({"lists": [{"k": "one", "b": 1}]}),
    ] {
        let settle = read::<Settle>(&instance).unwrap_or_else(|| panic!("{instance}"));
        assert_eq!(serde_json::to_value(settle).unwrap(), instance);
    }
    for instance in [
        json!({"text": "abc"}),
        json!({"only": "abc"}),
        json!({"names": {"abc": 1}}),
        json!({"fields": {"a": 1}}),
    ] {
        assert!(read::<Settle>(&instance).is_none(), "{instance}");
    }
}
