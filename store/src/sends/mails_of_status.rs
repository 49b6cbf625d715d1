//! Where a mail of a stream stands, in the words of a send: to whoever asks, each is one.

use postrider_domain::sending::send::{RecipientState, SendStatus};

/// Those for which nothing has been decided yet.
pub(super) const OPEN: [RecipientState; 2] = [RecipientState::Planned, RecipientState::Deferred];

/// A mail that nobody got waits like its stream.
pub fn status_of(state: RecipientState, stream: SendStatus) -> SendStatus {
    if OPEN.contains(&state) && stream == SendStatus::Paused {
        return SendStatus::Paused;
    }
    match state {
        RecipientState::Planned => SendStatus::Queued,
        RecipientState::Deferred => SendStatus::Running,
        RecipientState::Delivered | RecipientState::InDoubt => SendStatus::Completed,
        RecipientState::Bounced | RecipientState::Failed => SendStatus::Failed,
        RecipientState::ExcludedUnsubscribed
        | RecipientState::ExcludedInvalid
        | RecipientState::ExcludedSuppressed
        | RecipientState::ExcludedDuplicate
        | RecipientState::Canceled => SendStatus::Canceled,
    }
}

/// The mails that stand in one status: their states, and of which streams they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MailsOfStatus {
    pub(super) states: &'static [RecipientState],
    pub(super) of: Streams,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Streams {
    All,
    Paused,
    NotPaused,
}

impl Streams {
    pub(super) fn hold(self, stream: SendStatus) -> bool {
        match self {
            Self::All => true,
            Self::Paused => stream == SendStatus::Paused,
            Self::NotPaused => stream != SendStatus::Paused,
        }
    }
}

pub(super) fn mails_of_status(status: SendStatus) -> MailsOfStatus {
    use RecipientState as State;
    let (found, of): (&[State], _) = match status {
        SendStatus::Queued => (&[State::Planned], Streams::NotPaused),
        SendStatus::Running => (&[State::Deferred], Streams::NotPaused),
        SendStatus::Paused => (&OPEN, Streams::Paused),
        SendStatus::Completed => (&[State::Delivered, State::InDoubt], Streams::All),
        SendStatus::Failed => (&[State::Bounced, State::Failed], Streams::All),
        SendStatus::Canceled => (
            &[
                State::ExcludedUnsubscribed,
                State::ExcludedInvalid,
                State::ExcludedSuppressed,
                State::ExcludedDuplicate,
                State::Canceled,
            ],
            Streams::All,
        ),
        // A mail has one recipient, and is sent when its run comes to it.
        SendStatus::Scheduled | SendStatus::PartiallyCompleted => (&[], Streams::All),
    };
    MailsOfStatus { states: found, of }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a filter finds is what is shown, for every state of a mail and of its stream.
    #[test]
    fn each_mail_is_found_under_the_status_it_shows_and_no_other() {
        let states = (0..=14).filter_map(RecipientState::from_code);
        let mut seen = 0;
        for state in states {
            for stream in [SendStatus::Running, SendStatus::Paused] {
                let shown = status_of(state, stream);
                for status in SendStatus::ALL {
                    let MailsOfStatus { states, of } = mails_of_status(*status);
                    let found = states.contains(&state) && of.hold(stream);
                    assert_eq!(found, *status == shown, "{state:?} {stream:?} {status:?}");
                }
                seen += 1;
            }
        }
        assert_eq!(seen, 22);
    }
}
