//! `GET /v1/integrations`: the events of other services that can start automations.

mod receive;

use std::collections::HashSet;
use std::sync::Arc;

use postrider_domain::automations::integration::{EventContract, Provider, Settings};
use postrider_domain::contract::cursor::Position;
use postrider_domain::contract::problem::Problem;
use postrider_store::connections::{self, ConnectionRecord};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Serialize;

use super::cx::Cx;
use super::failure::ApiResult;
use super::page::{MAX_LIMIT, Page, PageQuery, page};
use super::reply::Reply;
use super::triggers::PayloadSchema;
pub use receive::{keep, read};

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Integration {
    /// In the receiver's address, and before the names of its contact fields.
    provider: &'static str,
    name: &'static str,
    /// What the provider is used for.
    kind: &'static str,
    connected: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    connection_id: Option<String>,
    /// Where the provider posts its events to.
    #[serde(skip_serializing_if = "Option::is_none")]
    receiver_url: Option<String>,
    events: Vec<IntegrationEvent>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct IntegrationEvent {
    /// The provider's name of it.
    event_type: String,
    title: String,
    /// The trigger that it fires.
    #[serde(skip_serializing_if = "Option::is_none")]
    trigger_event_id: Option<String>,
    payload_schema: PayloadSchema,
    /// Whether that trigger is there.
    provisioned: bool,
}

/// Place of the provider, and of the connection among its own; 0 without one.
type ListPosition = (i64, i64);

/// A row for each connection, and one for each provider without any.
pub async fn list(tx: Tx, cx: Cx, query: Arc<PageQuery>) -> ApiResult<Reply<Page<Integration>>> {
    let (brand, limit) = (cx.brand_key()?, query.limit.unwrap_or(MAX_LIMIT));
    let after = after(&cx, query.cursor.as_deref())?;
    let connections = connections::list(&tx, brand).await?;
    let triggers = connections::triggers(&tx, brand).await?;
    let triggers: HashSet<String> = triggers.into_iter().map(|(_, id)| id).collect();
    let rows: Vec<(ListPosition, Provider, Option<&ConnectionRecord>)> = Provider::ALL
        .into_iter()
        .zip(0..)
        .flat_map(|(provider, place)| of_provider(provider, place, &connections))
        .filter(|(place, ..)| after.is_none_or(|after| *place > after))
        .take(limit as usize + 1)
        .collect();
    let url = &cx.app().config.public_url;
    Ok(Reply::ok(page(
        &cx,
        limit,
        rows,
        |((provider, connection), ..)| vec![Position::Int(*provider), Position::Int(*connection)],
        |(_, provider, connection)| Ok(show(provider, connection, &triggers, url)),
    )?))
}

fn of_provider(
    provider: Provider,
    place: i64,
    connections: &[ConnectionRecord],
) -> Vec<(ListPosition, Provider, Option<&ConnectionRecord>)> {
    let own = connections.iter().filter(|one| one.provider == provider);
    let rows: Vec<_> = own
        .map(|connection| ((place, connection.id), provider, Some(connection)))
        .collect();
    if rows.is_empty() {
        return vec![((place, 0), provider, None)];
    }
    rows
}

fn after(cx: &Cx, cursor: Option<&str>) -> Result<Option<ListPosition>, Problem> {
    let Some(text) = cursor else { return Ok(None) };
    match cx.open_cursor(text)?.as_slice() {
        [Position::Int(provider), Position::Int(connection)] => Ok(Some((*provider, *connection))),
        _ => Err(Problem::invalid(
            "cursor",
            "The cursor is not one of this list.",
        )),
    }
}

fn show(
    provider: Provider,
    connection: Option<&ConnectionRecord>,
    triggers: &HashSet<String>,
    public_url: &str,
) -> Integration {
    let id = connection.map(|connection| connection.public_id.as_str());
    let none = Settings::default();
    let settings = connection.map_or(&none, |connection| &connection.settings);
    let event = |event: EventContract| {
        let trigger = id.map(|id| provider.trigger_id(id, &event.event_type));
        let trigger = trigger.filter(|id| triggers.contains(id));
        IntegrationEvent {
            payload_schema: PayloadSchema::of(event.contract().fields),
            event_type: event.event_type,
            title: event.title,
            provisioned: trigger.is_some(),
            trigger_event_id: trigger,
        }
    };
    Integration {
        provider: provider.as_str(),
        name: provider.name(),
        kind: provider.kind(),
        connected: connection.is_some(),
        receiver_url: id.map(|id| format!("{public_url}{}", provider.receiver_path(id))),
        connection_id: id.map(str::to_owned),
        events: provider.events(settings).into_iter().map(event).collect(),
    }
}
