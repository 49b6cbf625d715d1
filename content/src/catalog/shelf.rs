//! The catalog as it is searched: by words, and by meaning where there are weights for it.

use std::sync::{Arc, Mutex, PoisonError};

use postrider_meaning::{Meaning, WeightsError};

use super::flow::Flow;
use super::template::Template;
use super::{flows, templates};
use crate::search::{Entry, Near, Vectors};

/// What the first query by meaning finds out is kept: vectors of all that there is. Without weights, or with some that are
/// no good, words alone count.
#[derive(Default)]
pub struct Shelf {
    meaning: Option<Arc<Meaning>>,
    templates: Kept,
    flows: Kept,
}

/// Nothing before somebody has asked, and for as long as the weights cannot be read.
type Kept = Mutex<Option<Arc<Vectors>>>;

impl Shelf {
    pub fn with(meaning: Arc<Meaning>) -> Self {
        Self {
            meaning: Some(meaning),
            ..Self::default()
        }
    }

    /// Whether there are weights, and nothing is wrong with them as far as anybody knows.
    pub fn knows_meaning(&self) -> bool {
        self.meaning.as_ref().is_some_and(|own| own.is_good())
    }

    /// Whether a query may be understood: what failed once may go well now.
    pub fn may_know_meaning(&self) -> bool {
        let meaning = self.meaning.as_ref();
        meaning.is_some_and(|own| own.is_worth_asking())
    }

    /// The templates that fit what somebody typed, the best first.
    pub fn templates(&self, query: &str) -> Vec<&'static Template> {
        let found = self.templates_by_meaning(query);
        found.unwrap_or_else(|| templates::search_templates(query))
    }

    /// The same, or nothing if words alone could be gone by.
    pub fn templates_by_meaning(&self, query: &str) -> Option<Vec<&'static Template>> {
        let near = self.near(query, &self.templates, templates::entries)?;
        Some(templates::search_templates_near(query, &near))
    }

    /// The flows that fit, the best first.
    pub fn flows(&self, query: &str) -> Vec<&'static Flow> {
        let found = self.flows_by_meaning(query);
        found.unwrap_or_else(|| flows::search_flows(query))
    }

    /// The same, or nothing if words alone could be gone by.
    pub fn flows_by_meaning(&self, query: &str) -> Option<Vec<&'static Flow>> {
        let near = self.near(query, &self.flows, flows::entries)?;
        Some(flows::search_flows_near(query, &near))
    }

    /// How near each entry is to what the query means.
    fn near(&self, query: &str, kept: &Kept, entries: impl FnOnce() -> Vec<Entry>) -> Option<Near> {
        let meaning = self.meaning.as_ref()?;
        let vectors = vectors(meaning, kept, entries).ok()?;
        let query = meaning.vectors(&[query]).ok()?;
        Some(vectors.near(query.first()?))
    }
}

/// Whoever comes while they are made waits for them. What failed is kept for nobody: the next one tries again.
fn vectors(
    meaning: &Meaning,
    kept: &Kept,
    entries: impl FnOnce() -> Vec<Entry>,
) -> Result<Arc<Vectors>, WeightsError> {
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(vectors) = &*kept {
        return Ok(Arc::clone(vectors));
    }
    let vectors = Arc::new(Vectors::new(meaning, &entries())?);
    *kept = Some(Arc::clone(&vectors));
    Ok(vectors)
}
