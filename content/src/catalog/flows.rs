//! All flows.

use std::sync::LazyLock;

use super::files;
use super::flow::Flow;
use crate::search::{Entry, Hit, Index, Near};

pub fn flows() -> &'static [Flow] {
    &FLOWS
}

pub fn flow(slug: &str) -> Option<&'static Flow> {
    FLOWS.iter().find(|flow| flow.slug == slug)
}

/// The flows that fit the words that somebody typed, the best first.
pub fn search_flows(query: &str) -> Vec<&'static Flow> {
    found(&INDEX.search(query))
}

/// The same where it is known how near each of them is to what these words mean.
pub(super) fn search_flows_near(query: &str, near: &Near) -> Vec<&'static Flow> {
    found(&INDEX.search_near(query, near))
}

fn found(hits: &[Hit]) -> Vec<&'static Flow> {
    let found = hits.iter().filter_map(|hit| FLOWS.get(hit.place));
    found.collect()
}

/// What each of them is found by.
pub(super) fn entries() -> Vec<Entry> {
    FLOWS.iter().map(Flow::entry).collect()
}

static FLOWS: LazyLock<Vec<Flow>> = LazyLock::new(|| {
    files::FLOWS
        .iter()
        .filter_map(|(slug, toml)| files::read(slug, Flow::read(slug, toml)))
        .collect()
});

static INDEX: LazyLock<Index> = LazyLock::new(|| Index::new(&entries()));
