//! Structs that cover the attributes of serde and schemars, each a tool.
//!
//! [`CASES`] lists them all; `agreement.rs` wants the same verdict of every judge of an instance.

#![allow(
    dead_code,
    clippy::trivially_copy_pass_by_ref,
    reason = "fields and functions are used through serde only"
)]

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::num::{NonZeroI16, NonZeroU8};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use toolmodel_runtime::{Error, Result, Tool, TypedTool};

/// A derived tool without its type.
pub(crate) struct Case {
    pub(crate) definition: fn() -> &'static Tool,
    /// Reads arguments and writes what was read.
    pub(crate) parse: fn(&Value) -> Result<Value>,
    /// The same, from bytes.
    pub(crate) from_slice: fn(&[u8]) -> Result<Value>,
    pub(crate) check_examples: fn() -> Result<()>,
}

impl Case {
    pub(crate) const fn of<T: TypedTool>() -> Self {
        Self {
            definition: T::definition,
            parse: parse::<T>,
            from_slice: from_slice::<T>,
            check_examples: T::check_examples,
        }
    }
}

fn parse<T: TypedTool>(arguments: &Value) -> Result<Value, Error> {
    T::parse(arguments).map(|parsed| written(&parsed))
}

fn from_slice<T: TypedTool>(arguments: &[u8]) -> Result<Value, Error> {
    T::from_slice(arguments).map(|parsed| written(&parsed))
}

fn written<T: TypedTool>(parsed: &T) -> Value {
    // Not to a value: it has no integers beyond 64 bits.
    let text = serde_json::to_string(parsed).expect("arguments are JSON");
    serde_json::from_str(&text).expect("arguments are JSON")
}

