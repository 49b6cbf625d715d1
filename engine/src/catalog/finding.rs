//! Templates and flows that fit what somebody typed.

use std::sync::Arc;

use postrider_content::catalog::{self, Flow, Shelf, Template};
use postrider_store::db::Places;

use crate::aside::aside;
use crate::designs::{DesignCaller, MakeError};

/// By words it takes less than a millisecond. With weights a query keeps a processor busy for longer, and the first one, which
/// reads them, for some seconds: only so many of them run at once, off the threads that answer requests.
pub struct Finder {
    shelf: Arc<Shelf>,
    places: Places,
}

/// What the order of a list goes by. Pages of one list have one order, or they would repeat entries and leave others out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoundBy {
    Words,
    Meaning,
}

/// The best first.
pub struct Found<T> {
    pub entries: Vec<T>,
    pub by: FoundBy,
}

#[derive(Debug, thiserror::Error)]
pub enum FindError {
    #[error(transparent)]
    NotNow(#[from] MakeError),
    /// The list began by meaning, and there are no weights any more, or none that can be read.
    #[error("queries are not understood any more")]
    OtherOrder,
}

/// The two ways to find entries of one kind.
struct Ways<T> {
    by_words: fn(&str) -> Vec<T>,
    /// Nothing if the weights cannot be read.
    by_meaning: fn(&Shelf, &str) -> Option<Vec<T>>,
}

impl Finder {
    pub fn new(shelf: Shelf, places: Places) -> Self {
        Self {
            shelf: Arc::new(shelf),
            places,
        }
    }

    /// Whether queries are understood, as far as is known before the next.
    pub fn knows_meaning(&self) -> bool {
        self.shelf.knows_meaning()
    }

    /// `by`: what the pages before went by, if there are any.
    pub async fn templates(
        &self,
        caller: &DesignCaller,
        query: &str,
        by: Option<FoundBy>,
    ) -> Result<Found<&'static Template>, FindError> {
        let ways = Ways {
            by_words: catalog::search_templates,
            by_meaning: Shelf::templates_by_meaning,
        };
        self.find(caller, query, by, ways).await
    }

    /// `by`: what the pages before went by, if there are any.
    pub async fn flows(
        &self,
        caller: &DesignCaller,
        query: &str,
        by: Option<FoundBy>,
    ) -> Result<Found<&'static Flow>, FindError> {
        let ways = Ways {
            by_words: catalog::search_flows,
            by_meaning: Shelf::flows_by_meaning,
        };
        self.find(caller, query, by, ways).await
    }

    async fn find<T: Send + 'static>(
        &self,
        caller: &DesignCaller,
        query: &str,
        by: Option<FoundBy>,
        ways: Ways<T>,
    ) -> Result<Found<T>, FindError> {
        let by_words = || Found {
            entries: (ways.by_words)(query),
            by: FoundBy::Words,
        };
        if by == Some(FoundBy::Words) {
            return Ok(by_words());
        }
        match (self.by_meaning(caller, query, ways.by_meaning).await, by) {
            (Ok(entries), _) => Ok(Found {
                entries,
                by: FoundBy::Meaning,
            }),
            // Nobody is refused what words can answer, unless they would go on where meaning has begun.
            (Err(_), None) => Ok(by_words()),
            (Err(error), Some(_)) => Err(error),
        }
    }

    async fn by_meaning<T: Send + 'static>(
        &self,
        caller: &DesignCaller,
        query: &str,
        search: fn(&Shelf, &str) -> Option<Vec<T>>,
    ) -> Result<Vec<T>, FindError> {
        if !self.shelf.may_know_meaning() {
            return Err(FindError::OtherOrder);
        }
        let place = caller.place(&self.places).await?;
        let (kept, words) = (Arc::clone(&self.shelf), query.to_owned());
        let found = aside(move || {
            let _place = place;
            search(&kept, &words)
        });
        let found = found.await.ok().flatten();
        found.ok_or(FindError::OtherOrder)
    }
}
