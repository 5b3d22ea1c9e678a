//! All tools of a folder: `ToolCall`, which has what the enum of a `tool_set!` has.

use serde_json::json;
use toolmodel_runtime::adapter::Registry;
use toolmodel_runtime::{
    ErrorKind, SyncHandler, ToolEntry, ToolFailure, ToolSet, TypedTool, tool_set,
};

use crate::generated::{Ping, ToolCall, Transfer, cases, shop};

#[test]
fn tools_are_sorted_by_id() {
    let ids: Vec<&str> = ToolCall::TOOLS.iter().map(ToolEntry::id).collect();
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
    let definitions = ToolCall::definitions().iter();
    let defined: Vec<String> = definitions
        .map(|tool| tool.id().unwrap().to_string())
        .collect();
    assert_eq!(defined, ids);
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
fn a_provider_s_call_is_read_in_one_step() {
    let registry = Registry::default();
    for to in ["openai", "openai-strict"] {
        let sent = ToolCall::definitions().iter().copied();
        let tools = registry.convert_tools(sent, to).unwrap();
        let read = |id: &str, arguments: &str| {
            let sent = tools.tools.iter().find(|tool| tool.name.id == id).unwrap();
            let name = &sent.name.wire;
            let call = json!({"id": "1", "type": "function", "function": {"name": name, "arguments": arguments}});
            let message = json!({"role": "assistant", "tool_calls": [call]});
            ToolCall::try_from(&tools.read_calls(&message).unwrap()[0])
        };
        let pay = r#"{"method": {"kind": "cash"}}"#;
        let call = read("shop:pay", pay).unwrap();
        assert!(
            matches!(call, ToolCall::ShopPay(shop::Pay { amount: None, .. })),
            "{to}"
        );
        assert_eq!(read("ping", "").unwrap(), ToolCall::Ping(Ping::default()));
        let error = read("ping", r#"{"x": 1}"#).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArguments, "{to}");
        let error = read("ping", "{").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArguments, "{to}");
    }
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
    struct Bank;
    impl SyncHandler<Bank> for Transfer {
        fn handle_sync(self, _: &Bank) -> Result<Self::Output, ToolFailure> {
            Err(format!("no money: {} is missing", self.amount))?
        }
    }
    impl SyncHandler<Bank> for shop::Pay {
        fn handle_sync(self, _: &Bank) -> Result<Self::Output, ToolFailure> {
            Err("closed")?
        }
    }
    let arguments = json!({"amount": 5});
    let call = declared::ToolCall::parse_named("transfer", &arguments).unwrap();
    assert_eq!(call.handle_sync(&Bank).text(), "no money: 5 is missing");
}

#[test]
fn a_call_is_read_by_its_name() {
    assert_eq!(
        ToolCall::NAMES,
        ["ping", "order", "pay", "save_tree", "transfer"]
    );
    let call = ToolCall::parse_named("pay", &json!({"method": {"kind": "cash"}})).unwrap();
    assert_eq!((call.id(), call.wire_name()), ("shop:pay", "pay"));
    let error = ToolCall::parse_named("shop:pay", &json!({})).unwrap_err();
    assert!(error.to_string().contains("known are `"), "{error}");
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

#[test]
fn a_call_is_made_of_a_tool_and_has_its_arguments() {
    let call: ToolCall = Transfer::new(5).into();
    assert_eq!(call.arguments().unwrap(), json!({"amount": 5}));
    let call = ToolCall::from(Transfer::new(-5));
    assert_eq!(
        call.arguments().unwrap_err().kind(),
        ErrorKind::InvalidArguments
    );
}

#[test]
fn examples_of_side_files_are_validated_against_the_schema() {
    ToolCall::check_examples().unwrap();
    let docs = Ping::docs();
    assert_eq!(docs.examples[0].title, "Is it there?");
}

mod declared {
    use super::{Transfer, shop, tool_set};

    tool_set![Transfer, shop::Pay];
}

/// What both kinds of sets have, by the trait and by name.
#[test]
fn a_declared_set_and_a_folder_have_the_same_functions() {
    fn read<S: ToolSet>(id: &str) -> (usize, String) {
        let call = S::parse(id, &json!({"amount": 5})).unwrap();
        let same = S::from_slice(id, br#"{"amount": 5}"#).unwrap();
        assert_eq!(call.id(), same.id());
        assert_eq!(call.definition().name, id);
        call.check().unwrap();
        assert_eq!(S::TOOLS.len(), S::definitions().len());
        (S::TOOLS.len(), call.arguments().unwrap().to_string())
    }
    let arguments = r#"{"amount":5}"#.to_owned();
    assert_eq!(read::<ToolCall>("transfer"), (5, arguments.clone()));
    assert_eq!(read::<declared::ToolCall>("transfer"), (2, arguments));

    assert_eq!(declared::ToolCall::IDS, ["transfer", "shop:pay"]);
    let by_name = (
        declared::ToolCall::TOOLS[0].id(),
        declared::ToolCall::definitions()[0],
        declared::ToolCall::docs().remove(0),
        declared::ToolCall::check_examples().is_ok(),
    );
    let same = ToolCall::docs().remove(4);
    assert_eq!(
        by_name,
        ("transfer", ToolCall::definitions()[4], same, true)
    );
    for wrong in [&b"{"[..], b"[]", br#"{"amount": -5}"#] {
        let declared = declared::ToolCall::from_slice("transfer", wrong).unwrap_err();
        let generated = ToolCall::from_slice("transfer", wrong).unwrap_err();
        assert_eq!(declared.to_string(), generated.to_string());
    }
}
