//! Cancels and resumes one mail of what events start, and says why it is not paused.

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::numbers::{Millis, ProcessNo, SendNo};
use postrider_domain::sending::send::SendStatus;
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::streams;
use postrider_store::db::Tx;
use postrider_store::sends::{self, Mail, SendRecord};

use super::moved::{Canceler, MovedSend};
use crate::failure::Failure;

/// Its run goes on: this mail alone is not sent.
pub async fn cancel(
    tx: &Tx,
    by: &Canceler,
    mail: Mail,
    stream: &SendRecord,
) -> Result<MovedSend, Failure> {
    let (send, ordinal) = (mail.send, mail.ordinal);
    if streams::cancel_mail(
        tx,
        by.brand,
        SendNo(send),
        ordinal,
        ProcessNo(by.process),
        Millis(by.now),
    )
    .await?
    {
        return Ok(moved(mail, stream, SendStatus::Canceled));
    }
    let status = mail.status(stream.status);
    if status == SendStatus::Canceled {
        return Ok(moved(mail, stream, status));
    }
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
    brand: BrandKey,
    mail: Mail,
    stream: &SendRecord,
    now: i64,
) -> Result<MovedSend, Failure> {
    let status = mail.status(stream.status);
    if status == SendStatus::Paused {
        let resumed = sends::resume(tx, brand, stream, now).await?;
        if let Some(stands) = resumed {
            let status = mail.status(stands);
            return Ok(moved(mail, stream, status));
        }
    }
    let message = format!("The send is `{}`.", status.as_str());
    Err(Problem::new(Code::SendNotResumable, message).into())
}

fn moved(mail: Mail, stream: &SendRecord, status: SendStatus) -> MovedSend {
    MovedSend {
        previous_status: mail.status(stream.status),
        public_id: mail.public_id,
        status,
    }
}
