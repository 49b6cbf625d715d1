//! Where what follows a mail goes.

use std::net::SocketAddr;

use super::action::What;
use super::web::Follow;

#[derive(Clone, Debug, Default)]
pub struct Aftermath {
    /// The SMTP server for bounces and complaints. Without it there are none.
    pub inbound: Option<SocketAddr>,
    /// Which links are followed, and where they lead.
    pub follow: Follow,
}

impl Aftermath {
    pub(in crate::sink) fn reaches(&self, what: &What) -> bool {
        match what {
            What::Return { .. } => self.inbound.is_some(),
            What::Visit { url, .. } | What::Unsubscribe { url, .. } => {
                self.follow.locate(url).is_some()
            }
            What::Scan { visits, .. } => visits
                .iter()
                .any(|(_, url, _)| self.follow.locate(url).is_some()),
        }
    }
}
