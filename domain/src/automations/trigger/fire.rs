//! Where one fire of a trigger stands, and why an automation did not start.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::contract::ids;

/// How long after each failed start the next is tried.
pub const RETRY_AFTER_MS: [i64; 5] = [1_000, 10_000, 60_000, 600_000, 3_600_000];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TriggerInstanceState")]
pub enum InstanceState {
    /// A provider's event that is durable, and not more.
    Received,
    /// Its contact is known; nothing is to start.
    Verified,
    /// Nothing has started yet, and what failed is being tried again.
    Matched,
    PartiallyFired,
    Fired,
    /// Its payload was refused.
    Rejected,
    /// Nothing started, and nothing will.
    DeadLetter,
}

impl InstanceState {
    pub const ALL: [Self; 7] = [
        Self::Received,
        Self::Verified,
        Self::Matched,
        Self::PartiallyFired,
        Self::Fired,
        Self::Rejected,
        Self::DeadLetter,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Received => "received",
            Self::Verified => "verified",
            Self::Matched => "matched",
            Self::PartiallyFired => "partially_fired",
            Self::Fired => "fired",
            Self::Rejected => "rejected",
            Self::DeadLetter => "dead_letter",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == word)
    }

    /// Where a fire stands by what became of its matches; `retried`: whether somebody will try again what failed.
    pub fn after(started: usize, not_started: &[NotStarted], retried: Retried) -> Self {
        let failed = |one: &NotStarted| one.reason == NotStartedReason::StartError;
        match (started, not_started) {
            (0, []) => Self::Verified,
            (_, []) => Self::Fired,
            (0, all) if retried == Retried::Yes && all.iter().any(failed) => Self::Matched,
            (0, _) => Self::DeadLetter,
            _ => Self::PartiallyFired,
        }
    }
}

/// Whether what failed is tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retried {
    Yes,
    No,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotStartedReason {
    UndeclaredMergeTag,
    DomainNotReady,
    EmailNotReady,
    RecipientUnsubscribed,
    RecipientSuppressed,
    QuotaExceeded,
    /// Unexpected: the only one that is tried again.
    StartError,
}

impl NotStartedReason {
    pub const ALL: [Self; 7] = [
        Self::UndeclaredMergeTag,
        Self::DomainNotReady,
        Self::EmailNotReady,
        Self::RecipientUnsubscribed,
        Self::RecipientSuppressed,
        Self::QuotaExceeded,
        Self::StartError,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::UndeclaredMergeTag => "undeclared_merge_tag",
            Self::DomainNotReady => "domain_not_ready",
            Self::EmailNotReady => "email_not_ready",
            Self::RecipientUnsubscribed => "recipient_unsubscribed",
            Self::RecipientSuppressed => "recipient_suppressed",
            Self::QuotaExceeded => "quota_exceeded",
            Self::StartError => "start_error",
        }
    }
}

/// A matched automation that did not start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotStarted {
    pub automation_id: String,
    pub reason: NotStartedReason,
    pub message: String,
}

/// Who fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    Api,
    Integration,
}

impl Source {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Api => "api",
            Self::Integration => "integration",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        let all = [Self::Api, Self::Integration];
        all.into_iter().find(|source| source.as_str() == word)
    }
}

/// The id of the run that a fire starts of an automation: the same however often it is tried, so that the database
/// itself refuses a second one. The fire's id is random, and so is this.
pub fn run_id(instance_public_id: &str, automation_public_id: &str) -> String {
    let text = format!("run\0{instance_public_id}\0{automation_public_id}");
    ids::lower32(ids::sha256(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn not_started(reason: NotStartedReason) -> NotStarted {
        NotStarted {
            automation_id: "a".to_owned(),
            reason,
            message: String::new(),
        }
    }

    #[test]
    fn a_fire_stands_where_its_starts_leave_it() {
        let refused = not_started(NotStartedReason::RecipientSuppressed);
        let failed = not_started(NotStartedReason::StartError);
        let both = [refused.clone(), failed.clone()];
        let (one, other) = ([refused], [failed]);
        for (started, left, retried, state) in [
            (0, &[][..], Retried::No, InstanceState::Verified),
            (2, &[], Retried::No, InstanceState::Fired),
            (1, &one, Retried::No, InstanceState::PartiallyFired),
            (0, &one, Retried::No, InstanceState::DeadLetter),
            (0, &one, Retried::Yes, InstanceState::DeadLetter),
            (0, &other, Retried::Yes, InstanceState::Matched),
            (0, &both, Retried::Yes, InstanceState::Matched),
            (1, &both, Retried::Yes, InstanceState::PartiallyFired),
            (0, &other, Retried::No, InstanceState::DeadLetter),
            (0, &both, Retried::No, InstanceState::DeadLetter),
        ] {
            let after = InstanceState::after(started, left, retried);
            assert_eq!(after, state, "{started} {left:?} {retried:?}");
        }
    }

    #[test]
    fn words_round_trip() {
        for state in InstanceState::ALL {
            assert_eq!(InstanceState::parse(state.as_str()), Some(state));
            assert_eq!(serde_json::json!(state), state.as_str());
        }
        for reason in NotStartedReason::ALL {
            assert_eq!(serde_json::json!(reason), reason.as_str());
        }
        for source in [Source::Api, Source::Integration] {
            assert_eq!(Source::parse(source.as_str()), Some(source));
        }
    }

    #[test]
    fn a_fire_starts_an_automation_under_one_id() {
        assert_eq!(run_id("tin_1", "a"), run_id("tin_1", "a"));
        assert_ne!(run_id("tin_1", "a"), run_id("tin_1", "b"));
        assert_ne!(run_id("tin_1", "a"), run_id("tin_2", "a"));
        assert!(ids::is_lower32(&run_id("tin_1", "a")));
    }
}
