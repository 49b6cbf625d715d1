//! The judgement of one message.

use std::net::IpAddr;
use std::time::Duration;

use mail_auth::dkim::DkimError;
use mail_auth::dmarc::Policy;
use mail_auth::dmarc::verify::DmarcParameters;
use mail_auth::spf::verify::SpfParameters;
use mail_auth::{
    AuthenticatedMessage, DkimOutput, DkimResult, DmarcOutput, DmarcResult, Error, SpfOutput,
    SpfResult,
};
use postrider_domain::placement::AuthResult;

use super::records::{are_several_dmarc, are_several_spf};
use super::{Authentication, Judgement};
use crate::dns::Resolver;

/// For all that is asked of DNS.
const PATIENCE: Duration = Duration::from_secs(15);
/// Signatures that are checked: we write two.
const MOST_SIGNATURES: usize = 5;
/// Whom SPF records may name as the receiver. It is for explanations, which nobody reads here.
const RECEIVER: &str = "receiver.invalid";

/// How a message comes to a receiver.
#[derive(Clone, Copy, Debug)]
pub struct Arrival<'a> {
    /// The address that it comes from. Unknown: SPF is not judged, and DMARC only where that does not hang on it.
    pub ip: Option<IpAddr>,
    /// The name that the sending host gives itself.
    pub helo: &'a str,
    /// The sender of the envelope; empty for none.
    pub mail_from: &'a str,
}

/// What SPF was asked about, and what it says.
struct Allowed {
    ip: IpAddr,
    output: SpfOutput,
    /// The domain has more records than it may.
    are_several: bool,
}

/// What a receiver would say of a message that comes so, asked of DNS now.
pub async fn judge(resolver: &Resolver, message: &[u8], arrival: Arrival<'_>) -> Authentication {
    let judged = tokio::time::timeout(PATIENCE, ask(resolver, message, arrival));
    judged.await.unwrap_or_else(|_| {
        let late = Judgement::new(AuthResult::TempError, "DNS did not answer in time.");
        Authentication {
            spf: late.clone(),
            dkim: late.clone(),
            dmarc: late,
        }
    })
}

async fn ask(resolver: &Resolver, message: &[u8], arrival: Arrival<'_>) -> Authentication {
    let authenticator = resolver.authenticator();
    let sender = arrival.mail_from.to_ascii_lowercase();
    let greeting = arrival.helo.to_ascii_lowercase();
    let domain = sender
        .rsplit_once('@')
        .map_or(&*greeting, |(_, domain)| domain);
    let allowed = async {
        let ip = arrival.ip?;
        let asked = if sender.is_empty() {
            SpfParameters::verify_ehlo(ip, &greeting, RECEIVER)
        } else {
            SpfParameters::verify_mail_from(ip, &greeting, RECEIVER, &sender)
        };
        let (output, are_several) = tokio::join!(
            authenticator.verify_spf(asked),
            are_several_spf(resolver, domain)
        );
        // The library takes the first that it can read.
        let output = if are_several {
            SpfOutput::new(domain.to_owned()).with_result(SpfResult::PermError)
        } else {
            output
        };
        Some(Allowed {
            ip,
            output,
            are_several,
        })
    };
    let Some(mut message) = AuthenticatedMessage::parse(message) else {
        let unreadable = Judgement::new(AuthResult::PermError, "The message cannot be read.");
        return Authentication {
            spf: spf(allowed.await.as_ref(), domain),
            dkim: unreadable.clone(),
            dmarc: unreadable,
        };
    };
    message.dkim_headers.truncate(MOST_SIGNATURES);
    let (allowed, signed) = tokio::join!(allowed, authenticator.verify_dkim(&message));
    let unknown = SpfOutput::new(domain.to_owned());
    let output = allowed.as_ref().map_or(&unknown, |allowed| &allowed.output);
    let aligned = DmarcParameters::new(&message, &signed, domain, output);
    let aligned = authenticator.verify_dmarc(aligned).await;
    let author = aligned.domain();
    // Where DNS was silent, nobody knows what it would have said.
    let was_answered = !matches!(aligned.result(), DmarcResult::TempError(_));
    let dmarc = if was_answered && !author.is_empty() && are_several_dmarc(resolver, author).await {
        several_policies(author)
    } else {
        dmarc(&aligned, allowed.as_ref())
    };
    Authentication {
        spf: spf(allowed.as_ref(), domain),
        dkim: dkim(&signed),
        dmarc,
    }
}

