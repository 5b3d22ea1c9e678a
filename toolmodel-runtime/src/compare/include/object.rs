//! Objects inside objects.

use std::collections::{HashMap, HashSet};

use super::{At, Compound, Gap, Gaps, Prover, below, string};
use crate::error::excerpt::cut;
use crate::example::maker::{Turn, Wish};
use crate::example::patterns::STEPS_PER_PATTERN;
use crate::meter::Exceeded;
use crate::schema::shape::{NodeSet, ObjectPart, ObjectRule, is_assertion};
use serde_json::Value;

/// Steps that a name takes which another one requires: it is looked up.
const DEPENDENT: usize = 4;

impl Compound for ObjectRule {
    const NAME: &'static str = "an object";

    fn plain(rule: usize) -> Wish {
        Wish::Object {
            rule,
            with: Vec::new(),
        }
    }

    fn inside(prover: &mut Prover<'_, '_, '_>, at: &At<'_>, i: usize, a: &Self, b: &Self) -> Gaps {
        prover.object_inside(at, i, a, b)
    }

    fn disjoint(prover: &mut Prover<'_, '_, '_>, a: &Self, b: &Self) -> Result<bool, Exceeded> {
        prover.objects_disjoint(a, b)
    }
}

/// What a sender's objects may have in addition to declared properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extras {
    /// Nothing that is declared.
    None,
    /// Anything, but the schema does not declare a type: a name declared by the reader is more specific.
    Untyped,
    /// What a schema describes, or whatever is not ruled out.
    Typed,
}

/// Whether a schema explicitly allows other properties: the shape does not record that if the schema says
/// nothing else.
fn welcomes_others(schema: &Value) -> bool {
    match schema.get("additionalProperties") {
        Some(Value::Bool(welcome)) => *welcome,
        Some(Value::Object(map)) => !map.keys().any(|keyword| is_assertion(keyword)),
        _ => false,
    }
}

