//! Arrays in which each item has its own rule.

/// Reads and writes a tuple struct: each row is the number of an item and its rule.
#[doc(hidden)]
#[macro_export]
macro_rules! __tuple {
    ($type:ident { $($number:tt => $rule:expr,)* }) => {
        $crate::__deserialize!($type, tuple);

        impl $crate::__private::de::Tuple for $type {
            const LEN: usize = [$($number),*].len();

            fn read<'de, A: $crate::__private::serde::de::SeqAccess<'de>>(
                mut items: A,
            ) -> ::core::result::Result<Self, A::Error> {
                use $crate::__private::de;
                let read = Self($(de::element::<Self, A, _>(&mut items, $rule)?),*);
                de::finish::<Self, A>(items)?;
                Ok(read)
            }
        }

        impl $crate::__private::serde::Serialize for $type {
            fn serialize<S: $crate::__private::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                use $crate::__private::serde::ser::SerializeTuple;
                let len = <Self as $crate::__private::de::Tuple>::LEN;
                let mut tuple = serializer.serialize_tuple(len)?;
                $(tuple.serialize_element(&self.$number)?;)*
                tuple.end()
            }
        }
    };
}
