//! Checking the addresses of a request: at once while it waits, or in the background.

use std::collections::HashSet;
use std::time::Duration;

use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;
use postrider_engine::contacts::write::{Numbered, Written};
use postrider_engine::validation::{self, Checked, Payment, nothing_checked};
use postrider_store::db::Tx;

use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::pipeline::require_credits;
use crate::entropy;

/// More addresses are checked in the background.
pub const AT_ONCE: usize = 100;
/// How long a caller waits for DNS.
const PATIENCE: Duration = Duration::from_secs(5);
const RETRY_S: u64 = 30;

/// Looks at addresses while the caller waits. `Err` if not one of them could be checked.
pub async fn look(cx: &Cx, emails: &[&str], cost: i64) -> Outcome<Vec<Checked>> {
    require_credits(cx, cost).await?;
    let checked = cx.app().checker.check(emails, PATIENCE).await;
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

/// Has addresses checked in the background, and answers the public id of the validation; the request is
/// charged `cost` with its answer.
pub async fn later<S: AsRef<str>>(tx: &Tx, cx: &Cx, emails: &[S], cost: i64) -> Outcome<String> {
    let (brand, now, public_id) = (cx.brand_key()?, cx.now(), entropy::lower32());
    let validation = validation::open(tx, brand, &public_id, now).await?;
    validation::append(tx, brand, validation, emails).await?;
    let payment = Payment::WithThisAnswer(cost);
    validation::submit(tx, brand, validation, payment, now).await?;
    Ok(public_id)
}

/// What `validate` on a write of contacts asks for.
pub enum Checks {
    None,
    Now(Vec<Checked>),
    Later,
}

/// What the checks of a write came to.
#[derive(Default)]
pub struct Settled {
    /// To be charged with the answer.
    pub credits: i64,
    /// The validation that runs in the background.
    pub validation_id: Option<String>,
}

impl Checks {
    /// Before the write: looks at the addresses of the rows that can be written, if they are few.
    pub async fn prepare(cx: &Cx, validate: Option<bool>, rows: &[Numbered]) -> Outcome<Self> {
        if validate != Some(true) {
            return Ok(Self::None);
        }
        let good = rows.iter().filter_map(|row| row.write.as_ref().ok());
        let emails: HashSet<&str> = good.map(|write| write.email.as_str()).collect();
        let emails: Vec<&str> = emails.into_iter().collect();
        let cost = validation::cost(emails.len());
        if emails.is_empty() {
            return Ok(Self::None);
        }
        if emails.len() > AT_ONCE {
            require_credits(cx, cost).await?;
            return Ok(Self::Later);
        }
        look(cx, &emails, cost).await.map(Self::Now)
    }

    /// In the transaction of the write: shows the verdicts on what was written, or has it checked later.
    pub async fn settle(&self, tx: &Tx, cx: &Cx, written: &Written) -> Outcome<Settled> {
        let emails: Vec<&str> = written.rows.iter().map(|row| row.email.as_str()).collect();
        match self {
            Self::None => Ok(Settled::default()),
            Self::Now(checked) => {
                let emails: HashSet<&str> = emails.into_iter().collect();
                let is_written = |checked: &&Checked| emails.contains(checked.email.as_str());
                let checked: Vec<Checked> = checked.iter().filter(is_written).cloned().collect();
                show(tx, cx, &checked).await?;
                let credits = if nothing_checked(&checked) {
                    0
                } else {
                    validation::cost(checked.len())
                };
                Ok(Settled {
                    credits,
                    validation_id: None,
                })
            }
            Self::Later if emails.is_empty() => Ok(Settled::default()),
            Self::Later => {
                let credits = validation::cost(emails.len());
                Ok(Settled {
                    credits,
                    validation_id: Some(later(tx, cx, &emails, credits).await?),
                })
            }
        }
    }
}

/// Shows verdicts on the contacts that have the addresses.
pub async fn show(tx: &Tx, cx: &Cx, checked: &[Checked]) -> Outcome<()> {
    let effect = cx.app().checker.effect();
    validation::apply(tx, cx.brand_key()?, checked, effect, cx.now()).await?;
    Ok(())
}
