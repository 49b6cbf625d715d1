//! The catalog as it is searched: by words, and by meaning where there are weights for it.

use std::sync::OnceLock;

use postrider_meaning::Meaning;

use super::flow::Flow;
use super::template::Template;
use super::{flows, templates};
use crate::search::{Entry, Vectors};

/// What the first query by meaning finds out is kept: vectors of all that there is. Without weights, or with some that are
/// no good, words alone count.
#[derive(Default)]
pub struct Shelf {
    meaning: Option<Meaning>,
    templates: OnceLock<Option<Vectors>>,
    flows: OnceLock<Option<Vectors>>,
}

impl Shelf {
    pub fn with(meaning: Meaning) -> Self {
        Self {
            meaning: Some(meaning),
            ..Self::default()
        }
    }

    /// Whether there are weights, and nobody has found anything wrong with them yet.
    pub fn knows_meaning(&self) -> bool {
        self.meaning.as_ref().is_some_and(Meaning::is_good)
    }

    /// The templates that fit what somebody typed, the best first.
    pub fn templates(&self, query: &str) -> Vec<&'static Template> {
        match self.near(query, &self.templates, templates::entries) {
            Some(near) => templates::search_templates_near(query, &near),
            None => templates::search_templates(query),
        }
    }

    /// The flows that fit, the best first.
    pub fn flows(&self, query: &str) -> Vec<&'static Flow> {
        match self.near(query, &self.flows, flows::entries) {
            Some(near) => flows::search_flows_near(query, &near),
            None => flows::search_flows(query),
        }
    }

    /// How near each entry is to what the query means. Whoever comes while the vectors are made waits for them.
    fn near(
        &self,
        query: &str,
        kept: &OnceLock<Option<Vectors>>,
        entries: impl FnOnce() -> Vec<Entry>,
    ) -> Option<Vec<f32>> {
        let meaning = self.meaning.as_ref()?;
        let vectors = kept.get_or_init(|| Vectors::new(meaning, &entries()).ok());
        let query = meaning.vectors(&[query]).ok()?;
        Some(vectors.as_ref()?.near(query.first()?))
    }
}
