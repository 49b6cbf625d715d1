//! Sends: the words for where one stands, what becomes of each recipient, and how that adds up.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $word:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
        )]
        pub enum $name { $($(#[$of])* #[serde(rename = $word)] $variant),* }

        impl $name {
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),* }
            }

            pub fn parse(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

words! {
    /// The contract's one vocabulary for runs, sends, imports and tests.
    SendStatus {
        Queued = "queued",
        Scheduled = "scheduled",
        Running = "running",
        Paused = "paused",
        Completed = "completed",
        PartiallyCompleted = "partially_completed",
        Failed = "failed",
        Canceled = "canceled",
    }
}

words! { SendKind { Campaign = "campaign", Automation = "automation" } }

words! {
    /// Why a send waits.
    PauseReason {
        Manual = "manual",
        /// The month's allowance is used up; goes on by itself when the next begins.
        Quota = "quota",
        /// The receivers or the relay refuse us, not an address.
        Refused = "refused",
        /// The database went back in time: somebody has to look first.
        Restored = "restored",
    }
}

impl SendStatus {
    pub fn is_finished(self) -> bool {
        matches!(
            self,
            Self::Completed | Self::PartiallyCompleted | Self::Failed | Self::Canceled
        )
    }
}

/// What became of a recipient so far. The numbers are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i64)]
pub enum RecipientState {
    /// To be mailed; perhaps taken by somebody right now.
    Planned = 0,
    /// Waits for its next try; `due_at` says when.
    Deferred = 1,
    Delivered = 2,
    /// The receiver says that the address takes no mail.
    Bounced = 3,
    /// Given up for another reason.
    Failed = 4,
    /// The receiver may have it or not: nobody can know.
    InDoubt = 5,
    ExcludedUnsubscribed = 10,
    ExcludedInvalid = 11,
    ExcludedSuppressed = 12,
    ExcludedDuplicate = 13,
    /// Its run was canceled before anybody took it.
    Canceled = 14,
}

impl RecipientState {
    pub fn code(self) -> i64 {
        self as i64
    }

    pub fn from_code(code: i64) -> Option<Self> {
        Some(match code {
            0 => Self::Planned,
            1 => Self::Deferred,
            2 => Self::Delivered,
            3 => Self::Bounced,
            4 => Self::Failed,
            5 => Self::InDoubt,
            10 => Self::ExcludedUnsubscribed,
            11 => Self::ExcludedInvalid,
            12 => Self::ExcludedSuppressed,
            13 => Self::ExcludedDuplicate,
            14 => Self::Canceled,
            _ => return None,
        })
    }
}

/// What events are about. The numbers are stored; each domain has its own hundred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(i64)]
pub enum EventType {
    Queued = 1,
    Sent = 2,
    Delivered = 3,
    Deferred = 4,
    Bounced = 5,
    Complained = 6,
    Opened = 7,
    Clicked = 8,
    Unsubscribed = 9,
    Suppressed = 10,
    Failed = 11,
    InDoubt = 12,
    RunStarted = 101,
    RunCompleted = 102,
    RunFailed = 103,
    RunCanceled = 104,
    NodeCompleted = 105,
    NodeFailed = 106,
    NodeSkipped = 107,
    Fired = 201,
    PartiallyFired = 202,
    TriggerRejected = 203,
    DeadLetter = 204,
    Received = 301,
    Verified = 302,
    InboundRejected = 303,
    Reply = 304,
}

impl EventType {
    pub const ALL: &[Self] = &[
        Self::Queued,
        Self::Sent,
        Self::Delivered,
        Self::Deferred,
        Self::Bounced,
        Self::Complained,
        Self::Opened,
        Self::Clicked,
        Self::Unsubscribed,
        Self::Suppressed,
        Self::Failed,
        Self::InDoubt,
        Self::RunStarted,
        Self::RunCompleted,
        Self::RunFailed,
        Self::RunCanceled,
        Self::NodeCompleted,
        Self::NodeFailed,
        Self::NodeSkipped,
        Self::Fired,
        Self::PartiallyFired,
        Self::TriggerRejected,
        Self::DeadLetter,
        Self::Received,
        Self::Verified,
        Self::InboundRejected,
        Self::Reply,
    ];

    pub fn code(self) -> i64 {
        self as i64
    }

    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.code() == code)
    }

    /// What part of the product it happened in.
    pub fn domain(self) -> &'static str {
        match self.code() {
            ..100 => "email",
            100..200 => "automation",
            200..300 => "trigger",
            _ => "inbound",
        }
    }

    /// The word; two domains share `rejected`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Sent => "sent",
            Self::Delivered => "delivered",
            Self::Deferred => "deferred",
            Self::Bounced => "bounced",
            Self::Complained => "complained",
            Self::Opened => "opened",
            Self::Clicked => "clicked",
            Self::Unsubscribed => "unsubscribed",
            Self::Suppressed => "suppressed",
            Self::Failed => "failed",
            Self::InDoubt => "in_doubt",
            Self::RunStarted => "run_started",
            Self::RunCompleted => "run_completed",
            Self::RunFailed => "run_failed",
            Self::RunCanceled => "run_canceled",
            Self::NodeCompleted => "node_completed",
            Self::NodeFailed => "node_failed",
            Self::NodeSkipped => "node_skipped",
            Self::Fired => "fired",
            Self::PartiallyFired => "partially_fired",
            Self::TriggerRejected | Self::InboundRejected => "rejected",
            Self::DeadLetter => "dead_letter",
            Self::Received => "received",
            Self::Verified => "verified",
            Self::Reply => "reply",
        }
    }
}

