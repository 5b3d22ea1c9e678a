//! Whether no value meets two rules.

use super::{Prover, number, string};
use crate::example::patterns::STEPS_PER_PATTERN;
use crate::meter::Exceeded;
use crate::schema::shape::{NumberRule, ObjectRule, Shape, StringRule};

impl Prover<'_, '_, '_> {
    /// Whether it is certain that no object matches both: a property that one of them requires cannot
    /// satisfy both.
    pub(super) fn objects_disjoint(
        &mut self,
        a: &ObjectRule,
        b: &ObjectRule,
    ) -> Result<bool, Exceeded> {
        let level = self.meter.enter();
        if level.is_err() {
            return Ok(false);
        }
        let names: Vec<&String> = a.required.iter().chain(&b.required).collect();
        let (of_sender, of_reader) = (a.by_name(), b.by_name());
        self.meter
            .work(names.len() + a.parts.len() + b.parts.len())?;
        for name in names {
            let asked = of_sender.steps(STEPS_PER_PATTERN) + of_reader.steps(STEPS_PER_PATTERN);
            self.meter.work(1 + asked + self.patterns.steps())?;
            let sent = of_sender.property(name, |pattern, name| self.matches(pattern, name));
            let read = of_reader.property(name, |pattern, name| self.matches(pattern, name));
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
        let numbers = |rule: &NumberRule| 1 + rule.values.as_ref().map_or(0, Vec::len);
        let texts = |rule: &StringRule| 1 + rule.listed().len();
        for a in a.number.rules() {
            let others = b.number.rules().iter().map(|b| numbers(a) + numbers(b));
            self.meter.work(others.sum())?;
            if b.number.rules().iter().any(|b| !number::disjoint(a, b)) {
                return Ok(false);
            }
        }
        for a in a.string.rules() {
            let others = b.string.rules().iter().map(|b| texts(a) + texts(b));
            self.meter.work(others.sum())?;
            if b.string
                .rules()
                .iter()
                .any(|b| !string::disjoint(self.patterns, a, b))
            {
                return Ok(false);
            }
            self.meter.work(self.patterns.steps())?;
        }
        for a in a.object.rules() {
            for b in b.object.rules() {
                if !self.objects_disjoint(a, b)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
