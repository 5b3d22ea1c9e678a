//! Tools of every kind, in code that every edition since 2018 understands. Compiled by
//! `editions.rs`, once as a crate of each.
#![deny(warnings, missing_docs, unused, unreachable_pub, unused_qualifications)]
#![forbid(unsafe_code)]

/// The snapshot cases.
pub mod generated {
    include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../tools.rs"));
}

/// Derived tools.
pub mod derived {
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};
    use toolmodel_runtime::{tool_set, Tool};

    const NAMESPACE: &str = "edition";

    /// What was found.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
    pub struct Found {
        /// How many.
        pub count: u32,
    }

    /// Takes nothing.
    #[derive(Clone, Debug, PartialEq, Tool, Serialize, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    pub struct Nothing {}

    /// Find.
    #[derive(Clone, Debug, PartialEq, Tool, Serialize, Deserialize, JsonSchema)]
    #[tool(
        namespace = NAMESPACE,
        title = "Find",
        version = "1.0.0",
        tags("x"),
        read_only,
        icon(src = "https://example.com/a.png", sizes("any"), theme = dark, mime_type = "image/png"),
        meta(a = 1, b = "x"),
        output = Found,
        task_support = required,
        example(Self { name: String::new(), r#async: Some(1) }),
        notes = "n",
        reference("https://example.com")
    )]
    pub struct Find {
        /// By name.
        #[tool(header = "Name", example = "x", example = String::from("y"))]
        pub name: String,
        /// A keyword since 2018.
        #[schemars(range(min = 1, max = 50))]
        pub r#async: Option<u32>,
    }

    /// Pay.
    #[derive(Clone, Debug, PartialEq, Tool, Serialize, Deserialize, JsonSchema)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    pub enum Pay {
        /// In coins.
        Cash {
            /// How much.
            amount: u8,
        },
        /// Later.
        Credit,
    }

    /// Keep.
    #[derive(Clone, Debug, PartialEq, Tool, Serialize, Deserialize, JsonSchema)]
    pub struct Keep<T: Serialize + JsonSchema + 'static> {
        /// What.
        pub item: T,
    }

    tool_set! {
        /// All of them.
        #[derive(Clone, PartialEq)]
        pub enum Calls {
            Nothing,
            Find,
            /// Not free.
            Pay,
            Keep<u8> as KeepByte,
            super::generated::no_parameters::Stop as Stop,
        }
    }

    /// A set of the usual name.
    pub mod named {
        use super::{Find, Nothing};

        toolmodel_runtime::tool_set![Find, Nothing];
    }
}

/// Uses what the macros made.
pub fn answer(id: &str, arguments: &[u8]) -> toolmodel_runtime::Result<&'static str> {
    let call = derived::Calls::from_slice(id, arguments)?;
    call.check()?;
    let _ = generated::ToolCall::from_slice(id, arguments)?.definition();
    Ok(derived::named::ToolCall::from_slice(id, arguments)?.id())
}
