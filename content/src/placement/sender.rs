//! Who the mail says that it is from, and who gets the answers.

use postrider_domain::contacts::mailbox::domain_of;
use postrider_domain::sending::sending_domain::organizational;

use super::mail::{Found, Mail};

pub fn name_missing(mail: &Mail<'_>) -> Found {
    let name = mail.finished.from_name.unwrap_or_default();
    name.trim().is_empty().then(String::new)
}

pub fn name_is_address(mail: &Mail<'_>) -> Found {
    let name = mail.finished.from_name?.trim().to_lowercase();
    let looks_so = name.contains('@') && !name.contains(char::is_whitespace);
    (looks_so && name != mail.finished.from_email.to_lowercase()).then(String::new)
}

pub fn no_reply(mail: &Mail<'_>) -> Found {
    // Those who want answers elsewhere say so.
    if mail.finished.reply_to.is_some() {
        return None;
    }
    let local = mail.finished.from_email.rsplit_once('@')?.0.to_lowercase();
    let plain: String = local
        .chars()
        .filter(|letter| letter.is_alphabetic())
        .collect();
    matches!(
        plain.as_str(),
        "noreply" | "donotreply" | "neantworten" | "nichtantworten"
    )
    .then(String::new)
}

/// Providers whose DMARC policy, or whose users, forbid that others mail for them.
const FREE: [&str; 24] = [
    "gmail.com",
    "googlemail.com",
    "yahoo.com",
    "yahoo.co.uk",
    "yahoo.de",
    "yahoo.fr",
    "ymail.com",
    "aol.com",
    "outlook.com",
    "hotmail.com",
    "live.com",
    "msn.com",
    "icloud.com",
    "me.com",
    "mac.com",
    "gmx.de",
    "gmx.net",
    "gmx.com",
    "web.de",
    "t-online.de",
    "mail.ru",
    "yandex.ru",
    "proton.me",
    "protonmail.com",
];

pub fn free_mail(mail: &Mail<'_>) -> Found {
    let domain = domain_of(mail.finished.from_email).to_lowercase();
    FREE.contains(&domain.as_str())
        .then(|| format!("`{domain}`"))
}

pub fn reply_elsewhere(mail: &Mail<'_>) -> Found {
    let reply_to = domain_of(mail.finished.reply_to?).to_lowercase();
    let from = domain_of(mail.finished.from_email).to_lowercase();
    let is_elsewhere = organizational(&reply_to) != organizational(&from);
    is_elsewhere.then(|| format!("`{reply_to}`"))
}
