//! A mailbox of the operator's own that gets a copy of the mail.

/// Whether the mail was handed over to it, and where it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeedState {
    /// Nothing was handed over yet; what a host puts off waits here, too.
    Waiting,
    /// It is about to leave: whoever is cut off here cannot know whether it did.
    Leaving,
    /// The next host took it.
    Sent,
    /// The next host refused it for good.
    Refused,
    /// It may have left, and nobody can know.
    InDoubt,
    Inbox,
    Spam,
}

impl SeedState {
    const ALL: [Self; 7] = [
        Self::Waiting,
        Self::Leaving,
        Self::Sent,
        Self::Refused,
        Self::InDoubt,
        Self::Inbox,
        Self::Spam,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Leaving => "leaving",
            Self::Sent => "sent",
            Self::Refused => "refused",
            Self::InDoubt => "in_doubt",
            Self::Inbox => "inbox",
            Self::Spam => "spam",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }

    /// Whether its mailbox may have the mail, and nobody has seen it there.
    pub fn is_looked_for(self) -> bool {
        matches!(self, Self::Sent | Self::InDoubt)
    }

    /// Whether nothing more is to come.
    pub fn is_settled(self) -> bool {
        matches!(self, Self::Refused | Self::Inbox | Self::Spam)
    }
}

/// What came of the newest look into its mailbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LastLook {
    #[default]
    None,
    /// All its folders were looked into.
    Worked,
    /// One of them could not be, or nobody knows which it is.
    Failed,
}

impl LastLook {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Worked => "worked",
            Self::Failed => "failed",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        [Self::None, Self::Worked, Self::Failed]
            .into_iter()
            .find(|look| look.as_str() == text)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seed {
    pub provider: String,
    pub state: SeedState,
    pub last_look: LastLook,
    /// Why it was refused, is not sent yet, or could not be looked into.
    pub detail: Option<String>,
}

/// Whether somebody will look again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Running,
    Over,
}

/// How a seed counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Inbox,
    Spam,
    /// It is certain that no mailbox has it: it was looked for until the end, or refused.
    Missing,
    /// Nobody knows, or nobody knows yet.
    Pending,
}

impl Seed {
    pub fn outcome(&self, stage: Stage) -> Outcome {
        match (self.state, self.last_look) {
            (SeedState::Inbox, _) => Outcome::Inbox,
            (SeedState::Spam, _) => Outcome::Spam,
            (SeedState::Refused, _) => Outcome::Missing,
            (SeedState::Sent, LastLook::Worked) if stage == Stage::Over => Outcome::Missing,
            _ => Outcome::Pending,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_not_be_looked_into_is_never_missing() {
        for (state, last_look, expected) in [
            (SeedState::Inbox, LastLook::Failed, Outcome::Inbox),
            (SeedState::Spam, LastLook::Worked, Outcome::Spam),
            (SeedState::Refused, LastLook::None, Outcome::Missing),
            (SeedState::Sent, LastLook::Worked, Outcome::Missing),
            (SeedState::Sent, LastLook::Failed, Outcome::Pending),
            (SeedState::Sent, LastLook::None, Outcome::Pending),
            (SeedState::InDoubt, LastLook::Worked, Outcome::Pending),
            (SeedState::Leaving, LastLook::Worked, Outcome::Pending),
            (SeedState::Waiting, LastLook::Worked, Outcome::Pending),
        ] {
            let seed = Seed {
                provider: "one".to_owned(),
                state,
                last_look,
                detail: None,
            };
            assert_eq!(
                seed.outcome(Stage::Over),
                expected,
                "{state:?} {last_look:?}"
            );
            if state == SeedState::Sent {
                assert_eq!(seed.outcome(Stage::Running), Outcome::Pending);
            }
        }
    }

    #[test]
    fn words_are_read_as_they_are_written() {
        for state in SeedState::ALL {
            assert_eq!(SeedState::parse(state.as_str()), Some(state));
        }
        for look in [LastLook::None, LastLook::Worked, LastLook::Failed] {
            assert_eq!(LastLook::parse(look.as_str()), Some(look));
        }
    }
}
