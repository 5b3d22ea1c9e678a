//! The work of one validation, counted without doing it: how often each subschema meets each value. Counting is
//! polynomial where validation itself may be exponential.
//!
//! It is counted first because the engine cannot be stopped once it has started. The cost of a meeting depends
//! on what is read: characters, names, items, options.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value};

use super::super::limits::Limits;
use super::expand::FEW;
use super::unique::Search;
use super::{InPlace, Node, Pattern, Profile};

/// What validating one instance takes at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Work {
    pub(in super::super) steps: u64,
    /// Steps of counting all this.
    pub(in super::super) counting: u64,
    /// Steps of explaining why the instance does not match: alternatives are judged again on each level.
    pub(in super::super) explained: u64,
    /// Bytes of the violations that may be found, with the paths in them.
    pub(in super::super) violations: u64,
    /// The part of them that is paths and lists of names, which many violations may share.
    pub(in super::super) paths: u64,
    /// Bytes of the violations inside alternatives, and of the instance copied into them.
    pub(in super::super) copied: u64,
    /// The part of them that is paths and lists of names.
    copied_paths: u64,
    /// The most that the alternatives of one place take: steps of explaining, and bytes copied.
    pub(in super::super) one_explained: u64,
    pub(in super::super) one_copied: u64,
    pub(in super::super) one_copied_paths: u64,
}

/// Bytes of one violation as the engine stores it, without its path.
const VIOLATION: u64 = 400;

/// How often a subschema meets a value: in total, inside alternatives, and while explaining.
#[derive(Clone, Copy, Default)]
struct Times {
    all: u64,
    branch: u64,
    explained: u64,
}

impl Times {
    fn add(&mut self, other: Self) {
        self.all = self.all.saturating_add(other.all);
        self.branch = self.branch.saturating_add(other.branch);
        self.explained = self.explained.saturating_add(other.explained);
    }
}

/// The subschemas that meet one value, by rank.
type Meeting = BTreeMap<usize, Times>;

impl Work {
    /// Counts the work; `None` when it exceeds `limit` steps.
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
        let once = Times {
            all: 1,
            branch: 0,
            explained: 1,
        };
        let meeting = Meeting::from([(profile.rank[0], once)]);
        counter.value(instance, meeting, 0)?;
        counter.work.counting = counter.visits.saturating_mul(VISIT);
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

/// Steps that one visit of the counting is worth.
const VISIT: u64 = 4;

impl<'a> Counter<'a> {
    fn spend(&mut self, steps: u64) -> Option<()> {
        self.work.steps = self.work.steps.saturating_add(steps);
        self.visit(1)
    }

    fn visit(&mut self, visits: u64) -> Option<()> {
        self.visits = self.visits.saturating_add(visits);
        let counting = self.visits.saturating_mul(VISIT);
        (self.work.steps <= self.limit && counting <= self.limit).then_some(())
    }

    fn node(&self, number: usize) -> &'a Node {
        let nodes = &self.profile.graph.nodes;
        &nodes[number % nodes.len()]
    }

    /// Counts a value and all below it; gives its size in bytes. `path` is the length of its path.
    fn value(&mut self, value: &Value, mut meeting: Meeting, path: u64) -> Option<u64> {
        if meeting.is_empty() {
            return Some(bytes(value));
        }
        let profile = self.profile;
        let before = self.work;
        let mut begins = false;
        let mut here: Vec<(usize, Times)> = Vec::with_capacity(meeting.len());
        let (mut records, mut in_branches) = (0u64, 0u64);
        let names = match value {
            Value::Object(map) => map.keys().map(String::len).sum(),
            _ => 0,
        };
        while let Some((rank, times)) = meeting.pop_first() {
            let number = profile.order[rank];
            let node = self.node(number);
            let steps = self.steps(node, value, names)?;
            self.spend(times.all.saturating_mul(steps))?;
            let explained = times.explained.saturating_mul(steps);
            self.work.explained = self.work.explained.saturating_add(explained);
            let most = node.costs.violations;
            records = records.saturating_add(times.all.saturating_mul(most));
            in_branches = in_branches.saturating_add(times.branch.saturating_mul(most));
            for &(target, kind) in &profile.edges[number] {
                begins |= kind == InPlace::Branch && times.branch == 0;
                let times = match kind {
                    InPlace::Branch => Times {
                        all: times.all,
                        branch: times.all,
                        explained: times.explained.saturating_add(times.all.saturating_mul(2)),
                    },
                    _ => times,
                };
                self.visit(1)?;
                meeting.entry(profile.rank[target]).or_default().add(times);
            }
            here.push((number, times));
        }
        let bytes = match value {
            Value::Array(items) => self.items(items, &here, path)?,
            Value::Object(map) => self.members(map, &here, path)?,
            Value::String(text) => text.len() as u64,
            _ => 0,
        };
        let bytes = bytes.saturating_add(32);
        let told = path + names as u64;
        let violation = VIOLATION + told;
        let found = records.saturating_mul(violation);
        self.work.violations = self.work.violations.saturating_add(found);
        let paths = records.saturating_mul(told);
        self.work.paths = self.work.paths.saturating_add(paths);
        let copied = in_branches.saturating_mul(bytes.saturating_add(violation));
        self.work.copied = self.work.copied.saturating_add(copied);
        let paths = in_branches.saturating_mul(told);
        self.work.copied_paths = self.work.copied_paths.saturating_add(paths);
        if begins {
            let explained = self.work.explained.saturating_sub(before.explained);
            self.work.one_explained = self.work.one_explained.max(explained);
            let copied = self.work.copied.saturating_sub(before.copied);
            self.work.one_copied = self.work.one_copied.max(copied);
            let paths = self.work.copied_paths.saturating_sub(before.copied_paths);
            self.work.one_copied_paths = self.work.one_copied_paths.max(paths);
        }
        Some(bytes)
    }

