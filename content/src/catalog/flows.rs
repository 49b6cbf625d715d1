//! All flows.

use std::sync::LazyLock;

use super::files;
use super::flow::Flow;
use crate::search::{Entry, Index};

pub fn flows() -> &'static [Flow] {
    &FLOWS
}

pub fn flow(slug: &str) -> Option<&'static Flow> {
    FLOWS.iter().find(|flow| flow.slug == slug)
}

/// The flows that fit what somebody typed, the best first.
pub fn search_flows(query: &str) -> Vec<&'static Flow> {
    let hits = INDEX.search(query);
    hits.iter().filter_map(|hit| FLOWS.get(hit.place)).collect()
}

static FLOWS: LazyLock<Vec<Flow>> = LazyLock::new(|| {
    files::FLOWS
        .iter()
        .filter_map(|(slug, toml)| files::read(slug, Flow::read(slug, toml)))
        .collect()
});

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let entries: Vec<Entry> = FLOWS.iter().map(Flow::entry).collect();
    Index::new(&entries)
});
