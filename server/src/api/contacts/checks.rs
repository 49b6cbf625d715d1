//! Checking the addresses of a request: at once while it waits, or in the background.

use std::collections::HashSet;
use std::time::Duration;

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_engine::contacts::write::Numbered;
use postrider_engine::validation::{self, Checked, Checks, ChecksContext, nothing_checked};
use postrider_store::db::Tx;

use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::pipeline::require_credits;
use crate::entropy;

/// More addresses are checked in the background.
pub const AT_ONCE: usize = 100;
/// How long a caller waits for DNS.
const PATIENCE: Duration = Duration::from_secs(5);
const RETRY_S: u64 = 30;

/// Looks at addresses while the caller waits. `Err` if not one of them could be checked.
pub async fn look(cx: &Cx, emails: &[&str], cost: i64) -> ApiResult<Vec<Checked>> {
    require_credits(cx, cost).await?;
    let place = cx.lookup_place().await?;
    let checked = cx.app().checker.check(emails, PATIENCE).await;
    drop(place);
    if nothing_checked(&checked) {
        let message = "DNS gives no answer: no address could be checked, and nothing was charged.";
        return Err(Problem::new(Code::ServiceUnavailable, message)
            .retry_after(RETRY_S)
            .into());
    }
    for checked in &checked {
        let status = checked.verdict.status.as_str();
        metrics::counter!("postrider_addresses_checked_total", "status" => status).increment(1);
    }
    Ok(checked)
}

/// Before the write: looks at the addresses of the rows that can be written, if they are few.
pub async fn prepare(cx: &Cx, validate: Option<bool>, rows: &[Numbered]) -> ApiResult<Checks> {
    if validate != Some(true) {
        return Ok(Checks::None);
    }
    let good = rows.iter().filter_map(|row| row.write.as_ref().ok());
    let emails: HashSet<&str> = good.map(|write| write.email.as_str()).collect();
    let emails: Vec<&str> = emails.into_iter().collect();
    let cost = validation::cost(emails.len());
    if emails.is_empty() {
        return Ok(Checks::None);
    }
    if emails.len() > AT_ONCE {
        require_credits(cx, cost).await?;
        return Ok(Checks::Later);
    }
    look(cx, &emails, cost).await.map(Checks::Now)
}

/// What settling checks depends on, beside the addresses that were written.
pub fn context(cx: &Cx) -> Result<ChecksContext, Problem> {
    Ok(ChecksContext {
        brand: cx.brand_key()?,
        effect: cx.app().checker.effect(),
        now: cx.now(),
        ids: entropy::lower32,
    })
}

/// Shows verdicts on the contacts that have the addresses.
pub async fn show(tx: &Tx, cx: &Cx, checked: &[Checked]) -> ApiResult<()> {
    let effect = cx.app().checker.effect();
    validation::apply(tx, cx.brand_key()?, checked, effect, cx.now()).await?;
    Ok(())
}
