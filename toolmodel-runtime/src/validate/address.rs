//! Sets and maps by the address of a subschema. Addresses come from the allocator, so a cheap hash spreads them, and
//! they need no protection against collisions.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

pub(super) type AddressSet = HashSet<usize, BuildHasherDefault<Spread>>;
pub(super) type AddressMap<K, V> = HashMap<K, V, BuildHasherDefault<Spread>>;

/// The address of a value.
pub(super) fn address<T>(value: &T) -> usize {
    std::ptr::from_ref(value) as usize
}

/// Multiplies and folds, so that every bit of an address affects the bits that a table looks at.
#[derive(Default)]
pub(super) struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        let product = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ (product >> 32);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}
