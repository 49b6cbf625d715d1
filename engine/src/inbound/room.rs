//! The pipeline as the listener knows it.

use std::time::Duration;

use postrider_mail::inbound::{Answer, Incoming, Judged, Mailroom};

use super::{Accepted, InboundPipeline, NotTaken, Taken};

/// Where complaints go, below our own name and every return path.
const FEEDBACK: &str = "feedback";
/// What every return path's domain begins with.
const BOUNCES: &str = "bounces.";
/// A report that is faster than our own commit waits for it so often.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(100);
/// For one transaction. What is committed later all the same is found when the report comes again.
const PATIENCE: Duration = Duration::from_secs(20);

impl Mailroom for InboundPipeline {
    type Accepted = Accepted;

    fn judge(&self, recipient: &str) -> Judged<Accepted> {
        let Some((local, domain)) = recipient.rsplit_once('@') else {
            return Judged::Unknown;
        };
        let domain = domain.to_ascii_lowercase();
        let is_bounces = domain.starts_with(BOUNCES);
        if domain != self.mail_host && !is_bounces {
            return Judged::Foreign;
        }
        if local.eq_ignore_ascii_case(FEEDBACK) {
            return Judged::Accepted(Accepted::Feedback);
        }
        let token = local
            .split_at_checked(2)
            .filter(|(prefix, _)| is_bounces && prefix.eq_ignore_ascii_case("b-"))
            .and_then(|(_, token)| self.tokens.read_return_path(token));
        if let Some(token) = token {
            return Judged::Accepted(Accepted::ReturnPath(token));
        }
        metrics::counter!("postrider_inbound_total", "kind" => "unknown_recipient").increment(1);
        Judged::Unknown
    }

    async fn take(&self, mail: Incoming<Accepted>) -> Answer {
        for _ in 0..TRIES {
            let taking = InboundPipeline::take(self, &mail.to, &mail.sender, &mail.message);
            match tokio::time::timeout(PATIENCE, taking).await {
                Ok(Ok(taken)) => {
                    note(taken, &mail);
                    return Answer::Taken;
                }
                Ok(Err(NotTaken::TooEarly)) => tokio::time::sleep(PAUSE).await,
                Ok(Err(NotTaken::Database(error))) => {
                    tracing::warn!(error = %error, "inbound mail cannot be written");
                    return Answer::NotNow;
                }
                Err(_) => {
                    tracing::warn!("inbound mail cannot be written in time");
                    return Answer::NotNow;
                }
            }
        }
        Answer::NotNow
    }
}

/// Chart: what comes back, by kind. Alert on `refusal` and `complaint`: receivers are about to shut us out.
fn note(taken: Taken, mail: &Incoming<Accepted>) {
    metrics::counter!("postrider_inbound_total", "kind" => taken.as_str()).increment(1);
    tracing::debug!(
        inbound.kind = taken.as_str(),
        bytes = mail.message.len(),
        "inbound mail was taken"
    );
}
