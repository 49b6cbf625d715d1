//! Changes of contacts fire a trigger, if the brand has one for them.

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{DbError, Tx};
use postrider_store::triggers::{self, TriggerRecord};
use serde_json::{Map, Value};

use crate::automations::firing::{Fire, FireResult, Ground, fire};

/// The id of the trigger that changes of contacts fire.
const CONTACT_UPDATED: &str = "contact.updated";

/// What a change of a contact started.
#[derive(Default)]
pub struct Updated {
    pub triggered: usize,
    pub errors: Vec<String>,
}

pub async fn contact_updated(tx: &Tx, brand: BrandKey) -> Result<Option<TriggerRecord>, DbError> {
    triggers::get(tx, brand, CONTACT_UPDATED).await
}

/// Fires [`contact_updated`] with a contact's columns and custom fields.
pub async fn fire_updated(
    tx: &Tx,
    ground: &Ground<'_>,
    trigger: &TriggerRecord,
    payload: Map<String, Value>,
    by: Fire,
) -> Result<Updated, DbError> {
    let (triggered, errors) = match fire(tx, ground, trigger, payload, by).await? {
        FireResult::Fired(fired) => {
            let errors = fired.not_started.into_iter().map(|one| one.message);
            (fired.runs.len(), errors.collect())
        }
        FireResult::Rejected { errors, .. } => {
            (0, errors.into_iter().map(|one| one.message).collect())
        }
        FireResult::NothingPublished => (0, vec![nothing_published().message]),
    };
    Ok(Updated { triggered, errors })
}

pub fn nothing_published() -> Problem {
    Problem::new(
        Code::NoPublishedAutomation,
        "No published automation is bound to the trigger.",
    )
}
