//! What can become of somebody who was taken, and what that means for the row and its event.

use postrider_domain::sending::send::{EventType, RecipientState};

/// What became of one taken recipient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecipientOutcome {
    Delivered,
    /// The address takes no mail: it gets no more of the brand's.
    Bounced,
    Failed,
    /// The same for a reason that may pass: many of those in a row are no accident.
    GaveUp,
    InDoubt,
    /// It was tried, and is tried again at this time.
    Deferred(i64),
    /// It was not tried; somebody takes it again at this time.
    Released(i64),
}

impl RecipientOutcome {
    pub(super) fn state(&self) -> RecipientState {
        match self {
            Self::Delivered => RecipientState::Delivered,
            Self::Bounced => RecipientState::Bounced,
            Self::Failed | Self::GaveUp => RecipientState::Failed,
            Self::InDoubt => RecipientState::InDoubt,
            Self::Deferred(_) | Self::Released(_) => RecipientState::Deferred,
        }
    }

    pub(super) fn due_at(&self) -> Option<i64> {
        match self {
            Self::Deferred(at) | Self::Released(at) => Some(*at),
            _ => None,
        }
    }

    /// When it was tried, if it is tried again.
    pub(super) fn put_off_at(&self, at: i64) -> Option<i64> {
        matches!(self, Self::Deferred(_)).then_some(at)
    }

    pub(super) fn event(&self) -> Option<EventType> {
        Some(match self {
            Self::Delivered => EventType::Delivered,
            Self::Bounced => EventType::Bounced,
            Self::Failed | Self::GaveUp => EventType::Failed,
            Self::InDoubt => EventType::InDoubt,
            Self::Deferred(_) => EventType::Deferred,
            Self::Released(_) => return None,
        })
    }

    /// Whether it takes the place of a doubt.
    pub(super) fn is_certain(&self) -> bool {
        matches!(
            self,
            Self::Delivered | Self::Bounced | Self::Failed | Self::GaveUp
        )
    }
}
