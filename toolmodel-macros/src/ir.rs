//! The tool as its author wrote it: plain data, with the tokens kept for their spans.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::{Expr, Generics, Ident, LitStr, Path, Type};

/// A type that derives `Tool`.
pub(crate) struct ToolInput {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    /// The path of the runtime crate.
    pub(crate) runtime: Path,
    pub(crate) name: Text,
    /// Whether the name was derived from the type's name.
    pub(crate) name_is_derived: bool,
    pub(crate) namespace: Option<Text>,
    pub(crate) title: Option<Text>,
    pub(crate) description: Option<Text>,
    /// The doc comment, if a description replaces it.
    pub(crate) replaced_doc: Option<Text>,
    pub(crate) version: Option<Text>,
    pub(crate) tags: Vec<LitStr>,
    pub(crate) hints: Hints,
    pub(crate) icons: Vec<Icon>,
    pub(crate) meta: Vec<Meta>,
    pub(crate) output: Option<Type>,
    /// Whether every format of the schemas is asserted.
    pub(crate) formats: bool,
    pub(crate) task_support: Option<LitStr>,
    pub(crate) examples: Vec<Example>,
    pub(crate) notes: Option<Text>,
    pub(crate) references: Vec<LitStr>,
    pub(crate) shape: Shape,
}

/// A text known to the derive, or a constant known only to the compiler.
#[derive(Clone)]
pub(crate) enum Text {
    Literal(LitStr),
    Constant(Box<Expr>),
}

impl Text {
    pub(crate) fn literal(&self) -> Option<&LitStr> {
        match self {
            Self::Literal(literal) => Some(literal),
            Self::Constant(_) => None,
        }
    }
}

impl ToTokens for Text {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Literal(literal) => literal.to_tokens(tokens),
            Self::Constant(constant) => constant.to_tokens(tokens),
        }
    }
}

/// The four hints, each with the word that set it.
#[derive(Default)]
pub(crate) struct Hints {
    pub(crate) read_only: Option<Hint>,
    pub(crate) destructive: Option<Hint>,
    pub(crate) idempotent: Option<Hint>,
    pub(crate) open_world: Option<Hint>,
}

pub(crate) struct Hint {
    pub(crate) key: Ident,
    pub(crate) value: bool,
}

pub(crate) struct Icon {
    pub(crate) src: LitStr,
    pub(crate) mime_type: Option<LitStr>,
    pub(crate) sizes: Vec<LitStr>,
    pub(crate) theme: Option<LitStr>,
}

/// One entry of `_meta`; the value is any expression that serialises.
pub(crate) struct Meta {
    pub(crate) key: LitStr,
    pub(crate) value: Expr,
}

/// A call that shows how the tool is used; the value is an expression of the type.
pub(crate) struct Example {
    pub(crate) value: Expr,
    pub(crate) id: Option<Text>,
    pub(crate) title: Option<Text>,
    pub(crate) description: Option<Text>,
    pub(crate) result_hint: Option<Text>,
}

/// An example of one field.
pub(crate) enum FieldExample {
    /// A literal represents the JSON it looks like, whatever wraps the field's type.
    Literal(Expr),
    /// Anything else is an expression of the field's type.
    Typed(Expr),
}

/// What the type is made of.
pub(crate) enum Shape {
    /// A struct with named fields.
    Struct(Vec<Field>),
    /// An enum whose variants serde tags.
    TaggedEnum,
    /// Nothing that could be the arguments of a tool; the reason has been reported.
    Refused,
}

pub(crate) struct Field {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    /// The property's name after serde's renaming.
    pub(crate) json_name: String,
    pub(crate) header: Option<LitStr>,
    pub(crate) examples: Vec<FieldExample>,
    /// Serde merges the field's own fields into the type.
    pub(crate) flatten: bool,
    /// Serde never reads the field.
    pub(crate) skip: bool,
    /// Whether serde may leave the field out when writing.
    pub(crate) may_be_left_out: bool,
    /// The place where serde is given another name.
    pub(crate) alias: Option<Span>,
    pub(crate) limits: Limits,
}

/// The limits of a field's values.
#[derive(Default)]
pub(crate) struct Limits {
    pub(crate) range: Bounds,
    pub(crate) length: Bounds,
    pub(crate) patterns: Vec<LitStr>,
    /// Those of the items of a list.
    pub(crate) inner: Option<Box<Limits>>,
    /// The place where serde is configured to fill in the default of the type.
    pub(crate) default: Option<Span>,
}

/// A least and a greatest number.
#[derive(Default)]
pub(crate) struct Bounds {
    pub(crate) min: Option<Number>,
    pub(crate) max: Option<Number>,
}

/// A number as it is written.
#[derive(Clone)]
pub(crate) struct Number {
    pub(crate) value: f64,
    pub(crate) text: String,
    pub(crate) span: Span,
}
