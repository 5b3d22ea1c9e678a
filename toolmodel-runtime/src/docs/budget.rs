//! Fits the documentation of several tools into a number of bytes or tokens.

use std::collections::HashSet;
use std::io;

use serde::Serialize;

use super::{DetailLevel, DocsError, ToolDoc};

/// How much room there is for documentation.
///
/// ```
/// use toolmodel_runtime::docs::{Budget, DetailLevel, DocEntry, DocStore, InMemoryDocs};
///
/// let docs = InMemoryDocs::new();
/// docs.register_doc("gh:get_repo", DocEntry::new("Fetch a repository."))?;
/// let fitted = docs.describe_many(&docs.ids(), DetailLevel::Summary, Budget::Tokens(100));
/// assert!(fitted.tokens <= 100);
/// let fitted = docs.describe_many(&docs.ids(), DetailLevel::Summary, Budget::Bytes(10));
/// assert_eq!(fitted.omitted, ["gh:get_repo"]);
/// # Ok::<(), toolmodel_runtime::docs::DocsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Budget {
    /// Bytes of compact JSON.
    Bytes(usize),
    /// Tokens, as [`estimate_tokens`] counts them.
    Tokens(usize),
}

impl Budget {
    fn holds(self, cost: Cost) -> bool {
        match self {
            Self::Bytes(count) => cost.bytes <= count,
            Self::Tokens(count) => cost.tokens() <= count,
        }
    }
}

/// How many tokens a text is likely to cost a model, without knowing the model's tokenizer: one
/// for every 3.5 ASCII characters, rounded up, and one for every other character.
///
/// The estimate is meant to be high rather than low. Of the definitions of 1,005 real tools, 996
/// cost no more than it says in the vocabulary `o200k_base` (4.3 ASCII characters a token on
/// average); the others are full of numbers or of escapes.
///
/// ```
/// use toolmodel_runtime::docs::estimate_tokens;
///
/// assert_eq!(estimate_tokens("1234567"), 2);
/// assert_eq!(estimate_tokens("道具"), 2);
/// ```
#[must_use]
pub fn estimate_tokens(text: &str) -> usize {
    let mut cost = Cost::default();
    cost.add_bytes(text.as_bytes());
    cost.tokens()
}

/// Documentation of several tools that keeps to a [`Budget`].
///
/// ```
/// use toolmodel_runtime::docs::{Budget, DetailLevel, DocEntry, DocStore, InMemoryDocs};
///
/// let docs = InMemoryDocs::new();
/// docs.register_doc("gh:get_repo", DocEntry::new("Fetch a repository."))?;
/// let ids = ["gh:get_repo".to_owned(), "gh:gone".to_owned()];
/// let fitted = docs.describe_many(&ids, DetailLevel::Summary, Budget::Bytes(1000));
/// assert_eq!(fitted.bytes, fitted.to_json().len());
/// assert_eq!(fitted.failed[0].0, "gh:gone");
/// assert!(!fitted.is_complete_at(DetailLevel::Summary));
/// # Ok::<(), toolmodel_runtime::docs::DocsError>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct FittedDocs {
    /// The documentation, in the requested order, each at the level that fits.
    pub docs: Vec<ToolDoc>,
    /// The ids of tools for which not even the summary had room.
    pub omitted: Vec<String>,
    /// The ids that cannot be described at the requested level, and why.
    pub failed: Vec<(String, DocsError)>,
    /// The length of [`FittedDocs::to_json`]; zero when there are no docs.
    pub bytes: usize,
    /// [`estimate_tokens`] of [`FittedDocs::to_json`]; zero when there are no docs.
    pub tokens: usize,
}

impl FittedDocs {
    /// The docs as a compact JSON array: this is what the budget limits.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Serialising records of strings, schemas and JSON values cannot fail.
        serde_json::to_string(&self.docs).unwrap_or_default()
    }

    /// Whether every id is described at `level`.
    #[must_use]
    pub fn is_complete_at(&self, level: DetailLevel) -> bool {
        self.omitted.is_empty()
            && self.failed.is_empty()
            && self.docs.iter().all(|doc| doc.level == level)
    }
}

/// The size of JSON text, which adds up.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    bytes: usize,
    ascii: usize,
    other: usize,
}

impl Cost {
    fn of(doc: &ToolDoc) -> Self {
        let mut cost = Self::default();
        // Counting cannot fail.
        let _ = doc.serialize(&mut serde_json::Serializer::new(&mut cost));
        // The comma before the doc, or the first bracket of the list.
        cost.add_bytes(b",");
        cost
    }

    fn add_bytes(&mut self, text: &[u8]) {
        self.bytes += text.len();
        for byte in text {
            self.ascii += usize::from(byte.is_ascii());
            self.other += usize::from(*byte >= 0xC0);
        }
    }

    fn tokens(self) -> usize {
        (self.ascii * 2).div_ceil(7) + self.other
    }

    fn replace(&mut self, old: Self, new: Self) {
        self.bytes = self.bytes + new.bytes - old.bytes;
        self.ascii = self.ascii + new.ascii - old.ascii;
        self.other = self.other + new.other - old.other;
    }
}

impl io::Write for Cost {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.add_bytes(text);
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// See [`super::DocStore::describe_many`].
pub(super) fn fit(
    ids: &[String],
    level: DetailLevel,
    budget: Budget,
    describe: impl Fn(&str, DetailLevel) -> Result<ToolDoc, DocsError>,
) -> FittedDocs {
    let mut fitted = FittedDocs::default();
    let mut costs = Vec::new();
    let mut total = Cost::default();
    // The last bracket of the list.
    total.add_bytes(b"]");
    let mut seen = HashSet::new();
    for id in ids.iter().filter(|id| seen.insert(id.as_str())) {
        match describe(id, level) {
            Ok(doc) => {
                let cost = Cost::of(&doc);
                total.replace(Cost::default(), cost);
                costs.push(cost);
                fitted.docs.push(doc);
            }
            Err(error) => fitted.failed.push((id.clone(), error)),
        }
    }
    let mut from = level;
    while let Some(lower) = from.lower() {
        for (doc, cost) in fitted.docs.iter_mut().zip(&mut costs).rev() {
            if budget.holds(total) {
                break;
            }
            // A store whose tools come and go may have lost this one: it is then left unchanged.
            if let Ok(shorter) = describe(&doc.id, lower) {
                let new = Cost::of(&shorter);
                total.replace(*cost, new);
                (*doc, *cost) = (shorter, new);
            }
        }
        from = lower;
    }
    while !budget.holds(total)
        && let Some(doc) = fitted.docs.pop()
    {
        total.replace(costs.pop().unwrap_or_default(), Cost::default());
        fitted.omitted.push(doc.id);
    }
    fitted.omitted.reverse();
    if !fitted.docs.is_empty() {
        (fitted.bytes, fitted.tokens) = (total.bytes, total.tokens());
    }
    fitted
}
