//! What single writes leave to be done for several of them at once, counted in this process. What a process that ends has
//! gathered is little, and is forgotten: it may only be work that others do as well.

use std::sync::atomic::{AtomicUsize, Ordering};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gathered {
    /// Contacts whose entries are still in runs of their own in the list of addresses and names.
    SearchRuns,
    /// The same in the list of custom values.
    ValueRuns,
}

#[derive(Default)]
pub(super) struct Gathering([AtomicUsize; 2]);

impl Gathering {
    /// Adds some, and gives all of them once they are enough.
    pub(super) fn add(&self, what: Gathered, some: usize, enough: usize) -> Option<usize> {
        let gathered = &self.0[what as usize];
        let all = gathered.fetch_add(some, Ordering::Relaxed) + some;
        (all >= enough).then(|| gathered.swap(0, Ordering::Relaxed).max(some))
    }
}
