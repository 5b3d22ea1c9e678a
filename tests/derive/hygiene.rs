//! Expansions in hostile places: shadowed names, strict lints, other paths to the runtime.

/// Every name that careless expansions use means something else here.
mod shadowed {
    #![allow(
        dead_code,
        non_camel_case_types,
        unused_macros,
        reason = "names that are only there to be in the way"
    )]

    use ::schemars::JsonSchema as Schema;
    use ::serde::{Deserialize as De, Serialize as Ser};
    use ::toolmodel_runtime::Tool as DeriveTool;

    struct Option;
    struct Some;
    struct None;
    struct Vec;
    struct String;
    struct Result;
    struct Ok;
    struct Err;
    struct Box;
    struct Value;
    struct Tool;
    struct TypedTool;
    struct Self_;
    struct Sized;
    struct From;
    struct Serialize;
    struct Deserialize;
    struct JsonSchema;
    mod core {}
    mod std {}
    mod serde_json {}
    mod toolmodel_runtime {}
    macro_rules! concat {
        () => {};
    }
    macro_rules! vec {
        () => {};
    }
    macro_rules! panic {
        () => {};
    }
    macro_rules! unreachable {
        () => {};
    }

    #[derive(Ser, De, Schema)]
    pub(super) struct Found {
        count: ::core::primitive::u32,
    }

    /// Find.
    #[derive(DeriveTool, Ser, De, Schema)]
    #[tool(
        namespace = "a",
        title = "Find",
        version = "1.0.0",
        tags("x"),
        read_only,
        icon(src = "https://example.com/a.png", sizes("any"), theme = dark, mime_type = "image/png"),
        meta(a = 1),
        output = Found,
        task_support = required,
        example(Self { name: ::std::string::String::new() }),
        notes = "n",
        reference("https://example.com")
    )]
    pub(super) struct Find {
        #[tool(header = "Name", example = "x")]
        name: ::std::string::String,
    }

    ::toolmodel_runtime::tool_set! {
        pub(super) enum Calls { Find }
    }
}

#[test]
fn shadowed_names_do_not_matter() {
    use toolmodel_runtime::TypedTool;

    assert_eq!(shadowed::Find::ID, "a:find");
    assert!(shadowed::Find::check_examples().is_ok());
    assert_eq!(shadowed::Calls::IDS, ["a:find"]);
}

/// What a strict crate forbids.
mod strict {
    #![deny(
        warnings,
        missing_docs,
        unused,
        unused_qualifications,
        unreachable_pub,
        clippy::all,
        clippy::pedantic
    )]

    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};
    use toolmodel_runtime::__private::derive::Value;
    use toolmodel_runtime::{Result, Tool, TypedTool, tool_set};

    /// What was found.
    #[derive(Serialize, Deserialize, JsonSchema)]
    pub(super) struct Found {
        /// How many.
        pub(super) count: u32,
    }

    /// Find.
    #[derive(Tool, Serialize, Deserialize, JsonSchema)]
    #[tool(
        namespace = NAMESPACE,
        meta(a = 1, b = "x"),
        output = Found,
        example(Self { name: String::new(), limit: Some(1) })
    )]
    pub(super) struct Find {
        /// By name.
        #[tool(example = "x", example = String::from("y"))]
        pub(super) name: String,
        /// At most.
        pub(super) limit: Option<u32>,
    }

    const NAMESPACE: &str = "strict";

    /// Keep.
    #[derive(Tool, Serialize, Deserialize, JsonSchema)]
    pub(super) struct Keep<T: Serialize + JsonSchema + 'static> {
        /// What.
        pub(super) item: T,
    }

    tool_set![Find, Keep<u8> as KeepByte];

    pub(super) fn use_all(value: &Value) -> Result<u32> {
        let call = ToolCall::parse(Find::ID, value)?;
        let ToolCall::Find(find) = call else {
            return Ok(0);
        };
        find.check()?;
        Ok(find.limit.unwrap_or(0))
    }
}

