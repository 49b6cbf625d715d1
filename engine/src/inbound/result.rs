//! What becomes of a message that came back.

use postrider_mail::returned::Class;
use postrider_store::db::DbError;

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InboundResult {
    HardBounce,
    SoftBounce,
    /// A refusal of us, not of the address.
    Refusal,
    Delayed,
    Delivered,
    Complaint,
    AutomaticReply,
    Reply,
    /// What a receiver reports about a domain.
    DomainReport,
    /// Kept for whoever runs the service.
    Postmaster,
    /// It says nothing new, or of nobody that there is.
    Nothing,
    /// It names no mail of ours, or nobody can read it.
    Rejected,
}

impl InboundResult {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::HardBounce => "hard_bounce",
            Self::SoftBounce => "soft_bounce",
            Self::Refusal => "refusal",
            Self::Delayed => "delayed",
            Self::Delivered => "delivered",
            Self::Complaint => "complaint",
            Self::AutomaticReply => "automatic_reply",
            Self::Reply => "reply",
            Self::DomainReport => "domain_report",
            Self::Postmaster => "postmaster",
            Self::Nothing => "nothing",
            Self::Rejected => "rejected",
        }
    }

    /// How a failure is called.
    pub(super) fn bounce(class: Class) -> Self {
        match class {
            Class::Hard => Self::HardBounce,
            Class::Soft => Self::SoftBounce,
            Class::AboutUs => Self::Refusal,
        }
    }
}

/// Why nothing was taken.
#[derive(Debug, thiserror::Error)]
pub enum NotTaken {
    /// The report was faster than our own note that the mail was handed over.
    #[error("the mail is still under way")]
    TooEarly,
    /// It will be tried again: the report is about an older try.
    #[error("the mail is going to be tried again")]
    StillTried,
    #[error("DNS does not say whether a report is from whom it says")]
    NoAnswer,
    #[error("too many report about the domain for the first time")]
    Crowded,
    #[error("the message cannot be read: {0}")]
    NotRead(String),
    #[error("a letter for the postmaster cannot be kept: {0}")]
    NotKept(String),
    #[error(transparent)]
    Database(#[from] DbError),
}
