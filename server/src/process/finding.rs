//! What finds templates and flows: by meaning where there are weights for it, else by words.

use std::sync::Arc;

use postrider_content::catalog::Shelf;
use postrider_engine::assets::Library;
use postrider_engine::catalog::Finder;
use postrider_meaning::Meaning;
use postrider_store::db::{Clock, Places};

use crate::config::Config;

/// Queries that are understood at the same time.
const QUERIES_AT_ONCE: usize = 2;

/// The weights that texts are understood by. Nothing of them stays in memory before somebody searches. A server with some that
/// are no good starts all the same.
pub fn meaning(config: &Config) -> Option<Arc<Meaning>> {
    let meaning = Meaning::new(config.embeddings.as_deref()?);
    match meaning.look() {
        Ok(()) => {
            tracing::info!("templates, flows and images are searched by meaning");
            Some(Arc::new(meaning))
        }
        Err(error) => {
            tracing::warn!(
                %error,
                "POSTRIDER_EMBEDDINGS leads to no weights: templates, flows and images are searched by words alone"
            );
            None
        }
    }
}

/// A library whose images are searched by these weights, if there are some.
pub fn searched(library: Library, meaning: Option<&Arc<Meaning>>, clock: Clock) -> Library {
    match meaning {
        Some(meaning) => library.with_meaning(Arc::clone(meaning), clock),
        None => library,
    }
}

pub fn finder(config: &Config, meaning: Option<Arc<Meaning>>) -> Finder {
    let places = Places::new("queries", QUERIES_AT_ONCE, config.waiting);
    Finder::new(meaning.map_or_else(Shelf::default, Shelf::with), places)
}
