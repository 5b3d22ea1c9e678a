//! Enums of strings.

/// The doc of an enum's value: its own, or the string.
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
    ($(#[$meta:meta])* pub enum $type:ident { $($($(#[$about:meta])+)? $variant:ident = $text:literal $(($doc:literal))?,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $type {
            $($($(#[$about])+ #[doc = ""])? #[doc = $crate::__text_doc!($text $($doc)?)] $variant,)*
        }

        impl $type {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The value as it appears in JSON.
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

        impl ::core::str::FromStr for $type {
            type Err = $crate::__private::value::UnknownValue;

            // `Self::Err` may be a value.
            #[inline]
            fn from_str(
                text: &str,
            ) -> ::core::result::Result<Self, $crate::__private::value::UnknownValue> {
                match text {
                    $($text => ::core::result::Result::Ok(Self::$variant),)*
                    _ => ::core::result::Result::Err(
                        $crate::__private::value::UnknownValue::new(text, &[$($text),*]),
                    ),
                }
            }
        }

        impl ::core::fmt::Display for $type {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}
