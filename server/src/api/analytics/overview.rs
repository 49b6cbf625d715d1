//! `GET /v1/analytics/overview`.

use std::sync::Arc;

use postrider_domain::contacts::mailbox::{Mailbox, Provider};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::sending::event_feed::Range;
use postrider_domain::sending::send::Tally;
use postrider_domain::tenant::BrandKey;
use postrider_domain::time;
use postrider_store::analytics::{self, Of};
use postrider_store::db::Tx;
use postrider_store::sends::{self, Mail, SendRecord};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::numbers::{Counters, Rates};
use super::series::{Granularity, buckets};
use super::{DAY_MS, ShownRange, automation, unknown_send};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::page::time_bound;
use crate::api::reply::Reply;

const DEFAULT_RANGE_MS: i64 = 30 * DAY_MS;
const LONGEST_MS: i64 = 400 * DAY_MS;
const LONGEST_BY_HOUR_MS: i64 = 31 * DAY_MS;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "OverviewQuery")]
pub struct OverviewQuery {
    /// What happened then or later, counted by whole hours: an ISO time or a date. Without it, 30 days before `to`; at
    /// most 400 days before it.
    #[schemars(extend("examples" = ["2026-01-01"]))]
    from: Option<String>,
    /// What happened earlier. Without it, now.
    #[schemars(extend("examples" = ["2026-02-01"]))]
    to: Option<String>,
    /// Only this send.
    send_id: Option<String>,
    /// Only sends of this design.
    email_id: Option<String>,
    /// Only sends of this automation.
    automation_id: Option<String>,
    /// The length of an entry of `series`; without it `day`.
    granularity: Option<Granularity>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Overview {
    range: ShownRange,
    totals: Counters,
    rates: Rates,
    /// Every hour or day of the range, those in which nothing happened too.
    series: Vec<Moment>,
    /// Those at whose mailboxes something happened, the one that took the most mails first.
    by_mailbox_provider: Vec<AtProvider>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OverviewMoment")]
struct Moment {
    /// When the hour begins, or the day in the brand's time zone.
    at: String,
    counters: Counters,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OverviewProvider")]
struct AtProvider {
    /// `gmail`, `outlook`, `yahoo` and so on, or `other`
    provider: &'static str,
    counters: Counters,
    rates: Rates,
}

pub async fn overview(tx: Tx, cx: Cx, query: Arc<OverviewQuery>) -> ApiResult<Reply<Overview>> {
    let brand = cx.brand()?;
    let granularity = query.granularity.unwrap_or(Granularity::Day);
    let range = range(&query, granularity, cx.now())?;
    let wanted = wanted(&tx, brand.key, &query).await?;
    let zone = cx.zone()?;
    let (hours, mut providers) = match wanted {
        OverviewSubject::Sums(of) => (
            analytics::by_hour(&tx, brand.key, range, of).await?,
            analytics::by_provider(&tx, brand.key, range, of).await?,
        ),
        OverviewSubject::Mail(mail) => {
            let recipient = mail.refs.recipient.as_deref();
            let provider = recipient.map_or(Provider::Other, |email| Mailbox::of(email).provider);
            analytics::of_mail(&tx, brand.key, &mail, provider, range).await?
        }
    };
    let mut totals = Tally::default();
    for hour in &hours {
        totals += hour.tally;
    }
    let moment = |(at, tally): (i64, Tally)| Moment {
        at: time::format(at),
        counters: Counters::from(&tally),
    };
    let series = buckets(range, granularity, &zone, &hours);
    providers.sort_by_key(|each| (-each.tally.accepted, each.of.as_str()));
    let at_provider = providers.iter().map(|each| AtProvider {
        provider: each.of.as_str(),
        counters: Counters::from(&each.tally),
        rates: Rates::from(&each.tally),
    });
    Ok(Reply::ok(Overview {
        range: range.into(),
        rates: Rates::from(&totals),
        totals: Counters::from(&totals),
        series: series.into_iter().map(moment).collect(),
        by_mailbox_provider: at_provider.collect(),
    }))
}

fn range(query: &OverviewQuery, granularity: Granularity, now: i64) -> Result<Range, Problem> {
    let from = time_bound("from", query.from.as_deref())?;
    let to = time_bound("to", query.to.as_deref())?;
    let range = Range::of(from, to, DEFAULT_RANGE_MS, now)?;
    let length = range.to - range.from;
    if length > LONGEST_MS {
        return Err(
            Problem::invalid("from", "The range is longer than 400 days.")
                .suggest("Ask for 400 days at a time."),
        );
    }
    if granularity == Granularity::Hour && length > LONGEST_BY_HOUR_MS {
        return Err(Problem::invalid(
            "granularity",
            "A range of more than 31 days is not told by the hour.",
        )
        .suggest("Ask for `day`, or for 31 days at a time."));
    }
    Ok(range)
}

/// What an overview is of.
enum OverviewSubject {
    Sums(Of),
    Mail(Box<Mail>),
}

async fn wanted(tx: &Tx, brand: BrandKey, query: &OverviewQuery) -> ApiResult<OverviewSubject> {
    let automation = automation(tx, brand, query.automation_id.as_deref()).await?;
    let send = match &query.send_id {
        None => None,
        Some(id) => Some(named_send(tx, brand, id).await?),
    };
    let design = match &query.email_id {
        None => None,
        Some(id) => Some(
            analytics::design(tx, brand, id)
                .await?
                .ok_or_else(unknown_design)?,
        ),
    };
    let Some((send, mail)) = send else {
        return Ok(OverviewSubject::Sums(match (automation, design) {
            (None, None) => Of::Everything,
            (None, Some(design)) => Of::Design(design),
            (Some(automation), design) => Of::Automation { automation, design },
        }));
    };
    let origin = send.origin.as_ref().map(|origin| origin.automation);
    let fits = design.is_none_or(|design| send.email == design)
        && automation.is_none_or(|automation| origin == Some(automation));
    Ok(match mail {
        _ if !fits => OverviewSubject::Sums(Of::Nothing),
        None => OverviewSubject::Sums(Of::Send(send.id)),
        Some(mail) => OverviewSubject::Mail(mail),
    })
}

/// A send; or a mail, and the stream that it is part of.
async fn named_send(
    tx: &Tx,
    brand: BrandKey,
    id: &str,
) -> ApiResult<(SendRecord, Option<Box<Mail>>)> {
    if let Some(send) = sends::get(tx, brand, id).await? {
        return Ok((send, None));
    }
    let mail = sends::get_mail(tx, brand, id).await?;
    let mail = mail.ok_or_else(unknown_send)?;
    let stream = sends::by_number(tx, brand, mail.send).await?;
    Ok((stream.ok_or_else(unknown_send)?, Some(Box::new(mail))))
}

fn unknown_design() -> Problem {
    Problem::new(Code::EmailNotFound, "There is no such design.").param("emailId")
}
