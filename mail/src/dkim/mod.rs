//! DKIM (RFC 6376, RFC 8463): the keys of a sending domain and the signatures made with them.

mod canonical;
mod error;
mod key;
mod kind;
mod sign;

pub use error::Error;
pub use key::{PrivateKey, generate_ed25519, generate_rsa, public_record};
pub use kind::KeyKind;
pub use sign::Signer;
