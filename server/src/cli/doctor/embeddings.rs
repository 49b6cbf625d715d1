//! The weights that queries are understood by, where a folder of them is set.

use std::path::Path;

use postrider_meaning::Meaning;

use super::finding::{Check, Finding};

/// Reads all of them, unlike a server that starts.
pub fn look(folder: Option<&Path>) -> Finding {
    let Some(folder) = folder else {
        let seen = "none: templates, flows and images are searched by words (POSTRIDER_EMBEDDINGS)";
        return Finding::ok(Check::Embeddings, seen);
    };
    let meaning = Meaning::new(folder);
    match meaning.look().and_then(|()| meaning.vectors(&["mail"])) {
        Ok(_) => Finding::ok(
            Check::Embeddings,
            "templates, flows and images are searched by meaning",
        ),
        Err(error) => Finding::warning(
            Check::Embeddings,
            error.to_string(),
            "Set POSTRIDER_EMBEDDINGS to the folder that `make weights` fills. Until then templates, flows and images are \
             searched by words alone.",
        ),
    }
}
