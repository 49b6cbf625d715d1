//! `POST /v1/sends`: a campaign is accepted, or counted.

use std::sync::Arc;

use postrider_domain::contract::problem::Problem;
use postrider_domain::sending::send::{SendKind, SendStatus};
use postrider_domain::time;
use postrider_engine::campaigns::{
    self, AcceptedSend, CampaignContext, CountedCampaign, Exclusions, SendWarning,
};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Serialize;

use super::body::{CreateBody, campaign};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::Reply;
use crate::config::MailMode;
use crate::entropy;

/// A campaign that was accepted (202), or what it would be (`dryRun`, 200).
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "AcceptedSend")]
pub enum Accepted {
    #[serde(rename_all = "camelCase")]
    Send {
        send_id: String,
        kind: SendKind,
        /// `queued` or `scheduled`
        status: SendStatus,
        email_id: String,
        /// Who can be mailed as things stand.
        recipient_count: i64,
        #[serde(skip_serializing_if = "Option::is_none")]
        scheduled_at: Option<String>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[schemars(default)]
        warnings: Vec<SendWarning>,
    },
    #[serde(rename_all = "camelCase")]
    DryRun {
        dry_run: bool,
        recipient_count: i64,
        exclusions: Exclusions,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[schemars(default)]
        warnings: Vec<SendWarning>,
    },
}

pub struct Prepared {
    context: Arc<CampaignContext>,
    campaign: CountedCampaign,
}

pub async fn prepare(cx: Cx, body: Arc<CreateBody>) -> ApiResult<Prepared> {
    let campaign = campaign(&body, &cx.zone()?, cx.now())?;
    let context = Arc::new(context(&cx)?);
    let db = cx.db();
    let counted = campaigns::count_ahead(&db, &context, campaign);
    Ok(Prepared {
        campaign: cx.while_called(Box::pin(counted)).await?,
        context,
    })
}

pub(super) fn context(cx: &Cx) -> Result<CampaignContext, Problem> {
    let (app, config) = (cx.app(), &cx.app().config);
    Ok(CampaignContext {
        brand: cx.brand()?.clone(),
        payer: cx.payer(),
        sandbox: app.sandbox(),
        now: cx.now(),
        opt_outs: app.keys().opt_out.clone(),
        mail_domains: Arc::clone(&app.mail_domains),
        field_bounds: config.field_bounds,
        has_plain_links: config.mail != MailMode::Capture
            && !config.content_urls().current.starts_with("https://"),
    })
}

pub async fn create(tx: Tx, _: Cx, prepared: Arc<Prepared>) -> ApiResult<Reply<Accepted>> {
    let (context, campaign) = (&prepared.context, &prepared.campaign);
    let accepted = campaigns::accept(&tx, context, campaign, entropy::opaque21()).await?;
    Ok(match accepted {
        campaigns::Accepted::Send(send) => Reply::accepted(show(send)),
        campaigns::Accepted::DryRun(tally, warnings) => Reply::ok(Accepted::DryRun {
            dry_run: true,
            recipient_count: tally.planned,
            exclusions: Exclusions::from(&tally),
            warnings,
        })
        .changed_nothing(),
    })
}

fn show(send: AcceptedSend) -> Accepted {
    Accepted::Send {
        send_id: send.public_id,
        kind: SendKind::Campaign,
        status: send.status,
        email_id: send.email_id,
        recipient_count: send.recipient_count,
        scheduled_at: send.scheduled_at.map(time::format),
        warnings: send.warnings,
    }
}
