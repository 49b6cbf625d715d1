//! One look into one mailbox.

use super::answer::{Word, words};
use super::folders::spam_folders;
use super::mark;
use super::naming::{self, message_id, two_days_before};
use super::session::{Heard, Session};
use super::wire::within;
use super::{LookLimits, Place, SeedError, SeedMailbox};
use crate::smtp::TrustedCertificate;

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Sought<'a> {
    /// With or without its angle brackets. A message that was marked with it is found too, whatever its own id is by now.
    pub message_id: &'a str,
    /// When it was sent, in epoch milliseconds: the server need not search what it has had for longer.
    pub sent_ms: Option<i64>,
}

/// Where the message is. Changes nothing in the mailbox and reads no text of any message.
pub async fn look(
    mailbox: &SeedMailbox,
    sought: Sought<'_>,
    limits: &LookLimits,
    trusted: &TrustedCertificate,
) -> Result<Place, SeedError> {
    let search = criteria(sought)?;
    let looked = within(limits.deadline, async {
        let mut session = Session::open(mailbox, limits, trusted).await?;
        let looked = look_around(&mut session, mailbox, &search).await?;
        session.leave().await;
        Ok(looked)
    });
    Box::pin(looked)
        .await
        .map_err(|error| error.presentable(mailbox))
}

/// How it is searched for.
struct Searches {
    by_id: String,
    by_mark: String,
}

fn criteria(sought: Sought<'_>) -> Result<Searches, SeedError> {
    let id = message_id(sought.message_id)?;
    let since = sought
        .sent_ms
        .map(|ms| format!("SINCE {} ", two_days_before(ms)));
    let since = since.unwrap_or_default();
    Ok(Searches {
        by_id: format!("UID SEARCH {since}HEADER Message-ID {id}"),
        by_mark: format!("UID SEARCH {since}HEADER {} {id}", mark::HEADER),
    })
}

async fn look_around(
    session: &mut Session,
    mailbox: &SeedMailbox,
    search: &Searches,
) -> Result<Place, SeedError> {
    let inbox = naming::folder(&mailbox.inbox);
    if is_in(session, &inbox, search).await? {
        return Ok(Place::Inbox);
    }
    let mut spam = spam_folders(session, mailbox).await?;
    spam.retain(|folder| *folder != inbox);
    let place = if spam.is_empty() {
        Place::NotInInbox
    } else {
        Place::Missing
    };
    for folder in spam {
        if is_in(session, &folder, search).await? {
            return Ok(Place::Spam);
        }
    }
    Ok(place)
}

/// Whether the message is in a folder, which is written as servers write it. The folder is opened for reading alone. Some
/// servers (Yahoo's, Stalwart's) decline to search for headers that they keep no index of, and would decline one search for
/// both: so there are two, and where the second is declined the first has said all that can be known.
async fn is_in(session: &mut Session, folder: &str, search: &Searches) -> Result<bool, SeedError> {
    let folder = naming::quoted(folder)?;
    session.demand(&format!("EXAMINE {folder}")).await?;
    let by_id = session.demand(&search.by_id).await?;
    Ok(has_found(&by_id) || has_found(&session.ask(&search.by_mark).await?))
}

fn has_found(heard: &Heard) -> bool {
    heard.answers.iter().any(|answer| {
        let words = words(answer);
        let is_search = words.first().is_some_and(|word| word.is("SEARCH"));
        is_search && words[1..].iter().any(is_number)
    })
}

fn is_number(word: &Word) -> bool {
    str::from_utf8(word.bytes()).is_ok_and(|text| text.parse::<u32>().is_ok())
}
