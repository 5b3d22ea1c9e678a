//! Compiled schemas by content: bounded in number and in memory, built for many readers. Each is compiled once,
//! however many threads ask for it at the same time.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use super::compiled::CompiledSchema;
use crate::error::{Error, ErrorKind, Problem, Result};
use crate::schema::Schema;

/// The outcome of compiling: a usable schema, or why it was refused.
#[derive(Clone)]
enum Outcome {
    Ready(Arc<CompiledSchema>),
    Refused(Arc<Refusal>),
}

/// Why a schema was refused. The schema itself is not kept, only what distinguishes it from all others.
struct Refusal {
    kind: ErrorKind,
    problems: Vec<Problem>,
    /// A hash with a key of this cache, in addition to the fingerprint.
    seal: u64,
    /// Whether a retry may succeed.
    passing: bool,
    /// Whether it was returned since the last check.
    used: AtomicBool,
}

impl Refusal {
    #[cold]
    fn error(&self) -> Error {
        Error::from_problems(self.kind, self.problems.iter().cloned())
    }
}

impl Outcome {
    fn into_result(self) -> Result<Arc<CompiledSchema>> {
        match self {
            Self::Ready(compiled) => Ok(compiled),
            Self::Refused(refusal) => Err(refusal.error()),
        }
    }

    /// Whether it was used since the last call.
    fn take_use(&self) -> bool {
        match self {
            Self::Ready(compiled) => compiled.take_use(),
            Self::Refused(refusal) => refusal.used.swap(false, Ordering::Relaxed),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Ready(compiled) => compiled.bytes(),
            Self::Refused(refusal) => {
                let problems = refusal.problems.iter();
                let texts = problems.map(|problem| problem.pointer.len() + problem.message.len());
                ENTRY + texts.map(|text| text + ENTRY).sum::<usize>()
            }
        }
    }
}

/// Bytes of an entry and of a problem, not counting what they point to.
const ENTRY: usize = 128;

/// Schemas that a cache holds by default.
pub(super) const CAPACITY: usize = 1024;
/// Bytes of memory that all entries may hold by default.
pub(super) const BYTES: usize = 32 << 20;

/// Number of parts, so that readers of different schemas seldom contend for one lock.
const SHARDS: usize = 8;

pub(super) struct Cache {
    shards: Box<[RwLock<Shard>]>,
    /// Most entries and bytes in each part.
    capacity: usize,
    bytes: usize,
    /// Schemas being compiled.
    under_way: Mutex<Vec<Arc<UnderWay>>>,
    key: RandomState,
}

/// A schema that one thread compiles while others wait for it.
struct UnderWay {
    schema: Schema,
    outcome: OnceLock<Outcome>,
}

#[derive(Default)]
struct Shard {
    entries: HashMap<u64, Entry, BuildHasherDefault<Fingerprint>>,
    /// Fingerprints, oldest first.
    age: VecDeque<u64>,
    bytes: usize,
}

struct Entry {
    outcome: Outcome,
    bytes: usize,
}

/// Fingerprints are hashes already.
#[derive(Default)]
struct Fingerprint(u64);

impl Hasher for Fingerprint {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, fingerprint: u64) {
        self.0 = fingerprint;
    }
}

impl Default for Cache {
    fn default() -> Self {
        Self::new(CAPACITY, BYTES)
    }
}

impl Cache {
    /// A cache of at most `capacity` schemas in `bytes` of memory; none are kept when either is 0.
    pub(super) fn new(capacity: usize, bytes: usize) -> Self {
        let shards = capacity.clamp(1, SHARDS);
        Self {
            shards: (0..shards).map(|_| RwLock::default()).collect(),
            capacity: capacity / shards,
            bytes: bytes / shards,
            under_way: Mutex::default(),
            key: RandomState::new(),
        }
    }

