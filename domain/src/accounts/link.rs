//! Ways into an account without its password: links that are good once, and not for long.

const HOUR_MS: i64 = 60 * 60 * 1000;

/// For so long an invitation can be accepted.
pub const INVITATION_MS: i64 = 7 * 24 * HOUR_MS;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkKind {
    /// Printed by whoever runs the service: for the first owner, and for whoever cannot get in by mail.
    Claim,
    /// Mailed to somebody who has forgotten the password.
    Reset,
}

impl LinkKind {
    pub const ALL: [Self; 2] = [Self::Claim, Self::Reset];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Claim => "claim",
            Self::Reset => "reset",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }

    /// A mail arrives within minutes; who reads what was printed may be somebody else, tomorrow.
    pub const fn lasts_ms(self) -> i64 {
        match self {
            Self::Claim => 24 * HOUR_MS,
            Self::Reset => HOUR_MS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_written() {
        for kind in LinkKind::ALL {
            assert_eq!(LinkKind::parse(kind.as_str()), Some(kind));
        }
        assert_eq!(LinkKind::parse("Claim"), None);
    }
}
