//! What all connections know.

use std::sync::Arc;

use super::limits::Limits;
use super::mailroom::Mailroom;
use super::tls::Certificates;

/// The server.
pub struct Inbound<M> {
    pub(super) room: Arc<M>,
    /// What it calls itself.
    pub(super) hostname: String,
    pub(super) limits: Limits,
    /// Encryption is offered only with one.
    pub(super) certificates: Option<Certificates>,
}

impl<M: Mailroom> Inbound<M> {
    pub fn new(
        room: Arc<M>,
        hostname: &str,
        certificates: Option<Certificates>,
        limits: Limits,
    ) -> Arc<Self> {
        Arc::new(Self {
            room,
            hostname: hostname.to_owned(),
            limits,
            certificates,
        })
    }
}
