//! The outcome of a validation, as contacts keep it and callers read it.

use serde_json::{Map, Value, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    Valid,
    Risky,
    Invalid,
    Unknown,
}

impl Status {
    pub const ALL: [Self; 4] = [Self::Valid, Self::Risky, Self::Invalid, Self::Unknown];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Risky => "risky",
            Self::Invalid => "invalid",
            Self::Unknown => "unknown",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == text)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    InvalidSyntax,
    NoMx,
    Disposable,
    RoleAddress,
    SpamTrap,
    Typo,
    /// The receiving server said so when mail was delivered.
    MailboxUnknown,
    /// DNS gave no answer.
    Unknown,
}

impl Reason {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InvalidSyntax => "invalid_syntax",
            Self::NoMx => "no_mx",
            Self::Disposable => "disposable",
            Self::RoleAddress => "role_address",
            Self::SpamTrap => "spam_trap",
            Self::Typo => "typo",
            Self::MailboxUnknown => "mailbox_unknown",
            Self::Unknown => "unknown",
        }
    }
}

/// What DNS says about the mail of a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DomainAnswer {
    /// It names a mail server, or has an address, which counts as one.
    TakesMail,
    /// Definite: there is no such domain, it says that it takes no mail, or it has neither mail server
    /// nor address.
    NoMail,
    /// A time-out, a failure or a refusal: says nothing about the domain.
    NoAnswer,
}

impl DomainAnswer {
    pub const ALL: [Self; 3] = [Self::TakesMail, Self::NoMail, Self::NoAnswer];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TakesMail => "takes_mail",
            Self::NoMail => "no_mail",
            Self::NoAnswer => "no_answer",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressVerdict {
    pub status: Status,
    pub reason: Option<Reason>,
    /// The whole address as it was probably meant.
    pub did_you_mean: Option<String>,
    pub is_disposable: bool,
    pub is_role: bool,
}

impl AddressVerdict {
    pub(super) const fn new(status: Status, reason: Option<Reason>) -> Self {
        Self {
            status,
            reason,
            did_you_mean: None,
            is_disposable: false,
            is_role: false,
        }
    }

    /// Joins what DNS says of the domain. The worse status stands (invalid, risky, unknown, valid, from bad
    /// to good); what else is known of the address stays.
    #[must_use]
    pub fn with_domain(self, answer: DomainAnswer) -> Self {
        let (status, reason) = match (self.status, answer) {
            (Status::Valid | Status::Risky | Status::Unknown, DomainAnswer::NoMail) => {
                (Status::Invalid, Some(Reason::NoMx))
            }
            (Status::Valid, DomainAnswer::NoAnswer) => (Status::Unknown, Some(Reason::Unknown)),
            (status, _) => (status, self.reason),
        };
        Self {
            status,
            reason,
            ..self
        }
    }

    /// A contact's `validationDetails`: only what there is to say.
    pub fn details(&self) -> Value {
        let mut details = Map::new();
        if let Some(reason) = self.reason {
            details.insert("reason".to_owned(), json!(reason.as_str()));
        }
        if let Some(address) = &self.did_you_mean {
            details.insert("didYouMean".to_owned(), json!(address));
        }
        if self.is_disposable {
            details.insert("isDisposable".to_owned(), json!(true));
        }
        if self.is_role {
            details.insert("isRole".to_owned(), json!(true));
        }
        Value::Object(details)
    }
}
