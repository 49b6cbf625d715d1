//! One look into one mailbox.

use super::answer::{Word, words};
use super::folders::spam_folders;
use super::naming::{self, message_id, two_days_before};
use super::session::Session;
use super::wire::within;
use super::{LookLimits, Place, SeedError, SeedMailbox};
use crate::smtp::TrustedCertificate;

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Sought<'a> {
    /// With or without its angle brackets.
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

fn criteria(sought: Sought<'_>) -> Result<String, SeedError> {
    let id = message_id(sought.message_id)?;
    let since = sought
        .sent_ms
        .map(|ms| format!("SINCE {} ", two_days_before(ms)));
    Ok(format!(
        "{}HEADER Message-ID {id}",
        since.unwrap_or_default()
    ))
}

async fn look_around(
    session: &mut Session,
    mailbox: &SeedMailbox,
    search: &str,
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

/// Whether the message is in a folder, which is written as servers write it. The folder is opened for reading alone.
async fn is_in(session: &mut Session, folder: &str, search: &str) -> Result<bool, SeedError> {
    let folder = naming::quoted(folder)?;
    session.demand(&format!("EXAMINE {folder}")).await?;
    let heard = session.demand(&format!("UID SEARCH {search}")).await?;
    Ok(heard.answers.iter().any(|answer| {
        let words = words(answer);
        let is_search = words.first().is_some_and(|word| word.is("SEARCH"));
        is_search && words[1..].iter().any(is_number)
    }))
}

fn is_number(word: &Word) -> bool {
    str::from_utf8(word.bytes()).is_ok_and(|text| text.parse::<u32>().is_ok())
}
