//! The words of the judgement.

/// The results of RFC 8601.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    Pass,
    Fail,
    SoftFail,
    Neutral,
    None,
    /// DNS gave no answer: another time there may be one.
    TempError,
    /// What is published, or written in the message, cannot be understood.
    PermError,
}

impl Word {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::SoftFail => "softfail",
            Self::Neutral => "neutral",
            Self::None => "none",
            Self::TempError => "temperror",
            Self::PermError => "permerror",
        }
    }
}

/// One result, and in a sentence why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    pub word: Word,
    pub reason: String,
}

impl Judgement {
    pub(super) fn new(word: Word, reason: &str) -> Self {
        Self {
            word,
            reason: reason.to_owned(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Authentication {
    pub spf: Judgement,
    pub dkim: Judgement,
    pub dmarc: Judgement,
}
