//! How addresses come to be checked in the background: a validation is opened, filled and submitted.

use postrider_domain::contract::catalog::Code;
use postrider_domain::numbers::Millis;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{DbError, Tx};
use postrider_store::usage::{self, Account};
use postrider_store::{jobs, validations};

use super::ending::{RowFault, end};
use super::job::KIND;

/// Addresses that are looked at, answered and counted in one commit.
const PIECE: usize = 200;

/// A validation without addresses; gives its row's number.
pub async fn open(tx: &Tx, brand: BrandKey, public_id: &str, now: i64) -> Result<i64, DbError> {
    validations::open(tx, brand, public_id, now).await
}

/// Adds addresses, in the order in which they are to be answered.
pub async fn append<S: AsRef<str>>(
    tx: &Tx,
    brand: BrandKey,
    validation: i64,
    emails: &[S],
) -> Result<(), DbError> {
    let list = |emails: &[S]| {
        let emails: Vec<&str> = emails.iter().map(AsRef::as_ref).collect();
        serde_json::to_string(&emails).unwrap_or_default()
    };
    let pieces: Vec<String> = emails.chunks(PIECE).map(list).collect();
    if pieces.is_empty() {
        return Ok(());
    }
    validations::append(tx, brand, validation, pieces, emails.len() as i64).await
}

/// Who pays for a validation.
#[derive(Clone, Copy, Debug)]
pub enum Payment {
    /// The request that asks for it: it is charged so much in this commit.
    WithThisAnswer(i64),
    /// Nobody yet: the whole price is taken from here. `None`: the organization's plan is not known, and
    /// nothing can be charged.
    From(Option<Account>),
}

/// Lets a validation that has all its addresses be worked on. One that cannot be paid ends here.
pub async fn submit(
    tx: &Tx,
    brand: BrandKey,
    validation: i64,
    payment: Payment,
    now: i64,
) -> Result<(), DbError> {
    let Some(record) = validations::by_number(tx, brand, validation).await? else {
        return Ok(());
    };
    if record.total == 0 {
        return end(tx, brand, &record, None, now).await;
    }
    let charged = match payment {
        Payment::WithThisAnswer(cost) => Some(cost),
        Payment::From(account) => charge(tx, account, super::cost(record.total as usize)).await?,
    };
    let Some(charged) = charged else {
        let fault = RowFault::new(
            Code::InsufficientCredits,
            format!(
                "Checking {} addresses costs {} credits; fewer are left.",
                record.total,
                super::cost(record.total as usize)
            ),
        );
        return end(tx, brand, &record, Some(fault), now).await;
    };
    validations::charged(tx, brand, validation, charged, Millis(now)).await?;
    jobs::enqueue(tx, brand, KIND, validation, now).await
}

async fn charge(tx: &Tx, account: Option<Account>, cost: i64) -> Result<Option<i64>, DbError> {
    let Some(account) = account else {
        return Ok(None);
    };
    Ok(usage::charge(tx, &account, cost).await?.then_some(cost))
}
