//! Changes and deletes triggers that callers made; those of an integration belong to its connection.

use postrider_domain::automations::automation::Uses;
use postrider_domain::automations::trigger::{Contract, Enforcement, PayloadField};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::patch::Patch;
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::{self, AutomationName};
use postrider_store::db::{DbError, Tx};
use postrider_store::fields;
use postrider_store::triggers::{self, TriggerPatch, TriggerRecord};
use serde_json::json;

use crate::automations::checking;
use crate::failure::Failure;
use crate::in_use::referencing;

/// What is to be different about a trigger.
pub struct TriggerUpdate {
    pub title: Option<String>,
    pub description: Patch<String>,
    /// Replaces the fields as a whole.
    pub fields: Option<Vec<PayloadField>>,
    pub enforcement: Option<Enforcement>,
}

/// A published automation that looks for something the contract does not give any more.
pub struct ContractMisfit {
    pub automation_id: String,
    pub message: String,
}

pub async fn find(tx: &Tx, brand: BrandKey, id: &str) -> Result<TriggerRecord, Failure> {
    let found = triggers::get(tx, brand, id).await?;
    Ok(found.ok_or_else(not_found)?)
}

/// Gives the trigger as it stands then, and who no longer fits its contract.
pub async fn update(
    tx: &Tx,
    brand: BrandKey,
    id: &str,
    update: TriggerUpdate,
    now: i64,
) -> Result<(TriggerRecord, Vec<ContractMisfit>), Failure> {
    // What is wrong with the contract is said before whether there is such a trigger.
    if let Some(fields) = &update.fields {
        Contract::check(fields.clone(), Enforcement::default())?;
    }
    let before = lock_own(tx, brand, id).await?;
    let hash = before.contract_hash.clone();
    let update = TriggerPatch {
        contract: contract(&update, &before),
        title: update.title,
        description: update.description,
    };
    let changed = triggers::update(tx, brand, before, update, now).await?;
    let changed = changed.ok_or(DbError::Busy)?;
    let misfits = if changed.contract_hash == hash {
        Vec::new()
    } else {
        misfits(tx, brand, &changed).await?
    };
    Ok((changed, misfits))
}

/// Gives the trigger as it was.
pub async fn delete(
    tx: &Tx,
    brand: BrandKey,
    id: &str,
    now: i64,
) -> Result<TriggerRecord, Failure> {
    // Locked first: nobody can begin to use it meanwhile.
    let record = lock_own(tx, brand, id).await?;
    let users = automations::referencing_trigger(tx, brand, record.id).await?;
    if !users.is_empty() {
        let message = "Automations refer to the trigger.";
        return Err(Problem::new(Code::TriggerHasDependentAutomations, message)
            .details(json!({ "referencingAutomations": referencing(&users) }))
            .into());
    }
    triggers::delete(tx, brand, record.id, now).await?;
    Ok(record)
}

/// A trigger that callers may change, which nobody else changes before this transaction ends.
async fn lock_own(tx: &Tx, brand: BrandKey, id: &str) -> Result<TriggerRecord, Failure> {
    let found = triggers::lock(tx, brand, id).await?;
    let record = found.ok_or_else(not_found)?;
    if record.is_provided() {
        let message = format!(
            "The trigger belongs to the integration `{}`: only its connection changes it.",
            record.provider
        );
        return Err(Problem::new(Code::TriggerImmutable, message).into());
    }
    Ok(record)
}

fn contract(update: &TriggerUpdate, before: &TriggerRecord) -> Option<Contract> {
    if update.fields.is_none() && update.enforcement.is_none() {
        return None;
    }
    let fields = update.fields.as_ref();
    Some(Contract {
        fields: fields.unwrap_or(&before.contract.fields).clone(),
        enforcement: update.enforcement.unwrap_or(before.contract.enforcement),
    })
}

async fn misfits(
    tx: &Tx,
    brand: BrandKey,
    trigger: &TriggerRecord,
) -> Result<Vec<ContractMisfit>, Failure> {
    let bound = automations::bound_to_trigger(tx, brand, trigger.id).await?;
    let published = bound.into_iter().filter(|one| one.automation.published);
    let live: Vec<_> = published
        .filter_map(|one| Some((one.automation, one.live?)))
        .collect();
    if live.is_empty() {
        return Ok(Vec::new());
    }
    let known = fields::known(tx, brand).await?;
    let misfit = |(automation, uses): (AutomationName, Uses)| {
        let misfits = checking::incompatible(&trigger.contract.fields, &uses, &known);
        let messages: Vec<String> = misfits.into_iter().map(|misfit| misfit.message).collect();
        (!messages.is_empty()).then(|| ContractMisfit {
            automation_id: automation.public_id,
            message: format!("`{}`: {}", automation.name, messages.join(" ")),
        })
    };
    Ok(live.into_iter().filter_map(misfit).collect())
}

fn not_found() -> Problem {
    Problem::new(Code::TriggerEventNotFound, "There is no such trigger.")
}
