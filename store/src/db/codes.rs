//! Words in statements for the numbers under which states and kinds of events are stored: `{planned}` in place of 0.

use postrider_domain::sending::send::{EventType, RecipientState};

pub(super) const CODES: &[(&str, i64)] = &[
    ("planned", RecipientState::Planned as i64),
    ("deferred", RecipientState::Deferred as i64),
    (
        "excluded_unsubscribed",
        RecipientState::ExcludedUnsubscribed as i64,
    ),
    ("excluded_invalid", RecipientState::ExcludedInvalid as i64),
    (
        "excluded_suppressed",
        RecipientState::ExcludedSuppressed as i64,
    ),
    (
        "excluded_duplicate",
        RecipientState::ExcludedDuplicate as i64,
    ),
    ("canceled", RecipientState::Canceled as i64),
    ("bounced_event", EventType::Bounced as i64),
    ("failed_event", EventType::Failed as i64),
    ("run_started", EventType::RunStarted as i64),
    ("node_completed", EventType::NodeCompleted as i64),
    ("node_failed", EventType::NodeFailed as i64),
    ("node_skipped", EventType::NodeSkipped as i64),
];
