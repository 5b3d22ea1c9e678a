//! A tool.

/// Implements `TypedTool` for a generated type.
#[doc(hidden)]
#[macro_export]
macro_rules! __typed_tool {
    ($type:ident {
        id: $id:literal,
        namespace: $namespace:expr,
        name: $name:literal,
        input: $input:ident,
        output: $output:ty, $read:ident,
        definition: $definition:literal,
        $(docs: $docs:literal,)?
    }) => {
        impl $crate::TypedTool for $type {
            const ID: &'static str = $id;
            const NAME: &'static str = $name;
            const NAMESPACE: ::core::option::Option<&'static str> = $namespace;

            type Output = $output;

            fn definition() -> &'static $crate::Tool {
                static DEFINITION: $crate::__private::parse::Definition =
                    $crate::__private::parse::Definition::new($definition);
                DEFINITION.get()
            }

            // A copy of these in `ToolCall` would be compiled twice.
            #[inline(never)]
            fn parse(arguments: &$crate::__private::serde_json::Value) -> $crate::Result<Self> {
                use $crate::__private::parse::{Side, $input};
                $input::value(arguments, Side::Input, Self::definition)
            }

            #[inline(never)]
            fn from_slice(arguments: &[u8]) -> $crate::Result<Self> {
                use $crate::__private::parse::{Side, $input};
                $input::slice(arguments, Side::Input, Self::parse)
            }

            #[inline(never)]
            fn check(&self) -> $crate::Result<()> {
                use $crate::__private::parse::{Side, $input};
                $input::check(self, Side::Input, Self::definition)
            }

            // Inlined, so that a crate that never reads results does not compile this.
            #[inline]
            fn parse_output(
                result: &$crate::__private::serde_json::Value,
            ) -> $crate::Result<Self::Output> {
                use $crate::__private::parse::{Side, $read};
                $read::value(result, Side::Output, Self::definition)
            }

            #[inline]
            fn output_from_slice(result: &[u8]) -> $crate::Result<Self::Output> {
                use $crate::__private::parse::{Side, $read};
                $read::slice(result, Side::Output, Self::parse_output)
            }

            #[inline]
            fn check_output(output: &Self::Output) -> $crate::Result<()> {
                use $crate::__private::parse::{Side, $read};
                $read::check(output, Side::Output, Self::definition)
            }

            $(#[inline] fn docs() -> $crate::docs::DocEntry {
                $crate::__private::parse::docs($docs)
            })?
        }
    };
}
