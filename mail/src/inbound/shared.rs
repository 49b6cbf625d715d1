//! What all connections know.

use std::sync::Arc;

use super::limits::Limits;
use super::mailroom::Mailroom;

/// The server.
pub struct Inbound<M> {
    pub(super) room: Arc<M>,
    /// What it calls itself.
    pub(super) hostname: String,
    pub(super) limits: Limits,
}

impl<M: Mailroom> Inbound<M> {
    pub fn new(room: Arc<M>, hostname: &str, limits: Limits) -> Arc<Self> {
        Arc::new(Self {
            room,
            hostname: hostname.to_owned(),
            limits,
        })
    }
}
