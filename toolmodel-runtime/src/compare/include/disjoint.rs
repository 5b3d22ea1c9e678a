//! Whether no value meets two rules.

use super::{Prover, number, string};
use crate::example::maker::rules;
use crate::meter::Exceeded;
use crate::schema::shape::{ObjectRule, Shape};

impl Prover<'_, '_, '_> {
    /// Whether it is certain that no object meets both: a property that one of them requires cannot
    /// be what both say.
    pub(super) fn objects_disjoint(
        &mut self,
        a: &ObjectRule,
        b: &ObjectRule,
    ) -> Result<bool, Exceeded> {
        let level = self.meter.enter();
        if level.is_err() {
            return Ok(false);
        }
        let names = a.required.iter().chain(&b.required);
        for name in names {
            self.meter.work(1)?;
            let sent = self.property(a, name);
            let read = self.property(b, name);
            let sent = self.sender.shape(&sent);
            let read = self.reader.shape(&read);
            if self.shapes_disjoint(&sent, &read)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn shapes_disjoint(&mut self, a: &Shape, b: &Shape) -> Result<bool, Exceeded> {
        let overlap = a.null && b.null
            || a.boolean.yes && b.boolean.yes
            || a.boolean.no && b.boolean.no
            || !a.array.is_never() && !b.array.is_never();
        if overlap {
            return Ok(false);
        }
        for a in rules(&a.number) {
            if rules(&b.number).iter().any(|b| !number::disjoint(a, b)) {
                return Ok(false);
            }
        }
        for a in rules(&a.string) {
            self.meter.work(rules(&b.string).len())?;
            if rules(&b.string)
                .iter()
                .any(|b| !string::disjoint(self.patterns, a, b))
            {
                return Ok(false);
            }
        }
        for a in rules(&a.object) {
            for b in rules(&b.object) {
                if !self.objects_disjoint(a, b)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