/// Counts of recipients, or changes of them: each recipient counts once in each field. In the order of the
/// stored columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub planned: i64,
    pub excluded_unsubscribed: i64,
    pub excluded_invalid: i64,
    pub excluded_suppressed: i64,
    pub excluded_duplicate: i64,
    /// Waiting for their next try.
    pub deferred: i64,
    /// A receiver took the mail, whatever it said later.
    pub accepted: i64,
    pub delivered: i64,
    pub bounced: i64,
    pub failed: i64,
    pub in_doubt: i64,
    pub opened: i64,
    pub clicked: i64,
    pub complained: i64,
    pub unsubscribed: i64,
    pub machine_opens: i64,
    pub machine_clicks: i64,
}

impl Tally {
    /// How many of the recipients stand in this state.
    pub fn in_state(&mut self, state: RecipientState) -> Option<&mut i64> {
        Some(match state {
            RecipientState::Planned | RecipientState::Canceled => return None,
            RecipientState::Deferred => &mut self.deferred,
            RecipientState::Delivered => &mut self.delivered,
            RecipientState::Bounced => &mut self.bounced,
            RecipientState::Failed => &mut self.failed,
            RecipientState::InDoubt => &mut self.in_doubt,
            RecipientState::ExcludedUnsubscribed => &mut self.excluded_unsubscribed,
            RecipientState::ExcludedInvalid => &mut self.excluded_invalid,
            RecipientState::ExcludedSuppressed => &mut self.excluded_suppressed,
            RecipientState::ExcludedDuplicate => &mut self.excluded_duplicate,
        })
    }

    /// One recipient goes from one state to another.
    pub fn moved(&mut self, from: RecipientState, to: RecipientState) {
        if let Some(count) = self.in_state(from) {
            *count -= 1;
        }
        if let Some(count) = self.in_state(to) {
            *count += 1;
        }
        if is_excluded(to) && !is_excluded(from) {
            self.planned -= 1;
        }
        if to == RecipientState::Delivered && from != RecipientState::Delivered {
            self.accepted += 1;
        }
    }

    pub fn excluded(&self) -> i64 {
        self.excluded_unsubscribed
            + self.excluded_invalid
            + self.excluded_suppressed
            + self.excluded_duplicate
    }

    /// Planned and without an outcome, those that wait for another try included.
    pub fn open(&self) -> i64 {
        self.planned - self.delivered - self.bounced - self.failed - self.in_doubt
    }

    /// How a send ends whose recipients all have their outcome. What is in doubt is no failure, and neither is
    /// an address that takes no mail: every list has some, and more turn up later.
    pub fn ending(&self) -> SendStatus {
        if self.accepted == 0 && self.failed + self.bounced > 0 && self.in_doubt == 0 {
            SendStatus::Failed
        } else if self.failed > 0 {
            SendStatus::PartiallyCompleted
        } else {
            SendStatus::Completed
        }
    }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, by: Self) {
        self.planned += by.planned;
        self.excluded_unsubscribed += by.excluded_unsubscribed;
        self.excluded_invalid += by.excluded_invalid;
        self.excluded_suppressed += by.excluded_suppressed;
        self.excluded_duplicate += by.excluded_duplicate;
        self.deferred += by.deferred;
        self.accepted += by.accepted;
        self.delivered += by.delivered;
        self.bounced += by.bounced;
        self.failed += by.failed;
        self.in_doubt += by.in_doubt;
        self.opened += by.opened;
        self.clicked += by.clicked;
        self.complained += by.complained;
        self.unsubscribed += by.unsubscribed;
        self.machine_opens += by.machine_opens;
        self.machine_clicks += by.machine_clicks;
    }
}

fn is_excluded(state: RecipientState) -> bool {
    state.code() >= RecipientState::ExcludedUnsubscribed.code()
}
