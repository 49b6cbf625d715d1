//! Who sends a report. Anybody can write one in anybody's name, to an address that stands in DNS: it counts for the
//! domain of its author that its mail proves, as a receiver proves mail (DKIM or SPF, aligned as DMARC wants it).

use std::time::Duration;

use mail_auth::common::headers::Header;
use mail_auth::dkim::Signature;
use mail_auth::spf::verify::SpfParameters;
use mail_auth::{AuthenticatedMessage, DkimResult, MessageAuthenticator, SpfResult};
use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::sending::sending_domain::organizational;

use crate::dns::Resolver;
use crate::inbound::Incoming;

/// For all that is asked of DNS.
const PATIENCE: Duration = Duration::from_secs(15);
/// Signatures that are checked: a mail has one or two of its author.
const MOST_SIGNATURES: usize = 5;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reporter {
    Proven(Author),
    /// Nothing proves that it is from whom it says.
    Unproven,
    /// DNS gives no answer: it may be known later.
    Unknown,
}

/// Who has written a mail, as it proves. Receivers report from a name of their own below the domain in which anybody can
/// have a mailbox: so the reporter is the very domain in `From`, and the organization is what its names have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Author {
    pub domain: String,
    pub organization: String,
    /// By a signature, not by its host alone. `None`: DNS gives no answer.
    pub signed: Option<bool>,
}

/// What was proved, or could not be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Pass,
    Fail,
    NoAnswer,
}

/// Who sends a mail that came in; `host` is our own name.
pub async fn reporter<T>(resolver: &Resolver, host: &str, mail: &Incoming<T>) -> Reporter {
    let Some(mut message) = AuthenticatedMessage::parse(&mail.message) else {
        return Reporter::Unproven;
    };
    let Some(author) = author(&message) else {
        return Reporter::Unproven;
    };
    let organization = organizational(&author).to_owned();
    message
        .dkim_headers
        .retain(|signature| is_authors(signature, &organization));
    message.dkim_headers.truncate(MOST_SIGNATURES);
    let authenticator = resolver.authenticator();
    let judged = async {
        match signed(&authenticator, &message).await {
            Verdict::Pass => (Verdict::Pass, Some(true)),
            signed => {
                let is_signed = (signed == Verdict::Fail).then_some(false);
                match allowed(&authenticator, host, mail, &organization).await {
                    Verdict::Fail => (signed, is_signed),
                    allowed => (allowed, is_signed),
                }
            }
        }
    };
    match tokio::time::timeout(PATIENCE, judged).await {
        Ok((Verdict::Pass, signed)) => Reporter::Proven(Author {
            domain: author,
            organization,
            signed,
        }),
        Ok((Verdict::Fail, _)) => Reporter::Unproven,
        Ok((Verdict::NoAnswer, _)) | Err(_) => Reporter::Unknown,
    }
}

/// The domain in `From`, if there is one such field with one address.
fn author(message: &AuthenticatedMessage<'_>) -> Option<String> {
    let named = message.headers.iter();
    let fields = named.filter(|(name, _)| name.trim_ascii().eq_ignore_ascii_case(b"from"));
    let [from] = message.from.as_slice() else {
        return None;
    };
    let address = EmailAddress::parse(from).ok()?;
    (fields.count() == 1).then(|| address.domain().to_owned())
}

/// Whether the organization has signed, and that it is the author.
fn is_authors(signature: &Header<'_, Signature>, organization: &str) -> bool {
    let signature = &signature.header;
    let signed = &signature.h;
    organizational(&signature.d.to_ascii_lowercase()) == organization
        && signed.iter().any(|name| name.eq_ignore_ascii_case("from"))
}

async fn signed(
    authenticator: &MessageAuthenticator,
    message: &AuthenticatedMessage<'_>,
) -> Verdict {
    let results = authenticator.verify_dkim(message).await;
    let has = |wanted: fn(&DkimResult) -> bool| results.iter().any(|each| wanted(each.result()));
    if has(|result| matches!(result, DkimResult::Pass)) {
        Verdict::Pass
    } else if has(|result| matches!(result, DkimResult::TempError(_))) {
        Verdict::NoAnswer
    } else {
        Verdict::Fail
    }
}

/// Whether the organization allows whoever brought it to mail for it. A mail without a sender is of who brought it.
async fn allowed<T>(
    authenticator: &MessageAuthenticator,
    host: &str,
    mail: &Incoming<T>,
    organization: &str,
) -> Verdict {
    let sender = mail.sender.to_ascii_lowercase();
    let greeting = mail.greeting.to_ascii_lowercase();
    let domain = sender
        .rsplit_once('@')
        .map_or(&*greeting, |(_, domain)| domain);
    if organizational(domain) != organization {
        return Verdict::Fail;
    }
    let asked = if sender.is_empty() {
        SpfParameters::verify_ehlo(mail.peer, &greeting, host)
    } else {
        SpfParameters::verify_mail_from(mail.peer, &greeting, host, &sender)
    };
    match authenticator.verify_spf(asked).await.result() {
        SpfResult::Pass => Verdict::Pass,
        SpfResult::TempError => Verdict::NoAnswer,
        _ => Verdict::Fail,
    }
}
