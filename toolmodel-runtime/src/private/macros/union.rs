//! Enums of values, and wrappers of one.

/// Writes an enum as the value it holds.
#[doc(hidden)]
#[macro_export]
macro_rules! __serialize_union {
    ($type:ident { $($variant:ident),* }) => {
        impl $crate::__private::serde::Serialize for $type {
            fn serialize<S: $crate::__private::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                match self {
                    $(Self::$variant(value) => value.serialize(serializer),)*
                }
            }
        }
    };
}

/// An enum with a variant for each JSON type.
#[doc(hidden)]
#[macro_export]
macro_rules! __by_type {
    ($type:ident, $expected:literal { $($json_type:ident => $variant:ident($rule:expr $(,)?),)* }) => {
        $crate::__deserialize!($type, union);

        impl<'de> $crate::__private::de::Union<'de> for $type {
            const EXPECTED: &'static str = $expected;

            $(fn $json_type<D: $crate::__private::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::__private::de::read($rule, deserializer).map(Self::$variant)
            })*
        }

        $crate::__serialize_union!($type { $($variant),* });
    };
}

/// An enum whose variants are tried in turn: `first_of` them, or `exactly_one`.
#[doc(hidden)]
#[macro_export]
macro_rules! __choice {
    ($type:ident, first_of $branches:tt) => {
        $crate::__choice!(@ $type, false, $branches);
    };
    ($type:ident, exactly_one $branches:tt) => {
        $crate::__choice!(@ $type, true, $branches);
    };
    (@ $type:ident, $one:literal, { $($variant:ident($rule:expr $(,)?),)* }) => {
        const _: () = {
            enum __Branch { $($variant,)* }

            const __BRANCHES: &[__Branch] = &[$(__Branch::$variant,)*];

            impl $crate::__private::de::Choice for $type {
                const BRANCHES: usize = __BRANCHES.len();
                const EXACTLY_ONE: bool = $one;

                fn branch<'de, D: $crate::__private::serde::Deserializer<'de>>(
                    at: usize,
                    deserializer: D,
                ) -> ::core::result::Result<Self, D::Error> {
                    use $crate::__private::de::read;
                    match __BRANCHES[at] {
                        $(__Branch::$variant => read($rule, deserializer).map(Self::$variant),)*
                    }
                }
            }
        };

        $crate::__deserialize!($type, choice);

        $crate::__serialize_union!($type { $($variant),* });
    };
}

/// An enum of objects distinguished by the value of one property.
#[doc(hidden)]
#[macro_export]
macro_rules! __tagged {
    ($type:ident, $tag:literal { $($text:literal => $variant:ident($object:ty),)* }) => {
        const _: () = {
            enum __Variant { $($variant,)* }

            #[inline]
            fn __find(name: &str) -> ::core::option::Option<__Variant> {
                ::core::option::Option::Some(match name {
                    $($text => __Variant::$variant,)*
                    _ => return ::core::option::Option::None,
                })
            }

            impl $crate::__private::de::Object for $type {
                fn read<'de, M: $crate::__private::serde::de::MapAccess<'de>>(
                    entries: M,
                    _tagged: bool,
                ) -> ::core::result::Result<Self, M::Error> {
                    use $crate::__private::de::{Object, tagged};
                    let (variant, entries) = tagged(entries, $tag, &[$($text),*], __find)?;
                    match variant {
                        $(__Variant::$variant => {
                            let object = <$object as Object>::read(entries, true)?;
                            Ok(Self::$variant(object.into()))
                        })*
                    }
                }
            }

            $crate::__deserialize!(#[inline] $type, object);
        };

        $crate::__serialize_union!($type { $($variant),* });
    };
}

/// Converts the contents of variants into the enum.
#[doc(hidden)]
#[macro_export]
macro_rules! __from_variants {
    ($type:ident { $($variant:ident($inner:ty),)* }) => {
        $(impl ::core::convert::From<$inner> for $type {
            fn from(value: $inner) -> Self {
                Self::$variant(value.into())
            }
        })*
    };
}

/// A struct around one value.
#[doc(hidden)]
#[macro_export]
macro_rules! __wrapper {
    ($type:ident($inner:ty) => $rule:expr) => {
        impl<'de> $crate::__private::serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::__private::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::__private::de::read($rule, deserializer).map(Self)
            }
        }

        impl $crate::__private::serde::Serialize for $type {
            fn serialize<S: $crate::__private::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                self.0.serialize(serializer)
            }
        }

        impl ::core::convert::From<$inner> for $type {
            fn from(value: $inner) -> Self {
                Self(value)
            }
        }
    };
}