impl Prover<'_, '_, '_> {
    fn object_inside(&mut self, at: &At<'_>, i: usize, a: &ObjectRule, b: &ObjectRule) -> Gaps {
        self.charge_names(a, b)?;
        let (sent, read) = (self.properties(a), self.properties(b));
        let known: HashSet<&str> = sent.iter().map(|(name, _)| *name).collect();
        let required: HashSet<&str> = a.required.iter().map(String::as_str).collect();
        let new = read.iter().filter(|(name, _)| !known.contains(name));
        let (of_sender, of_reader) = (a.by_name(), b.by_name());
        let matches = |pattern: &str, name: &str| self.matches(pattern, name);
        let new: Vec<(&str, NodeSet)> = new
            .map(|(name, _)| (*name, of_sender.property(name, matches)))
            .collect();
        let read: HashMap<&str, NodeSet> = read.into_iter().collect();
        let extras = self.extras(at, a);
        let mut possible: Vec<&str> = Vec::new();
        let mut parts: Vec<Gap> = Vec::new();
        for (name, sent) in sent.into_iter().chain(new) {
            let is_declared = known.contains(name)
                || of_sender.is_matched(name, |pattern, name| self.matches(pattern, name));
            if !is_declared && extras != Extras::Typed {
                continue;
            }
            if self.sender.shape(&sent).is_never() {
                if required.contains(name) {
                    return Ok(Vec::new());
                }
                continue;
            }
            possible.push(name);
            let read = match read.get(name) {
                Some(known) => known.clone(),
                None => of_reader.property(name, |pattern, name| self.matches(pattern, name)),
            };
            let found = self.include(&sent, &read)?;
            let turn = Turn::Property {
                rule: i,
                name: name.to_owned(),
            };
            parts.extend(below(found, &turn));
        }
        let mut gaps = self.required(at, i, a, b);
        gaps.extend(self.sizes(at, i, (a, &possible, extras), b));
        gaps.extend(self.dependents(at, i, (a, &possible, extras), b));
        gaps.extend(self.named(at, i, (a, &possible, extras), b)?);
        gaps.extend(parts);
        gaps.extend(self.others(at, i, (a, extras), b)?);
        Ok(gaps)
    }

    /// Every name of either rule is looked up in both, where patterns are matched one by one.
    fn charge_names(&self, a: &ObjectRule, b: &ObjectRule) -> Result<(), Exceeded> {
        let names = |rule: &ObjectRule| {
            let declared = rule.parts.iter().map(|part| part.properties.len());
            1 + rule.required.len() + declared.sum::<usize>()
        };
        let steps = |rule: &ObjectRule| rule.by_name().steps(STEPS_PER_PATTERN);
        let each = 1 + steps(a) + steps(b);
        let steps = (names(a) + names(b)).saturating_mul(each);
        let needs = |rule: &ObjectRule| rule.dependent.values().map(Vec::len).sum::<usize>();
        let dependent = b.dependent.len() + needs(a) + needs(b);
        self.meter
            .work(steps + DEPENDENT * dependent + self.patterns.steps())
    }

    /// The declared properties of a rule, each with what it must satisfy.
    fn properties<'r>(&self, rule: &'r ObjectRule) -> Vec<(&'r str, NodeSet)> {
        rule.properties(|pattern, name| self.matches(pattern, name))
    }

    /// What objects of a rule may have in addition to declared properties, as far as it matters.
    fn extras(&self, at: &At<'_>, rule: &ObjectRule) -> Extras {
        let says_nothing = |part: &ObjectPart| {
            part.properties.is_empty() && part.patterns.is_empty() && part.additional.is_none()
        };
        let is_free = rule.required.is_empty() && rule.parts.iter().all(|it| says_nothing(it));
        if !self.declared || at.open || rule.parts.iter().any(|part| part.additional.is_some()) {
            Extras::Typed
        } else if rule.parts.iter().any(|part| part.welcomes_others)
            || at
                .a
                .iter()
                .any(|id| welcomes_others(self.sender.schema(*id)))
            || is_free && *at.a != self.root
        {
            Extras::Untyped
        } else {
            Extras::None
        }
    }

    fn required(&self, at: &At<'_>, i: usize, a: &ObjectRule, b: &ObjectRule) -> Vec<Gap> {
        let sent: HashSet<&String> = a.required.iter().collect();
        let missing = b.required.iter().filter(|name| !sent.contains(name));
        missing
            .map(|name| {
                let message = format!("`{}` may be missing, and is required", cut(name));
                self.gap(at, message, vec![ObjectRule::plain(i)])
            })
            .collect()
    }

    fn sizes(
        &self,
        at: &At<'_>,
        i: usize,
        (a, possible, extras): (&ObjectRule, &[&str], Extras),
        b: &ObjectRule,
    ) -> Vec<Gap> {
        let mut gaps = Vec::new();
        let least = a.min.max(a.required.len() as u64);
        if least < b.min {
            let message = format!(
                "an object of {least} properties may be sent, and at least {} are expected",
                b.min
            );
            gaps.push(self.gap(at, message, vec![ObjectRule::plain(i)]));
        }
        let only_these = extras == Extras::None && a.parts.iter().all(|it| it.patterns.is_empty());
        let most = match a.max {
            Some(max) if only_these => Some(max.min(possible.len() as u64)),
            None if only_these => Some(possible.len() as u64),
            max => max,
        };
        if let Some(max) = b.max
            && most.is_none_or(|most| most > max)
        {
            let wanted = usize::try_from(max).unwrap_or(usize::MAX).saturating_add(1);
            let mut with: Vec<String> = a.required.clone();
            let required: HashSet<&str> = a.required.iter().map(String::as_str).collect();
            let more = possible.iter().filter(|name| !required.contains(*name));
            with.extend(more.map(|name| (*name).to_owned()));
            with.truncate(wanted.max(a.required.len()));
            if extras != Extras::None && wanted <= 2000 {
                let missing = wanted.saturating_sub(with.len());
                with.extend((0..missing).map(|nth| format!("key{}", nth + 1)));
            }
            let message = format!("more than {max} properties may be sent, and are not accepted");
            gaps.push(self.gap(at, message, vec![Wish::Object { rule: i, with }]));
        }
        gaps
    }

    fn dependents(
        &self,
        at: &At<'_>,
        i: usize,
        (a, possible, extras): (&ObjectRule, &[&str], Extras),
        b: &ObjectRule,
    ) -> Vec<Gap> {
        let mut gaps = Vec::new();
        let possible: HashSet<&str> = possible.iter().copied().collect();
        let required: HashSet<&String> = a.required.iter().collect();
        for (name, needs) in &b.dependent {
            if extras == Extras::None && !possible.contains(name.as_str()) {
                continue;
            }
            let along = a.dependent.get(name).into_iter().flatten();
            let along: HashSet<&String> = along.collect();
            let comes =
                |need: &String| need == name || required.contains(need) || along.contains(need);
            if let Some(need) = needs.iter().find(|need| !comes(need)) {
                let message = format!(
                    "`{}` may be sent without `{}`, and is then not accepted",
                    cut(name),
                    cut(need)
                );
                let with = vec![name.clone()];
                gaps.push(self.gap(at, message, vec![Wish::Object { rule: i, with }]));
            }
        }
        gaps
    }

    /// Names of properties: each that may be sent is accepted.
    fn named(
        &mut self,
        at: &At<'_>,
        i: usize,
        (a, possible, extras): (&ObjectRule, &[&str], Extras),
        b: &ObjectRule,
    ) -> Gaps {
        let mut gaps = Vec::new();
        if b.names.is_empty() {
            return Ok(gaps);
        }
        let read = self.reader.shape(&b.names);
        let with = |name: &str| {
            vec![Wish::Object {
                rule: i,
                with: vec![name.to_owned()],
            }]
        };
        for name in possible {
            self.meter.work(1)?;
            let accepted = string::accepts(self.patterns, &read.string, name);
            self.meter.work(self.patterns.steps())?;
            if accepted != Some(true) {
                let message = format!("the name `{}` is not accepted", cut(name));
                gaps.push(self.gap(at, message, with(name)));
            }
        }
        if !read.opaque.is_empty() {
            gaps.push(self.gap(at, "more is demanded of names than can be told", Vec::new()));
        }
        let by_pattern = a.parts.iter().any(|part| !part.patterns.is_empty());
        if extras != Extras::None || by_pattern {
            let sent = self.sender.shape(&a.names);
            for gap in self.strings(at, &sent.string, &read.string)? {
                let names = gap.wishes.iter().filter_map(|wish| match wish {
                    Wish::Value(value) => value.as_str(),
                    _ => None,
                });
                let wishes = names.flat_map(with).collect();
                gaps.push(self.gap(at, "not every property name is accepted", wishes));
            }
        }
        Ok(gaps)
    }
}
