//! A design on its way to one inbox, and what becomes of it.

use postrider_domain::contacts::mailbox::domain_number;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::numbers::Millis;
use postrider_domain::sending::send::EventType;
use postrider_domain::tenant::BrandKey;
use postrider_mail::smtp::ReplyClass;
use postrider_store::db::{DbError, Tx};
use postrider_store::delivery::events::{self, NewEvent};
use postrider_store::test_mails;
use serde_json::{Value, json};

use super::attempt::Attempt;
use super::letter::Payload;

#[derive(Clone, Debug)]
pub struct TestMail {
    pub brand: BrandKey,
    /// Of its row, which is taken before it leaves.
    pub number: i64,
    pub email: i64,
    pub version: i64,
    pub to: String,
    pub subject: String,
    /// Without one, the design's.
    pub preview_text: Option<String>,
    pub payload: Payload,
    /// Without one, it comes from the installation's own address in the brand's name.
    pub sender: Option<TestSender>,
    /// The test of an automation that it belongs to.
    pub run: Option<TestedNode>,
}

/// Who a test is from, where the brand has a domain that is ready.
#[derive(Clone, Debug)]
pub struct TestSender {
    pub domain: i64,
    pub from_email: String,
    pub from_name: Option<String>,
    pub reply_to: Option<String>,
}

/// What whoever tests is told where no domain of the brand could be used, and why.
pub fn from_own_sender(why: &str) -> String {
    format!("{why} The test came from this server's own sender.")
}

/// Where in which run it was sent.
#[derive(Clone, Debug)]
pub struct TestedNode {
    pub automation: i64,
    pub run: i64,
    pub node: String,
}

/// What whoever asked for a test is told, and what is written down of it.
pub(super) struct TestOutcome {
    pub(super) answer: Result<(), Problem>,
    /// Nothing: it did not leave, and counts no more.
    event: Option<(EventType, Option<Value>)>,
}

impl TestOutcome {
    pub(super) fn of(attempt: Attempt) -> Self {
        let unavailable =
            |message: String| Problem::new(Code::ServiceUnavailable, message).retry_after(30);
        let (answer, event) = match attempt {
            Attempt::Replied {
                class: ReplyClass::Accepted,
                ..
            } => (Ok(()), Some((EventType::Delivered, None))),
            // Somebody was asked for this address, so it counts: a test is no way to try addresses out.
            Attempt::Replied {
                class: ReplyClass::AddressFailure,
                reply,
            } => {
                let message = format!("The receiver does not take mail for this address: {reply}");
                let detail = json!({ "smtpReply": reply, "bounceType": "hard" });
                let event = (EventType::Bounced, Some(detail));
                (Err(Problem::invalid("to", message)), Some(event))
            }
            Attempt::NoSuchDomain(why) => {
                let message = format!("The address cannot be mailed: {why}");
                (Err(Problem::invalid("to", message)), None)
            }
            Attempt::Replied { reply, .. } | Attempt::ShutOut(reply) => {
                let message = format!("The mail server did not take the test: {reply}");
                (Err(unavailable(message)), None)
            }
            Attempt::NotSent(why) | Attempt::Unreachable(why) => {
                let message = format!("The mail server could not be reached: {why}");
                (Err(unavailable(message)), None)
            }
            Attempt::InDoubt(why) => {
                let message = format!(
                    "The mail server broke off while it answered; the test may arrive all the same: {why}"
                );
                let detail = json!({ "error": why });
                let event = (EventType::InDoubt, Some(detail));
                (Err(unavailable(message)), Some(event))
            }
        };
        Self { answer, event }
    }

    /// It could not even be made.
    pub(super) fn unmade(problem: Problem) -> Self {
        Self {
            answer: Err(problem),
            event: None,
        }
    }

    /// Its event, or the place that it gives back.
    pub(super) async fn write(
        &self,
        tx: &Tx,
        test: &TestMail,
        contact: Option<i64>,
        now: Millis,
    ) -> Result<(), DbError> {
        let Some((kind, detail)) = self.event.clone() else {
            return test_mails::give_back(tx, test.brand, test.number).await;
        };
        let (_, domain) = test.to.rsplit_once('@').unwrap_or_default();
        let mut detail = detail.unwrap_or_else(|| json!({}));
        if let Some(run) = &test.run {
            detail["node"] = json!(run.node);
        }
        let event = NewEvent {
            ordinal: Some(test.number),
            contact,
            domain: Some(domain_number(domain)),
            detail: Some(detail.to_string()),
            automation: test.run.as_ref().map(|run| run.automation),
            run: test.run.as_ref().map(|run| run.run),
            ..NewEvent::new(test.brand, tx.number(), kind, now.0)
        };
        events::append(tx, vec![event]).await
    }
}
