//! What is asked for, as it is kept until it is done.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Request {
    /// A design that is not there yet.
    Design {
        prompt: String,
        /// Whether the author has named it.
        is_titled: bool,
        /// The public id of the design that it is to look like.
        reference: Option<String>,
        /// Addresses of the pages that it is about.
        pages: Vec<String>,
    },
    /// Another version of one that is.
    Change { prompt: String },
    /// A tidy version of one that was imported.
    CleanUp,
}
