//! Methods of structs: setters of optional properties, and values with their defaults.

/// `with` rows set an optional field; `values` rows return what a field holds or, if it is absent, its
/// default, through one of the functions of `private::value`.
#[doc(hidden)]
#[macro_export]
macro_rules! __methods {
    ($type:ident {
        $(with: { $($setter:ident($field:ident: $set:ty),)* },)?
        $(values: { $($getter:ident -> $get:ty = $how:ident($held:ident, $default:expr $(,)?),)* },)?
    }) => {
        impl $type {
            $($(
                #[doc = ::core::concat!("Sets `", ::core::stringify!($field), "`.")]
                #[must_use]
                #[inline]
                pub fn $setter(mut self, $field: $set) -> Self {
                    self.$field = ::core::option::Option::Some($field.into());
                    self
                }
            )*)?
            $($(
                #[doc = ::core::concat!(
                    "What `", ::core::stringify!($held), "` means: its value, or its default when it is absent."
                )]
                #[must_use]
                #[inline]
                pub fn $getter(&self) -> $get {
                    $crate::__private::value::$how(&self.$held, || $default)
                }
            )*)?
        }
    };
}
