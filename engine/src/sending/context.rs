//! What the parts of mailing share.

use std::sync::Arc;

use postrider_domain::sending::tracking::Signer;
use postrider_store::db::{Clock, Db};

use super::journal::Journal;
use super::letters::Letters;
use super::sites::Sites;
use super::transport::Transport;

/// How long a claim allows to mail what was taken, at most.
const CLAIM_MS: i64 = 300_000;

/// All that mailing needs from the rest of the process.
#[derive(Clone)]
pub struct SendingContext {
    pub db: Db,
    pub clock: Clock,
    pub process: i64,
    /// This start of it; another that took its place ends its mailing.
    pub life: i64,
    /// After this long others call what it had taken in doubt, and it what others had.
    pub takeover_ms: i64,
    pub letters: Letters,
    pub tokens: Arc<Signer>,
    pub transport: Arc<Transport>,
    /// Where each receiving site has limits of its own.
    pub sites: Option<Arc<Sites>>,
    pub journal: Arc<Journal>,
    /// Connections that are open at the same time.
    pub connections: usize,
}

impl SendingContext {
    /// A claim is over long before anybody takes it for left behind.
    pub(super) fn claim_ms(&self) -> i64 {
        CLAIM_MS.min(self.takeover_ms / 2)
    }

    pub(super) fn now(&self) -> i64 {
        (self.clock)()
    }
}
