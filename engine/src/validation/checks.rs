//! The checks that a write of contacts asked for, settled in its transaction.

use std::collections::HashSet;

use postrider_domain::tenant::BrandKey;
use postrider_store::db::{DbError, Tx};

use super::apply::apply;
use super::check::{Checked, DnsEffect, nothing_checked};
use super::cost;
use super::intake::{Payment, append, open, submit};

/// What is to be said about the addresses of a write.
pub enum Checks {
    None,
    /// What DNS said before the write.
    Now(Vec<Checked>),
    /// They are checked in the background.
    Later,
}

/// Whose addresses are checked, and when.
pub struct ChecksContext {
    pub brand: BrandKey,
    pub effect: DnsEffect,
    pub now: i64,
    /// Makes 32 random characters.
    pub ids: fn() -> String,
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
    /// Shows the verdicts on the addresses that were written, or has them checked later.
    pub async fn settle(
        &self,
        tx: &Tx,
        context: &ChecksContext,
        written: &[&str],
    ) -> Result<Settled, DbError> {
        match self {
            Self::None => Ok(Settled::default()),
            Self::Now(checked) => {
                let written: HashSet<&str> = written.iter().copied().collect();
                let is_written = |checked: &&Checked| written.contains(checked.email.as_str());
                let checked: Vec<Checked> = checked.iter().filter(is_written).cloned().collect();
                apply(tx, context.brand, &checked, context.effect, context.now).await?;
                let credits = if nothing_checked(&checked) {
                    0
                } else {
                    cost(checked.len())
                };
                Ok(Settled {
                    credits,
                    validation_id: None,
                })
            }
            Self::Later if written.is_empty() => Ok(Settled::default()),
            Self::Later => {
                let credits = cost(written.len());
                Ok(Settled {
                    credits,
                    validation_id: Some(later(tx, context, written, credits).await?),
                })
            }
        }
    }
}

/// Has addresses checked in the background, and gives the public id of the validation; the request is charged `cost`
/// with its answer.
pub async fn later<S: AsRef<str>>(
    tx: &Tx,
    context: &ChecksContext,
    emails: &[S],
    cost: i64,
) -> Result<String, DbError> {
    let ChecksContext {
        brand, now, ids, ..
    } = *context;
    let public_id = ids();
    let validation = open(tx, brand, &public_id, now).await?;
    append(tx, brand, validation, emails).await?;
    let payment = Payment::WithThisAnswer(cost);
    submit(tx, brand, validation, payment, now).await?;
    Ok(public_id)
}
