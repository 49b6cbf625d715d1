//! What the sink has to say.

use std::collections::BTreeMap;

use serde::Serialize;

pub use super::figures::{AftermathReport, Figures, ProfileReport};

/// Numbers of messages, where one message to two recipients counts as two.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    pub connections: u64,
    /// Of those, the ones that were encrypted.
    pub encrypted: u64,
    /// Taken, and said so.
    pub accepted: u64,
    /// Taken without a usable answer: whoever sent it cannot know.
    pub dropped: u64,
    /// Pairs of recipient and `Message-ID` among what was taken.
    pub distinct: u64,
    /// Taken once more although the pair was there.
    pub duplicates: u64,
    /// Turned away for good.
    pub refused: u64,
    /// Told to come back.
    pub deferred: u64,
    /// Logins that were turned away.
    pub auth_failed: u64,
    pub bytes: u64,
    /// When the first and the last message was taken, in milliseconds since 1970, if the sink has a clock.
    pub first_at: Option<i64>,
    pub last_at: Option<i64>,
    pub headers: HeaderChecks,
    /// By algorithm: `rsa-sha256`, `ed25519-sha256`.
    pub dkim: BTreeMap<String, Signatures>,
    /// The first few that came twice.
    pub duplicate_examples: Vec<Pair>,
    /// By the name of the profile.
    pub profiles: BTreeMap<String, ProfileReport>,
    pub aftermath: AftermathReport,
}

/// Messages that lack something, whoever they went to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HeaderChecks {
    pub messages: u64,
    pub without_message_id: u64,
    pub without_date: u64,
    /// No `List-Unsubscribe` with an address of the web.
    pub without_unsubscribe: u64,
    /// No `List-Unsubscribe-Post`.
    pub without_one_click: u64,
    pub without_signature: u64,
}

impl HeaderChecks {
    /// Whether every message had all of them.
    pub fn are_complete(&self) -> bool {
        let missing = self.without_message_id
            + self.without_date
            + self.without_unsubscribe
            + self.without_one_click
            + self.without_signature;
        missing == 0
    }
}

/// Signatures that were looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Signatures {
    pub pass: u64,
    pub fail: u64,
    /// DNS gave no answer.
    pub unknown: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Pair {
    pub recipient: String,
    pub message_id: String,
}

impl Report {
    /// Messages a second, between the first and the last.
    pub fn rate(&self) -> Option<f64> {
        let taken = self.accepted + self.dropped;
        let duration = self.last_at? - self.first_at?;
        (duration > 0).then(|| taken as f64 * 1000.0 / duration as f64)
    }
}
