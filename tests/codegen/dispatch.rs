//! All tools of a folder: `TOOLS`, and `ToolCall`.

use serde_json::json;
use toolmodel_runtime::{ErrorKind, ToolHandler, TypedTool};

use crate::generated::{Ping, TOOLS, ToolCall, cases, shop};

#[test]
fn tools_are_sorted_by_id() {
    let ids: Vec<String> = TOOLS
        .iter()
        .map(|tool| tool.id().unwrap().to_string())
        .collect();
    assert_eq!(
        ids,
        [
            "ping",
            "shop:order",
            "shop:pay",
            "shop:save_tree",
            "transfer"
        ]
    );
    assert_eq!(ToolCall::IDS, ids);
    assert_eq!(ToolCall::definitions().len(), ids.len());
}

#[test]
fn a_call_is_read_by_its_id() {
    let call = ToolCall::parse("ping", &json!({})).unwrap();
    assert_eq!(call, ToolCall::Ping(Ping::default()));
    assert_eq!(
        (call.id(), Ping::ID, Ping::NAMESPACE),
        ("ping", "ping", None)
    );
    let call = ToolCall::from_slice("shop:pay", br#"{"method": {"kind": "cash"}}"#).unwrap();
    assert!(matches!(
        call,
        ToolCall::ShopPay(shop::Pay { amount: None, .. })
    ));
    assert_eq!(call.definition().name, "pay");
    call.check().unwrap();
    let error = ToolCall::parse("ping", &json!({"x": 1})).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArguments);
}

#[test]
fn an_unknown_id_names_the_nearest() {
    let error = ToolCall::parse("shop:ordre", &json!({})).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownTool);
    assert!(
        error.to_string().contains("did you mean `shop:order`?"),
        "{error}"
    );
    let error = ToolCall::from_slice("zzz", b"not JSON").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownTool);
    assert!(!error.to_string().contains("did you mean"), "{error}");
}

#[test]
fn calls_are_handed_to_their_handlers() {
    struct Names;
    impl<T: TypedTool> ToolHandler<T> for Names {
        type Reply = &'static str;

        fn call(&self, _: T) -> &'static str {
            T::NAME
        }
    }
    let call = ToolCall::parse("transfer", &json!({"amount": 5})).unwrap();
    assert_eq!(call.call(&Names), "transfer");
}

#[test]
fn definitions_say_what_the_file_says() {
    let text = include_str!("tools/shop.json");
    let file: serde_json::Value = serde_json::from_str(text).unwrap();
    assert_eq!(shop::Order::definition().to_value(), file["tools"][0]);
    assert_eq!(shop::SaveTree::definition().to_value(), file["tools"][2]);
    let hostile = cases::hostile_text::Hostile::definition();
    let file = include_str!("cases/hostile_text/tool.json");
    let mut file: serde_json::Value = serde_json::from_str(file).unwrap();
    file["namespace"] = json!("hostile_text");
    assert_eq!(hostile.to_value(), file);
}

#[test]
fn a_side_file_gives_docs() {
    let docs = ToolCall::docs();
    let (tool, entry) = &docs[0];
    assert_eq!(tool.name, "ping");
    assert_eq!(entry.summary, "Says that the server is there.");
    assert_eq!(entry.notes, "Costs nothing.");
    assert_eq!(Ping::docs(), *entry);
}
