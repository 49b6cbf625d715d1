//! The author waits no longer for what was asked for.

use postrider_domain::tenant::BrandKey;
use postrider_store::db::Tx;
use postrider_store::emails::{self, EmailRecord};
use postrider_store::generations;

use super::ending::Ending;
use crate::designs::not_found;
use crate::failure::Failure;

/// What the author reads in the chat, and on a design that never came to be.
const STOPPED: &str = "Stopped, as you asked. Nothing was charged.";

/// A first design is `failed`, one that was being changed is `ready` as it was, and one that nobody is at stays as it is.
/// Whoever works on it finds out within a second.
pub async fn stop(tx: &Tx, brand: BrandKey, id: &str, now: i64) -> Result<EmailRecord, Failure> {
    let email = emails::lock(tx, brand, id).await?.ok_or_else(not_found)?;
    let Some(generation) = generations::running_of_email(tx, brand, email.id).await? else {
        return Ok(email);
    };
    let ending = Ending {
        brand,
        generation: &generation,
        now,
    };
    ending.fail(tx, STOPPED).await?;
    let stopped = emails::by_number(tx, brand, email.id).await?;
    Ok(stopped.ok_or_else(not_found)?)
}
