//! What was fetched.

use bytes::Bytes;
use url::Url;

#[derive(Clone, Debug)]
pub struct Fetched {
    pub bytes: Bytes,
    /// What the server calls it; nobody has looked whether it is.
    pub content_type: Option<String>,
    /// Where it was in the end.
    pub url: Url,
}
