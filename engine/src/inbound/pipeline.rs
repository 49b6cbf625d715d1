//! The way of a message that came back: read, matched with the recipients it is about, and written.

use std::sync::Arc;

use postrider_domain::sending::tracking::{Purpose, ReportedDomain, Signer, Token};
use postrider_mail::dns::Resolver;
use postrider_mail::returned::{Action, Kind, Returned};
use postrider_store::db::{Clock, Db, Tx};
use postrider_store::tracking::RecipientRef;
use tokio::sync::Semaphore;

use super::case::Case;
use super::postmaster::Postmaster;
use super::result::{InboundResult, NotTaken};
use super::{bounce, complaint, letter};

/// Messages that are read at the same time: strangers decide how long one takes.
const READERS: usize = 4;

/// Whom mail is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepted {
    /// The return path of one recipient's mail.
    ReturnPath(Token),
    /// Where mailbox providers send complaints; which mail one is about stands in it.
    Feedback,
    /// Whoever runs the service.
    Postmaster,
    /// Where receivers report about one domain.
    Reports(ReportedDomain),
}

/// The recipient that a message is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Subject {
    recipient: RecipientRef,
    /// Whether whoever sent it has shown what only the recipient's mail holds.
    proof: Proof,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Proof {
    /// A token that nobody sees but who has the mail.
    Token,
    /// The mail's id, which stands in every reply and every forwarded copy.
    MessageId,
}

#[derive(Clone)]
pub struct InboundPipeline {
    pub(super) db: Db,
    pub(super) clock: Clock,
    pub(super) tokens: Arc<Signer>,
    pub(super) resolver: Resolver,
    /// Whose counts it adds to.
    process: i64,
    pub(super) mail_host: String,
    pub(super) postmaster: Postmaster,
    readers: Arc<Semaphore>,
}

/// What the pipeline works with.
pub struct InboundTools {
    pub db: Db,
    pub clock: Clock,
    pub tokens: Arc<Signer>,
    pub resolver: Resolver,
    pub postmaster: Postmaster,
}

impl InboundPipeline {
    pub fn new(tools: InboundTools, process: i64, mail_host: &str) -> Self {
        Self {
            db: tools.db,
            clock: tools.clock,
            tokens: tools.tokens,
            resolver: tools.resolver,
            process,
            mail_host: mail_host.to_owned(),
            postmaster: tools.postmaster,
            readers: Arc::new(Semaphore::new(READERS)),
        }
    }

    /// What a message says. `sender` is the one of the envelope.
    pub async fn read(&self, sender: String, message: Vec<u8>) -> Result<Arc<Returned>, NotTaken> {
        let read = move || Returned::read(&message, &sender);
        Ok(Arc::new(self.aside(read).await?))
    }

    /// Reads what strangers wrote, beside all that has to go on.
    pub(super) async fn aside<T: Send + 'static>(
        &self,
        read: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotTaken> {
        let failed = |error: &dyn std::fmt::Display| NotTaken::NotRead(error.to_string());
        let readers = Arc::clone(&self.readers);
        let place = readers.acquire_owned().await;
        let place = place.map_err(|error| failed(&error))?;
        let reading = tokio::task::spawn_blocking(move || {
            // It goes on when its caller leaves, so it keeps its place itself.
            let _place = place;
            read()
        });
        reading.await.map_err(|error| failed(&error))
    }

    /// Writes all that a message says, in one transaction.
    pub async fn take(
        &self,
        to: &[Accepted],
        returned: Arc<Returned>,
    ) -> Result<InboundResult, NotTaken> {
        if returned.kind == Kind::Unreadable {
            return Ok(InboundResult::Rejected);
        }
        let subjects = self.subjects(to, &returned);
        if subjects.is_empty() {
            return Ok(InboundResult::Rejected);
        }
        let (process, now) = (self.process, (self.clock)());
        let written = self.db.write(move |tx| {
            let (returned, subjects) = (Arc::clone(&returned), subjects.clone());
            async move {
                let mut taken = InboundResult::Nothing;
                for Subject { recipient, proof } in subjects {
                    if let Some(case) = Case::open(&tx, process, recipient, now).await? {
                        taken = apply(&tx, &case, &returned, proof).await?;
                    }
                }
                Ok::<_, NotTaken>(taken)
            }
        });
        written.await
    }

    /// Whom it is about, each once and in the order in which rows are written.
    fn subjects(&self, to: &[Accepted], returned: &Returned) -> Vec<Subject> {
        let found = to.iter().filter_map(|to| match to {
            Accepted::ReturnPath(token) => Some((*token, Proof::Token)),
            Accepted::Feedback => self.named(returned),
            Accepted::Postmaster | Accepted::Reports(_) => None,
        });
        let mut subjects: Vec<Subject> = found
            .map(|(token, proof)| Subject {
                recipient: RecipientRef::from(token),
                proof,
            })
            .collect();
        subjects.sort_unstable_by_key(|subject| (subject.recipient.key(), subject.proof));
        subjects.dedup_by_key(|subject| subject.recipient);
        subjects
    }

    /// The mail that a complaint is about. Links to a web page of it, and those in it, are passed on and prove nothing.
    fn named(&self, returned: &Returned) -> Option<(Token, Proof)> {
        if !matches!(returned.kind, Kind::Complaint(_)) {
            return None;
        }
        let clues = || returned.clues.iter();
        let proven = clues().find_map(|clue| {
            let path = clue.strip_prefix("b-").unwrap_or(clue);
            self.tokens.read_return_path(path).or_else(|| {
                let link = self.tokens.read(clue).map(|read| read.token);
                link.filter(|token| token.purpose == Purpose::Unsubscribe)
            })
        });
        let proven = proven.map(|token| (token, Proof::Token));
        proven.or_else(|| {
            let named = clues().find_map(|clue| self.tokens.read_message_id(clue));
            named.map(|token| (token, Proof::MessageId))
        })
    }
}

async fn apply(
    tx: &Tx,
    case: &Case,
    returned: &Returned,
    proof: Proof,
) -> Result<InboundResult, NotTaken> {
    match &returned.kind {
        Kind::Report(report) => match report.action {
            Action::Failed => bounce::failed(tx, case, report).await,
            Action::Delayed => Ok(bounce::delayed(tx, case, report).await?),
            Action::Delivered => Ok(bounce::delivered(tx, case).await?),
        },
        Kind::Complaint(complaint) => match proof {
            Proof::Token => Ok(complaint::complained(tx, case, complaint).await?),
            Proof::MessageId => Ok(complaint::unproven(tx, case, complaint).await?),
        },
        Kind::AutomaticReply => Ok(letter::automatic(tx, case, &returned.subject).await?),
        Kind::Reply => Ok(letter::reply(tx, case, &returned.subject).await?),
        Kind::Unreadable => Ok(InboundResult::Rejected),
    }
}
