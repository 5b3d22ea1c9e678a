//! What is generated, as plain data: types with names, fields and rules.

use serde_json::{Number, Value};
use toolmodel_runtime::Tool;
use toolmodel_runtime::docs::DocEntry;

use crate::names::ident_text;
use crate::report::Reason;
pub(crate) use crate::schema::Mode;

/// Which schema of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Input,
    Output,
}

impl Side {
    /// JSON pointer of the schema in the tool.
    pub(crate) fn pointer(self) -> &'static str {
        match self {
            Self::Input => "/inputSchema",
            Self::Output => "/outputSchema",
        }
    }
}

/// A generated type, by its index in [`SchemaTypes::defs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct DefId(pub(crate) usize);

/// How a value is stored in Rust, and what its schema requires.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    /// `serde_json::Value`, anything.
    Any,
    /// `()`, only null.
    Null,
    /// `bool`, or only one of the two.
    Bool(Option<bool>),
    /// `i64`.
    Int {
        min: i64,
        max: i64,
        also: Vec<NumberCheck>,
    },
    /// `Integer`.
    Wide {
        min: Option<i64>,
        max: Option<i64>,
        also: Vec<NumberCheck>,
    },
    /// `f64`.
    Number(Vec<NumberCheck>),
    /// `String`.
    Text(TextRule),
    /// `Vec`.
    List {
        item: Box<Self>,
        min: u64,
        max: Option<u64>,
        unique: bool,
    },
    /// `serde_json::Map`, any object.
    Object,
    /// `BTreeMap<String, _>`.
    Map {
        value: Box<Self>,
        min: u64,
        max: Option<u64>,
        key: Option<TextRule>,
    },
    /// `Option`: null, or the type.
    Nullable(Box<Self>),
    /// A generated type.
    Named(DefId),
    /// A type that the user put in its place.
    Replaced(String),
}

/// A condition on a number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum NumberCheck {
    AtLeast(Number),
    Above(Number),
    AtMost(Number),
    Below(Number),
    MultipleOf(Number),
    OneOf(Vec<Number>),
    /// At least one list of conditions holds.
    Any(Vec<Vec<NumberCheck>>),
    /// Exactly one list of conditions holds.
    ExactlyOne(Vec<Vec<NumberCheck>>),
    Integral,
}

/// What is required of a string.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TextRule {
    pub(crate) min: u64,
    pub(crate) max: Option<u64>,
    pub(crate) patterns: Vec<String>,
    pub(crate) values: Option<Vec<String>>,
    /// At least one of these, or exactly one, holds as well.
    pub(crate) choice: Option<(Mode, Vec<TextRule>)>,
}

impl TextRule {
    pub(crate) fn is_free(&self) -> bool {
        *self == Self::default()
    }
}

/// A generated type.
#[derive(Clone, Debug)]
pub(crate) struct TypeDef {
    pub(crate) name: String,
    /// JSON pointer of the subschema it represents.
    pub(crate) pointer: String,
    pub(crate) doc: Option<String>,
    pub(crate) kind: Kind,
}

#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "a handful live at a time")]
pub(crate) enum Kind {
    Struct(Struct),
    TextEnum(Vec<TextVariant>),
    /// One variant per JSON type.
    ByType(Vec<Variant<TypeKey>>),
    /// Several variants of one JSON type.
    Choice {
        mode: Mode,
        variants: Vec<Variant<()>>,
    },
    /// Objects distinguished by the value of one property, each a type of its own.
    Tagged {
        tag: String,
        variants: Vec<Variant<String>>,
    },
    Tuple(Vec<Type>),
    /// A wrapper around the type of a root that is not a generated type.
    Newtype(Type),
    /// Filled in while the type is being created.
    Pending,
}

impl Kind {
    /// The types that values directly contain, each with whether it is boxed.
    pub(crate) fn parts(&self) -> Vec<(&Type, bool)> {
        fn of<K>(variants: &[Variant<K>]) -> Vec<(&Type, bool)> {
            variants.iter().map(|v| (&v.ty, v.boxed)).collect()
        }
        match self {
            Self::Struct(shape) => shape.fields.iter().map(|f| (&f.ty, f.boxed)).collect(),
            Self::ByType(variants) => of(variants),
            Self::Choice { variants, .. } => of(variants),
            Self::Tagged { variants, .. } => of(variants),
            Self::Tuple(items) => items.iter().map(|item| (item, false)).collect(),
            Self::Newtype(ty) => vec![(ty, false)],
            Self::TextEnum(_) | Self::Pending => Vec::new(),
        }
    }