fn spf(allowed: Option<&Allowed>, domain: &str) -> Judgement {
    let Some(Allowed {
        ip,
        output,
        are_several,
    }) = allowed
    else {
        let reason = "The address that our mail leaves from is not known here: SPF was not asked.";
        return Judgement::new(AuthResult::Unknown, reason);
    };
    let (result, reason) = match output.result() {
        SpfResult::Pass => (
            AuthResult::Pass,
            format!("{domain} lets {ip} send its mail."),
        ),
        SpfResult::Fail => (
            AuthResult::Fail,
            format!("{domain} does not let {ip} send its mail."),
        ),
        SpfResult::SoftFail => (
            AuthResult::SoftFail,
            format!("{domain} says that {ip} is probably not to send its mail."),
        ),
        SpfResult::Neutral => (
            AuthResult::Neutral,
            format!("{domain} does not say whether {ip} may send its mail."),
        ),
        SpfResult::None => (
            AuthResult::None,
            format!("{domain} publishes no SPF record."),
        ),
        SpfResult::TempError => (
            AuthResult::TempError,
            format!("DNS gave no answer about the SPF record of {domain}."),
        ),
        SpfResult::PermError if *are_several => (
            AuthResult::PermError,
            format!("{domain} publishes several SPF records: receivers go by none of them."),
        ),
        SpfResult::PermError => (
            AuthResult::PermError,
            format!("The SPF record of {domain}, or one that it leads to, cannot be followed."),
        ),
    };
    Judgement { result, reason }
}

/// One signature that holds is enough. Else the one is told of that says most.
fn dkim(signed: &[DkimOutput<'_>]) -> Judgement {
    let judged = signed.iter().map(signature);
    let rank = |judgement: &Judgement| match judgement.result {
        AuthResult::Pass => 0,
        AuthResult::TempError => 1,
        AuthResult::Fail | AuthResult::SoftFail => 2,
        AuthResult::PermError => 3,
        AuthResult::Neutral => 4,
        AuthResult::None | AuthResult::Unknown => 5,
    };
    judged
        .min_by_key(rank)
        .unwrap_or_else(|| Judgement::new(AuthResult::None, "The message has no signature."))
}

fn signature(output: &DkimOutput<'_>) -> Judgement {
    let signer = output.signature().map_or_else(
        || "The signature".to_owned(),
        |signature| format!("The signature of {} ({})", signature.d, signature.s),
    );
    let (result, reason) = match output.result() {
        DkimResult::Pass => (AuthResult::Pass, format!("{signer} holds.")),
        // The library calls it neutral; receivers and RFC 6376 do not.
        DkimResult::Neutral(Error::Dkim(
            why @ (DkimError::FailedBodyHashMatch | DkimError::SignatureExpired),
        )) => (AuthResult::Fail, format!("{signer} does not hold: {why}.")),
        DkimResult::Fail(why) => (AuthResult::Fail, format!("{signer} does not hold: {why}.")),
        DkimResult::Neutral(why) => (
            AuthResult::Neutral,
            format!("{signer} cannot be judged: {why}."),
        ),
        DkimResult::PermError(why) => (
            AuthResult::PermError,
            format!("{signer} has no usable key: {why}."),
        ),
        DkimResult::TempError(_) => (
            AuthResult::TempError,
            format!("{signer} could not be checked: DNS gave no answer about its key."),
        ),
        DkimResult::None => (AuthResult::None, "The message has no signature.".to_owned()),
    };
    Judgement { result, reason }
}

fn several_policies(domain: &str) -> Judgement {
    let reason = format!(
        "{domain} or its organization publishes several DMARC policies: receivers go by none of them."
    );
    Judgement {
        result: AuthResult::None,
        reason,
    }
}

fn dmarc(output: &DmarcOutput, allowed: Option<&Allowed>) -> Judgement {
    let domain = output.domain();
    let policy = match output.policy() {
        Policy::Reject => "reject",
        Policy::Quarantine => "quarantine",
        Policy::None | Policy::Unspecified => "none",
    };
    let by = match (output.dkim_result(), output.spf_result()) {
        (DmarcResult::Pass, DmarcResult::Pass) => "DKIM and SPF pass",
        (DmarcResult::Pass, _) => "DKIM passes",
        _ => "SPF passes",
    };
    let (result, reason) = match output.result() {
        DmarcResult::Pass => (
            AuthResult::Pass,
            format!("{by} for the domain in From, {domain}; its policy is `{policy}`."),
        ),
        DmarcResult::Fail(_) if allowed.is_none() => (
            AuthResult::Unknown,
            format!(
                "DKIM does not pass for the domain in From, {domain}; whether SPF does is not known here."
            ),
        ),
        DmarcResult::Fail(_) => (
            AuthResult::Fail,
            format!(
                "Neither SPF nor DKIM passes for the domain in From, {domain}; its policy is `{policy}`."
            ),
        ),
        DmarcResult::TempError(_) => (
            AuthResult::TempError,
            format!("DNS gave no answer about the DMARC policy of {domain}, or what it goes by."),
        ),
        DmarcResult::PermError(why) => (
            AuthResult::PermError,
            format!("The DMARC policy of {domain} cannot be understood: {why}."),
        ),
        DmarcResult::None if domain.is_empty() => (
            AuthResult::None,
            "From names no domain, or several: DMARC has nothing to go by.".to_owned(),
        ),
        DmarcResult::None => (
            AuthResult::None,
            format!("{domain} publishes no DMARC policy."),
        ),
    };
    Judgement { result, reason }
}
