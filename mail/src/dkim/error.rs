//! Why there is no key or no signature.

use super::kind::KeyKind;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("no DKIM key could be generated")]
    NotGenerated,
    #[error("the {0} key cannot be read: {1}")]
    BadKey(KeyKind, String),
    #[error("`{0}` cannot stand in a DKIM signature")]
    BadName(String),
}
