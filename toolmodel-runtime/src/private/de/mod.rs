//! Reading JSON and validating it against a schema in one pass: a rule per kind of value, and what objects, unions
//! and enums need. Generated code composes these.
//!
//! Rules are serde seeds. They reject what derived code accepts (null for an absent value, an array for an
//! object, a map for a string enum) and accept what it rejects (`3.0` for an integer).

mod any;
mod budget;
mod choice;
mod given;
mod held;
mod integer;
mod list;
mod map;
mod nullable;
mod number;
mod object;
mod pattern;
mod size;
mod steps;
mod tagged;
mod text;
mod tried;
mod trusted;
mod tuple;
mod union;
#[cfg(test)]
mod way;

pub use any::{Any, Boxed, any, boolean, boxed, is_null, read};
pub(crate) use budget::Budget;
pub use choice::{Choice, choice};
pub(crate) use given::{DEEPEST, RAW_VALUE, integer_of};
pub use given::{Given, Refused};
pub use integer::{Int, Wide, int, wide};
pub use list::{List, list};
pub use map::{Entries, entries};
pub use nullable::{Nullable, nullable};
pub use number::{Num, multiple_of, num};
pub use object::{
    Object, count, hold, keep, keep_if, missing, object, only_one, put, refuse, skip, skip_if,
};
pub(crate) use pattern::Matcher;
pub use pattern::{Pattern, Patterns, goes_back};
pub(crate) use size::Size;
pub(crate) use steps::{Fixed, Steps};
pub use tagged::{Replay, tagged};
pub use text::{Constant, Text, constant, text, variant};
pub(crate) use tried::{apart, last_exceeded};
use trusted::in_doubt;
pub use trusted::{Trust, tolerate, trust};
pub(crate) use trusted::{doubts, last_reason, last_refusal};
pub use tuple::{Tuple, element, finish, tuple};
pub use union::{Union, union};

/// No upper bound on a length.
pub const MAX: usize = usize::MAX;
