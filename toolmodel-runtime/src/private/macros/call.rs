//! All tools of a folder.

/// `TOOLS`, and `ToolCall` to dispatch by id.
#[doc(hidden)]
#[macro_export]
macro_rules! __tool_call {
    ($($id:literal => $variant:ident($tool:ty) $(($doc:literal))?,)*) => {
        /// A call of one of the tools, by the tool's id.
        #[derive(Clone, Debug, PartialEq)]
        pub enum ToolCall {
            $(#[doc = $crate::__text_doc!($id $($doc)?)] $variant($tool),)*
        }

        impl ToolCall {
            /// The ids of all tools, sorted.
            pub const IDS: &'static [&'static str] = &[$($id),*];

            /// Reads a call's arguments, holding them to the tool's schema.
            ///
            /// # Errors
            /// When no tool has the id, or the arguments break its schema.
            pub fn parse(
                id: &str,
                arguments: &$crate::__private::serde_json::Value,
            ) -> $crate::Result<Self> {
                match id {
                    $($id => match <$tool as $crate::TypedTool>::parse(arguments) {
                        Ok(call) => Ok(Self::$variant(call)),
                        Err(error) => Err(error),
                    },)*
                    _ => Err($crate::__private::parse::unknown_tool(id, Self::IDS)),
                }
            }

            /// Reads a call's arguments from JSON bytes.
            ///
            /// # Errors
            /// As [`ToolCall::parse`], or when the bytes are not JSON.
            pub fn from_slice(id: &str, arguments: &[u8]) -> $crate::Result<Self> {
                match id {
                    $($id => match <$tool as $crate::TypedTool>::from_slice(arguments) {
                        Ok(call) => Ok(Self::$variant(call)),
                        Err(error) => Err(error),
                    },)*
                    _ => Err($crate::__private::parse::unknown_tool(id, Self::IDS)),
                }
            }

            /// The id of the tool.
            #[must_use]
            pub fn id(&self) -> &'static str {
                match self { $(Self::$variant(_) => $id,)* }
            }

            /// The definition of the tool.
            #[must_use]
            pub fn definition(&self) -> &'static $crate::Tool {
                match self {
                    $(Self::$variant(_) => <$tool as $crate::TypedTool>::definition(),)*
                }
            }

            /// Holds a call that was built by hand to the tool's schema.
            ///
            /// # Errors
            /// When the call breaks the schema.
            pub fn check(&self) -> $crate::Result<()> {
                match self { $(Self::$variant(call) => $crate::TypedTool::check(call),)* }
            }

            /// Hands the call to the handler of its tool.
            pub fn call<H, R>(self, handler: &H) -> R
            where
                $(H: $crate::ToolHandler<$tool, Reply = R>,)*
            {
                match self { $(Self::$variant(call) => $crate::ToolHandler::call(handler, call),)* }
            }

            /// The definitions of all tools, sorted by id.
            #[must_use]
            pub fn definitions() -> &'static [&'static $crate::Tool] {
                &*TOOLS
            }

            /// All tools with their docs, for a docs store.
            #[must_use]
            pub fn docs() -> ::std::vec::Vec<(&'static $crate::Tool, $crate::docs::DocEntry)> {
                [$((
                    <$tool as $crate::TypedTool>::definition(),
                    <$tool as $crate::TypedTool>::docs(),
                )),*].into()
            }
        }

        /// The definitions of all tools, sorted by id.
        pub static TOOLS: ::std::sync::LazyLock<[&'static $crate::Tool; ToolCall::IDS.len()]> =
            ::std::sync::LazyLock::new(|| [$(<$tool as $crate::TypedTool>::definition()),*]);
    };
}
