//! Properties that neither schema declares: by pattern, and all the rest.

use jsonschema_regex::pattern_as_prefix;

use super::object::Extras;
use super::{At, Gaps, Prover, below, string};
use crate::example::maker::Turn;
use crate::schema::shape::{NodeId, NodeSet, ObjectRule};

/// A name that represents all undeclared ones.
const ANY_NAME: &str = "undeclared";

impl Prover<'_, '_, '_> {
    /// What may be sent under undeclared names is accepted. What applies to a name is not
    /// known in general: the sender is only credited with what applies to all names of a group, and
    /// the reader is charged with everything that may apply to one.
    pub(super) fn others(
        &mut self,
        at: &At<'_>,
        i: usize,
        (a, extras): (&ObjectRule, Extras),
        b: &ObjectRule,
    ) -> Gaps {
        let mut gaps = Vec::new();
        // Each pattern of one side is compared with each of the other.
        let patterns = a.parts.iter().map(|part| 1 + part.patterns.len());
        let patterns: usize = patterns.sum();
        for part in &b.parts {
            for (pattern, node) in &part.patterns {
                self.meter.work(1 + patterns)?;
                for (sent, by) in credits(a, extras, Some(pattern)) {
                    if by.is_none_or(|by| !are_apart(by, pattern)) {
                        let sample = [Some(pattern), by];
                        gaps.extend(self.group(at, i, a, (&sent, *node), sample)?);
                    }
                }
            }
            let Some(additional) = part.additional else {
                continue;
            };
            let known = patterns.saturating_mul(1 + part.patterns.len());
            self.meter.work(known)?;
            for (sent, by) in credits(a, extras, None) {
                let is_known = |by: &String| part.patterns.iter().any(|(known, _)| known == by);
                if !by.is_some_and(is_known) {
                    gaps.extend(self.group(at, i, a, (&sent, additional), [by, None])?);
                }
            }
        }
        Ok(gaps)
    }

    fn group(
        &mut self,
        at: &At<'_>,
        i: usize,
        rule: &ObjectRule,
        (sent, read): (&NodeSet, NodeId),
        patterns: [Option<&String>; 2],
    ) -> Gaps {
        let found = self.include(sent, &vec![read])?;
        if found.is_empty() {
            return Ok(found);
        }
        let name = self.sample(rule, patterns);
        let mut gaps = below(found, &Turn::Property { rule: i, name });
        for gap in &mut gaps {
            if gap.turns.len() == 1 {
                gap.sender =
                    at.a.first()
                        .map(|id| self.sender.pointer(*id))
                        .unwrap_or_default();
                gap.message = format!("other properties: {}", gap.message);
            }
        }
        Ok(gaps)
    }

    /// A name from the group.
    fn sample(&mut self, rule: &ObjectRule, patterns: [Option<&String>; 2]) -> String {
        let known = rule.declared();
        let names = self.sender.shape(&rule.names);
        let mut found: Vec<String> = Vec::new();
        for pattern in patterns.into_iter().flatten() {
            found.extend(self.patterns.texts(pattern, &[2, 4, 8], 6));
        }
        if found.is_empty() {
            found.push(ANY_NAME.to_owned());
            for names in names.string.rules() {
                found.extend(self.patterns.candidates(names, None));
            }
        }
        let accepted = |name: &String| {
            !known.contains(&name.as_str())
                && patterns
                    .into_iter()
                    .flatten()
                    .all(|it| self.matches(it, name))
                && string::accepts(self.patterns, &names.string, name) == Some(true)
        };
        let chosen = found.iter().find(|name| accepted(name)).cloned();
        chosen.unwrap_or_else(|| ANY_NAME.to_owned())
    }
}

/// What certainly applies to undeclared names, all of them or those that match a pattern of the
/// reader; one entry for each possible case, with the sender's pattern in that case.
fn credits<'r>(
    rule: &'r ObjectRule,
    extras: Extras,
    pattern: Option<&String>,
) -> Vec<(NodeSet, Option<&'r String>)> {
    let (plain, by_pattern): (Vec<_>, Vec<_>) =
        rule.parts.iter().partition(|part| part.patterns.is_empty());
    let always: NodeSet = plain.iter().filter_map(|part| part.additional).collect();
    let with = |node: Option<NodeId>| sorted(always.iter().copied().chain(node));
    let part = match by_pattern.as_slice() {
        [] if extras == Extras::None => return Vec::new(),
        [only] => only,
        // With several patterns, it is not known which of them match the same name.
        _ => return vec![(with(None), None)],
    };
    let own = part.patterns.iter().find(|(own, _)| Some(own) == pattern);
    if let Some((own, node)) = own {
        return vec![(with(Some(*node)), Some(own))];
    }
    let cases = part.patterns.iter();
    let mut cases: Vec<_> = cases
        .map(|(own, node)| (with(Some(*node)), Some(own)))
        .collect();
    if extras != Extras::None {
        cases.push((with(part.additional), None));
    }
    cases
}

/// Whether it is certain that no name matches both patterns.
fn are_apart(a: &str, b: &str) -> bool {
    match (pattern_as_prefix(a), pattern_as_prefix(b)) {
        (Some(a), Some(b)) => !a.starts_with(&*b) && !b.starts_with(&*a),
        _ => false,
    }
}

fn sorted(nodes: impl Iterator<Item = NodeId>) -> NodeSet {
    let mut set: NodeSet = nodes.collect();
    set.sort_unstable();
    set.dedup();
    set
}
