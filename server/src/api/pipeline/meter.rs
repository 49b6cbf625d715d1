//! Credits: a fixed cost is charged in the transaction of the effect, so nothing is paid for nothing;
//! work outside a transaction holds them first.

use postrider_domain::accounts::credits::{Metering, balance};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::numbers::Millis;
use postrider_store::db::{DbError, Tx};
use postrider_store::usage;
use serde_json::json;

use crate::api::cx::Cx;
use crate::api::failure::{ApiResult, Failure};
use crate::api::reply::{Answer, Hold};

const RETRY_S: u64 = 5;

/// The fixed cost, if there is one. Costs that depend on the input are a handler's `used`.
pub fn fixed_cost(metering: Metering) -> Option<i64> {
    match metering {
        Metering::Fixed(cost) => Some(cost),
        Metering::Free | Metering::Usage | Metering::PerAddress(_) => None,
    }
}

/// Refuses metered work on an empty balance before it begins.
pub async fn require_balance(tx: &Tx, cx: &Cx, metering: Metering) -> ApiResult<()> {
    let needed = match metering {
        // What is paid by the address may need none: the charge knows how many there were.
        Metering::Free | Metering::PerAddress(_) => return Ok(()),
        Metering::Fixed(cost) => cost,
        Metering::Usage => 1,
    };
    let remaining = read_remaining(tx, cx).await?;
    match remaining {
        Some(remaining) if remaining < needed => Err(insufficient(cx, needed, remaining).into()),
        _ => Ok(()),
    }
}

/// Refuses work of a known cost before its transaction opens, so that nobody waits for what cannot be paid.
pub async fn require(cx: &Cx, cost: i64) -> ApiResult<()> {
    match remaining(cx).await? {
        Some(remaining) if remaining < cost => Err(insufficient(cx, cost, remaining).into()),
        _ => Ok(()),
    }
}

/// Charges for an answer, or holds what it costs if the work goes on.
pub async fn settle(tx: &Tx, cx: &Cx, metering: Metering, answer: &Answer) -> ApiResult<Charged> {
    match answer.hold {
        Some(hold) => put_aside(tx, cx, metering, hold).await,
        None => charge(tx, cx, metering, answer.usage).await,
    }
}

/// Charges in the caller's transaction; too little left undoes everything else in it.
async fn charge(tx: &Tx, cx: &Cx, metering: Metering, used: i64) -> ApiResult<Charged> {
    let free = match metering {
        Metering::Free => true,
        Metering::PerAddress(_) => used == 0,
        Metering::Fixed(_) | Metering::Usage => false,
    };
    if free {
        return Ok(Charged::default());
    }
    let account = cx.account()?;
    let cost = match metering {
        Metering::Free => None,
        Metering::Fixed(cost) => Some(cost),
        Metering::PerAddress(_) => Some(used),
        Metering::Usage => {
            usage::overdraw(tx, &account, used)
                .await
                .map_err(|error| unverified(&error))?;
            None
        }
    };
    let Some(cost) = cost else {
        return Ok(Charged::default());
    };
    if !usage::charge(tx, &account, cost)
        .await
        .map_err(|error| unverified(&error))?
    {
        let remaining = read_remaining(tx, cx).await?.unwrap_or(0);
        return Err(insufficient(cx, cost, remaining).into());
    }
    Ok(Charged {
        cost: Some(cost),
        remaining: read_remaining(tx, cx).await?,
    })
}

/// What of a fixed cost is charged for work that came to no end: nothing, and the caller is told so.
pub async fn spare(tx: &Tx, cx: &Cx, metering: Metering) -> ApiResult<Charged> {
    match fixed_cost(metering) {
        Some(_) => Ok(Charged {
            cost: Some(0),
            remaining: read_remaining(tx, cx).await?,
        }),
        None => Ok(Charged::default()),
    }
}

#[derive(Clone, Copy, Default)]
pub struct Charged {
    pub cost: Option<i64>,
    pub remaining: Option<i64>,
}

/// Holds a fixed cost for work that runs outside a transaction.
pub async fn hold(
    tx: &Tx,
    cx: &Cx,
    metering: Metering,
    hold: i64,
    expires_at: i64,
) -> ApiResult<()> {
    let Some(cost) = fixed_cost(metering) else {
        return require_balance(tx, cx, metering).await;
    };
    if usage::hold(tx, &cx.account()?, hold, cost, Millis(expires_at))
        .await
        .map_err(|error| unverified(&error))?
    {
        return Ok(());
    }
    let remaining = read_remaining(tx, cx).await?.unwrap_or(0);
    Err(insufficient(cx, cost, remaining).into())
}

/// The same for work in the background, which gives it back or charges it once it has ended.
async fn put_aside(tx: &Tx, cx: &Cx, metering: Metering, asked: Hold) -> ApiResult<Charged> {
    hold(tx, cx, metering, asked.number, asked.until).await?;
    Ok(Charged {
        cost: fixed_cost(metering),
        remaining: read_remaining(tx, cx).await?,
    })
}

/// The work that a hold is for goes on until then.
pub async fn extend(tx: &Tx, cx: &Cx, hold: i64, expires_at: i64) -> ApiResult<()> {
    usage::extend(tx, cx.caller().org, hold, Millis(expires_at))
        .await
        .map_err(|error| unverified(&error))
}

/// Gives a hold back; the charge that may follow is one of its own.
pub async fn release(tx: &Tx, cx: &Cx, hold: i64) -> ApiResult<()> {
    usage::release(tx, cx.caller().org, hold)
        .await
        .map_err(|error| unverified(&error))
}

pub async fn remaining(cx: &Cx) -> ApiResult<Option<i64>> {
    let call = cx.clone();
    cx.db()
        .read(move |tx| {
            let call = call.clone();
            async move { read_remaining(&tx, &call).await }
        })
        .await
}

async fn read_remaining(tx: &Tx, cx: &Cx) -> ApiResult<Option<i64>> {
    let account = cx.account()?;
    let used = usage::read(tx, &account)
        .await
        .map_err(|error| unverified(&error))?;
    Ok(balance(cx.plan()?, &used).remaining)
}

/// A balance that cannot be read is not a balance of zero, nor a free ride.
fn unverified(error: &DbError) -> Failure {
    tracing::warn!(error = %error, "the credit balance could not be verified");
    Problem::new(
        Code::ServiceUnavailable,
        "The credit balance could not be verified; nothing was charged.",
    )
    .retry_after(RETRY_S)
    .into()
}

fn insufficient(cx: &Cx, cost: i64, remaining: i64) -> Problem {
    Problem::new(
        Code::InsufficientCredits,
        format!("This costs {cost} credits; {remaining} are left."),
    )
    .details(json!({ "cost": cost, "remaining": remaining, "planKey": cx.caller().plan }))
}
