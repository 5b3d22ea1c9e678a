//! What is written is read back the same, and meets the schema.

use proptest::option::of;
use proptest::prelude::*;
use serde_json::Value;
use toolmodel_runtime::TypedTool;

use crate::generated::shop::order::{Customer, State};
use crate::generated::shop::pay::{Amount, Method, MethodCard, MethodCash};
use crate::generated::shop::{Order, Pay, SaveTree};

fn orders() -> impl Strategy<Value = Order> {
    let labels = prop::collection::hash_set(".{1,5}", 0..=3);
    let labels = labels.prop_map(|set| set.into_iter().collect::<Vec<String>>());
    let numbers = (1..=1000_i64, of(any::<u64>()), of(1e-6..1e9_f64));
    let texts = (".*", of(".*"), of(of(".*")), of(of(".*")));
    let flags = (of(any::<bool>()), of(any::<bool>()));
    (texts, numbers, of(labels), flags).prop_map(
        |((name, note, memo, coupon), (count, reference, price), labels, (open, vip))| {
            let mut customer = Customer::new(name);
            customer.vip = vip;
            Order {
                note,
                memo,
                coupon,
                reference: reference.map(Into::into),
                labels,
                price,
                state: open.map(|open| if open { State::Open } else { State::Closed }),
                ..Order::new(customer, count)
            }
        },
    )
}

fn pays() -> impl Strategy<Value = Pay> {
    let method = prop_oneof![
        "[0-9]{4}".prop_map(|number| Method::Card(MethodCard::new(number))),
        Just(Method::Cash(MethodCash::default())),
    ];
    let amount = prop_oneof![
        (1_u64..).prop_map(|v| Amount::Integer(v.into())),
        "[0-9]{1,9} EUR".prop_map(Amount::Text),
        prop::collection::vec(any::<bool>(), 0..4).prop_map(Amount::List),
    ];
    (method, of(amount)).prop_map(|(method, amount)| Pay { method, amount })
}

#[track_caller]
fn survives<T: TypedTool + PartialEq + std::fmt::Debug>(value: &T) -> Result<(), TestCaseError> {
    let text = serde_json::to_string(value).unwrap();
    let json: Value = serde_json::from_str(&text).unwrap();
    prop_assert_eq!(&T::from_str(&text).unwrap(), value);
    prop_assert_eq!(&T::parse(&json).unwrap(), value);
    prop_assert!(value.check().is_ok());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn orders_survive(order in orders()) {
        survives(&order)?;
    }

    #[test]
    fn payments_survive(pay in pays()) {
        survives(&pay)?;
    }

    #[test]
    fn any_bytes_are_judged_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        let _ = Order::from_slice(&bytes);
        let _ = SaveTree::from_slice(&bytes);
    }

    #[test]
    fn a_mutated_order_is_judged_the_same_both_ways(
        order in orders(),
        name in prop::sample::select(vec!["customer", "count", "state", "labels", "price", "x"]),
        junk in prop::sample::select(vec!["null", "[]", "{}", "1", "-1.5", "\"open\"", "1e30", "true"]),
    ) {
        let mut json = serde_json::to_value(&order).unwrap();
        json[name] = serde_json::from_str(junk).unwrap();
        let (value, slice) = (Order::parse(&json), Order::from_str(&json.to_string()));
        prop_assert_eq!(value.is_ok(), slice.is_ok(), "{}", json);
    }
}