macro_rules! cases {
    ($list:ident: $($(#[$attribute:meta])* $kind:ident $name:ident $body:tt)+) => {
        $(
            #[derive(Tool, Serialize, Deserialize, JsonSchema)]
            #[tool(namespace = "agree")]
            $(#[$attribute])*
            $kind $name $body
        )+

        pub(crate) const $list: &[Case] = &[$(Case::of::<$name>()),+];
    };
}

pub(crate) use cases;

/// A place on earth.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Place {
    #[schemars(range(min = -90, max = 90))]
    latitude: f64,
    #[schemars(range(min = -180, max = 180))]
    longitude: f64,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Strict {
    count: u16,
    note: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Paging {
    page: u32,
    #[serde(default)]
    per_page: Option<u8>,
}

#[derive(Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Color {
    Red,
    DarkBlue,
    /// Like grass.
    Green,
}

#[derive(Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
enum Size {
    Small,
    Large,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum External {
    Unit,
    Number(i32),
    Pair(u8, bool),
    Named { value: String },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Internal {
    Empty,
    Circle { radius: f32 },
    At(Place),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Text(String),
    Numbers { low: i64, high: i64 },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    Flag(bool),
    Count(u32),
    Named { name: String },
    List(Vec<i8>),
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Meters(f64);

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
struct Id {
    id: u64,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Tree {
    label: String,
    #[serde(default)]
    children: Vec<Tree>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Region {
    #[schemars(extend("x-mcp-header" = "Region"))]
    name: String,
}

fn ten() -> u32 {
    10
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

cases! {
    CASES:

    struct Nothing {}

    struct Strings { text: String, letter: char, boxed: Box<str>, path: std::path::PathBuf }

    struct SmallIntegers { a: i8, b: u8, c: i16, d: u16 }

    struct Integers { a: i32, b: u32, c: i64, d: u64, e: isize, f: usize }

    struct HugeIntegers { a: i128, b: u128 }

    struct NonZero { a: NonZeroU8, b: NonZeroI16 }

    struct Floats { single: f32, double: f64 }

    struct Flags { on: bool, off: Option<bool>, unit: () }

    struct Options { a: Option<String>, b: Option<u8>, c: Option<Place>, d: Option<Vec<Option<i8>>> }

    #[serde(rename_all = "camelCase")]
    struct Renamed { first_name: String, #[serde(rename = "LAST")] last_name: String }

    #[serde(rename_all(serialize = "camelCase", deserialize = "camelCase"))]
    struct RenamedBothWays { one_two: u8, #[serde(rename(serialize = "x", deserialize = "x"))] y: u8 }

    #[serde(deny_unknown_fields)]
    struct DenyUnknown { name: String, inner: Strict }

    struct Defaults {
        #[serde(default)]
        plain: u32,
        #[serde(default = "ten")]
        ten: u32,
        #[serde(default, skip_serializing_if = "is_zero")]
        quiet: u32,
        #[serde(default)]
        list: Vec<String>,
    }

    #[serde(default)]
    #[derive(Default)]
    struct AllDefaults { a: String, b: i32, c: bool }

    struct Skipped { seen: u8, #[serde(skip)] hidden: u8, #[serde(skip_deserializing)] written: Option<u8> }

    struct Flattened { name: String, #[serde(flatten)] paging: Paging }

    struct FlattenedMap { name: String, #[serde(flatten)] rest: BTreeMap<String, i32> }

    struct FlattenedAny { name: String, #[serde(flatten)] rest: Map<String, Value> }

    struct FlattenedOption { name: String, #[serde(flatten)] place: Option<Place> }

    struct FlattenedEnum { name: String, #[serde(flatten)] shape: Internal }

    #[serde(deny_unknown_fields)]
    struct FlattenedStrict { name: String, #[serde(flatten)] paging: Paging }

    struct Ranges {
        #[schemars(range(min = 1, max = 50))]
        limit: u32,
        #[schemars(range(min = 0.5))]
        ratio: f64,
        #[schemars(range(max = 1000))]
        small: u8,
        #[schemars(range(min = -5, max = 5))]
        maybe: Option<i64>,
    }

    struct Lengths {
        #[schemars(length(min = 2, max = 5))]
        name: String,
        #[schemars(length(min = 1))]
        list: Vec<u8>,
        #[schemars(length(equal = 3))]
        code: Option<String>,
        #[schemars(length(max = 2))]
        set: BTreeSet<i32>,
    }

    struct Patterns {
        #[schemars(regex(pattern = r"^[a-z]+/[a-z]+$"))]
        slug: String,
        #[schemars(inner(regex(pattern = "^#")))]
        tags: Vec<String>,
        #[schemars(extend("multipleOf" = 5))]
        five: i32,
        #[schemars(extend("const" = "fixed"))]
        fixed: String,
    }

    struct Inner {
        #[schemars(inner(range(min = 1, max = 3)), length(max = 4))]
        levels: Vec<u8>,
        #[schemars(inner(length(min = 1)))]
        names: Option<Vec<String>>,
    }

    struct UnitEnum { color: Color, other: Option<Color>, many: Vec<Color> }

    struct ExternalEnum { choice: External }

    struct InternalEnum { shape: Internal }

    struct AdjacentEnum { value: Adjacent }

    struct UntaggedEnum { value: Untagged }

    struct Nested { place: Place, strict: Option<Strict>, boxed: Box<Place>, places: Vec<Place> }

    struct Recursive { tree: Tree }

    struct RecursiveRoot { name: String, next: Option<Box<RecursiveRoot>> }

    struct Lists {
        list: Vec<i32>,
        deque: VecDeque<bool>,
        array: [u8; 3],
        nested: Vec<Vec<String>>,
    }

    struct Sets { hashed: HashSet<String>, sorted: BTreeSet<i64> }

    struct Tuples { pair: (String, u8), triple: Option<(bool, f64, i8)> }

    struct Maps {
        strings: BTreeMap<String, String>,
        hashed: HashMap<String, Place>,
        sizes: BTreeMap<Size, u8>,
        any: Map<String, Value>,
    }

    struct Wrapped { length: Meters, id: Id, maybe: Option<Id> }

    struct Any { value: Value, list: Vec<Value>, number: serde_json::Number }

    #[serde(tag = "action", rename_all = "snake_case")]
    enum Action {
        Stop,
        Move { by: i32, #[serde(default)] slowly: bool },
        Go(Place),
        #[serde(rename = "write")]
        Print { text: String },
    }

    #[serde(tag = "action", deny_unknown_fields)]
    enum StrictAction { Stop {}, Move { by: i32 }, Say { text: Option<String> } }

    #[serde(tag = "type", content = "value")]
    enum Message { Text(String), Number { low: i64, high: Option<i64> } }

    struct Headers {
        #[tool(header = "Region")]
        #[serde(skip_serializing_if = "Option::is_none")]
        region: Option<String>,
        #[tool(header = "Count")]
        count: u64,
        #[tool(header = "Color")]
        color: Color,
        #[tool(header = "Maybe")]
        #[serde(skip_serializing_if = "Option::is_none")]
        maybe: Option<Color>,
    }

    struct NestedHeader { region: Region, #[serde(default)] others: Vec<Region> }

    struct Described {
        /// A text.
        ///
        /// With two paragraphs.
        #[tool(example = "one", example = "two")]
        text: String,
        #[schemars(title = "Number", description = "How many")]
        #[tool(example = -3)]
        number: i32,
        #[deprecated]
        old: Option<String>,
    }
}