#[test]
fn strict_lints_are_quiet() {
    let arguments = serde_json::json!({"name": "a", "limit": 7});
    assert_eq!(strict::use_all(&arguments).unwrap(), 7);
}

/// A crate that hands its users everything through one path.
mod facade {
    pub(crate) mod inner {
        pub(crate) use schemars as schemas;
        pub(crate) use serde as data;
        pub(crate) use toolmodel_runtime as tools;
    }
}

mod reexported {
    use super::facade::inner;
    use inner::tools::{Tool, TypedTool};

    /// Find.
    #[derive(
        Tool, inner::data::Serialize, inner::data::Deserialize, inner::schemas::JsonSchema,
    )]
    #[tool(crate = "super::facade::inner::tools", example(Self { name: "a".to_owned() }))]
    #[serde(crate = "inner::data")]
    #[schemars(crate = "inner::schemas")]
    pub(super) struct Find {
        pub(super) name: String,
    }

    inner::tools::tool_set![Find];

    #[test]
    fn the_runtime_may_be_reexported() {
        let call = ToolCall::from_slice(Find::ID, br#"{"name": "a"}"#).unwrap();
        assert_eq!(call.id(), "find");
        assert!(Find::check_examples().is_ok());
    }
}

mod in_a_function {
    #[test]
    fn a_tool_may_be_defined_in_a_function() {
        use toolmodel_runtime::{Tool, TypedTool};

        const PREFIX: &str = "local";

        #[derive(Tool, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[tool(namespace = PREFIX)]
        struct Local {}

        assert_eq!(Local::ID, "local:local");
    }
}

mod from_a_macro {
    macro_rules! tool {
        ($name:ident, $title:literal, $field:ident: $type:ty = $example:expr) => {
            #[derive(
                toolmodel_runtime::Tool, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
            )]
            #[tool(title = $title, example(Self { $field: $example }))]
            struct $name {
                #[tool(example = $example)]
                $field: $type,
            }
        };
    }

    tool!(Made, "Made by a macro", size: u8 = 3);

    #[test]
    fn a_tool_may_come_from_a_macro() {
        use toolmodel_runtime::TypedTool;

        assert_eq!(Made::definition().title.as_deref(), Some("Made by a macro"));
        assert!(Made::check_examples().is_ok());
    }
}

/// What generated code does beside derived types.
mod by_hand {
    use serde::Serialize;
    use serde_json::Value;
    use toolmodel_runtime::{Result, Tool, TypedTool};

    #[derive(Serialize)]
    struct Echo {
        text: String,
    }

    impl TypedTool for Echo {
        const ID: &'static str = "echo";
        const NAME: &'static str = "echo";
        const NAMESPACE: Option<&'static str> = None;

        type Output = Value;

        fn definition() -> &'static Tool {
            super::shadowed::Find::definition()
        }

        fn parse(arguments: &Value) -> Result<Self> {
            let text = arguments["text"].as_str().unwrap_or_default().to_owned();
            Ok(Self { text })
        }

        fn from_slice(_: &[u8]) -> Result<Self> {
            Ok(Self {
                text: String::new(),
            })
        }

        fn check(&self) -> Result<()> {
            Ok(())
        }

        fn parse_output(result: &Value) -> Result<Value> {
            Ok(result.clone())
        }

        fn output_from_slice(_: &[u8]) -> Result<Value> {
            Ok(Value::Null)
        }

        fn check_output(_: &Value) -> Result<()> {
            Ok(())
        }
    }

    toolmodel_runtime::tool_set! {
        enum Calls { Echo, super::shadowed::Find as Find }
    }

    #[test]
    fn derived_tools_and_others_stand_in_one_set() {
        let call = Calls::parse("echo", &serde_json::json!({"text": "hi"})).unwrap();
        assert_eq!(format!("{call:?}"), r#"Calls(echo, {"text":"hi"})"#);
        assert_eq!(Calls::IDS, ["echo", "a:find"]);
    }
}