    /// Steps of one subschema's own keywords on a value; `names` are bytes of names in it.
    fn steps(&mut self, node: &Node, value: &Value, names: usize) -> Option<u64> {
        let costs = &node.costs;
        let back = |patterns: &[Pattern], length: usize| {
            let steps = patterns
                .iter()
                .map(|pattern| pattern.going_back(length, self.backtracking));
            steps.fold(0, u64::saturating_add)
        };
        let bytes = |rate: u64, bytes: usize| rate.saturating_mul(bytes as u64) / 1024;
        let more = match value {
            Value::Number(_) => costs.number,
            Value::String(text) => {
                bytes(costs.text, text.len()).saturating_add(back(&costs.hard, text.len()))
            }
            Value::Object(map) => {
                let few = node.only_named() && node.properties.len() <= FEW;
                let members = if few { 0 } else { map.len() as u64 };
                let steps = costs.object.saturating_add(members);
                let steps = steps.saturating_add(bytes(costs.names, names));
                if costs.hard_names.is_empty() {
                    steps
                } else {
                    let names = map.keys().map(|name| back(&costs.hard_names, name.len()));
                    names.fold(steps, u64::saturating_add)
                }
            }
            Value::Array(items) if costs.unique_items => {
                let search = Search::of(items);
                self.visit(search.visits)?;
                search.steps
            }
            _ => 0,
        };
        Some(costs.any.saturating_add(more))
    }

    fn items(&mut self, items: &[Value], here: &[(usize, Times)], path: u64) -> Option<u64> {
        let count = self.profile.graph.nodes.len();
        let mut bytes = 0u64;
        for (i, item) in items.iter().enumerate() {
            let mut meeting = Meeting::new();
            for &(number, times) in here {
                let node = self.node(number);
                self.visit(1)?;
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
            bytes = bytes.saturating_add(self.value(item, meeting, path + 6)?);
        }
        Some(bytes)
    }

    fn members(
        &mut self,
        map: &Map<String, Value>,
        here: &[(usize, Times)],
        path: u64,
    ) -> Option<u64> {
        let count = self.profile.graph.nodes.len();
        let mut bytes = 0u64;
        let looks_up = |(number, _): &&(usize, Times)| {
            let node = self.node(*number);
            *number < count && node.only_named() && node.properties.len() < map.len()
        };
        // A few names are looked up among many members; otherwise every member is visited.
        let (few, each): (Vec<&(usize, Times)>, Vec<_>) = here.iter().partition(looks_up);
        let mut looked_up: HashMap<&str, Meeting> = HashMap::new();
        for &&(number, times) in &few {
            for &(ref name, target) in &self.node(number).properties {
                self.visit(1)?;
                if let Some((name, _)) = map.get_key_value(&**name) {
                    self.add(looked_up.entry(name).or_default(), Some(target), times)?;
                }
            }
        }
        for (name, value) in map {
            let mut meeting = looked_up.remove(name.as_str()).unwrap_or_default();
            let mut names = Meeting::new();
            for &&(number, times) in &each {
                self.visit(1)?;
                self.member(number, times, name, &mut meeting, &mut names)?;
            }
            let below = path + name.len() as u64 + 1;
            if !names.is_empty() {
                self.value(&Value::String(name.clone()), names, below)?;
            }
            bytes = bytes.saturating_add(name.len() as u64);
            bytes = bytes.saturating_add(self.value(value, meeting, below)?);
        }
        Some(bytes)
    }

    /// What a subschema applies to one member, and to its name.
    fn member(
        &mut self,
        number: usize,
        times: Times,
        name: &str,
        meeting: &mut Meeting,
        names: &mut Meeting,
    ) -> Option<()> {
        let node = self.node(number);
        if number >= self.profile.graph.nodes.len() {
            return self.add(meeting, node.unevaluated_properties, times);
        }
        let own = node.property(name);
        self.add(meeting, own, times)?;
        for &target in &node.pattern_properties {
            self.add(meeting, Some(target), times)?;
        }
        if own.is_none() {
            self.add(meeting, node.additional, times)?;
            let unevaluated = node
                .unevaluated_properties
                .filter(|_| node.additional.is_none());
            self.add(meeting, unevaluated, times)?;
        }
        self.add(names, node.property_names, times)
    }

    fn add(&mut self, meeting: &mut Meeting, target: Option<usize>, times: Times) -> Option<()> {
        let Some(target) = target else {
            return Some(());
        };
        self.visit(1)?;
        meeting
            .entry(self.profile.rank[target])
            .or_default()
            .add(times);
        Some(())
    }
}

/// The size of a value that no subschema meets.
fn bytes(value: &Value) -> u64 {
    let below = match value {
        Value::String(text) => text.len() as u64,
        Value::Array(items) => items.iter().map(bytes).sum(),
        Value::Object(map) => {
            let members = map.iter();
            members
                .map(|(name, value)| name.len() as u64 + bytes(value))
                .sum()
        }
        _ => 0,
    };
    below + 32
}
