//! DKIM (RFC 6376, RFC 8463): the keys of a sending domain and the signatures made with them.

mod canonical;
mod key;
mod sign;

pub use key::{KeyKind, PrivateKey, generate_ed25519, generate_rsa, public_record};
pub use sign::Signer;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("no DKIM key could be generated")]
    NotGenerated,
    #[error("the {0} key cannot be read: {1}")]
    BadKey(KeyKind, String),
    #[error("`{0}` cannot stand in a DKIM signature")]
    BadName(String),
}
