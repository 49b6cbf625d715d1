//! Addresses and messages as numbers.

use std::hash::{BuildHasherDefault, DefaultHasher, Hash, Hasher};

/// The same in every run.
pub(super) fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Hashes need no second hash.
#[derive(Default)]
pub(super) struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

pub(super) type Unhashed = BuildHasherDefault<AsItIs>;
