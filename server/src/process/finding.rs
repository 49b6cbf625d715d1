//! What finds templates and flows: by meaning where there are weights for it, else by words.

use std::sync::Arc;

use postrider_content::catalog::Shelf;
use postrider_engine::catalog::Finder;
use postrider_meaning::Meaning;
use postrider_store::db::Places;

use crate::config::Config;

/// Queries that are understood at the same time.
const QUERIES_AT_ONCE: usize = 2;

/// Nothing of the weights stays in memory before somebody searches. A server with some that are no good starts all the same.
pub fn finder(config: &Config) -> Finder {
    let meaning = config.embeddings.as_deref().map(Meaning::new);
    let meaning = meaning.filter(|meaning| match meaning.look() {
        Ok(()) => {
            tracing::info!("templates and flows are searched by meaning");
            true
        }
        Err(error) => {
            tracing::warn!(
                %error,
                "POSTRIDER_EMBEDDINGS leads to no weights: templates and flows are searched by words alone"
            );
            false
        }
    });
    let places = Places::new("queries", QUERIES_AT_ONCE, config.waiting);
    let meaning = meaning.map(Arc::new);
    Finder::new(meaning.map_or_else(Shelf::default, Shelf::with), places)
}
