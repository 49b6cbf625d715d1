//! Mailboxes are looked into, a few at a time.

use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream;
use postrider_domain::placement::{LastLook, SeedState};
use postrider_mail::seeds::{LookLimits, Place, SeedError, Sought, look};
use postrider_mail::smtp::TrustedCertificate;
use postrider_store::placement::{SeedChange, SeedRecord};

use super::mailing::{changed, later_ms};
use super::settings::PlacementSettings;

/// Mailboxes of a test that are looked into side by side.
const AT_ONCE: usize = 8;
/// A server that says nothing keeps nobody for longer.
const LIMITS: LookLimits = LookLimits {
    deadline: Duration::from_secs(30),
    step: Duration::from_secs(10),
    answer_bytes: 64 << 10,
    bytes: 1 << 20,
};

/// What may be among the spam and cannot be seen there.
const NO_SPAM_FOLDER: &str =
    "its inbox does not have it, and its spam folder is not known; set `spam`.";

pub struct Looker<'a> {
    pub settings: &'a PlacementSettings,
    pub trusted: &'a TrustedCertificate,
    /// When the test began to mail.
    pub mailed_at: i64,
    pub now: i64,
}

impl Looker<'_> {
    /// Looks for the mails of some seeds, and says what is found.
    pub async fn look(&self, seeds: Vec<SeedRecord>) -> Vec<SeedChange> {
        stream::iter(seeds)
            .map(|seed| self.look_into(seed))
            .buffer_unordered(AT_ONCE)
            .collect()
            .await
    }

    async fn look_into(&self, seed: SeedRecord) -> SeedChange {
        let (Some(configured), Some(message_id)) = (
            self.settings.seed(&seed.address),
            seed.message_id.as_deref(),
        ) else {
            return self.failed(&seed, "it is not set any more.");
        };
        let sought = Sought {
            message_id,
            sent_ms: Some(self.mailed_at),
        };
        let looked = look(&configured.mailbox, sought, &LIMITS, self.trusted).await;
        let next = self.now + self.settings.every_ms;
        let (state, due_at) = match looked {
            Ok(Place::Inbox) => (SeedState::Inbox, self.now),
            Ok(Place::Spam) => (SeedState::Spam, self.now),
            Ok(Place::Missing) => (seed.state, next),
            // Servers may make the folder with the first mail that goes there: it is looked for as often as any.
            Ok(Place::NotInInbox) => {
                return SeedChange {
                    last_look: LastLook::Failed,
                    detail: Some(NO_SPAM_FOLDER.to_owned()),
                    ..changed(&seed, seed.state, next)
                };
            }
            Err(error) => {
                tracing::warn!(
                    seed.provider = configured.provider,
                    error = %error,
                    "a seed's mailbox could not be looked into"
                );
                return self.failed(&seed, why(&error));
            }
        };
        SeedChange {
            last_look: LastLook::Worked,
            detail: None,
            ..changed(&seed, state, due_at)
        }
    }

    fn failed(&self, seed: &SeedRecord, why: &str) -> SeedChange {
        SeedChange {
            last_look: LastLook::Failed,
            detail: Some(why.to_owned()),
            failures: seed.failures + 1,
            ..changed(
                seed,
                seed.state,
                self.now + later_ms(self.settings.every_ms, seed.failures),
            )
        }
    }
}

/// What whoever tests is told. The log has the rest: it may name hosts of the operator's.
fn why(error: &SeedError) -> &'static str {
    match error {
        SeedError::Unreachable(_) => "its server cannot be reached.",
        SeedError::Tls(_) => "there is no safe way to its server.",
        SeedError::Refused(_) => "its server does not let us in.",
        SeedError::TimedOut => "its server did not answer in time.",
        SeedError::NotImap(_) | SeedError::TooMuch(_) => "its server does not answer as it should.",
        SeedError::Declined(_) | SeedError::Unaskable(_) => "its folders could not be searched.",
    }
}
