//! Sending: from an audience to the receivers' answers.
//!
//! `freezing` turns an audience into recipients, `dispatcher` takes a few of them at a time, `letter` writes their mails,
//! `worker` hands them over through a `transport`, and what came of each is settled in the commit that takes
//! the next. `journal` remembers what no commit can know in time, `recovery` reads it after a crash.

mod attempt;
mod books;
mod context;
mod copy;
mod direct;
mod dispatcher;
mod failing;
mod flight;
mod freezing;
mod journal;
mod letter;
mod letters;
mod mailer;
mod notice;
mod order;
mod pace;
mod pausing;
mod pool;
mod recovery;
mod refusals;
mod round;
mod sample;
mod shares;
mod sites;
mod test_allowance;
mod test_mail;
mod ticketing;
mod transport;
mod unheard;
mod verdicts;
mod worker;
mod writing;

use std::path::Path;
use std::sync::Arc;

pub use context::SendingContext;
pub use copy::{Copy, Handed};
pub use direct::{Direct, DirectOptions, PolicyHosts};
pub use dispatcher::Dispatcher;
pub use failing::{SEND_FAILED, why_failed};
pub use freezing::SendJob;
pub(crate) use freezing::resolved;
pub use journal::Owner;
pub use letter::Payload;
pub use letters::{Letters, Signing};
pub use mailer::Mailer;
pub use notice::{NOTICES_FOLDER, Notice};
pub use recovery::{COPY_MARK, RecoveryError};
pub use sample::Sample;
pub use test_allowance::TestAllowance;
pub use test_mail::{TestMail, TestSender, TestedNode, from_own_sender};
pub use transport::{Route, Transport};

use crate::jobs::Peers;
use journal::Journal;
use postrider_domain::sending::tracking::Signer;
use postrider_store::db::{Clock, Db};

/// The journal's folder, below the data folder.
pub const JOURNAL: &str = "journal";

/// What mailing is started with.
pub struct Start<'a> {
    pub db: &'a Db,
    pub clock: &'a Clock,
    /// The data folder; the journal is below it.
    pub data: &'a Path,
    pub owner: Owner,
    /// This start of the process, a random number.
    pub life: i64,
    /// After this long others call what it had taken in doubt, and it what others had.
    pub takeover_ms: i64,
    pub peers: Peers,
    pub letters: Letters,
    pub tokens: Arc<Signer>,
    pub transport: Arc<Transport>,
    pub connections: usize,
    /// Of those, to one receiving site.
    pub site_connections: usize,
}

/// Settles what an earlier life left, then gives the loop that mails.
pub async fn start(start: Start<'_>) -> Result<Dispatcher, RecoveryError> {
    let folder = start.data.join(JOURNAL);
    let now = (start.clock)();
    let batch = recovery::recover(start.db, start.data, &folder, &start.owner, now).await?;
    let process = start.owner.process;
    let journal = Journal::begin(&folder, start.owner)?;
    journal.settled(batch, &[])?;
    journal.forget_earlier()?;
    let context = SendingContext {
        db: start.db.clone(),
        clock: Arc::clone(start.clock),
        process,
        life: start.life,
        takeover_ms: start.takeover_ms,
        sites: start.transport.sites(start.peers, start.site_connections),
        letters: start.letters,
        tokens: start.tokens,
        transport: start.transport,
        journal: Arc::new(journal),
        connections: start.connections,
    };
    Ok(Dispatcher::new(context, batch))
}
