//! Headers, and what comes beside the texts.

use super::mail::{Found, Mail};

pub fn date(mail: &Mail<'_>) -> Found {
    let date = mail.header("date").unwrap_or_default();
    date.trim().is_empty().then(String::new)
}

pub fn message_id(mail: &Mail<'_>) -> Found {
    let id = mail.header("message-id").unwrap_or_default().trim();
    let bare = id.strip_prefix('<').and_then(|id| id.strip_suffix('>'));
    let parts = bare.and_then(|id| id.split_once('@'));
    let is_good = parts.is_some_and(|(left, right)| !left.is_empty() && !right.is_empty());
    (!is_good).then(String::new)
}

/// Only of what people can unsubscribe from.
fn list_unsubscribe_of<'m>(mail: &'m Mail<'_>) -> Option<&'m str> {
    mail.finished
        .is_marketing
        .then(|| mail.header("list-unsubscribe").unwrap_or_default())
}

pub fn list_unsubscribe(mail: &Mail<'_>) -> Found {
    let addresses = list_unsubscribe_of(mail)?;
    (!addresses.contains('<')).then(String::new)
}

pub fn one_click(mail: &Mail<'_>) -> Found {
    list_unsubscribe_of(mail)?;
    let post = mail.header("list-unsubscribe-post").unwrap_or_default();
    let is_one = post
        .trim()
        .eq_ignore_ascii_case("List-Unsubscribe=One-Click");
    (!is_one).then(String::new)
}

pub fn unsubscribe_https(mail: &Mail<'_>) -> Found {
    let addresses = list_unsubscribe_of(mail)?.to_ascii_lowercase();
    let is_plain = addresses.contains("<http:") && !addresses.contains("<https:");
    is_plain.then(String::new)
}

pub fn attachments(mail: &Mail<'_>) -> Found {
    let files = mail.finished.attachments;
    let first = files.first()?;
    Some(match files.len() {
        1 => format!("`{first}`"),
        count => format!("`{first}` and {} more", count - 1),
    })
}
