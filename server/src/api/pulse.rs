//! `GET /app/api/pulse`: what moves in the brand. The page that somebody looks at asks every few seconds, so it is two
//! statements.

use std::sync::Arc;

use postrider_domain::time;
use postrider_store::db::Tx;
use postrider_store::pulse::{self, MovingKind, MovingRecord};
use schemars::JsonSchema;
use serde::Serialize;

use super::cx::Cx;
use super::failure::ApiResult;
use super::input::Nothing;
use super::notifications;
use super::reply::Reply;

/// Of each kind so many are told of.
const SHOWN: i64 = 20;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Pulse {
    /// Whether something runs or is about to: worth asking again soon.
    is_moving: bool,
    sends: Vec<Moving>,
    imports: Vec<Moving>,
    audience_runs: Vec<Moving>,
    /// Another one than before: `GET /v1/notifications` has something new.
    #[serde(skip_serializing_if = "Option::is_none")]
    newest_notification_id: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Moving {
    /// Of the send, the import or the audience run.
    id: String,
    /// Of the design that is sent, or the name of the automation; empty for an import.
    title: String,
    /// `queued`, `scheduled`, `running` or `paused`
    status: String,
    /// How many recipients or rows are done, where they are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    done: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scheduled_at: Option<String>,
}

pub async fn get(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<Pulse>> {
    let rows = pulse::list(&tx, cx.brand_key()?, SHOWN).await?;
    let runs = |row: &MovingRecord| matches!(row.status.as_str(), "queued" | "running");
    let is_moving = rows.iter().any(runs);
    let (mut sends, mut imports, mut audience_runs) = (Vec::new(), Vec::new(), Vec::new());
    for row in rows {
        let into = match row.kind {
            MovingKind::Send => &mut sends,
            MovingKind::Import => &mut imports,
            MovingKind::AudienceRun => &mut audience_runs,
        };
        into.push(show(row));
    }
    Ok(Reply::ok(Pulse {
        is_moving,
        sends,
        imports,
        audience_runs,
        newest_notification_id: notifications::newest(&tx, &cx).await?,
    }))
}

fn show(row: MovingRecord) -> Moving {
    Moving {
        id: row.public_id,
        title: row.title,
        status: row.status,
        done: row.done,
        total: row.total,
        scheduled_at: row.scheduled_at.map(time::format),
    }
}
