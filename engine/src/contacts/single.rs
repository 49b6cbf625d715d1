//! Changes of one contact that is there.

use postrider_domain::contacts::contact::{ContactWrite, Intent, SuppressionReason};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::tenant::BrandKey;
use postrider_store::contacts;
use postrider_store::db::Tx;

use super::write::{Manner, Numbered, RowError, WriteContext, Written, write_rows};
use crate::failure::Failure;

/// Changes it as the person wishes: nobody is made a contact by this.
pub async fn update(
    tx: &Tx,
    context: WriteContext<'_>,
    write: ContactWrite,
) -> Result<Written, Failure> {
    let known = contacts::get(tx, context.brand, write.email.as_str()).await?;
    known.ok_or_else(not_found)?;
    let row = Numbered {
        index: 0,
        email: None,
        write: Ok(write),
    };
    let manner = Manner {
        intent: Intent::Explicit,
        import: None,
    };
    let written = write_rows(tx, context, std::slice::from_ref(&row), manner).await?;
    refuse_failed(written.errors.first())?;
    Ok(written)
}

/// In a single write the row's error is the answer.
pub fn refuse_failed(error: Option<&RowError>) -> Result<(), Problem> {
    let Some(error) = error else { return Ok(()) };
    let code = Code::ALL
        .iter()
        .find(|code| code.as_str() == error.code)
        .copied();
    let mut problem = Problem::new(code.unwrap_or(Code::InvalidRequest), error.message.clone());
    problem.suggestion.clone_from(&error.suggestion);
    Err(match &error.param {
        Some(param) => problem.param(param.clone()),
        None => problem,
    })
}

/// Lifts a suppression because somebody vouches for the address. Gives the contact's number, if there was one to lift.
pub async fn unsuppress(
    tx: &Tx,
    brand: BrandKey,
    email: &str,
    now: i64,
) -> Result<Option<i64>, Failure> {
    let before = contacts::get(tx, brand, email).await?;
    let before = before.ok_or_else(not_found)?;
    if before.suppressed_reason.as_deref() == Some(SuppressionReason::Complained.as_str()) {
        return Err(
            Problem::invalid("email", "The person complained about your mail.")
                .suggest("A complaint is lifted only by a newer `consent` on `POST /v1/contacts`.")
                .into(),
        );
    }
    let is_lifted = contacts::unsuppress(tx, brand, email, now).await?;
    Ok(is_lifted.then_some(before.id))
}

pub fn not_found() -> Problem {
    Problem::new(
        Code::ContactNotFound,
        "There is no contact with this address.",
    )
}
