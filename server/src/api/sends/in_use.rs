//! What keeps a row from being deleted.

use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;
use postrider_store::sends::UnfinishedSend;
use serde_json::{Value, json};

pub fn refuse_in_use(code: Code, sends: &[UnfinishedSend]) -> Result<(), Problem> {
    if sends.is_empty() {
        return Ok(());
    }
    let sends: Vec<Value> = sends
        .iter()
        .map(|send| json!({ "sendId": send.public_id, "status": send.status }))
        .collect();
    Err(
        Problem::new(code, "A send that has not ended still uses it.")
            .suggest("Wait until the sends in `details` have ended, or cancel them.")
            .details(json!({ "referencingAutomations": [], "sends": sends })),
    )
}
