//! A tool.

/// Declares a generated type as a tool.
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
        impl $crate::__private::declared::DeclaredTool for $type {
            const ID: &'static str = $id;
            const NAME: &'static str = $name;
            const NAMESPACE: ::core::option::Option<&'static str> = $namespace;
            $(const DOCS: &'static str = $docs;)?

            type Output = $output;
            type How = $crate::__private::declared::Generated<
                $crate::__way!($input),
                $crate::__way!($read),
            >;

            fn definition() -> &'static $crate::Tool {
                static DEFINITION: $crate::__private::parse::Definition =
                    $crate::__private::parse::Definition::new($definition);
                DEFINITION.get()
            }
        }
    };
}

/// How a generated type enforces its schema.
#[doc(hidden)]
#[macro_export]
macro_rules! __way {
    (exact) => {
        $crate::__private::parse::Exact
    };
    (checked) => {
        $crate::__private::parse::Checked::<false>
    };
    (asserted) => {
        $crate::__private::parse::Checked::<true>
    };
    (foreign) => {
        $crate::__private::parse::Foreign::<false>
    };
    (foreign_asserted) => {
        $crate::__private::parse::Foreign::<true>
    };
}
