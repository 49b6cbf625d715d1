//! `GET /v1/analytics/events`.

use std::sync::Arc;

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::cursor::Position;
use postrider_domain::contract::problem::Problem;
use postrider_domain::sending::event_feed::{EventWord, Range, RecipientFilter};
use postrider_domain::tenant::BrandKey;
use postrider_store::analytics::{self, FeedEvent, FeedPosition, FeedQuery};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::event::{Event, show};
use super::{DAY_MS, ShownRange, automation, of_send};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::page::{Page, Pagination, page, time_bound};
use crate::api::reply::Reply;

const DEFAULT_LIMIT: u32 = 50;
const DEFAULT_RANGE_MS: i64 = 7 * DAY_MS;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "EventFeedQuery")]
pub struct EventsQuery {
    /// An address, `@domain` or any part of addresses, or a comma list of them; `!` in front excludes. At most 20.
    #[schemars(length(min = 1, max = 7000), extend("examples" = ["@example.com,!test"]))]
    recipient: Option<String>,
    /// One type or a comma list.
    #[serde(default)]
    event_type: Vec<EventWord>,
    /// Only what this automation did, and what became of its mails.
    automation_id: Option<String>,
    /// Only what happened to the mails of this send.
    send_id: Option<String>,
    /// Only this run of an automation, and its mails.
    automation_run_id: Option<String>,
    /// Only what happened then or later: an ISO time or a date. Without it, seven days before `to`.
    #[schemars(extend("examples" = ["2026-01-01"]))]
    from: Option<String>,
    /// Only what happened earlier. Without it, now.
    #[schemars(extend("examples" = ["2027-01-01"]))]
    to: Option<String>,
    /// Entries on a page; without it 50.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    /// `pagination.cursor` of the page before.
    cursor: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "EventPage")]
pub struct EventPage {
    data: Vec<Event>,
    pagination: Pagination,
    range: ShownRange,
}

pub async fn events(tx: Tx, cx: Cx, query: Arc<EventsQuery>) -> ApiResult<Reply<EventPage>> {
    let brand = cx.brand()?;
    let recipient = query.recipient.as_deref().map(RecipientFilter::parse);
    let recipient = recipient.transpose()?.unwrap_or_default();
    let (range, before) = place(&cx, &query)?;
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT);
    let automation = automation(&tx, brand.key, query.automation_id.as_deref()).await?;
    let run = run(&tx, brand.key, query.automation_run_id.as_deref()).await?;
    let of = of_send(&tx, brand.key, query.send_id.as_deref()).await?;
    let asked = FeedQuery {
        range,
        types: query
            .event_type
            .iter()
            .flat_map(|word| word.types())
            .collect(),
        of,
        automation,
        run,
        recipient,
        before,
        limit: limit as usize + 1,
    };
    let rows = analytics::events(&tx, brand.key, &asked).await?;
    let position = |row: &FeedEvent| {
        let at = row.position;
        [at.occurred_at, at.id, at.told_from, range.from, range.to]
            .map(Position::Int)
            .to_vec()
    };
    let shown = |row: FeedEvent| show(&brand.public_id, row.record);
    let Page { data, pagination } = page(&cx, limit, rows, position, shown)?;
    Ok(Reply::ok(EventPage {
        data,
        pagination,
        range: range.into(),
    }))
}

/// A range that ends now ends with the first page: the cursor carries it on to the others.
fn place(cx: &Cx, query: &EventsQuery) -> Result<(Range, Option<FeedPosition>), Problem> {
    let from = time_bound("from", query.from.as_deref())?;
    let to = time_bound("to", query.to.as_deref())?;
    let Some(cursor) = &query.cursor else {
        return Ok((Range::of(from, to, DEFAULT_RANGE_MS, cx.now())?, None));
    };
    match *cx.open_cursor(cursor)?.as_slice() {
        [
            Position::Int(occurred_at),
            Position::Int(id),
            Position::Int(told_from),
            Position::Int(from),
            Position::Int(to),
        ] => {
            let before = FeedPosition {
                occurred_at,
                id,
                told_from,
            };
            Ok((Range { from, to }, Some(before)))
        }
        _ => Err(Problem::invalid(
            "cursor",
            "The cursor is not one of this list.",
        )),
    }
}

async fn run(tx: &Tx, brand: BrandKey, run_id: Option<&str>) -> ApiResult<Option<i64>> {
    let Some(id) = run_id else { return Ok(None) };
    let number = analytics::run(tx, brand, id).await?;
    let number = number.ok_or_else(|| {
        Problem::new(Code::AutomationRunNotFound, "There is no such run.").param("automationRunId")
    })?;
    Ok(Some(number))
}
