//! Compiled schemas by their content: bounded in number and in bytes, made for many readers.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use super::compiled::CompiledSchema;
use crate::error::{Error, ErrorKind, Problem, Result};
use crate::schema::Schema;

/// What compiling gave: a schema that can be used, or why not.
#[derive(Clone)]
pub(super) enum Outcome {
    Ready(Arc<CompiledSchema>),
    Refused(ErrorKind, Arc<[Problem]>),
}

impl Outcome {
    pub(super) fn new(result: Result<CompiledSchema>) -> Self {
        match result {
            Ok(compiled) => Self::Ready(Arc::new(compiled)),
            Err(error) => Self::Refused(error.kind(), error.problems().into()),
        }
    }

    pub(super) fn into_result(self) -> Result<Arc<CompiledSchema>> {
        match self {
            Self::Ready(compiled) => Ok(compiled),
            Self::Refused(kind, problems) => {
                Err(Error::from_problems(kind, problems.iter().cloned()))
            }
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Ready(compiled) => compiled.bytes(),
            Self::Refused(..) => 0,
        }
    }
}

/// Readers of different schemas seldom meet in one of this many parts.
const SHARDS: usize = 8;
/// Bytes of schemas kept at most, over all parts.
const BYTES: usize = 32 << 20;

pub(super) struct Cache {
    shards: Box<[RwLock<Shard>]>,
    /// Entries of each part at most.
    capacity: usize,
}

#[derive(Default)]
struct Shard {
    entries: HashMap<u64, Entry, BuildHasherDefault<Fingerprint>>,
    /// Fingerprints, the oldest first.
    age: VecDeque<u64>,
    bytes: usize,
}

struct Entry {
    schema: Schema,
    outcome: Outcome,
    /// Whether the entry was used since it was last spared.
    used: AtomicBool,
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

impl Cache {
    /// A cache of at most `capacity` schemas; none are kept when that is 0.
    pub(super) fn new(capacity: usize) -> Self {
        let shards = capacity.clamp(1, SHARDS);
        Self {
            shards: (0..shards).map(|_| RwLock::default()).collect(),
            capacity: capacity / shards,
        }
    }

    #[allow(
        clippy::cast_possible_truncation,
        reason = "any part of the fingerprint picks a shard"
    )]
    fn shard(&self, fingerprint: u64) -> &RwLock<Shard> {
        // The low bits pick the place within the part.
        &self.shards[(fingerprint >> 32) as usize % self.shards.len()]
    }

    #[inline]
    pub(super) fn get(&self, schema: &Schema) -> Option<Outcome> {
        let fingerprint = schema.fingerprint();
        let shard = self.shard(fingerprint).read();
        let shard = shard.unwrap_or_else(PoisonError::into_inner);
        let entry = shard.entries.get(&fingerprint)?;
        if !entry.schema.is_identical(schema) {
            return None;
        }
        // Writing only when needed keeps the line shared between readers.
        if !entry.used.load(Ordering::Relaxed) {
            entry.used.store(true, Ordering::Relaxed);
        }
        Some(entry.outcome.clone())
    }

    pub(super) fn insert(&self, schema: &Schema, outcome: Outcome) {
        let bytes = outcome.bytes();
        let most = BYTES / self.shards.len();
        if self.capacity == 0 || bytes > most {
            return;
        }
        let fingerprint = schema.fingerprint();
        let shard = self.shard(fingerprint).write();
        let mut shard = shard.unwrap_or_else(PoisonError::into_inner);
        shard.remove(fingerprint);
        while shard.entries.len() >= self.capacity || shard.bytes + bytes > most {
            shard.evict();
        }
        shard.bytes += bytes;
        shard.age.push_back(fingerprint);
        let entry = Entry {
            schema: schema.clone(),
            outcome,
            used: AtomicBool::new(false),
        };
        shard.entries.insert(fingerprint, entry);
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
    fn remove(&mut self, fingerprint: u64) {
        if let Some(entry) = self.entries.remove(&fingerprint) {
            self.bytes -= entry.outcome.bytes();
            self.age.retain(|&other| other != fingerprint);
        }
    }

    /// Drops the oldest entry that was not used since it was last spared.
    fn evict(&mut self) {
        while let Some(fingerprint) = self.age.pop_front() {
            let spared = self
                .entries
                .get(&fingerprint)
                .is_some_and(|entry| entry.used.swap(false, Ordering::Relaxed));
            if spared {
                self.age.push_back(fingerprint);
            } else {
                if let Some(entry) = self.entries.remove(&fingerprint) {
                    self.bytes -= entry.outcome.bytes();
                }
                return;
            }
        }
    }
}
