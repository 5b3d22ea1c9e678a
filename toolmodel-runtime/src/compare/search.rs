//! An instance that demonstrates a gap: made for the sender, accepted by its validator and refused by the
//! reader's.

use serde_json::Value;

use super::include::Gap;
use crate::example::maker::{Maker, Style, Turn, size};
use crate::example::patterns::Patterns;
use crate::meter::{Exceeded, Meter};
use crate::schema::shape::Document;
use crate::validate::{CompiledSchema, VALIDATED};

/// Where proofs are searched.
pub(super) struct Search<'s, 'a> {
    pub(super) sender: &'s mut Document<'a>,
    pub(super) accepts: &'s CompiledSchema,
    pub(super) refuses: &'s CompiledSchema,
    pub(super) patterns: &'s Patterns,
    pub(super) meter: &'s Meter,
    /// Values so far in instances that contain everything the schema allows.
    pub(super) filled: usize,
}

/// Most ways of making a schema's choices that are tried for each wish.
const MOST_VARIANTS: usize = 6;
/// Most instances tried for one gap.
const MOST_TRIED: usize = 200;
/// Most values in instances that contain everything the schema allows, for all gaps together: each is as large as
/// the schema.
const MOST_FILLED: usize = 4000;

impl Search<'_, '_> {
    /// A proof that the gap is real, if one is found.
    pub(super) fn proof(&mut self, gap: &Gap) -> Option<Value> {
        self.find(gap).ok().flatten()
    }

    fn find(&mut self, gap: &Gap) -> Result<Option<Value>, Exceeded> {
        let root = vec![self.sender.root()];
        let turns: Vec<Turn> = gap.turns.iter().rev().cloned().collect();
        let mut tried = 0;
        for variant in 0..MOST_VARIANTS {
            for full in [false, true] {
                for wish in &gap.wishes {
                    if full && self.filled > MOST_FILLED {
                        break;
                    }
                    tried += 1;
                    if tried > MOST_TRIED {
                        return Ok(None);
                    }
                    let style = Style {
                        full,
                        suggested: false,
                        variant,
                    };
                    let mut maker = Maker::new(self.sender, self.patterns, self.meter, style);
                    let Some(value) = maker.make(&root, &turns, wish)? else {
                        continue;
                    };
                    let size = size(&value);
                    self.meter.work(1 + size)?;
                    self.filled += if full { size } else { 0 };
                    if self.is_proof(&value) {
                        return Ok(Some(value));
                    }
                    self.meter.work(self.accepts.steps(&value) / VALIDATED)?;
                    self.meter.work(self.refuses.steps(&value) / VALIDATED)?;
                }
            }
        }
        Ok(None)
    }

    /// Both validators have to answer: if one gives up, nothing is proven.
    fn is_proof(&self, value: &Value) -> bool {
        let accepted = self.accepts.is_valid(value).is_ok_and(|valid| valid);
        accepted && self.refuses.is_valid(value).is_ok_and(|valid| !valid)
    }
}
