//! Templates and flows that fit what somebody typed.

use std::sync::Arc;

use postrider_content::catalog::{Flow, Shelf, Template};
use postrider_store::db::Places;

use crate::aside::aside;
use crate::designs::{DesignCaller, MakeError};

/// By words it takes less than a millisecond. With weights a query keeps a processor busy for longer, and the first one, which
/// reads them, for some seconds: only so many of them run at once, off the threads that answer requests.
pub struct Finder {
    shelf: Arc<Shelf>,
    places: Places,
}

impl Finder {
    pub fn new(shelf: Shelf, places: Places) -> Self {
        Self {
            shelf: Arc::new(shelf),
            places,
        }
    }

    /// Whether queries are understood, as far as is known before the first.
    pub fn knows_meaning(&self) -> bool {
        self.shelf.knows_meaning()
    }

    pub async fn templates(
        &self,
        caller: &DesignCaller,
        query: &str,
    ) -> Result<Vec<&'static Template>, MakeError> {
        self.find(caller, query, Shelf::templates).await
    }

    pub async fn flows(
        &self,
        caller: &DesignCaller,
        query: &str,
    ) -> Result<Vec<&'static Flow>, MakeError> {
        self.find(caller, query, Shelf::flows).await
    }

    async fn find<T: Send + 'static>(
        &self,
        caller: &DesignCaller,
        query: &str,
        search: fn(&Shelf, &str) -> T,
    ) -> Result<T, MakeError> {
        if !self.shelf.knows_meaning() {
            return Ok(search(&Shelf::default(), query));
        }
        // Nobody is refused what words can answer.
        let Ok(place) = caller.place(&self.places).await else {
            return Ok(search(&Shelf::default(), query));
        };
        let (catalog, words) = (Arc::clone(&self.shelf), query.to_owned());
        let found = aside(move || {
            let _place = place;
            search(&catalog, &words)
        });
        // Whatever is wrong with the weights, there are words.
        Ok(match found.await {
            Ok(found) => found,
            Err(_) => search(&Shelf::default(), query),
        })
    }
}
