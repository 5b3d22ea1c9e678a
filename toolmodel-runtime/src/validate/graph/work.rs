//! The work of one validation, counted without doing it: how often each subschema meets each
//! value. Polynomial where the validation itself may be exponential.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::limits::Limits;
use super::{InPlace, Profile};

/// What validating one instance takes at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Work {
    pub(in super::super) steps: u64,
    /// Violations that may be found.
    pub(in super::super) violations: u64,
    /// Bytes of instance that are copied into the violations of alternatives.
    pub(in super::super) copied: u64,
}

/// How often a subschema meets a value: in all, and inside alternatives.
#[derive(Clone, Copy, Default)]
struct Times {
    all: u64,
    branch: u64,
}

impl Times {
    fn add(&mut self, other: Self) {
        self.all = self.all.saturating_add(other.all);
        self.branch = self.branch.saturating_add(other.branch);
    }
}

/// The subschemas that meet one value, by rank.
type Meeting = BTreeMap<usize, Times>;

impl Work {
    /// Counts; none when there is more than `limit` steps of work.
    pub(in super::super) fn of(
        profile: &Profile,
        instance: &Value,
        limits: &Limits,
        limit: u64,
    ) -> Option<Self> {
        let mut counter = Counter {
            profile,
            work: Self::default(),
            visits: 0,
            limit,
            backtracking: limits.regex_backtracking,
        };
        let once = Times { all: 1, branch: 0 };
        let meeting = Meeting::from([(profile.rank[0], once)]);
        counter.value(instance, meeting)?;
        Some(counter.work)
    }
}

struct Counter<'a> {
    profile: &'a Profile,
    work: Work,
    /// Steps of the counting itself.
    visits: u64,
    limit: u64,
    backtracking: usize,
}

impl Counter<'_> {
    fn spend(&mut self, steps: u64) -> Option<()> {
        self.work.steps = self.work.steps.saturating_add(steps);
        self.visits += 1;
        (self.work.steps <= self.limit && self.visits <= self.limit).then_some(())
    }

    /// Counts a value and all below it; gives its size in bytes.
    fn value(&mut self, value: &Value, mut meeting: Meeting) -> Option<u64> {
        let profile = self.profile;
        let count = profile.graph.nodes.len();
        let mut here: Vec<(usize, Times)> = Vec::with_capacity(meeting.len());
        let (mut records, mut in_branches) = (0u64, 0u64);
        while let Some((rank, times)) = meeting.pop_first() {
            let number = profile.order[rank];
            let node = &profile.graph.nodes[number % count];
            let steps = node.cost.saturating_add(self.matching(node, value));
            self.spend(times.all.saturating_mul(steps))?;
            records = records.saturating_add(times.all.saturating_mul(node.keywords));
            in_branches = in_branches.saturating_add(times.branch.saturating_mul(node.keywords));
            for &(target, kind) in &profile.edges[number] {
                let times = match kind {
                    InPlace::Branch => Times {
                        all: times.all,
                        branch: times.all,
                    },
                    _ => times,
                };
                self.spend(0)?;
                meeting.entry(profile.rank[target]).or_default().add(times);
            }
            here.push((number, times));
        }
        let bytes = match value {
            Value::Array(items) => self.items(items, &here)?,
            Value::Object(map) => self.members(map, &here)?,
            Value::String(text) => text.len() as u64,
            _ => 0,
        };
        let bytes = bytes.saturating_add(32);
        self.work.violations = self.work.violations.saturating_add(records);
        let copied = in_branches.saturating_mul(bytes);
        self.work.copied = self.work.copied.saturating_add(copied);
        Some(bytes)
    }

    /// Steps that depend on the value itself.
    fn matching(&self, node: &super::Node, value: &Value) -> u64 {
        match value {
            Value::String(text) => node
                .pattern
                .map_or(0, |pattern| pattern.work(text.len(), self.backtracking)),
            Value::Array(items) if node.unique_items => {
                // Arrays without a scalar all have one hash, so they are compared in pairs.
                let hollow = items.iter().filter(|item| is_hollow(item)).count() as u64;
                (items.len() as u64).saturating_add(hollow.saturating_mul(hollow))
            }
            Value::Object(map) if !node.name_patterns.is_empty() => {
                let names = map.keys().map(|name| {
                    let patterns = node.name_patterns.iter();
                    patterns
                        .map(|pattern| pattern.work(name.len(), self.backtracking))
                        .fold(0, u64::saturating_add)
                });
                names.fold(0, u64::saturating_add)
            }
            _ => 0,
        }
    }

    fn items(&mut self, items: &[Value], here: &[(usize, Times)]) -> Option<u64> {
        let count = self.profile.graph.nodes.len();
        let mut bytes = 0u64;
        for (i, item) in items.iter().enumerate() {
            let mut meeting = Meeting::new();
            for &(number, times) in here {
                let node = &self.profile.graph.nodes[number % count];
                if number >= count {
                    self.add(&mut meeting, node.unevaluated_items, times)?;
                    continue;
                }
                let own = node.prefix.get(i).copied();
                self.add(&mut meeting, own.or(node.rest), times)?;
                self.add(&mut meeting, node.contains, times)?;
                if own.or(node.rest).is_none() {
                    self.add(&mut meeting, node.unevaluated_items, times)?;
                }
            }
            bytes = bytes.saturating_add(self.value(item, meeting)?);
        }
        Some(bytes)
    }

    fn members(
        &mut self,
        map: &serde_json::Map<String, Value>,
        here: &[(usize, Times)],
    ) -> Option<u64> {
        let profile = self.profile;
        let count = profile.graph.nodes.len();
        let mut bytes = 0u64;
        for (name, value) in map {
            let (mut meeting, mut names) = (Meeting::new(), Meeting::new());
            for &(number, times) in here {
                let node = &profile.graph.nodes[number % count];
                if number >= count {
                    self.add(&mut meeting, node.unevaluated_properties, times)?;
                    continue;
                }
                let own = node.properties.get(name.as_str()).copied();
                self.add(&mut meeting, own, times)?;
                for &target in &node.pattern_properties {
                    self.add(&mut meeting, Some(target), times)?;
                }
                if own.is_none() {
                    self.add(&mut meeting, node.additional, times)?;
                    let unevaluated = node
                        .unevaluated_properties
                        .filter(|_| node.additional.is_none());
                    self.add(&mut meeting, unevaluated, times)?;
                }
                self.add(&mut names, node.property_names, times)?;
            }
            if !names.is_empty() {
                self.value(&Value::String(name.clone()), names)?;
            }
            bytes = bytes.saturating_add(name.len() as u64);
            bytes = bytes.saturating_add(self.value(value, meeting)?);
        }
        Some(bytes)
    }

    fn add(&mut self, meeting: &mut Meeting, target: Option<usize>, times: Times) -> Option<()> {
        let Some(target) = target else {
            return Some(());
        };
        self.spend(0)?;
        meeting
            .entry(self.profile.rank[target])
            .or_default()
            .add(times);
        Some(())
    }
}

fn is_hollow(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().all(is_hollow),
        _ => false,
    }
}
