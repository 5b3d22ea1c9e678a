//! Objects.

/// Reads and writes a struct: each row names a field, its property, and how it is read.
///
/// `need` fields are required, `optional` ones an `Option`; `flat` ones take null for absent; `or` ones have a
/// default. A `tag` and `constants` are required strings that the struct has no field for: it checks and writes
/// them itself. The names of all other properties go to one of the functions of `de`:
/// `refuse`, `skip`, `skip_if`, `keep` or `keep_if`.
#[doc(hidden)]
#[macro_export]
macro_rules! __object {
    ($type:ident {
        $(tag: $tag:ident = $tag_name:literal => $only:literal,)?
        $(constants: { $($constant:ident = $constant_name:literal => $text:literal,)* },)?
        fields: { $($field:ident = $name:literal => $kind:ident($rule:expr $(, $default:expr)? $(,)?),)* },
        $(checks: { $($message:literal => $holds:expr,)* },)?
        $(rest: $rest:ident,)?
        others: $others:ident $(($($argument:expr),* $(,)?))?,
    }) => {
        const _: () = {
            #[allow(non_camel_case_types)]
            enum __Property { $($tag,)? $($($constant,)*)? $($field,)* }

            fn __find(name: &str) -> ::core::option::Option<usize> {
                // A cast for each: before edition 2024 a `match` without properties, whose one arm
                // returns, would be a `()`.
                match name {
                    $($tag_name => ::core::option::Option::Some(__Property::$tag as usize),)?
                    $($($constant_name => ::core::option::Option::Some(__Property::$constant as usize),)*)?
                    $($name => ::core::option::Option::Some(__Property::$field as usize),)*
                    _ => ::core::option::Option::None,
                }
            }

            const __PROPERTIES: &[__Property] = &[
                $(__Property::$tag,)?
                $($(__Property::$constant,)*)?
                $(__Property::$field,)*
            ];

            impl $crate::__private::de::Object for $type {
                fn read<'de, M: $crate::__private::serde::de::MapAccess<'de>>(
                    mut entries: M,
                    tagged: bool,
                ) -> ::core::result::Result<Self, M::Error> {
                    use $crate::__private::de;
                    $(let mut $tag = if tagged { Some(()) } else { None };)?
                    $($(let mut $constant = None;)*)?
                    $(let mut $field = None;)*
                    $(let mut $rest = ::std::collections::BTreeMap::new();)?
                    while let Some(found) = de::$others(
                        &mut entries,
                        &[$($tag_name,)? $($($constant_name,)*)? $($name),*],
                        __find,
                        $($($argument),*)?
                    )? {
                        match __PROPERTIES[found] {
                            $(__Property::$tag => {
                                $crate::__put!(entries, $tag, $tag_name, de::constant(&[$only]));
                            })?
                            $($(__Property::$constant => {
                                $crate::__put!(entries, $constant, $constant_name, de::constant(&[$text]));
                            })*)?
                            $(__Property::$field => {
                                $crate::__put!(entries, $field, $name, $rule);
                            })*
                        }
                    }
                    $($(de::hold($holds, $message)?;)*)?
                    $($crate::__needed!(need $tag $tag_name);)?
                    $($($crate::__needed!(need $constant $constant_name);)*)?
                    $($crate::__needed!($kind $field $name);)*
                    Ok(Self {
                        $($field: $crate::__filled!($kind $field $($default)?),)*
                        $($rest,)?
                    })
                }
            }

            $crate::__deserialize!(#[inline] $type, object);

            impl $crate::__private::serde::Serialize for $type {
                fn serialize<S: $crate::__private::serde::Serializer>(
                    &self,
                    serializer: S,
                ) -> ::core::result::Result<S::Ok, S::Error> {
                    use $crate::__private::serde::ser::SerializeMap;
                    let mut map = serializer.serialize_map(None)?;
                    $(map.serialize_entry($tag_name, $only)?;)?
                    $($(map.serialize_entry($constant_name, $text)?;)*)?
                    $($crate::__written!($kind map $name &self.$field);)*
                    $($crate::__private::ser::all(&mut map, &self.$rest)?;)?
                    map.end()
                }
            }
        };
    };
}

/// Reads a type with a function of `de`.
#[doc(hidden)]
#[macro_export]
macro_rules! __deserialize {
    ($(#[$inline:meta])? $type:ident, $read:ident) => {
        impl<'de> $crate::__private::serde::Deserialize<'de> for $type {
            $(#[$inline])?
            fn deserialize<D: $crate::__private::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::__private::de::$read(deserializer)
            }
        }
    };
}

/// Reads a property into its slot. Without `?`, which takes several times the code for each property.
#[doc(hidden)]
#[macro_export]
macro_rules! __put {
    ($entries:ident, $slot:ident, $name:literal, $rule:expr) => {
        if let ::core::result::Result::Err(error) =
            $crate::__private::de::put(&mut $entries, &mut $slot, $name, $rule)
        {
            return ::core::result::Result::Err(error);
        }
    };
}

/// Takes a required field out of the slot it was read into. This happens before the other fields are moved, which
/// would have to be dropped if it is missing.
#[doc(hidden)]
#[macro_export]
macro_rules! __needed {
    (need $slot:ident $name:literal) => {
        let ::core::option::Option::Some($slot) = $slot else {
            return ::core::result::Result::Err($crate::__private::de::missing($name));
        };
    };
    ($other:ident $slot:ident $name:literal) => {};
}

/// A field, from the slot that it was read into.
#[doc(hidden)]
#[macro_export]
macro_rules! __filled {
    (need $slot:ident) => {
        $slot
    };
    (optional $slot:ident) => {
        $slot
    };
    (flat $slot:ident) => {
        $slot.flatten()
    };
    (or $slot:ident $default:expr) => {
        match $slot {
            Some(value) => value,
            None => $default,
        }
    };
}

/// Writes a field, unless it is absent.
#[doc(hidden)]
#[macro_export]
macro_rules! __written {
    (need $map:ident $name:literal $value:expr) => {
        $map.serialize_entry($name, $value)?
    };
    (or $map:ident $name:literal $value:expr) => {
        $map.serialize_entry($name, $value)?
    };
    ($optional:ident $map:ident $name:literal $value:expr) => {
        $crate::__private::ser::optional(&mut $map, $name, $value)?
    };
}
