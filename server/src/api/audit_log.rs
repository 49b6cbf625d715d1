//! `GET /app/api/audit-log`: what people and commands did in the organization. It is only ever read here.

use std::sync::Arc;

use postrider_domain::contract::cursor::Position;
use postrider_domain::contract::problem::Problem;
use postrider_domain::time;
use postrider_store::db::Tx;
use postrider_store::people;
use postrider_store::people::audit::{self, AuditQuery, AuditReach, AuditRecord, AuditTarget};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::cx::Cx;
use super::failure::ApiResult;
use super::page::{MAX_LIMIT, Page, after_number, page, time_bound};
use super::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "AuditQuery")]
pub struct Asked {
    /// Entries on a page.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    /// `pagination.cursor` of the page before.
    cursor: Option<String>,
    /// Only what this person did.
    #[schemars(length(max = 64))]
    person_id: Option<String>,
    /// Only this act, such as `contacts.export`.
    #[schemars(length(max = 100))]
    act: Option<String>,
    /// Only what was done to this, together with `targetId`.
    #[schemars(length(max = 100))]
    target_kind: Option<String>,
    #[schemars(length(max = 100))]
    target_id: Option<String>,
    /// From this time on.
    from: Option<String>,
    /// Before this time.
    to: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AuditEntry")]
pub struct Entry {
    at: String,
    /// Absent for a command on the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    person: Option<Actor>,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<String>,
    /// From where.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    act: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<Target>,
    #[serde(skip_serializing_if = "Option::is_none")]
    brand_id: Option<String>,
    /// What it was before, as far as it was changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<Value>,
    /// Of an act on many.
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<Value>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AuditActor")]
struct Actor {
    person_id: String,
    email: String,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "AuditTarget")]
struct Target {
    kind: String,
    id: String,
}

pub async fn list(tx: Tx, cx: Cx, asked: Arc<Asked>) -> ApiResult<Reply<Page<Entry>>> {
    let limit = asked.limit.unwrap_or(MAX_LIMIT);
    let person = match asked.person_id.as_deref() {
        None => None,
        Some(id) => match people::find_by_public_id(&tx, id).await? {
            Some(person) => Some(person.id),
            None => {
                return Ok(Reply::ok(page(&cx, limit, Vec::new(), number, |row| {
                    Ok(show(row))
                })?));
            }
        },
    };
    let visible = if cx.brand_limit().is_limited() {
        AuditReach::BrandsOf(cx.person()?.person.id)
    } else {
        AuditReach::AllBrands
    };
    let query = AuditQuery {
        person,
        act: asked.act.clone(),
        target: target(&asked)?,
        from: time_bound("from", asked.from.as_deref())?,
        to: time_bound("to", asked.to.as_deref())?,
        visible,
        before: after_number(&cx, asked.cursor.as_deref())?,
        limit: i64::from(limit) + 1,
    };
    let rows = audit::list(&tx, cx.caller().org, &query).await?;
    Ok(Reply::ok(page(&cx, limit, rows, number, |row| {
        Ok(show(row))
    })?))
}

/// A kind alone would lead to very many, and an id alone is of nothing in particular.
fn target(asked: &Asked) -> Result<Option<AuditTarget>, Problem> {
    match (&asked.target_kind, &asked.target_id) {
        (None, None) => Ok(None),
        (Some(kind), Some(id)) => Ok(Some(AuditTarget {
            kind: kind.clone(),
            id: id.clone(),
        })),
        (None, Some(_)) => Err(half("targetKind")),
        (Some(_), None) => Err(half("targetId")),
    }
}

fn half(missing: &str) -> Problem {
    Problem::invalid(missing, format!("`{missing}` is missing."))
        .suggest("Send `targetKind` and `targetId` together.")
}

fn number(row: &AuditRecord) -> Vec<Position> {
    vec![Position::Int(row.id)]
}

fn show(row: AuditRecord) -> Entry {
    let json = |text: Option<String>| {
        text.map(|text| serde_json::from_str(&text).unwrap_or(Value::String(text)))
    };
    Entry {
        at: time::format(row.at),
        person: row
            .person_public_id
            .zip(row.person_email)
            .map(|(person_id, email)| Actor { person_id, email }),
        session_id: row.session,
        address: row.address,
        act: row.act,
        target: row
            .target_kind
            .zip(row.target)
            .map(|(kind, id)| Target { kind, id }),
        brand_id: row.brand_public_id,
        before: json(row.before),
        after: json(row.after),
        counts: json(row.counts),
    }
}
