//! `GET /v1/sends`.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use postrider_domain::contract::cursor::Position;
use postrider_domain::contract::problem::Problem;
use postrider_domain::sending::send::{SendKind, SendStatus, Tally};
use postrider_domain::tenant::BrandKey;
use postrider_engine::campaigns::lost_stream;
use postrider_store::db::Tx;
use postrider_store::sends::{self, Listed, Mail, Progress, SendRecord};
use schemars::JsonSchema;
use serde::Deserialize;

use super::record::{Send, show, show_mail};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::page::{MAX_LIMIT, Page, after_number, page, time_bound};
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "SendListQuery")]
pub struct ListQuery {
    /// Entries on a page.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    /// `pagination.cursor` of the page before.
    cursor: Option<String>,
    /// `automation` for what automations mail: a send for each mail of a run, and one for each node of an audience run.
    kind: Option<SendKind>,
    status: Option<SendStatus>,
    /// Only sends of this design.
    email_id: Option<String>,
    /// Only sends made then or later: an ISO time or a date.
    #[schemars(extend("examples" = ["2026-01-01"]))]
    from: Option<String>,
    /// Only sends made earlier.
    #[schemars(extend("examples" = ["2027-01-01"]))]
    to: Option<String>,
    /// Only sends of this automation.
    automation_id: Option<String>,
    /// Only sends of this run of an automation.
    automation_run_id: Option<String>,
    /// Only sends of this launch of an automation on an audience.
    audience_run_id: Option<String>,
    /// Only sends that this fire of a trigger led to.
    trigger_instance_id: Option<String>,
}

pub async fn list(tx: Tx, cx: Cx, query: Arc<ListQuery>) -> ApiResult<Reply<Page<Send>>> {
    let (brand, limit) = (cx.brand_key()?, query.limit.unwrap_or(MAX_LIMIT));
    let wanted = sends::ListQuery {
        kind: query.kind,
        status: query.status,
        email: query.email_id.clone(),
        automation: query.automation_id.clone(),
        run: query.automation_run_id.clone(),
        audience_run: query.audience_run_id.clone(),
        instance: query.trigger_instance_id.clone(),
        from: time_bound("from", query.from.as_deref())?,
        to: time_bound("to", query.to.as_deref())?,
        before: after_number(&cx, query.cursor.as_deref())?,
        limit: i64::from(limit) + 1,
    };
    let rows = sends::list(&tx, brand, &wanted).await?;
    let about = About::read(&tx, brand, &rows).await?;
    let position = |row: &Listed| vec![Position::Int(row.number())];
    let page = page(&cx, limit, rows, position, |row| about.show(row))?;
    Ok(Reply::ok(page))
}

/// What the rows of a page do not hold themselves, looked up for all of them at once.
struct About {
    stats: HashMap<i64, Tally>,
    streams: HashMap<i64, SendRecord>,
    progress: HashMap<(i64, i64), Progress>,
}

impl About {
    async fn read(tx: &Tx, brand: BrandKey, rows: &[Listed]) -> ApiResult<Self> {
        let mut counted = Vec::new();
        let mut mails: Vec<&Mail> = Vec::new();
        for row in rows {
            match row {
                Listed::Send(send) => counted.push(send.id),
                Listed::Mail(mail) => mails.push(mail),
            }
        }
        let of: HashSet<i64> = mails.iter().map(|mail| mail.send).collect();
        let stats = sends::stats(tx, brand, counted).await?;
        Ok(Self {
            stats: stats.into_iter().collect(),
            streams: sends::by_numbers(tx, brand, of).await?,
            progress: sends::progress(tx, brand, mails).await?,
        })
    }

    fn show(&self, row: Listed) -> Result<Send, Problem> {
        match row {
            Listed::Send(send) => {
                let tally = self.stats.get(&send.id).copied().unwrap_or_default();
                show(*send, &tally)
            }
            Listed::Mail(mail) => {
                let progress = self.progress.get(&(mail.send, mail.ordinal)).cloned();
                let progress = progress.unwrap_or_default();
                let stream = self.streams.get(&mail.send).ok_or_else(lost_stream)?;
                let tally = mail.tally(&progress);
                show_mail(&mail, stream, &tally, &progress)
            }
        }
    }
}
