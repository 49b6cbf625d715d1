//! `/v1/insights`: what was found about the brand's mail.

use std::sync::Arc;

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::cursor::Position;
use postrider_domain::contract::problem::Problem;
use postrider_domain::insights::{Category, InsightState, Metrics, Severity, Subject};
use postrider_domain::time;
use postrider_store::db::Tx;
use postrider_store::insights::{self, InsightFilter, InsightRecord};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cx::Cx;
use super::failure::ApiResult;
use super::input::Nothing;
use super::page::{MAX_LIMIT, Page, after_number, page};
use super::reply::Reply;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Insight {
    insight_id: String,
    title: String,
    description: String,
    severity: Severity,
    category: Category,
    state: InsightState,
    /// The numbers as they were when it was found, or last became worse.
    metrics: Metrics,
    /// What it is about.
    subject: Subject,
    /// What to do about it.
    recommendation: String,
    created_at: String,
    updated_at: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "InsightListQuery")]
pub struct ListQuery {
    /// Entries on a page.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    /// `pagination.cursor` of the page before.
    cursor: Option<String>,
    state: Option<InsightState>,
    severity: Option<Severity>,
    category: Option<Category>,
}

pub async fn list(tx: Tx, cx: Cx, query: Arc<ListQuery>) -> ApiResult<Reply<Page<Insight>>> {
    let (brand, limit) = (cx.brand_key()?, query.limit.unwrap_or(MAX_LIMIT));
    let after = after_number(&cx, query.cursor.as_deref())?;
    let filter = InsightFilter {
        state: query.state,
        severity: query.severity,
        category: query.category,
    };
    let rows = insights::list(&tx, brand, filter, after, i64::from(limit) + 1).await?;
    let position = |row: &InsightRecord| vec![Position::Int(row.id)];
    let shown = page(&cx, limit, rows, position, |row| Ok(show(row)))?;
    Ok(Reply::ok(shown))
}

pub async fn get(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<Insight>> {
    let found = insights::get(&tx, cx.brand_key()?, cx.path("insightId")).await?;
    Ok(Reply::ok(show(found.ok_or_else(not_found)?)))
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "InsightUpdate")]
pub struct Change {
    state: NewState,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "InsightStateUpdate")]
enum NewState {
    /// Silent for 30 days.
    Dismissed,
    Active,
}

pub async fn update(tx: Tx, cx: Cx, body: Arc<Change>) -> ApiResult<Reply<Insight>> {
    let brand = cx.brand_key()?;
    let found = insights::lock(&tx, brand, cx.path("insightId")).await?;
    let found = found.ok_or_else(not_found)?;
    let state = match body.state {
        NewState::Dismissed => InsightState::Dismissed,
        NewState::Active => InsightState::Active,
    };
    // Whoever dismisses it once more does not want to see it for 30 days from now.
    if found.state == state && state == InsightState::Active {
        return Ok(Reply::ok(show(found)).changed_nothing());
    }
    let changed = insights::set_state(&tx, brand, found.id, state, cx.now()).await?;
    Ok(Reply::ok(show(changed.ok_or_else(is_over)?)))
}

fn not_found() -> Problem {
    Problem::new(Code::InsightNotFound, "There is no such insight.")
}

fn is_over() -> Problem {
    Problem::invalid("state", "The insight is resolved: it is no longer so.")
        .suggest("If it becomes so again, there will be a new insight.")
}

fn show(record: InsightRecord) -> Insight {
    Insight {
        insight_id: record.public_id,
        title: record.title,
        description: record.description,
        severity: record.severity,
        category: record.category,
        state: record.state,
        metrics: record.metrics,
        subject: record.subject,
        recommendation: record.recommendation,
        created_at: time::format(record.created_at),
        updated_at: time::format(record.updated_at),
    }
}
