//! Cancels, pauses and resumes a send. Each changes one row, whatever the size of the send: who delivers looks at it
//! again and again.

use postrider_domain::accounts::credits::Period;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::sending::send::{PauseReason, SendStatus};
use postrider_domain::tenant::BrandKey;
use postrider_store::db::Tx;
use postrider_store::delivery::cancel;
use postrider_store::sends::{self, Move, SendRecord};
use postrider_store::usage::{self, Account};

use super::mails;
use super::moved::{Canceler, MovedSend};
use super::named::Named;
use crate::failure::Failure;

/// What is canceled already stays so.
pub async fn cancel(tx: &Tx, by: &Canceler, id: &str) -> Result<MovedSend, Failure> {
    let code = Code::SendNotCancelable;
    let send = match Named::lock(tx, by.brand, id).await? {
        Named::Send(send) => send,
        Named::Mail { mail, stream } => return mails::cancel(tx, by, *mail, &stream).await,
    };
    if send.status == SendStatus::Canceled {
        return Ok(moved(*send, SendStatus::Canceled));
    }
    refuse_of_audience_run(&send, code, "cancel")?;
    let canceled = cancel::cancel(tx, by.brand, &send, by.now).await?;
    let canceled = canceled.ok_or_else(|| {
        let message = format!("The send is `{}`: it has ended.", send.status.as_str());
        Problem::new(code, message)
    })?;
    if let Some(month) = send.allowance_month {
        let account = Account {
            period: Period::at(month),
            // What is under way is not refused any more.
            sends: None,
            ..by.payer.account(by.now)?
        };
        match canceled.unused {
            unused @ 0.. => usage::return_sends(tx, &account, unused).await?,
            owed => drop(usage::take_sends(tx, &account, -owed).await?),
        }
    }
    Ok(moved(*send, SendStatus::Canceled))
}

pub async fn pause(tx: &Tx, brand: BrandKey, id: &str, now: i64) -> Result<MovedSend, Failure> {
    let code = Code::SendNotPausable;
    let send = match Named::lock(tx, brand, id).await? {
        Named::Send(send) => send,
        Named::Mail { mail, stream } => return Err(mails::refuse_pause(&mail, &stream).into()),
    };
    refuse_of_audience_run(&send, code, "pause")?;
    let from = [SendStatus::Queued, SendStatus::Running];
    let step = Move::paused(PauseReason::Manual, None, now);
    let left = sends::move_to(tx, brand, send.id, &from, &step).await?;
    if left.is_some() {
        return Ok(moved(*send, SendStatus::Paused));
    }
    let problem = Problem::new(code, format!("The send is `{}`.", send.status.as_str()));
    Err(match send.status {
        SendStatus::Scheduled => problem.suggest("Cancel it, and send again when it is time."),
        _ => problem,
    }
    .into())
}

/// The job that starts sends looks at it again: it goes on with what it left, the allowance included.
pub async fn resume(tx: &Tx, brand: BrandKey, id: &str, now: i64) -> Result<MovedSend, Failure> {
    let code = Code::SendNotResumable;
    let send = match Named::lock(tx, brand, id).await? {
        Named::Send(send) => send,
        Named::Mail { mail, stream } => {
            return mails::resume(tx, brand, *mail, &stream, now).await;
        }
    };
    refuse_of_audience_run(&send, code, "resume")?;
    let resumed = sends::resume(tx, brand, &send, now).await?;
    let to = resumed
        .ok_or_else(|| Problem::new(code, format!("The send is `{}`.", send.status.as_str())))?;
    Ok(moved(*send, to))
}

/// The mail of a node in an audience run stops and goes on with its run.
fn refuse_of_audience_run(send: &SendRecord, code: Code, step: &str) -> Result<(), Problem> {
    let Some(run) = &send.refs.audience_run else {
        return Ok(());
    };
    let message = format!("The send is part of the audience run `{run}`.");
    let suggestion = format!("Call POST /v1/automations/audience-runs/{run}/{step}.");
    Err(Problem::new(code, message).suggest(suggestion))
}

fn moved(send: SendRecord, status: SendStatus) -> MovedSend {
    MovedSend {
        public_id: send.public_id,
        status,
        previous_status: send.status,
    }
}
