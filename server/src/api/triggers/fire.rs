//! `POST /v1/automations/triggers/{triggerEventId}/fire`.

use std::sync::Arc;

use postrider_domain::automations::trigger::{
    InstanceState, MAX_PAYLOAD, NotStarted, PayloadError, PayloadWarning,
};
use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::time;
use postrider_engine::automations::firing::{self, Fire, FireResult, Fired, Ground};
use postrider_engine::triggers::{self, Updated, contact_updated, find, nothing_published};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::handler::{self, Typed};
use crate::api::reply::Reply;
use crate::entropy;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FireBody {
    /// What the trigger's `payloadSchema` declares; up to 64 KiB, 10 levels deep.
    #[schemars(extend("examples" = [{ "email": "ada@example.com" }]))]
    payload: Map<String, Value>,
    /// For callers that cannot send the header `Idempotency-Key`, which goes before it.
    #[expect(dead_code, reason = "the pipeline has read it")]
    idempotency_key: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "FiredTrigger")]
pub struct Answer {
    success: bool,
    /// `triggered`
    status: &'static str,
    details: Details,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "FireDetails")]
pub struct Details {
    trigger_instance_id: String,
    state: InstanceState,
    automation_run_ids: Vec<String>,
    matched_automation_ids: Vec<String>,
    /// Matched automations that did not start, and why.
    not_started: Vec<NotStarted>,
    /// What was done with the payload that may not have been meant.
    warnings: Vec<PayloadWarning>,
    received_at: String,
}

pub fn handler() -> Typed<FireBody, Map<String, Value>, Answer> {
    handler::prepared_write(prepare, fire).together(mark, fire_together)
}

async fn prepare(_: Cx, body: Arc<FireBody>) -> ApiResult<Map<String, Value>> {
    let size = serde_json::to_vec(&body.payload).map_or(usize::MAX, |json| json.len());
    if size > MAX_PAYLOAD {
        let message = format!("The payload is larger than {} KiB.", MAX_PAYLOAD >> 10);
        return Err(Problem::new(Code::PayloadTooLarge, message)
            .param("payload")
            .into());
    }
    Ok(body.payload.clone())
}

/// What no other fire of the same transaction may have: the contact.
fn mark(payload: &Map<String, Value>) -> Option<String> {
    let email = payload.get("email")?.as_str()?;
    let email = EmailAddress::parse(email).ok()?;
    Some(email.as_str().to_owned())
}

async fn fire(tx: Tx, cx: Cx, payload: Arc<Map<String, Value>>) -> ApiResult<Reply<Answer>> {
    let replies = fire_together(tx, vec![(cx, payload)]).await?;
    let reply = replies.into_iter().next();
    reply.unwrap_or_else(|| Err(nothing_published().into()))
}

async fn fire_together(
    tx: Tx,
    callers: Vec<(Cx, Arc<Map<String, Value>>)>,
) -> ApiResult<Vec<ApiResult<Reply<Answer>>>> {
    let Some((cx, _)) = callers.first() else {
        return Ok(Vec::new());
    };
    let trigger = find(&tx, cx.brand_key()?, cx.path("triggerEventId")).await?;
    let fires = callers.iter();
    let fires = fires.map(|(_, payload)| (Map::clone(payload), by_caller()));
    let results = firing::fire_all(&tx, &ground(cx)?, &trigger, fires.collect()).await?;
    let replies = callers.iter().zip(results);
    Ok(replies
        .map(|((cx, _), result)| reply(result, cx.now()))
        .collect())
}

fn reply(result: FireResult, now: i64) -> ApiResult<Reply<Answer>> {
    match result {
        FireResult::Fired(fired) => Ok(Reply::ok(Answer {
            success: true,
            status: "triggered",
            details: details(fired, now),
        })),
        FireResult::Rejected {
            instance_id,
            errors,
        } => Ok(Reply::refusal(invalid(&instance_id, &errors))),
        FireResult::NothingPublished => Err(nothing_published().into()),
    }
}

fn details(fired: Fired, now: i64) -> Details {
    Details {
        trigger_instance_id: fired.instance_id,
        state: fired.state,
        automation_run_ids: fired.runs,
        matched_automation_ids: fired.matched,
        not_started: fired.not_started,
        warnings: fired.warnings,
        received_at: time::format(now),
    }
}

fn invalid(instance_id: &str, errors: &[PayloadError]) -> Problem {
    let message = "The payload does not fit the trigger's contract.";
    let problem = Problem::new(Code::InvalidPayload, message)
        .details(json!({ "errors": errors, "triggerInstanceId": instance_id }));
    match errors {
        [first, ..] if !first.field.is_empty() => problem.param(format!("payload.{}", first.field)),
        _ => problem.param("payload"),
    }
}

/// Whose event it is, and what its start depends on.
fn ground(cx: &Cx) -> Result<Ground<'_>, Problem> {
    Ok(Ground {
        contacts: cx.contacts()?,
        account: cx.account()?,
        sandbox: cx.app().sandbox(),
    })
}

fn by_caller() -> Fire {
    Fire::by_caller(entropy::prefixed("tin_"))
}

/// Fires `contact.updated` with a contact's columns and custom fields, if the brand has that trigger.
pub async fn fire_updated(tx: &Tx, cx: &Cx, payload: Map<String, Value>) -> ApiResult<Updated> {
    let Some(trigger) = contact_updated(tx, cx.brand_key()?).await? else {
        return Ok(Updated::default());
    };
    let ground = ground(cx)?;
    Ok(triggers::fire_updated(tx, &ground, &trigger, payload, by_caller()).await?)
}
