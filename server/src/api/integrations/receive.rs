//! `POST /api/integrations/{provider}/webhook/{connectionId}`: where providers post their events. What is answered
//! is true once it is durable; work on the event comes after (`postrider_engine::integrations`).

use std::sync::Arc;

use postrider_domain::automations::integration::{self, Arrival, InboundEvent};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_engine::integrations::{Receipt, ignore, receive};
use postrider_store::connections::ConnectionRecord;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::api::callers::Principal;
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::handler::RawBody;
use crate::api::input::parse_json;
use crate::api::reply::Reply;
use crate::entropy;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Received {
    received: bool,
    /// Nobody asked for such events.
    #[serde(skip_serializing_if = "Option::is_none")]
    ignored: Option<bool>,
    /// It has come before.
    #[serde(skip_serializing_if = "Option::is_none")]
    duplicate: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trigger_instance_id: Option<String>,
}

/// What a genuine body says. `None`: an event that nobody asked for.
pub struct Told {
    connection: Arc<ConnectionRecord>,
    event: Option<InboundEvent>,
    body_id: String,
    instance_id: String,
}

pub async fn read(cx: Cx, body: Arc<RawBody>) -> ApiResult<Told> {
    let Principal::Provider(connection) = &cx.caller().principal else {
        return Err(Problem::new(Code::InternalError, "The route has no connection.").into());
    };
    let Value::Object(said) = parse_json(&body.bytes)? else {
        let message = "The body is not a JSON object.";
        return Err(Problem::new(Code::InvalidRequest, message).into());
    };
    let arrival = Arrival {
        headers: &|name| body.headers.get(name)?.to_str().ok(),
        body: &body.bytes,
        now: cx.now(),
    };
    let (provider, settings) = (connection.provider, &connection.settings);
    Ok(Told {
        event: integration::read(provider, settings, &arrival, &said),
        connection: Arc::clone(connection),
        body_id: integration::body_id(&body.bytes),
        instance_id: entropy::prefixed("tin_"),
    })
}

pub async fn keep(tx: Tx, cx: Cx, told: Arc<Told>) -> ApiResult<Reply<Received>> {
    let (connection, now) = (&told.connection, cx.now());
    let receipt = if let Some(event) = &told.event {
        receive(&tx, connection, event, told.instance_id.clone(), now).await?
    } else {
        ignore(&tx, connection, std::slice::from_ref(&told.body_id), now).await?
    };
    let mut answer = Received {
        received: true,
        ignored: None,
        duplicate: None,
        trigger_instance_id: None,
    };
    match receipt {
        Receipt::Ignored => answer.ignored = Some(true),
        Receipt::Duplicate => answer.duplicate = Some(true),
        Receipt::Received { instance_id } => answer.trigger_instance_id = Some(instance_id),
    }
    Ok(Reply::ok(answer))
}
