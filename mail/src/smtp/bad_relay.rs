//! Relays that there cannot be.

/// Why a setting names no relay. Says nothing of the password in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadRelay(pub(super) String);
