//! What is the same in every generated type, written once.

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
                static DEFINITION: ::std::sync::LazyLock<$crate::Tool> =
                    ::std::sync::LazyLock::new(|| {
                        $crate::__private::parse::definition($definition)
                    });
                &DEFINITION
            }

            fn parse(arguments: &$crate::__private::serde_json::Value) -> $crate::Result<Self> {
                use $crate::__private::parse::{Side, $input};
                $input::value(arguments, Side::Input, Self::definition)
            }

            fn from_slice(arguments: &[u8]) -> $crate::Result<Self> {
                use $crate::__private::parse::{Side, $input};
                $input::slice(arguments, Side::Input, Self::definition)
            }

            fn check(&self) -> $crate::Result<()> {
                use $crate::__private::parse::{Side, check};
                check(self, Side::Input, Self::definition)
            }

            fn parse_output(
                result: &$crate::__private::serde_json::Value,
            ) -> $crate::Result<Self::Output> {
                use $crate::__private::parse::{Side, $read};
                $read::value(result, Side::Output, Self::definition)
            }

            fn output_from_slice(result: &[u8]) -> $crate::Result<Self::Output> {
                use $crate::__private::parse::{Side, $read};
                $read::slice(result, Side::Output, Self::definition)
            }

            fn check_output(output: &Self::Output) -> $crate::Result<()> {
                use $crate::__private::parse::{Side, check};
                check(output, Side::Output, Self::definition)
            }

            $(fn docs() -> $crate::docs::DocEntry {
                $crate::__private::parse::docs($docs)
            })?
        }
    };
}

/// Implements `Deserialize` for a type that reads objects.
#[doc(hidden)]
#[macro_export]
macro_rules! __deserialize_object {
    ($type:ident) => {
        impl<'de> $crate::__private::serde::Deserialize<'de> for $type {
            #[inline]
            fn deserialize<D: $crate::__private::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::__private::de::object(deserializer)
            }
        }
    };
}

/// The doc of an enum's value: its own, or the text.
#[doc(hidden)]
#[macro_export]
macro_rules! __text_doc {
    ($text:literal) => {
        ::core::concat!("`", $text, "`")
    };
    ($text:literal $doc:literal) => {
        $doc
    };
}

/// An enum of strings.
#[doc(hidden)]
#[macro_export]
macro_rules! __text_enum {
    ($(#[$meta:meta])* pub enum $type:ident { $($variant:ident = $text:literal $(($doc:literal))?,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $type {
            $(#[doc = $crate::__text_doc!($text $($doc)?)] $variant,)*
        }

        impl $type {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The value as it stands in JSON.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }

        impl<'de> $crate::__private::serde::Deserialize<'de> for $type {
            #[inline]
            fn deserialize<D: $crate::__private::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::__private::de::variant(deserializer, &[$($text),*], |text| match text {
                    $($text => ::core::option::Option::Some(Self::$variant),)*
                    _ => ::core::option::Option::None,
                })
            }
        }

        impl $crate::__private::serde::Serialize for $type {
            fn serialize<S: $crate::__private::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl ::core::fmt::Display for $type {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}
