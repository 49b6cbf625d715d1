//! What placement tests need, where it is set: mailboxes that can be looked into, and a spam filter that answers.

use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream;
use postrider_engine::placement::{ConfiguredSeed, PlacementSettings, SpamFilter};
use postrider_mail::filters::Transport;
use postrider_mail::seeds::{LookLimits, Place, Sought, look as look_into};
use postrider_mail::smtp::TrustedCertificate;

use super::finding::{Check, Finding};

const AT_ONCE: usize = 8;
const LIMITS: LookLimits = LookLimits {
    deadline: Duration::from_secs(20),
    step: Duration::from_secs(10),
    answer_bytes: 64 << 10,
    bytes: 1 << 20,
};
/// What no mailbox has.
const NO_MESSAGE: &str = "postrider-doctor@invalid";
const MESSAGE: &[u8] = b"From: <doctor@example.com>\r\nTo: <doctor@example.com>\r\nSubject: Is anybody there?\r\n\
    Message-ID: <postrider-doctor@example.com>\r\nDate: Mon, 5 Jan 2026 10:00:00 +0000\r\n\r\nHello.\r\n";

pub async fn look(settings: &PlacementSettings) -> Vec<Finding> {
    let (mut findings, filter) =
        tokio::join!(seeds(&settings.seeds), filter(settings.filter.as_ref()));
    findings.extend(filter);
    findings
}

async fn seeds(seeds: &[ConfiguredSeed]) -> Vec<Finding> {
    let trusted = match TrustedCertificate::system() {
        Ok(trusted) => trusted,
        Err(error) if !seeds.is_empty() => {
            let advice = "Install the system's certificates (ca-certificates).";
            return vec![Finding::problem(Check::Seeds, error.to_string(), advice)];
        }
        Err(_) => return Vec::new(),
    };
    stream::iter(seeds)
        .map(|seed| seed_of(seed, &trusted))
        .buffered(AT_ONCE)
        .collect()
        .await
}

async fn seed_of(seed: &ConfiguredSeed, trusted: &TrustedCertificate) -> Finding {
    let sought = Sought {
        message_id: NO_MESSAGE,
        sent_ms: None,
    };
    let mut finding = match look_into(&seed.mailbox, sought, &LIMITS, trusted).await {
        Ok(Place::NotInInbox) => Finding::warning(
            Check::Seeds,
            format!(
                "the mailbox at {} can be looked into, and no folder in it is known for spam",
                seed.provider
            ),
            "Name its folder in its table [[seeds]]: `spam`. Until then a mail that is not in the inbox stays `pending`, unless the \
             server makes such a folder with the first mail that goes there.",
        ),
        Ok(Place::Inbox | Place::Spam | Place::Missing) => Finding::ok(
            Check::Seeds,
            format!("the mailbox at {} can be looked into", seed.provider),
        ),
        Err(error) => Finding::warning(
            Check::Seeds,
            error.to_string(),
            "Check its table [[seeds]] in postrider.toml, and that the provider lets programs log in over IMAP. Until then \
             placement tests say that it was not looked into.",
        ),
    };
    finding.subject = Some(seed.address.clone());
    finding
}

async fn filter(filter: Option<&SpamFilter>) -> Option<Finding> {
    let filter = filter?;
    let name = filter.kind().as_str();
    Some(match filter.ask(MESSAGE, Transport::default()).await {
        Ok(verdict) => Finding::ok(
            Check::SpamFilter,
            format!(
                "{name} answers, and calls mails spam from {} on",
                verdict.threshold
            ),
        ),
        Err(error) => Finding::warning(
            Check::SpamFilter,
            format!("{name}: {error}"),
            "Check POSTRIDER_RSPAMD or POSTRIDER_SPAMD. Until then placement tests say that no filter answered.",
        ),
    })
}
