//! Arrays inside arrays.

use super::{At, Compound, Gaps, Prover, below};
use crate::example::maker::{MOST_ITEMS, Turn, Wish};
use crate::meter::Exceeded;
use crate::schema::shape::ArrayRule;

impl Compound for ArrayRule {
    const NAME: &'static str = "an array";

    fn plain(rule: usize) -> Wish {
        Wish::Array {
            rule,
            length: 0,
            equal: false,
        }
    }

    fn inside(prover: &mut Prover<'_, '_, '_>, at: &At<'_>, i: usize, a: &Self, b: &Self) -> Gaps {
        prover.array_inside(at, i, a, b)
    }

    fn disjoint(_: &mut Prover<'_, '_, '_>, a: &Self, b: &Self) -> Result<bool, Exceeded> {
        let apart = |a: &Self, b: &Self| a.max.is_some_and(|max| max < b.min);
        Ok(apart(a, b) || apart(b, a))
    }
}

/// The number of first items that a rule describes one by one.
fn first_items(rule: &ArrayRule) -> usize {
    rule.parts
        .iter()
        .map(|part| part.prefix.len())
        .max()
        .unwrap_or(0)
}

impl Prover<'_, '_, '_> {
    fn array_inside(&mut self, at: &At<'_>, i: usize, a: &ArrayRule, b: &ArrayRule) -> Gaps {
        let first = first_items(a).max(first_items(b));
        self.meter.work(1 + first)?;
        // An item that nothing can match ends the array before it.
        let mut most = a.max;
        for index in 0..=first_items(a) {
            if self.sender.shape(&a.item(index)).is_never() {
                let index = index as u64;
                most = Some(most.map_or(index, |most| most.min(index)));
                break;
            }
        }
        if most.is_some_and(|most| most < a.min) {
            return Ok(Vec::new());
        }
        let mut gaps = self.counts(at, i, (a, most), b);
        if b.unique && !a.unique && most.is_none_or(|most| most > 1) {
            let wish = |length| Wish::Array {
                rule: i,
                length,
                equal: true,
            };
            let message = "an array may have an item twice, and is then not accepted";
            gaps.push(self.gap(at, message, vec![wish(2)]));
        }
        for index in 0..=first {
            if most.is_some_and(|most| most <= index as u64) {
                break;
            }
            let (sent, read) = (a.item(index), b.item(index));
            let found = self.include(&sent, &read)?;
            gaps.extend(below(found, &Turn::Item { rule: i, index }));
        }
        Ok(gaps)
    }

    fn counts(
        &self,
        at: &At<'_>,
        i: usize,
        (a, most): (&ArrayRule, Option<u64>),
        b: &ArrayRule,
    ) -> Vec<super::Gap> {
        let mut gaps = Vec::new();
        let wish = |length: u64| {
            let length = usize::try_from(length).unwrap_or(MOST_ITEMS + 1);
            let equal = |equal| Wish::Array {
                rule: i,
                length,
                equal,
            };
            vec![equal(false), equal(true)]
        };
        if a.min < b.min {
            let message = format!(
                "an array of {} items may be sent, and at least {} are expected",
                a.min, b.min
            );
            gaps.push(self.gap(at, message, wish(a.min)));
        }
        if let Some(max) = b.max
            && most.is_none_or(|most| most > max)
        {
            let length = max.saturating_add(1).max(a.min);
            let message =
                format!("an array of {length} items may be sent, and at most {max} are expected");
            gaps.push(self.gap(at, message, wish(length)));
        }
        gaps
    }
}
