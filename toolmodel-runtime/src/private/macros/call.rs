//! A set of tools.

/// An enum over tools with dispatch by id: what `tool_set!` and generated folders expand to.
///
/// Names are written out in full, because the code stands among a user's own. A tool's type only
/// ever stands in `<$tool as TypedTool>`: all errors about a type that is not a tool are then the
/// same, and the compiler shows one.
#[doc(hidden)]
#[macro_export]
macro_rules! __tool_call {
    (
        $(#[$meta:meta])*
        $visibility:vis enum $name:ident {
            $($(#[$variant_meta:meta])* $variant:ident($tool:ty),)*
        }
    ) => {
        $(#[$meta])*
        #[allow(
            dead_code, private_interfaces, unreachable_pub, clippy::large_enum_variant,
            reason = "generated code"
        )]
        $visibility enum $name {
            $($(#[$variant_meta])* $variant($tool),)*
        }

        #[allow(
            unused, deprecated, private_bounds, private_interfaces, unreachable_pub,
            unused_qualifications,
            clippy::all, clippy::pedantic, clippy::restriction, clippy::nursery,
            reason = "generated code"
        )]
        const _: () = {
            use $crate::__private::set as __set;

            impl $name {
                /// The tools, in the order of the set.
                pub const TOOLS: &'static [$crate::ToolEntry] =
                    &[$($crate::ToolEntry::new(
                        <$tool as $crate::TypedTool>::ID,
                        <$tool as $crate::TypedTool>::definition,
                        <$tool as $crate::TypedTool>::docs,
                        <$tool as $crate::TypedTool>::check_examples,
                        <$tool as $crate::TypedTool>::check_definition,
                    )),*];

                /// The ids of all tools, in the order of the set.
                pub const IDS: &'static [&'static ::core::primitive::str] =
                    &[$(<$tool as $crate::TypedTool>::ID),*];

                /// The definitions of all tools, in the order of the set.
                #[must_use]
                pub fn definitions() -> &'static [&'static $crate::Tool] {
                    static ALL: __set::Definitions = __set::Definitions::new();
                    ALL.of(Self::TOOLS)
                }

                /// The definition and the docs of every tool, for a docs store.
                #[must_use]
                pub fn docs() -> ::std::vec::Vec<(&'static $crate::Tool, $crate::docs::DocEntry)> {
                    __set::docs(Self::TOOLS)
                }

                /// Holds the examples of all tools to their schemas; call it from a test.
                ///
                /// # Errors
                /// Everything that is wrong, by tool.
                pub fn check_examples() -> $crate::Result<()> {
                    __set::check_examples(Self::TOOLS)
                }

                /// Checks the definitions and examples of all tools, and gives the warnings; call it
                /// from a test.
                ///
                /// # Errors
                /// Everything that is wrong, by tool.
                pub fn check_definitions(
                    rules: &$crate::DefinitionRules,
                ) -> $crate::Result<::std::vec::Vec<$crate::Problem>> {
                    __set::check_definitions(Self::TOOLS, rules)
                }

                /// Reads the arguments of a call of the tool with this id.
                ///
                /// # Errors
                /// When no tool of the set has the id, or the arguments break the tool's schema.
                pub fn parse(
                    id: &::core::primitive::str,
                    arguments: &__set::Value,
                ) -> $crate::Result<Self> {
                    $(if id == <$tool as $crate::TypedTool>::ID {
                        return match <$tool as $crate::TypedTool>::parse(arguments) {
                            ::core::result::Result::Ok(call) => {
                                ::core::result::Result::Ok(Self::$variant(call))
                            }
                            ::core::result::Result::Err(error) => {
                                ::core::result::Result::Err(error)
                            }
                        };
                    })*
                    ::core::result::Result::Err(__set::unknown_tool(id, Self::IDS))
                }

                /// Reads the arguments of a call of the tool with this id from JSON bytes.
                ///
                /// # Errors
                /// As `parse`, also when the bytes are not JSON.
                pub fn from_slice(
                    id: &::core::primitive::str,
                    arguments: &[::core::primitive::u8],
                ) -> $crate::Result<Self> {
                    $(if id == <$tool as $crate::TypedTool>::ID {
                        return match <$tool as $crate::TypedTool>::from_slice(arguments) {
                            ::core::result::Result::Ok(call) => {
                                ::core::result::Result::Ok(Self::$variant(call))
                            }
                            ::core::result::Result::Err(error) => {
                                ::core::result::Result::Err(error)
                            }
                        };
                    })*
                    ::core::result::Result::Err(__set::unknown_tool(id, Self::IDS))
                }

                /// The id of the called tool.
                #[must_use]
                pub fn id(&self) -> &'static ::core::primitive::str {
                    match *self {
                        $(Self::$variant(_) => <$tool as $crate::TypedTool>::ID,)*
                    }
                }

                /// The definition of the called tool.
                #[must_use]
                pub fn definition(&self) -> &'static $crate::Tool {
                    match *self {
                        $(Self::$variant(_) => <$tool as $crate::TypedTool>::definition(),)*
                    }
                }

                /// Holds a call that was built by hand to the tool's schema.
                ///
                /// # Errors
                /// Every violation.
                pub fn check(&self) -> $crate::Result<()> {
                    match *self {
                        $(Self::$variant(ref call) => <$tool as $crate::TypedTool>::check(call),)*
                    }
                }

                /// The arguments of the call as JSON, held to the tool's schema.
                ///
                /// # Errors
                /// As `check`.
                pub fn arguments(&self) -> $crate::Result<__set::Value> {
                    match *self {
                        $(Self::$variant(ref call) => {
                            __set::arguments(call, <$tool as $crate::TypedTool>::check(call))
                        })*
                    }
                }

                // The bounds stand on the line of the name: on another, the compiler would point at
                // both, if it can still read this file.
                /// Hands the call to what handles it.
                pub fn call<R, H: $($crate::ToolHandler<$tool, Reply = R> +)*>(self, handler: &H) -> R {
                    match self {
                        $(Self::$variant(call) => {
                            <H as $crate::ToolHandler<$tool>>::call(handler, call)
                        })*
                    }
                }
            }

            #[automatically_derived]
            impl $crate::ToolSet for $name {
                const TOOLS: &'static [$crate::ToolEntry] = Self::TOOLS;

                fn definitions() -> &'static [&'static $crate::Tool] {
                    Self::definitions()
                }

                fn parse(
                    id: &::core::primitive::str,
                    arguments: &__set::Value,
                ) -> $crate::Result<Self> {
                    Self::parse(id, arguments)
                }

                fn from_slice(
                    id: &::core::primitive::str,
                    arguments: &[::core::primitive::u8],
                ) -> $crate::Result<Self> {
                    Self::from_slice(id, arguments)
                }

                fn id(&self) -> &'static ::core::primitive::str {
                    self.id()
                }

                fn definition(&self) -> &'static $crate::Tool {
                    self.definition()
                }

                fn check(&self) -> $crate::Result<()> {
                    self.check()
                }

                fn arguments(&self) -> $crate::Result<__set::Value> {
                    self.arguments()
                }
            }

            $(#[automatically_derived]
            impl ::core::convert::From<$tool> for $name {
                fn from(call: $tool) -> Self {
                    Self::$variant(call)
                }
            })*
        };
    };
}
