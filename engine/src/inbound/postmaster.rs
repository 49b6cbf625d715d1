//! What people write to whoever runs the service. It is kept as files, the newest ones, where captured mail is kept too:
//! `postrider inbox` shows it. Nothing is ever answered.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use postrider_mail::capture::Captured;
use postrider_mail::smtp::Envelope;
use postrider_store::db::Clock;

use super::result::NotTaken;

/// What it is called where captured mail has its brand.
pub const POSTMASTER_FOLDER: &str = "postmaster";
/// Letters that are kept: strangers decide how many come.
const KEPT: usize = 100;
/// Of each, the beginning.
const MOST_BYTES: usize = 64 << 10;

#[derive(Clone)]
pub struct Postmaster {
    kept: Arc<Captured>,
    clock: Clock,
    /// Tells letters of one millisecond apart.
    next: Arc<AtomicU64>,
}

impl Postmaster {
    pub fn new(captured: &Path, clock: Clock) -> Self {
        Self {
            kept: Arc::new(Captured::with_limit(captured, KEPT)),
            clock,
            next: Arc::default(),
        }
    }

    pub(super) async fn keep(&self, sender: &str, message: &[u8]) -> Result<(), NotTaken> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let name = format!("{POSTMASTER_FOLDER}-{}-{number}", (self.clock)());
        let sender = sender.to_owned();
        let message = message[..message.len().min(MOST_BYTES)].to_vec();
        let (kept, file) = (Arc::clone(&self.kept), name.clone());
        let keeping = tokio::task::spawn_blocking(move || {
            let envelope = Envelope {
                from: &sender,
                to: POSTMASTER_FOLDER,
            };
            kept.keep(POSTMASTER_FOLDER, &file, &message, &envelope)
        });
        let failed = |error: &dyn std::fmt::Display| NotTaken::NotKept(error.to_string());
        keeping
            .await
            .map_err(|error| failed(&error))?
            .map_err(|error| failed(&error))?;
        tracing::info!(
            letter.id = name,
            "somebody wrote to the postmaster: read it with `postrider inbox show`"
        );
        Ok(())
    }
}
