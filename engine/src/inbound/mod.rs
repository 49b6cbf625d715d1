//! What comes back by mail: reports, complaints and replies find the recipient that they are about by the token in
//! the address they come to, and are in the database before they are answered.

mod bounce;
mod case;
mod complaint;
mod letter;
mod room;

use std::sync::Arc;

use postrider_domain::sending::track::{Purpose, Signer, Token};
use postrider_mail::returned::{Action, Class, Kind, Returned};
use postrider_store::db::{Clock, Db, DbError, Tx};
use postrider_store::tracking::Recipient;
use tokio::sync::Semaphore;

use case::Case;

/// Messages that are read at the same time: strangers decide how long one takes.
const READERS: usize = 4;

/// Whom mail is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepted {
    /// The return path of one recipient's mail.
    ReturnPath(Token),
    /// Where mailbox providers send complaints; which mail one is about stands in it.
    Feedback,
}

#[derive(Clone)]
pub struct InboundPipeline {
    db: Db,
    clock: Clock,
    tokens: Arc<Signer>,
    /// Whose counts it adds to.
    process: i64,
    mail_host: String,
    readers: Arc<Semaphore>,
}

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    HardBounce,
    SoftBounce,
    /// A refusal of us, not of the address.
    Refusal,
    Delayed,
    Delivered,
    Complaint,
    AutomaticReply,
    Reply,
    /// It says nothing new, or of nobody that there is.
    Nothing,
    /// It names no mail of ours, or nobody can read it.
    Rejected,
}

impl Taken {
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
            Self::Nothing => "nothing",
            Self::Rejected => "rejected",
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
    #[error("the message cannot be read: {0}")]
    NotRead(String),
    #[error(transparent)]
    Database(#[from] DbError),
}

impl InboundPipeline {
    pub fn new(db: Db, clock: Clock, tokens: Arc<Signer>, process: i64, mail_host: &str) -> Self {
        Self {
            db,
            clock,
            tokens,
            process,
            mail_host: mail_host.to_owned(),
            readers: Arc::new(Semaphore::new(READERS)),
        }
    }

    /// What a message says. `sender` is the one of the envelope.
    pub async fn read(&self, sender: String, message: Vec<u8>) -> Result<Arc<Returned>, NotTaken> {
        let failed = |error: &dyn std::fmt::Display| NotTaken::NotRead(error.to_string());
        let readers = Arc::clone(&self.readers);
        let place = readers.acquire_owned().await;
        let place = place.map_err(|error| failed(&error))?;
        let reading = tokio::task::spawn_blocking(move || {
            // It goes on when its caller leaves, so it keeps its place itself.
            let _place = place;
            Arc::new(Returned::read(&message, &sender))
        });
        reading.await.map_err(|error| failed(&error))
    }

    /// Writes all that a message says, in one transaction.
    pub async fn take(&self, to: &[Accepted], returned: Arc<Returned>) -> Result<Taken, NotTaken> {
        if returned.kind == Kind::Unreadable {
            return Ok(Taken::Rejected);
        }
        let recipients = self.recipients(to, &returned);
        if recipients.is_empty() {
            return Ok(Taken::Rejected);
        }
        let (process, now) = (self.process, (self.clock)());
        let written = self.db.write(move |tx| {
            let (returned, recipients) = (Arc::clone(&returned), recipients.clone());
            async move {
                let mut taken = Taken::Nothing;
                for recipient in recipients {
                    if let Some(case) = Case::open(&tx, process, recipient, now).await? {
                        taken = apply(&tx, &case, &returned).await?;
                    }
                }
                Ok::<_, NotTaken>(taken)
            }
        });
        written.await
    }

    /// Whom it is about, each once and in the order in which rows are written.
    fn recipients(&self, to: &[Accepted], returned: &Returned) -> Vec<Recipient> {
        let mut recipients: Vec<Recipient> = to
            .iter()
            .filter_map(|to| match to {
                Accepted::ReturnPath(token) => Some(*token),
                Accepted::Feedback => self.named(returned),
            })
            .map(Recipient::from)
            .collect();
        recipients.sort_unstable_by_key(Recipient::key);
        recipients.dedup();
        recipients
    }

    /// The mail that a complaint is about: only who has it can name it. Links to a web page of it, and those
    /// in it, are passed on and prove nothing.
    fn named(&self, returned: &Returned) -> Option<Token> {
        if !matches!(returned.kind, Kind::Complaint(_)) {
            return None;
        }
        returned.clues.iter().find_map(|clue| {
            let path = clue.strip_prefix("b-").unwrap_or(clue);
            let path = self.tokens.read_return_path(path);
            let path = path.or_else(|| self.tokens.read_message_id(clue));
            path.or_else(|| {
                let link = self.tokens.read(clue).map(|read| read.token);
                link.filter(|token| token.purpose == Purpose::Unsubscribe)
            })
        })
    }
}

async fn apply(tx: &Tx, case: &Case, returned: &Returned) -> Result<Taken, NotTaken> {
    match &returned.kind {
        Kind::Report(report) => match report.action {
            Action::Failed => bounce::failed(tx, case, report).await,
            Action::Delayed => Ok(bounce::delayed(tx, case, report).await?),
            Action::Delivered => Ok(bounce::delivered(tx, case).await?),
        },
        Kind::Complaint(complaint) => Ok(complaint::complained(tx, case, complaint).await?),
        Kind::AutomaticReply => Ok(letter::automatic(tx, case, &returned.subject).await?),
        Kind::Reply => Ok(letter::reply(tx, case, &returned.subject).await?),
        Kind::Unreadable => Ok(Taken::Rejected),
    }
}

/// How a failure is called.
fn bounce_of(class: Class) -> Taken {
    match class {
        Class::Hard => Taken::HardBounce,
        Class::Soft => Taken::SoftBounce,
        Class::AboutUs => Taken::Refusal,
    }
}
