//! What keeps a row from being deleted: those who still use it.

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_store::automations::AutomationName;
use postrider_store::uses::{RowUses, UnfinishedSend};
use serde_json::{Value, json};

pub fn refuse_in_use(code: Code, uses: &RowUses) -> Result<(), Problem> {
    let (message, suggestion) = match (uses.sends.is_empty(), uses.automations.is_empty()) {
        (true, true) => return Ok(()),
        (false, _) => (
            "A send that has not ended still uses it.",
            "Wait until what `details` names has ended, or cancel it.",
        ),
        (true, false) => (
            "An automation still uses it.",
            "Unpublish the automations in `details` and wait until their runs have ended, or give them another one.",
        ),
    };
    let send = |send: &UnfinishedSend| json!({ "sendId": send.public_id, "status": send.status });
    let sends: Vec<Value> = uses.sends.iter().map(send).collect();
    let automations = referencing(&uses.automations);
    Err(Problem::new(code, message)
        .suggest(suggestion)
        .details(json!({ "referencingAutomations": automations, "sends": sends })))
}

/// How automations are named that still use a row.
pub fn referencing(automations: &[AutomationName]) -> Vec<Value> {
    let named = automations.iter().map(|automation| {
        json!({
            "automationId": automation.public_id,
            "name": automation.name,
            "published": automation.published,
        })
    });
    named.collect()
}
