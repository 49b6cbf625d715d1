//! Asks for a test of an automation, also of a draft: it is walked for one inbox, and waits pass at once.

use postrider_domain::automations::trigger::{Contract, MAX_PAYLOAD, PayloadError, check_payload};
use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::numbers::Millis;
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::test_runs::{self, NewTestRun};
use postrider_store::automations::{self, AutomationRecord, VersionRecord};
use postrider_store::contacts;
use postrider_store::db::Tx;
use postrider_store::triggers;
use serde_json::{Map, Value, json};

use super::refusals::{no_such_version, not_found};
use crate::contacts::write::WriteContext;
use crate::failure::Failure;
use crate::sending::TestAllowance;

/// What is to be tested, and for whom.
pub struct AutomationTest {
    /// Public ids, as they were given.
    pub automation_id: String,
    /// Without one, the newest, published or not.
    pub automation_version_id: Option<String>,
    pub recipient: EmailAddress,
    /// What a fire would bring.
    pub payload: Option<Map<String, Value>>,
}

/// `public_id` is that of the run.
pub async fn test(
    tx: &Tx,
    context: WriteContext<'_>,
    test: &AutomationTest,
    allowance: TestAllowance,
    public_id: String,
) -> Result<(), Failure> {
    let (brand, recipient) = (context.brand, &test.recipient);
    let automation = automations::get(tx, brand, &test.automation_id).await?;
    let automation = automation.ok_or_else(not_found)?;
    let named = test.automation_version_id.as_deref();
    let version = version(tx, brand, &automation, named).await?;
    let payload = payload(tx, brand, &version, test).await?;
    let hash = context.address_hash(recipient.as_str());
    if contacts::has_complained(tx, brand, recipient.as_str(), hash).await? {
        return Err(complained().into());
    }
    // What each of its mails takes is counted when it leaves.
    allowance
        .require(tx, brand.org, Millis(context.now))
        .await?;
    let new = NewTestRun {
        public_id,
        automation: automation.id,
        version: version.id,
        address: recipient.to_string(),
        payload: Value::Object(payload).to_string(),
    };
    test_runs::create(tx, brand, &new, context.now).await?;
    Ok(())
}

fn complained() -> Problem {
    let message = "Whoever has this address complained about your mail.";
    Problem::new(Code::NoEligibleRecipients, message)
        .param("recipient")
        .suggest("Test with another address.")
}

async fn version(
    tx: &Tx,
    brand: BrandKey,
    automation: &AutomationRecord,
    named: Option<&str>,
) -> Result<VersionRecord, Failure> {
    let found = match named {
        Some(id) => automations::version_named(tx, brand, automation.id, id).await?,
        None => automations::version(tx, brand, automation.head.id).await?,
    };
    Ok(found.ok_or_else(no_such_version)?)
}

/// The payload as a fire would hand it over.
async fn payload(
    tx: &Tx,
    brand: BrandKey,
    version: &VersionRecord,
    test: &AutomationTest,
) -> Result<Map<String, Value>, Failure> {
    let mut values = test.payload.clone().unwrap_or_default();
    if Value::Object(values.clone()).to_string().len() > MAX_PAYLOAD {
        let message = format!("A payload has at most {MAX_PAYLOAD} bytes.");
        return Err(Problem::new(Code::PayloadTooLarge, message)
            .param("payload")
            .into());
    }
    let trigger = match version.uses.trigger {
        Some(trigger) => triggers::by_number(tx, brand, trigger).await?,
        None => None,
    };
    let Some(contract) = trigger.map(|trigger| trigger.contract) else {
        return Ok(values);
    };
    let own = || Value::String(test.recipient.to_string());
    values.entry("email").or_insert_with(own);
    if test.payload.is_none() {
        fill_in(&contract, &mut values);
        return Ok(values);
    }
    let checked = check_payload(&contract, values).map_err(|errors| invalid(&errors))?;
    Ok(checked.values)
}

fn invalid(errors: &[PayloadError]) -> Problem {
    let message = "The payload does not fit the trigger's contract.";
    let param = match errors {
        [first, ..] if !first.field.is_empty() => format!("payload.{}", first.field),
        _ => "payload".to_owned(),
    };
    Problem::new(Code::InvalidPayload, message)
        .param(param)
        .details(json!({ "errors": errors }))
}

/// Whoever gives no payload sees the design with what the contract itself says.
fn fill_in(contract: &Contract, values: &mut Map<String, Value>) {
    for field in &contract.fields {
        if let Some(fallback) = &field.fallback {
            let key = field.key.clone();
            values.entry(key).or_insert_with(|| fallback.clone());
        }
    }
}
