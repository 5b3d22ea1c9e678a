//! How a struct is read: keys to slots, slots to fields, and rules about several properties.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::Types;
use super::rules::text_condition;
use crate::ir::{DefId, Field, Kind, Mode, Presence, Rest, Struct, Type};
use crate::names::ident;

/// Names that the reader itself uses.
const OWN: &[&str] = &["entries", "found", "tagged", "name", "rest", "count"];

/// The local variable of a field.
pub(super) fn slot(field: &Field) -> Ident {
    if OWN.contains(&field.name.as_str()) {
        format_ident!("{}_", field.name)
    } else {
        ident(&field.name)
    }
}

impl Types<'_> {
    pub(super) fn render_read(&self, id: DefId, name: &Ident, shape: &Struct) -> TokenStream {
        let keys: Vec<&String> = shape
            .fields
            .iter()
            .map(|field| &field.json)
            .chain(&shape.forbidden)
            .collect();
        let numbers = (0..keys.len()).map(Literal::usize_unsuffixed);
        let key = if keys.is_empty() {
            quote!(None)
        } else {
            quote!(Some(match name { #(#keys => #numbers,)* _ => return None }))
        };
        let body = self.render_body(id, shape);
        let is_tagged = shape.fields.iter().any(|f| self.preset(id, f).is_some());
        let tagged = if is_tagged {
            quote!(tagged)
        } else {
            quote!(_tagged)
        };
        quote! {
            rt::deserialize_object!(#name);

            impl de::Object for #name {
                const KEYS: &'static [&'static str] = &[#(#keys),*];

                #[inline]
                fn key(name: &str) -> Option<usize> {
                    #key
                }

                fn read<'de, M: rt::serde::de::MapAccess<'de>>(
                    mut entries: M,
                    #tagged: bool,
                ) -> Result<Self, M::Error> {
                    #body
                }
            }
        }
    }

    fn render_body(&self, id: DefId, shape: &Struct) -> TokenStream {
        let slots = shape.fields.iter().map(|field| {
            let slot = slot(field);
            if let Some(value) = self.preset(id, field) {
                quote!(let mut #slot = if tagged { Some(#value) } else { None };)
            } else {
                quote!(let mut #slot = None;)
            }
        });
        let rest = matches!(shape.rest, Rest::Kept { .. })
            .then(|| quote!(let mut rest = ::std::collections::BTreeMap::new();));
        let counts = shape.min > 0 || shape.max.is_some();
        let loop_ = self.render_loop(shape);
        let counting = counts.then(|| Self::render_count(shape));
        let together = render_together(shape);
        let fields = shape.fields.iter().map(|field| self.render_filled(field));
        let kept = match &shape.rest {
            Rest::Kept { name, .. } => {
                let name = ident(name);
                quote!(#name: rest,)
            }
            Rest::Refused | Rest::Ignored => TokenStream::new(),
        };
        quote! {
            #(#slots)*
            #rest
            #loop_
            #counting
            #together
            Ok(Self { #(#fields)* #kept })
        }
    }

    fn render_loop(&self, shape: &Struct) -> TokenStream {
        let mut arms: Vec<TokenStream> = shape
            .fields
            .iter()
            .map(|field| {
                let (slot, json, rule) = (slot(field), &field.json, self.rule(&field.ty));
                let put = if field.boxed {
                    quote!(put_boxed)
                } else {
                    quote!(put)
                };
                quote!(de::#put(&mut entries, &mut #slot, #json, #rule)?)
            })
            .collect();
        arms.extend(
            shape
                .forbidden
                .iter()
                .map(|json| quote!(return Err(de::forbid(#json)))),
        );
        let Some(last) = arms.pop() else {
            return match &shape.rest {
                Rest::Refused => quote!(de::key::<Self, M>(&mut entries)?;),
                Rest::Ignored => quote!(de::key_or_skip::<Self, M>(&mut entries)?;),
                Rest::Kept { .. } => self.render_keeping(&shape.rest, &[], None),
            };
        };
        if let Rest::Kept { .. } = shape.rest {
            return self.render_keeping(&shape.rest, &arms, Some(&last));
        }
        let next = if shape.rest == Rest::Refused {
            quote!(key)
        } else {
            quote!(key_or_skip)
        };
        if arms.is_empty() {
            return quote!(while de::#next::<Self, M>(&mut entries)?.is_some() { #last; });
        }
        let numbers = (0..arms.len()).map(Literal::usize_unsuffixed);
        quote! {
            while let Some(found) = de::#next::<Self, M>(&mut entries)? {
                match found {
                    #(#numbers => #arms,)*
                    _ => #last,
                }
            }
        }
    }

    fn render_keeping(
        &self,
        rest: &Rest,
        arms: &[TokenStream],
        last: Option<&TokenStream>,
    ) -> TokenStream {
        let Rest::Kept { value, key, .. } = rest else {
            return TokenStream::new();
        };
        let rule = self.rule(value);
        let check = key.as_ref().map(|key| {
            let condition = text_condition(key);
            quote! {
                let text = name.as_str();
                if !(#condition) && !de::tolerate() {
                    return Err(de::refuse("a property name does not meet its schema"));
                }
            }
        });
        let numbers = (0..arms.len()).map(Literal::usize_unsuffixed);
        let last = last.map_or_else(|| quote!(de::skip(&mut entries)?), Clone::clone);
        quote! {
            while let Some(found) = de::key_or_other::<Self, M>(&mut entries)? {
                match found {
                    #(de::Found::Key(#numbers) => #arms,)*
                    de::Found::Key(_) => #last,
                    de::Found::Other(name) => {
                        #check
                        let value = rt::serde::de::MapAccess::next_value_seed(&mut entries, #rule)?;
                        de::insert(&mut rest, name, value)?;
                    }
                }
            }
        }
    }

    fn render_count(shape: &Struct) -> TokenStream {
        let slots: Vec<Ident> = shape.fields.iter().map(slot).collect();
        let rest = matches!(shape.rest, Rest::Kept { .. }).then(|| quote!(+ rest.len()));
        let (min, max) = (
            super::rules::length(shape.min),
            super::rules::longest(shape.max),
        );
        quote! {
            let count = [#(#slots.is_some()),*].into_iter().filter(|set: &bool| *set).count() #rest;
            if !(#min..=#max).contains(&count) && !de::tolerate() {
                return Err(de::refuse("the number of properties is out of bounds"));
            }
        }
    }

    /// The field of a struct, filled from its slot.
    fn render_filled(&self, field: &Field) -> TokenStream {
        let (name, slot, json) = (ident(&field.name), slot(field), &field.json);
        match (&field.presence, &field.ty) {
            (Presence::Required, _) => quote!(#name: de::need(#slot, #json)?,),
            (Presence::OptionalNull, Type::Nullable(_)) if field.boxed => {
                quote!(#name: #slot.and_then(|value: Box<Option<_>>| *value).map(Box::new),)
            }
            (Presence::OptionalNull, Type::Nullable(_)) => quote!(#name: #slot.flatten(),),
            (Presence::Optional | Presence::OptionalNull, _) if name == slot => quote!(#name,),
            (Presence::Optional | Presence::OptionalNull, _) => quote!(#name: #slot,),
            (Presence::Default(default), ty) => {
                let value = self.value(ty, default);
                if default.is_boolean() || default.is_number() {
                    quote!(#name: #slot.unwrap_or(#value),)
                } else {
                    quote!(#name: #slot.unwrap_or_else(|| #value),)
                }
            }
        }
    }

    /// The value of a tag that the caller has already read.
    fn preset(&self, id: DefId, field: &Field) -> Option<TokenStream> {
        if self.tags.get(&id) != Some(&field.json.as_str()) {
            return None;
        }
        let Type::Named(tag) = &field.ty else {
            return None;
        };
        match &self.def(*tag).kind {
            Kind::TextEnum(variants) => {
                let path = self.path(*tag);
                let variant = format_ident!("{}", variants.first()?.name);
                Some(quote!(#path::#variant))
            }
            _ => None,
        }
    }
}

/// Rules about several properties: dependencies, and choices of required names.
fn render_together(shape: &Struct) -> TokenStream {
    let is_there = |json: &String| {
        let field = shape.fields.iter().find(|field| field.json == *json);
        field.map_or_else(
            || quote!(false),
            |field| {
                let slot = slot(field);
                if field.presence == Presence::Required {
                    quote!(true)
                } else {
                    quote!(#slot.is_some())
                }
            },
        )
    };
    let dependent = shape.dependent.iter().map(|(name, needs)| {
        let name = is_there(name);
        let needs = all_of(&needs.iter().map(is_there).collect::<Vec<_>>());
        quote! {
            if #name && !#needs && !de::tolerate() {
                return Err(de::refuse("a property needs another that is missing"));
            }
        }
    });
    let choice = shape.required_choice.as_ref().map(|(mode, lists)| {
        let lists = lists.iter().map(|names| {
            if names.is_empty() {
                return quote!(true);
            }
            all_of(&names.iter().map(is_there).collect::<Vec<_>>())
        });
        let holds = match mode {
            Mode::Any => quote!((#(#lists)||*)),
            Mode::ExactlyOne => {
                quote!([#(#lists),*].into_iter().filter(|set: &bool| *set).count() == 1)
            }
        };
        quote! {
            if !(#holds) && !de::tolerate() {
                return Err(de::refuse("none of the alternatives of required properties is met"));
            }
        }
    });
    quote!(#(#dependent)* #choice)
}

/// All conditions as one, in brackets where it takes any.
fn all_of(conditions: &[TokenStream]) -> TokenStream {
    match conditions {
        [only] => quote!(#only),
        conditions => quote!((#(#conditions)&&*)),
    }
}
