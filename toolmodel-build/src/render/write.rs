//! How a struct is written.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Types;
use crate::ir::{Presence, Rest, Struct};
use crate::names::ident;

impl Types<'_> {
    pub(super) fn render_write(name: &Ident, shape: &Struct) -> TokenStream {
        let fields = shape.fields.iter().map(|field| {
            let (name, json) = (ident(&field.name), &field.json);
            match field.presence {
                Presence::Required | Presence::Default(_) => {
                    quote!(map.serialize_entry(#json, &self.#name)?;)
                }
                Presence::Optional | Presence::OptionalNull => {
                    quote!(rt::ser::optional(&mut map, #json, self.#name.as_ref())?;)
                }
            }
        });
        let rest = match &shape.rest {
            Rest::Kept { name, .. } => {
                let name = ident(name);
                quote!(rt::ser::all(&mut map, &self.#name)?;)
            }
            Rest::Refused | Rest::Ignored => TokenStream::new(),
        };
        quote! {
            impl rt::serde::Serialize for #name {
                fn serialize<S: rt::serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                    use rt::serde::ser::SerializeMap;
                    let mut map = s.serialize_map(None)?;
                    #(#fields)*
                    #rest
                    map.end()
                }
            }
        }
    }
}
