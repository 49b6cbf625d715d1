//! A mail of the installation itself to one address: it belongs to no brand, and nothing of it is counted.

use std::time::Duration;

use postrider_mail::message::{Mailbox, Message};
use postrider_mail::smtp::ReplyClass;

use super::attempt::Attempt;
use super::letter::Mail;
use super::mailer::Mailer;
use super::transport::KeptAs;

/// How long whoever waits for it waits for the mail server.
const PATIENCE: Duration = Duration::from_secs(20);
/// Where captured ones are kept, beside the folders of brands.
pub const NOTICES_FOLDER: &str = "installation";
const NAME: &str = "Postrider";

/// What is mailed, and to whom.
pub struct Notice {
    pub to: String,
    pub subject: String,
    pub text: String,
    pub html: String,
    /// Random: it names the mail.
    pub number: u64,
}

impl Mailer {
    /// Hands a notice over. The error says in a sentence what hindered it.
    pub async fn notify(&self, notice: &Notice) -> Result<(), String> {
        let name = format!("notice-{:016x}", notice.number);
        let mail = self.written(notice, &name);
        let kept_as = KeptAs {
            brand: NOTICES_FOLDER,
            name: &name,
        };
        let delivering = self.transport.deliver(&mail, kept_as, || Ok(()));
        match tokio::time::timeout(PATIENCE, delivering).await {
            Ok(attempt) => outcome(attempt),
            Err(_) => {
                Err("The mail server took too long; the mail may arrive all the same.".to_owned())
            }
        }
    }

    fn written(&self, notice: &Notice, name: &str) -> Mail {
        let domain = self.from.rsplit('@').next().unwrap_or_default();
        let mut bytes = Vec::new();
        Message {
            from: Mailbox {
                email: &self.from,
                name: Some(NAME),
            },
            to: Mailbox {
                email: &notice.to,
                name: None,
            },
            reply_to: None,
            subject: &notice.subject,
            html: &notice.html,
            text: &notice.text,
            message_id: &format!("{name}@{domain}"),
            date: (self.clock)(),
            unsubscribe: None,
            feedback_id: None,
            boundary: notice.number,
        }
        .write(&mut bytes);
        Mail {
            return_path: self.from.clone(),
            to: notice.to.clone(),
            bytes,
        }
    }
}

fn outcome(attempt: Attempt) -> Result<(), String> {
    match attempt {
        Attempt::Replied {
            class: ReplyClass::Accepted,
            ..
        } => Ok(()),
        Attempt::Replied { reply, .. } | Attempt::ShutOut(reply) => {
            Err(format!("The mail server did not take the mail: {reply}"))
        }
        Attempt::NoSuchDomain(why) => Err(format!("The address cannot be mailed: {why}")),
        Attempt::NotSent(why) | Attempt::Unreachable(why) => {
            Err(format!("The mail server could not be reached: {why}"))
        }
        Attempt::InDoubt(why) => Err(format!(
            "The mail server broke off while it answered; the mail may arrive all the same: {why}"
        )),
    }
}
