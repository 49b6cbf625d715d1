//! Cancel, pause and resume of one mail of what events start.

use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;
use postrider_domain::send::SendStatus;
use postrider_store::automations::streams;
use postrider_store::db::Tx;
use postrider_store::sends::{self, Mail, SendRecord};

use super::moved::MovedSend;
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::reply::Reply;

/// Its run goes on: this mail alone is not sent.
pub async fn cancel(
    tx: &Tx,
    cx: &Cx,
    mail: Mail,
    stream: &SendRecord,
) -> Outcome<Reply<MovedSend>> {
    let (brand, process) = (cx.brand_key()?, cx.app().tracker.process());
    let (send, ordinal, now) = (mail.send, mail.ordinal, cx.now());
    if streams::cancel_mail(tx, brand, send, ordinal, process, now).await? {
        return Ok(moved(mail, stream, SendStatus::Canceled));
    }
    let status = mail.status(stream.status);
    let message = if status.is_finished() {
        format!("The send is `{}`: it has ended.", status.as_str())
    } else {
        "The mail is on its way.".to_owned()
    };
    Err(Problem::new(Code::SendNotCancelable, message).into())
}

pub fn refuse_pause(mail: &Mail, stream: &SendRecord) -> Problem {
    let status = mail.status(stream.status);
    let message = format!(
        "A mail of an automation is not paused; it is `{}`.",
        status.as_str()
    );
    Problem::new(Code::SendNotPausable, message)
        .suggest("Cancel it, or cancel its run, or unpublish its automation.")
}

/// What waits is the mail of the whole node, because we were refused or the database was restored: all of it goes on.
pub async fn resume(
    tx: &Tx,
    cx: &Cx,
    mail: Mail,
    stream: &SendRecord,
) -> Outcome<Reply<MovedSend>> {
    let status = mail.status(stream.status);
    if status == SendStatus::Paused {
        let resumed = sends::resume(tx, cx.brand_key()?, stream, cx.now()).await?;
        if let Some(stands) = resumed {
            let status = mail.status(stands);
            return Ok(moved(mail, stream, status));
        }
    }
    let message = format!("The send is `{}`.", status.as_str());
    Err(Problem::new(Code::SendNotResumable, message).into())
}

fn moved(mail: Mail, stream: &SendRecord, status: SendStatus) -> Reply<MovedSend> {
    Reply::ok(MovedSend {
        previous_status: mail.status(stream.status),
        send_id: mail.public_id,
        status,
    })
}
