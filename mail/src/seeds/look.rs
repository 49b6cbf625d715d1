//! One look into one mailbox.

use super::answer::{Word, words};
use super::folders::spam_folders;
use super::naming::{self, message_id, two_days_before};
use super::session::Session;
use super::wire::within;
use super::{LookLimits, Looked, Place, SeedError, SeedMailbox};
use crate::smtp::TrustedCertificate;

/// Bytes of the header fields that are read.
const MOST_JUDGED: usize = 8192;

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
) -> Result<Looked, SeedError> {
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
) -> Result<Looked, SeedError> {
    let inbox = naming::folder(&mailbox.inbox);
    if let Some(uid) = find(session, &inbox, search).await? {
        return Ok(found(session, Place::Inbox, uid).await);
    }
    let mut spam = spam_folders(session, mailbox).await?;
    spam.retain(|folder| *folder != inbox);
    let place = if spam.is_empty() {
        Place::NotInInbox
    } else {
        Place::Missing
    };
    for folder in spam {
        if let Some(uid) = find(session, &folder, search).await? {
            return Ok(found(session, Place::Spam, uid).await);
        }
    }
    Ok(Looked {
        place,
        judged: None,
    })
}

/// The number of the message in a folder, which is written as servers write it. The folder is opened for reading alone.
async fn find(session: &mut Session, folder: &str, search: &str) -> Result<Option<u32>, SeedError> {
    let folder = naming::quoted(folder)?;
    session.demand(&format!("EXAMINE {folder}")).await?;
    let heard = session.demand(&format!("UID SEARCH {search}")).await?;
    let mut last = None;
    for answer in &heard.answers {
        let words = words(answer);
        if words.first().is_some_and(|word| word.is("SEARCH")) {
            last = last.max(words[1..].iter().filter_map(number).max());
        }
    }
    Ok(last)
}

fn number(word: &Word) -> Option<u32> {
    str::from_utf8(word.bytes()).ok()?.parse().ok()
}

/// Where it is, is known. What the receiver wrote into it is told if it can be had.
async fn found(session: &mut Session, place: Place, uid: u32) -> Looked {
    let fields = "BODY.PEEK[HEADER.FIELDS (Authentication-Results X-Spam-Status)]";
    let command = format!("UID FETCH {uid} ({fields}<0.{MOST_JUDGED}>)");
    let heard = session.ask(&command).await;
    let answers = heard.map(|heard| heard.answers).unwrap_or_default();
    Looked {
        place,
        judged: answers.iter().find_map(|answer| fields_of(answer)),
    }
}

fn fields_of(answer: &[u8]) -> Option<String> {
    let words = words(answer);
    let is_body = |word: &Word| word.bytes().to_ascii_uppercase().starts_with(b"BODY[");
    let at = words.iter().position(is_body)?;
    let Word::Text(bytes) = words.get(at + 1)? else {
        return None;
    };
    let bytes = &bytes[..bytes.len().min(MOST_JUDGED)];
    let text = String::from_utf8_lossy(bytes).trim().to_owned();
    (!text.is_empty()).then_some(text)
}
