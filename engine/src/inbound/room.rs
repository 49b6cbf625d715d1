//! The pipeline as the listener knows it.

use std::sync::Arc;
use std::time::Duration;

use postrider_mail::inbound::{Answer, Incoming, MailboxLookup, Mailroom};
use postrider_mail::returned::Returned;
use postrider_store::db::DbError;

use super::pipeline::{Accepted, InboundPipeline};
use super::reports;
use super::result::{InboundResult, NotTaken};
use crate::domains::REPORTS;

/// Where complaints go, below our own name and every return path.
const FEEDBACK: &str = "feedback";
/// Whom every host that takes mail has to have, also without a domain behind it (RFC 5321, 4.5.1).
const POSTMASTER: &str = "postmaster";
/// What every return path's domain begins with.
const BOUNCES: &str = "bounces.";
/// How a report that is faster than our own commit waits for it.
const PAUSES: [Duration; 3] = [
    Duration::from_millis(100),
    Duration::from_millis(300),
    Duration::from_millis(900),
];
/// For one transaction. What is committed later all the same is found when the report comes again.
const PATIENCE: Duration = Duration::from_secs(20);
/// For a report about a domain, with all that is asked of DNS about who sends it.
const PATIENCE_WITH_DNS: Duration = Duration::from_secs(40);

impl Mailroom for InboundPipeline {
    type Accepted = Accepted;

    fn judge(&self, recipient: &str, so_far: &[Accepted]) -> MailboxLookup<Accepted> {
        if recipient.eq_ignore_ascii_case(POSTMASTER) {
            return MailboxLookup::Open(Accepted::Postmaster);
        }
        let Some((local, domain)) = recipient.rsplit_once('@') else {
            return MailboxLookup::Unknown;
        };
        let domain = domain.to_ascii_lowercase();
        let is_bounces = domain.starts_with(BOUNCES);
        if !is_bounces && !self.is_own(&domain) {
            return MailboxLookup::Foreign;
        }
        if local.eq_ignore_ascii_case(FEEDBACK) {
            return MailboxLookup::Open(Accepted::Feedback);
        }
        if local.eq_ignore_ascii_case(POSTMASTER) {
            return MailboxLookup::Open(Accepted::Postmaster);
        }
        let (prefix, token) = local.split_at_checked(2).unwrap_or_default();
        if is_bounces && prefix.eq_ignore_ascii_case("b-") {
            if let Some(token) = self.tokens.read_return_path(token) {
                return MailboxLookup::Proven(Accepted::ReturnPath(token));
            }
        } else if self.is_own(&domain)
            && prefix.eq_ignore_ascii_case(REPORTS)
            && let Some(reported) = self.tokens.read_reports(token)
        {
            if reports::is_full(so_far, reported) {
                return MailboxLookup::TooMany;
            }
            // It stands in DNS, where anybody finds it.
            return MailboxLookup::Open(Accepted::Reports(reported));
        }
        metrics::counter!("postrider_inbound_total", "kind" => "unknown_recipient").increment(1);
        MailboxLookup::Unknown
    }

    async fn take(&self, mail: Incoming<Accepted>) -> Answer {
        let bytes = mail.message.len();
        match self.deal_with(mail).await {
            Ok(taken) => {
                note(taken, bytes);
                Answer::Taken
            }
            Err(
                NotTaken::TooEarly | NotTaken::StillTried | NotTaken::NoAnswer | NotTaken::Crowded,
            ) => Answer::NotNow,
            Err(error @ (NotTaken::Database(_) | NotTaken::NotRead(_) | NotTaken::NotKept(_))) => {
                tracing::warn!(error = %error, "inbound mail cannot be taken");
                Answer::NotNow
            }
        }
    }
}

impl InboundPipeline {
    /// Whether a domain is our own name; a number stands in brackets.
    fn is_own(&self, domain: &str) -> bool {
        let bare = |name: &str| name.trim_matches(['[', ']']).to_owned();
        domain == self.mail_host || bare(domain) == bare(&self.mail_host)
    }

    async fn deal_with(&self, mut mail: Incoming<Accepted>) -> Result<InboundResult, NotTaken> {
        let mut to = std::mem::take(&mut mail.to);
        let all = to.len();
        to.retain(|to| *to != Accepted::Postmaster);
        let letter = (to.len() < all).then(|| (mail.sender.clone(), mail.message.clone()));
        let taken = self.take_rest(to, mail).await?;
        // Last: it is kept anew each time that a mail comes again because of what else it is for.
        let Some((sender, message)) = letter else {
            return Ok(taken.unwrap_or(InboundResult::Nothing));
        };
        self.postmaster.keep(&sender, &message).await?;
        Ok(taken.unwrap_or(InboundResult::Postmaster))
    }

    /// What is not for the postmaster; nothing, if that is all.
    async fn take_rest(
        &self,
        mut to: Vec<Accepted>,
        mail: Incoming<Accepted>,
    ) -> Result<Option<InboundResult>, NotTaken> {
        let reported = reports::split_off(&mut to);
        if to.is_empty() && reported.is_empty() {
            return Ok(None);
        }
        if !reported.is_empty() {
            let counting = self.take_report(&reported, &mail);
            let counted = tokio::time::timeout(PATIENCE_WITH_DNS, counting).await;
            let counted = counted.unwrap_or(Err(NotTaken::Database(DbError::Timeout)))?;
            if to.is_empty() {
                return Ok(Some(counted));
            }
        }
        let returned = self.read(mail.sender, mail.message).await?;
        self.write(&to, &returned).await.map(Some)
    }

    /// Waits for our own commit if that is all that is missing. Chart: a database that is slow to take our notes.
    async fn write(
        &self,
        to: &[Accepted],
        returned: &Arc<Returned>,
    ) -> Result<InboundResult, NotTaken> {
        let mut pauses = PAUSES.iter();
        loop {
            let taking = InboundPipeline::take(self, to, Arc::clone(returned));
            let taken = tokio::time::timeout(PATIENCE, taking).await;
            match (taken, pauses.next()) {
                (Ok(Err(NotTaken::TooEarly)), Some(pause)) => {
                    metrics::counter!("postrider_inbound_early_total").increment(1);
                    tokio::time::sleep(*pause).await;
                }
                (Ok(taken), _) => return taken,
                (Err(_), _) => return Err(NotTaken::Database(DbError::Timeout)),
            }
        }
    }
}

/// Chart: what comes back, by kind. Alert on `refusal` and `complaint`: receivers are about to shut us out.
fn note(taken: InboundResult, bytes: usize) {
    metrics::counter!("postrider_inbound_total", "kind" => taken.as_str()).increment(1);
    tracing::debug!(
        inbound.kind = taken.as_str(),
        bytes,
        "inbound mail was taken"
    );
}
