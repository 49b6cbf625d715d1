//! What an import reads, as its row keeps it.

use std::collections::BTreeMap;

use postrider_domain::contacts::contact::ConsentInput;
use postrider_domain::contacts::import::Encoding;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Source {
    /// The name of the stored file.
    pub object: String,
    pub bytes: u64,
    pub encoding: Encoding,
    /// The cells of the first record.
    pub header: Vec<String>,
    /// Where the second begins.
    pub data_start: u64,
    pub mapping: BTreeMap<String, String>,
    pub consent: Option<ConsentInput>,
}
