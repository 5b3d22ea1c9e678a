//! More structs, of the kinds that people write: what `cases.rs` has alone, combined and nested.

#![allow(
    dead_code,
    clippy::option_option,
    clippy::box_collection,
    clippy::linkedlist,
    clippy::rc_buffer,
    clippy::trivially_copy_pass_by_ref,
    clippy::zero_sized_map_values,
    reason = "fields are used through serde only, and are as strange as serde allows"
)]

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, LinkedList};
use std::marker::PhantomData;
use std::num::{NonZeroI32, NonZeroU32, NonZeroU64, NonZeroUsize, Wrapping};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use toolmodel_runtime::Tool;

use crate::cases::{Case, cases};

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Level {
    Low,
    VeryHigh,
    #[serde(rename = "x-max")]
    Max,
    #[serde(alias = "none", alias = "nothing")]
    Off,
}

#[derive(Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[serde(rename_all = "lowercase")]
enum Side {
    Left,
    Right,
}

#[derive(Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
#[serde(transparent)]
struct Key(String);

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(
    tag = "type",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
enum Event {
    Opened {
        by_whom: String,
        #[serde(default)]
        at_second: u32,
    },
    Closed {
        #[serde(rename = "why")]
        reason: Option<String>,
    },
    Ping,
    Batch {
        inner_events: Vec<Event>,
    },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c", rename_all = "snake_case")]
enum Payload {
    TwoNumbers(i8, u16),
    OneText(String),
    Inner(Box<Payload>),
    Fields { first: bool, second: Option<f32> },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Loose {
    Nothing,
    Number(f64),
    Text(String),
    Pair(u8, String),
    Many(BTreeMap<String, Loose>),
}

/// Branches that overlap: the first that reads wins.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Overlapping {
    Both { a: u8, b: u8 },
    First { a: u8 },
    Named { name: String, a: Option<bool> },
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Nested {
    #[serde(rename = "none")]
    Nothing,
    Just(Box<Nested>),
    Listed(Vec<Nested>),
    Named {
        value: Option<Box<Nested>>,
        count: NonZeroU32,
    },
    Two(Level, Payload),
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Page<T> {
    items: Vec<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Paired<A, B = A> {
    left: A,
    right: Option<B>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Window {
    from_line: u32,
    #[serde(default = "hundred")]
    line_count: u16,
}

fn hundred() -> u16 {
    100
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Unit;

#[derive(Serialize, Deserialize, JsonSchema)]
struct Two(i16, Option<String>);

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(from = "String", into = "String")]
#[derive(Clone)]
struct FromText(String);

impl From<String> for FromText {
    fn from(text: String) -> Self {
        Self(text.to_uppercase())
    }
}

impl From<FromText> for String {
    fn from(text: FromText) -> Self {
        text.0
    }
}

mod hex {
    use super::*;

    pub(super) fn serialize<S: Serializer>(number: &u32, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{number:08x}"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        let text = String::deserialize(deserializer)?;
        u32::from_str_radix(&text, 16).map_err(serde::de::Error::custom)
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Expression {
    operator: Side,
    #[serde(default)]
    operands: BTreeMap<String, Expression>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Common {
    #[serde(default)]
    verbose: bool,
    #[serde(alias = "colour")]
    color: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Deeper {
    #[serde(flatten)]
    common: Common,
    depth: i8,
}

cases! {
    UNSEEN:

    struct Pointers {
        boxed: Box<String>,
        counted: Rc<u8>,
        shared: Arc<str>,
        cow: Cow<'static, str>,
        list: Cow<'static, [i16]>,
        nested: Box<Option<Box<bool>>>,
        slice: Box<[u16]>,
    }

    struct OddNumbers {
        wide: i128,
        wider: u128,
        single: f32,
        wrapping: Wrapping<i16>,
        no_zero: NonZeroU64,
        no_zero_signed: NonZeroI32,
        size: NonZeroUsize,
        maybe: Option<NonZeroU32>,
    }

    struct OptionOfOption { outer: Option<Option<u8>>, #[serde(default)] list: Vec<Option<Option<String>>> }

    struct Arrays {
        none: [u8; 0],
        one: [Option<bool>; 1],
        grid: [[i8; 2]; 3],
        mixed: (u8, (String, [f64; 2])),
        single: (bool,),
    }

    struct Collections {
        linked: LinkedList<u32>,
        paths: Vec<PathBuf>,
        set_of_sets: BTreeSet<BTreeSet<i8>>,
        maps: HashMap<String, BTreeMap<String, Vec<u8>>>,
        letters: Vec<char>,
    }

    struct KeyedMaps { sides: BTreeMap<Side, i32>, keys: BTreeMap<Key, Option<i32>>, arcs: HashMap<Arc<str>, ()> }

    struct Units { unit: Unit, two: Two, nothing: (), marker: PhantomData<String>, many: Vec<Unit> }

    #[serde(rename_all = "PascalCase")]
    struct Cased { snake_case_field: u8, r#type: String, #[serde(rename = "with space / and ~ \"quotes\"")] odd: Option<i8> }

    #[serde(rename_all(deserialize = "camelCase", serialize = "camelCase"), deny_unknown_fields)]
    struct ClosedAndCased { first_one: Level, second_one: Option<Window> }

    struct Aliased { name: String, level: Level, common: Common }

    struct DefaultsInDepth {
        window: Option<Window>,
        #[serde(default)]
        windows: Vec<Window>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        levels: Vec<Level>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        maybe: Option<Box<DefaultsInDepth>>,
    }

    struct Events { first: Event, rest: Vec<Event>, by_name: BTreeMap<String, Event> }

    struct Payloads { one: Payload, many: Vec<Payload>, maybe: Option<Payload> }

    struct LooseValues { value: Loose, list: Vec<Loose> }

    struct Overlaps { one: Overlapping, maybe: Option<Overlapping> }

    struct NestedEnums { one: Nested, many: BTreeMap<String, Nested> }

    struct Generics { numbers: Page<Paired<u8, String>>, pages: Page<Page<Level>>, pair: Paired<Paired<bool>> }

    struct FlattenedTwice { name: String, #[serde(flatten)] deeper: Deeper, last: Option<u64> }

    struct FlattenedAdjacent { id: i64, #[serde(flatten)] payload: Payload }

    struct FlattenedExternal { id: i64, #[serde(flatten)] nested: External }

    struct FlattenedLoose { id: i64, #[serde(flatten)] either: Either }

    struct FlattenedSeveral { #[serde(flatten)] common: Common, #[serde(flatten)] event: Event, #[serde(flatten)] rest: BTreeMap<String, Value> }

    #[serde(tag = "op", deny_unknown_fields, rename_all = "camelCase")]
    enum Operation {
        ReadFile { path: PathBuf, window: Option<Window> },
        WriteFile { path: PathBuf, text: String, #[serde(default)] append: bool },
        ListAll {},
    }

    #[serde(tag = "kind")]
    enum WithNewtypes { One(Common), Two(Deeper), Map(BTreeMap<String, Value>) }

    struct Transformed { text: FromText, list: Vec<FromText> }

    struct Constrained {
        #[schemars(range(min = 1, max = 10), extend("multipleOf" = 2))]
        even: i64,
        #[schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 1.0))]
        open: f64,
        #[schemars(length(min = 1, max = 3), inner(length(min = 1), regex(pattern = r"^\p{Lu}")))]
        words: Vec<String>,
        #[schemars(extend("maxProperties" = 1))]
        few: BTreeMap<String, u8>,
        #[schemars(extend("minProperties" = 1))]
        some: BTreeMap<String, u8>,
        #[schemars(extend("uniqueItems" = true))]
        unique: Vec<i32>,
        #[schemars(extend("enum" = ["a", "b", null]))]
        listed: Option<String>,
        #[schemars(extend("enum" = [1, 2.0, 3.5]))]
        numbers: f64,
        #[schemars(extend("const" = 5))]
        five: u8,
    }

    struct Refined {
        #[schemars(extend("not" = {"const": "root"}))]
        user: String,
        #[schemars(extend("contains" = {"minimum": 1}))]
        with_one: Vec<u8>,
        #[schemars(regex(pattern = r"^(?!.*\.\.)[\w./-]+$"))]
        path: String,
        #[schemars(extend("propertyNames" = {"pattern": "^[a-z]+$"}))]
        named: BTreeMap<String, u8>,
    }

    #[schemars(extend("dependentRequired" = {"a": ["b"]}, "minProperties" = 1))]
    struct Dependent { a: Option<u8>, b: Option<u8> }

    struct Recursion { expression: Expression }

    struct ByReference { list: Vec<ByReference>, map: BTreeMap<String, ByReference>, one: Option<Box<ByReference>> }

    struct RawTexts { any: Option<Value>, object: Map<String, Value>, list: Vec<Value> }

    struct Hexadecimal {
        #[serde(with = "hex")]
        #[schemars(with = "String", regex(pattern = "^[0-9a-f]{8}$"))]
        address: u32,
    }

    #[serde(default, deny_unknown_fields)]
    #[derive(Default)]
    struct DefaultsAndClosed { a: String, b: Option<i32>, c: Vec<u8>, d: (u8, u8) }

    struct Skips {
        kept: u8,
        #[serde(skip_serializing)]
        #[serde(default)]
        read_only: Option<u8>,
        #[serde(skip)]
        never: Option<Window>,
    }

    struct ManyFields {
        a0: u8, a1: u8, a2: u8, a3: u8, a4: u8, a5: u8, a6: u8, a7: u8, a8: u8, a9: u8,
        b0: u8, b1: u8, b2: u8, b3: u8, b4: u8, b5: u8, b6: u8, b7: u8, b8: u8, b9: u8,
        c0: u8, c1: u8, c2: u8, c3: u8, c4: u8, c5: u8, c6: u8, c7: u8, c8: u8, c9: u8,
        d0: u8, d1: u8, d2: u8, d3: u8, d4: u8, d5: u8, d6: u8, d7: u8, d8: u8, d9: u8,
        e0: u8, e1: u8, e2: u8, e3: u8, e4: u8, e5: u8, e6: u8, e7: u8, e8: u8, e9: u8,
        f0: u8, f1: u8, f2: u8, f3: u8, f4: u8, f5: u8, f6: u8, f7: u8, f8: u8, f9: u8,
        g0: u8, g1: u8, g2: u8, g3: u8, g4: u8, g5: u8,
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum External {
    Number(i32),
    Named { value: String },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Either {
    Left { left: u8 },
    Right { right: String },
}