    /// All types in it, each with whether it is boxed, where it can be.
    pub(crate) fn types_mut(&mut self) -> Vec<(&mut Type, Option<&mut bool>)> {
        fn of<K>(variants: &mut [Variant<K>]) -> Vec<(&mut Type, Option<&mut bool>)> {
            let variants = variants.iter_mut();
            variants.map(|v| (&mut v.ty, Some(&mut v.boxed))).collect()
        }
        match self {
            Self::Struct(shape) => {
                let rest = match &mut shape.rest {
                    Rest::Kept { value, .. } => Some((value, None)),
                    Rest::Refused | Rest::Ignored => None,
                };
                let fields = shape.fields.iter_mut();
                let fields = fields.map(|f| (&mut f.ty, Some(&mut f.boxed)));
                fields.chain(rest).collect()
            }
            Self::ByType(variants) => of(variants),
            Self::Choice { variants, .. } => of(variants),
            Self::Tagged { variants, .. } => of(variants),
            Self::Tuple(items) => items.iter_mut().map(|item| (item, None)).collect(),
            Self::Newtype(ty) => vec![(ty, None)],
            Self::TextEnum(_) | Self::Pending => Vec::new(),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Struct {
    pub(crate) fields: Vec<Field>,
    /// Required properties with a single allowed string: they are not fields.
    pub(crate) constants: Vec<Constant>,
    /// Names that must not be present.
    pub(crate) forbidden: Vec<String>,
    pub(crate) rest: Rest,
    pub(crate) min: u64,
    pub(crate) max: Option<u64>,
    pub(crate) dependent: Vec<(String, Vec<String>)>,
    /// At least one of these lists of names, or exactly one, is present in full.
    pub(crate) required_choice: Option<(Mode, Vec<Vec<String>>)>,
}

/// A property that is always present with the same value.
#[derive(Clone, Debug)]
pub(crate) struct Constant {
    pub(crate) json: String,
    /// Its name while it is read.
    pub(crate) name: String,
    pub(crate) text: String,
}

#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) json: String,
    pub(crate) name: String,
    pub(crate) doc: Option<String>,
    pub(crate) ty: Type,
    pub(crate) presence: Presence,
    /// What its absence means, if that can be written in Rust.
    pub(crate) default: Option<Value>,
    /// What its absence means, if that can only be stated in a doc.
    pub(crate) told_default: Option<Value>,
    pub(crate) boxed: bool,
    pub(crate) pointer: String,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Presence {
    Required,
    /// `Option`; a nullable type distinguishes null and absent.
    Optional,
    /// `Option` of the inner type: null and absent mean the same, because of the default.
    OptionalNull,
    /// The plain type, with the default when absent.
    Filled,
}

/// Properties that are not declared.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "a handful live at a time")]
pub(crate) enum Rest {
    Refused,
    Ignored,
    Kept {
        name: String,
        value: Type,
        key: Option<TextRule>,
    },
}

#[derive(Clone, Debug)]
pub(crate) struct TextVariant {
    pub(crate) json: String,
    pub(crate) name: String,
    pub(crate) doc: Option<String>,
    /// JSON pointer of the value; empty when it is not in a list of its own.
    pub(crate) pointer: String,
}

/// The JSON types that unions distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JsonType {
    Boolean,
    Number,
    String,
    Array,
    Object,
}

impl JsonType {
    /// The type of a value that is not null.
    pub(crate) fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Null => None,
            Value::Bool(_) => Some(Self::Boolean),
            Value::Number(_) => Some(Self::Number),
            Value::String(_) => Some(Self::String),
            Value::Array(_) => Some(Self::Array),
            Value::Object(_) => Some(Self::Object),
        }
    }
}

/// A variant of an enum of values.
#[derive(Clone, Debug)]
pub(crate) struct Variant<K> {
    /// What distinguishes it from the others.
    pub(crate) key: K,
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) boxed: bool,
}

/// What distinguishes a variant for a JSON type.
#[derive(Clone, Debug)]
pub(crate) struct TypeKey {
    pub(crate) json_type: JsonType,
    /// JSON pointer of the one branch that allows the type; empty when there is none.
    pub(crate) pointer: String,
}

/// The types of one schema.
#[derive(Clone, Debug)]
pub(crate) struct SchemaTypes {
    pub(crate) root: DefId,
    pub(crate) defs: Vec<TypeDef>,
    /// Why the validator is needed; empty when the types are exact.
    pub(crate) checked: Vec<Reason>,
}

/// Types that typify declares.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    /// The name of the root there.
    pub(crate) name: String,
    pub(crate) code: String,
    /// The crates that the code needs.
    pub(crate) crates: Vec<&'static str>,
}

/// A tool whose types typify declares.
#[derive(Clone, Debug)]
pub(crate) struct Typified {
    pub(crate) input: Declared,
    pub(crate) output: Option<Declared>,
}

/// A tool to generate.
#[derive(Clone, Debug)]
pub(crate) struct ToolTypes {
    pub(crate) tool: Tool,
    pub(crate) id: String,
    /// The file it came from, by the path given to the build.
    pub(crate) file: String,
    /// The module of its namespace.
    pub(crate) namespace: Option<String>,
    /// The module of its nested types.
    pub(crate) module: String,
    /// The variant of `ToolCall`.
    pub(crate) variant: String,
    pub(crate) input: SchemaTypes,
    pub(crate) output: Option<SchemaTypes>,
    pub(crate) docs: Option<DocEntry>,
    /// What typify declares instead, or why it does not, if that was requested.
    pub(crate) typified: Option<Result<Typified, String>>,
}

impl SchemaTypes {
    /// The name of the type for the whole schema.
    pub(crate) fn root_name(&self) -> &str {
        &self.defs[self.root.0].name
    }
}

impl ToolTypes {
    /// What typify declares in place of the tool's types.
    pub(crate) fn declared(&self) -> Option<&Typified> {
        self.typified.as_ref()?.as_ref().ok()
    }

    /// The path of its type from the top of the generated file.
    pub(crate) fn path(&self) -> String {
        let name = self.input.root_name();
        match &self.namespace {
            Some(namespace) => format!("{}::{name}", ident_text(namespace)),
            None => name.to_owned(),
        }
    }
}
