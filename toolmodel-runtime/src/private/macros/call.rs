//! A set of tools.

/// An enum over tools with dispatch by id: what `tool_set!` and generated folders expand to.
///
/// Names are written out in full, because the code is placed among a user's own. A tool's type only appears in
/// `<$tool as TypedTool>`, and in bounds that do not require it to be a tool: all errors about a type that is
/// not a tool are then the same, and the compiler shows one of them. `names = prefixed;` in front puts
/// namespaces before the names on the wire; a generated variant has its name behind it instead.
#[doc(hidden)]
#[macro_export]
macro_rules! __tool_call {
    (@name $names:ident $tool:ty, $wire:literal) => {
        $wire
    };
    (@name plain $tool:ty) => {
        <$tool as $crate::TypedTool>::NAME
    };
    (@name prefixed $tool:ty) => {{
        const NAME: $crate::__private::set::Prefixed = $crate::__private::set::Prefixed::new(
            <$tool as $crate::TypedTool>::NAMESPACE,
            <$tool as $crate::TypedTool>::NAME,
        );
        NAME.as_str()
    }};
    (
        @set $names:ident
        $(#[$meta:meta])*
        $visibility:vis enum $name:ident {
            $($(#[$variant_meta:meta])* $variant:ident($tool:ty) $(= $wire:literal)?,)*
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
                    &[$(<$tool as $crate::TypedTool>::ENTRY.called(
                        $crate::__tool_call!(@name $names $tool $(, $wire)?),
                    )),*];

                /// The ids of all tools, in the order of the set.
                pub const IDS: &'static [&'static ::core::primitive::str] =
                    &__set::ids::<{ Self::TOOLS.len() }>(Self::TOOLS);

                /// The names that all tools are called by, in the order of the set.
                pub const NAMES: &'static [&'static ::core::primitive::str] =
                    &__set::names::<{ Self::TOOLS.len() }>(Self::TOOLS);

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

                /// Validates the examples of all tools against their schemas; call it from a test.
                ///
                /// # Errors
                /// Everything that is wrong, by tool.
                pub fn check_examples() -> $crate::Result<()> {
                    __set::check_examples(Self::TOOLS)
                }

                /// Checks the definitions and examples of all tools, and returns the warnings; call it
                /// from a test.
                ///
                /// # Errors
                /// Everything that is wrong, by tool.
                pub fn check_definitions(
                    rules: &$crate::DefinitionRules,
                ) -> $crate::Result<::std::vec::Vec<$crate::Problem>> {
                    __set::check_definitions(Self::TOOLS, rules)
                }

                /// Converts all tools for a provider, under the names that they have in the set.
                ///
                /// # Errors
                /// When the provider is not known, or a tool cannot be converted.
                pub fn convert(
                    registry: &$crate::adapter::Registry,
                    to: &::core::primitive::str,
                ) -> ::core::result::Result<
                    $crate::adapter::ConvertedTools,
                    $crate::adapter::RegistryError,
                > {
                    <Self as $crate::ToolSet>::convert(registry, to)
                }

                fn __read(
                    id: &::core::primitive::str,
                    arguments: __set::Arguments<'_>,
                ) -> $crate::Result<Self> {
                    $(if id == <$tool as $crate::TypedTool>::ID {
                        return arguments.read(
                            <$tool as $crate::TypedTool>::parse,
                            <$tool as $crate::TypedTool>::from_slice,
                            Self::$variant,
                        );
                    })*
                    ::core::result::Result::Err(__set::unknown_tool(id, Self::IDS))
                }

                /// Reads the arguments of a call of the tool with this id.
                ///
                /// # Errors
                /// When no tool of the set has the id, or the arguments break the tool's schema.
                pub fn parse(
                    id: &::core::primitive::str,
                    arguments: &__set::Value,
                ) -> $crate::Result<Self> {
                    Self::__read(id, __set::Arguments::Value(arguments))
                }

                /// Reads the arguments of a call of the tool with this id from JSON bytes.
                ///
                /// # Errors
                /// As `parse`, also when the bytes are not JSON.
                pub fn from_slice(
                    id: &::core::primitive::str,
                    arguments: &[::core::primitive::u8],
                ) -> $crate::Result<Self> {
                    Self::__read(id, __set::Arguments::Bytes(arguments))
                }

                /// Reads the arguments of a call of the tool with this name on the wire.
                ///
                /// # Errors
                /// As `parse`.
                pub fn parse_named(
                    name: &::core::primitive::str,
                    arguments: &__set::Value,
                ) -> $crate::Result<Self> {
                    match __set::id_of(name, Self::TOOLS) {
                        ::core::result::Result::Ok(id) => Self::parse(id, arguments),
                        ::core::result::Result::Err(error) => ::core::result::Result::Err(error),
                    }
                }

                fn __entry(&self) -> &'static $crate::ToolEntry {
                    enum __At { $($variant,)* }
                    let at: ::core::primitive::usize = match *self {
                        $(Self::$variant(_) => __At::$variant as ::core::primitive::usize,)*
                    };
                    &Self::TOOLS[at]
                }

                fn __answered(&self, wanted: __set::Wanted) -> $crate::Result<__set::Value> {
                    match *self {
                        $(Self::$variant(ref call) => {
                            __set::answered(call, <$tool as $crate::TypedTool>::check(call), wanted)
                        })*
                    }
                }

                /// The id of the called tool.
                #[must_use]
                pub fn id(&self) -> &'static ::core::primitive::str {
                    self.__entry().id()
                }

                /// The name that the called tool has on the wire.
                #[must_use]
                pub fn wire_name(&self) -> &'static ::core::primitive::str {
                    self.__entry().wire_name()
                }

                /// The definition of the called tool.
                #[must_use]
                pub fn definition(&self) -> &'static $crate::Tool {
                    self.__entry().definition()
                }

                /// Validates a call that was built by hand against the tool's schema.
                ///
                /// # Errors
                /// Every violation.
                pub fn check(&self) -> $crate::Result<()> {
                    match self.__answered(__set::Wanted::Verdict) {
                        ::core::result::Result::Ok(_) => ::core::result::Result::Ok(()),
                        ::core::result::Result::Err(error) => ::core::result::Result::Err(error),
                    }
                }

                /// The arguments of the call as JSON, validated against the tool's schema.
                ///
                /// # Errors
                /// As `check`.
                pub fn arguments(&self) -> $crate::Result<__set::Value> {
                    self.__answered(__set::Wanted::Arguments)
                }

                /// Passes the call to the handler of its tool.
                pub fn handle<'__app, __App>(
                    self,
                    app: &'__app __App,
                ) -> impl ::core::future::Future<Output = $crate::Answer>
                       + ::core::marker::Send
                       + use<'__app, __App>
                where
                    __App: ?::core::marker::Sized,
                    Self: $crate::Dispatch<__App>,
                {
                    <Self as $crate::Dispatch<__App>>::dispatch(self, app, ())
                }

                /// Passes the call to the handler of its tool, without awaiting anything; every tool needs a
                /// synchronous one.
                pub fn handle_sync<__App>(self, app: &__App) -> $crate::Answer
                where
                    __App: ?::core::marker::Sized,
                    $($tool: __set::AnswersSync<__App>,)*
                {
                    match self {
                        $(Self::$variant(call) => __set::AnswersSync::answer_sync(call, app),)*
                    }
                }
            }

            #[automatically_derived]
            impl<__App, __Context> $crate::Dispatch<__App, __Context> for $name
            where
                __App: ?::core::marker::Sized + ::core::marker::Sync,
                __Context: ::core::marker::Send,
                $($tool: __set::Answers<__App, __Context>,)*
            {
                async fn dispatch(self, app: &__App, context: __Context) -> $crate::Answer {
                    match self {
                        $(Self::$variant(call) => __set::Answers::answer(call, app, context),)*
                    }
                    .await
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

                fn parse_named(
                    name: &::core::primitive::str,
                    arguments: &__set::Value,
                ) -> $crate::Result<Self> {
                    Self::parse_named(name, arguments)
                }

                fn id(&self) -> &'static ::core::primitive::str {
                    self.id()
                }

                fn wire_name(&self) -> &'static ::core::primitive::str {
                    self.wire_name()
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

            /// Reads a call that a provider's model requests.
            #[automatically_derived]
            impl ::core::convert::TryFrom<&$crate::adapter::Call> for $name {
                type Error = $crate::Error;

                fn try_from(call: &$crate::adapter::Call) -> $crate::Result<Self> {
                    __set::read_call(call)
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
    (names = $names:ident; $($set:tt)*) => {
        $crate::__tool_call! { @set $names $($set)* }
    };
    ($($set:tt)*) => {
        $crate::__tool_call! { @set plain $($set)* }
    };
}
