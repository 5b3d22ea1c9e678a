//! Arrays and objects of which several rules may hold.

use super::{At, Compound, Gap, Gaps, Prover};
use crate::example::maker::Wish;
use crate::schema::shape::{Rule, Slot};

impl Prover<'_, '_, '_> {
    /// Arrays or objects: each rule of the sender lies inside what the reader accepts.
    pub(super) fn slots<R: Compound>(
        &mut self,
        at: &At<'_>,
        sent: &Slot<R>,
        read: &Slot<R>,
    ) -> Gaps {
        let mut gaps = Vec::new();
        for (i, rule) in sent.rules().iter().enumerate() {
            match read {
                Slot::Never => {
                    let message = format!("{} may be sent, and none is accepted", R::NAME);
                    gaps.push(self.gap(at, message, vec![R::plain(i)]));
                }
                Slot::Just(read) => gaps.extend(R::inside(self, at, i, rule, read)?),
                Slot::AnyOf(read) => gaps.extend(self.any_of(at, i, rule, read)?),
                Slot::OneOf(read) => gaps.extend(self.one_of(at, i, rule, read)?),
            }
        }
        Ok(gaps)
    }

    /// Proves that a rule lies inside one of several; otherwise returns the gaps to the one most like it.
    fn any_of<R: Compound>(&mut self, at: &At<'_>, i: usize, rule: &R, read: &[R]) -> Gaps {
        let mut best: Option<Vec<Gap>> = None;
        for candidate in read {
            // A disjoint candidate cannot contain the rule and explains nothing.
            if R::disjoint(self, rule, candidate)? {
                continue;
            }
            let gaps = R::inside(self, at, i, rule, candidate)?;
            if gaps.is_empty() {
                return Ok(gaps);
            }
            if best.as_ref().is_none_or(|known| gaps.len() < known.len()) {
                best = Some(gaps);
            }
        }
        if let Some(gaps) = best {
            return Ok(gaps);
        }
        Ok(vec![self.unaccepted::<R>(at, i)])
    }

    fn unaccepted<R: Compound>(&self, at: &At<'_>, i: usize) -> Gap {
        let message = format!("{} may be sent that no alternative accepts", R::NAME);
        self.gap(at, message, vec![R::plain(i), Wish::Anything])
    }

    /// Proves that a rule lies inside one of several and is disjoint with all others.
    fn one_of<R: Compound>(&mut self, at: &At<'_>, i: usize, rule: &R, read: &[R]) -> Gaps {
        let mut meeting = Vec::new();
        for candidate in read {
            if !R::disjoint(self, rule, candidate)? {
                meeting.push(candidate);
            }
        }
        match meeting.as_slice() {
            [] => Ok(vec![self.unaccepted::<R>(at, i)]),
            [only] => R::inside(self, at, i, rule, only),
            _ => {
                let message = format!("{} may meet several alternatives, or none", R::NAME);
                let mut wishes = vec![R::plain(i), Wish::Anything];
                wishes.dedup();
                let mut gaps = vec![self.gap(at, message, wishes)];
                for candidate in meeting.into_iter().take(4) {
                    gaps.extend(R::inside(self, at, i, rule, candidate)?);
                }
                Ok(gaps)
            }
        }
    }
}

/// Whether what meets a rule of scalars is certain to be what a slot accepts.
pub(super) fn is_inside<R: Rule>(
    read: &Slot<R>,
    implies: impl Fn(&R) -> bool,
    disjoint: impl Fn(&R) -> bool,
) -> bool {
    let Slot::OneOf(rules) = read else {
        return read.rules().iter().any(implies);
    };
    let mut meeting = rules.iter().filter(|rule| !disjoint(rule));
    match (meeting.next(), meeting.next()) {
        (Some(only), None) => implies(only),
        _ => false,
    }
}