    #[allow(
        clippy::cast_possible_truncation,
        reason = "any part of the fingerprint picks a shard"
    )]
    fn shard(&self, fingerprint: u64) -> &RwLock<Shard> {
        // The low bits select the place within the part.
        &self.shards[(fingerprint >> 32) as usize % self.shards.len()]
    }

    #[inline]
    pub(super) fn get(&self, schema: &Schema) -> Option<Result<Arc<CompiledSchema>>> {
        let fingerprint = schema.fingerprint();
        let shard = self.shard(fingerprint).read();
        let shard = shard.unwrap_or_else(PoisonError::into_inner);
        let entry = shard.entries.get(&fingerprint)?;
        let result = match &entry.outcome {
            Outcome::Ready(compiled) if compiled.schema().is_identical(schema) => {
                compiled.note_use();
                Ok(Arc::clone(compiled))
            }
            Outcome::Refused(refusal) if refusal.seal == self.seal(schema) => {
                refusal.used.store(true, Ordering::Relaxed);
                Err(refusal.error())
            }
            _ => return None,
        };
        Some(result)
    }

    /// Compiles a schema that is not in the cache. Other callers asking for the same one wait for this outcome.
    pub(super) fn make(
        &self,
        schema: &Schema,
        compile: impl FnOnce() -> Result<CompiledSchema>,
    ) -> Result<Arc<CompiledSchema>> {
        let under_way = self.join(schema);
        let outcome = under_way.outcome.get_or_init(|| {
            // Another thread may have finished it just before this one joined.
            if let Some(Ok(compiled)) = self.get(schema) {
                return Outcome::Ready(compiled);
            }
            let outcome = self.outcome(schema, compile());
            self.insert(schema.fingerprint(), &outcome);
            outcome
        });
        let outcome = outcome.clone();
        self.leave(&under_way);
        outcome.into_result()
    }

    fn outcome(&self, schema: &Schema, result: Result<CompiledSchema>) -> Outcome {
        match result {
            Ok(compiled) => Outcome::Ready(Arc::new(compiled)),
            Err(error) => Outcome::Refused(Arc::new(Refusal {
                kind: error.kind(),
                problems: error.problems().to_vec(),
                seal: self.seal(schema),
                passing: error.is_passing(),
                used: AtomicBool::new(false),
            })),
        }
    }

    fn seal(&self, schema: &Schema) -> u64 {
        let mut hasher = self.key.build_hasher();
        schema.hash_into(&mut hasher);
        hasher.finish()
    }

    fn join(&self, schema: &Schema) -> Arc<UnderWay> {
        let mut all = self
            .under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let fingerprint = schema.fingerprint();
        let same = |other: &&Arc<UnderWay>| {
            other.schema.fingerprint() == fingerprint && other.schema.is_identical(schema)
        };
        if let Some(found) = all.iter().find(same) {
            return Arc::clone(found);
        }
        let new = Arc::new(UnderWay {
            schema: schema.clone(),
            outcome: OnceLock::new(),
        });
        all.push(Arc::clone(&new));
        new
    }

    fn leave(&self, under_way: &Arc<UnderWay>) {
        let mut all = self
            .under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        all.retain(|other| !Arc::ptr_eq(other, under_way));
    }

    fn insert(&self, fingerprint: u64, outcome: &Outcome) {
        let bytes = outcome.bytes();
        let passing = matches!(outcome, Outcome::Refused(refusal) if refusal.passing);
        if self.capacity == 0 || bytes > self.bytes || passing {
            return;
        }
        let entry = Entry {
            outcome: outcome.clone(),
            bytes,
        };
        let mut dropped = Vec::new();
        let shard = self.shard(fingerprint).write();
        let mut shard = shard.unwrap_or_else(PoisonError::into_inner);
        dropped.extend(shard.remove(fingerprint));
        while shard.entries.len() >= self.capacity || shard.bytes + bytes > self.bytes {
            dropped.extend(shard.evict());
        }
        shard.bytes += bytes;
        shard.age.push_back(fingerprint);
        shard.entries.insert(fingerprint, entry);
        // Dropping a schema may take long, and readers need not wait for it.
        drop(shard);
        drop(dropped);
    }

    /// Drops a schema that holds more memory than it was charged for.
    #[cold]
    pub(super) fn forget(&self, schema: &Schema) {
        let fingerprint = schema.fingerprint();
        let shard = self.shard(fingerprint).write();
        let mut shard = shard.unwrap_or_else(PoisonError::into_inner);
        let dropped = shard.remove(fingerprint);
        drop(shard);
        drop(dropped);
    }

    pub(super) fn len(&self) -> usize {
        let lengths = self.shards.iter().map(|shard| {
            let shard = shard.read().unwrap_or_else(PoisonError::into_inner);
            shard.entries.len()
        });
        lengths.sum()
    }
}

impl Shard {
    fn remove(&mut self, fingerprint: u64) -> Option<Entry> {
        let entry = self.entries.remove(&fingerprint)?;
        self.bytes -= entry.bytes;
        self.age.retain(|&other| other != fingerprint);
        Some(entry)
    }

    /// Removes the oldest entry that was not used since it was last spared.
    fn evict(&mut self) -> Option<Entry> {
        while let Some(fingerprint) = self.age.pop_front() {
            let spared = self
                .entries
                .get(&fingerprint)
                .is_some_and(|entry| entry.outcome.take_use());
            if spared {
                self.age.push_back(fingerprint);
            } else if let Some(entry) = self.entries.remove(&fingerprint) {
                self.bytes -= entry.bytes;
                return Some(entry);
            }
        }
        None
    }
}
