//! `POST /v1/automations/{automationId}/run`: a manual automation is launched on an audience, or counted.

use std::sync::Arc;

use postrider_domain::sending::send::Tally;
use postrider_engine::automations::launching::{self, Launch, LaunchContext};
use postrider_engine::campaigns::Exclusions;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{AudienceRun, Told};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::Reply;
use crate::api::sends::future;
use crate::entropy;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "LaunchBody")]
pub struct LaunchBody {
    /// Who walks it: an audience, or `all` for every contact of the brand. Without one, that of the trigger node.
    audience_id: Option<String>,
    /// When it starts, in the future: an ISO time. Without one, now.
    #[schemars(extend("examples" = ["2030-01-02T03:04:05Z"]))]
    scheduled_at: Option<String>,
    /// Counts who would walk it, and changes nothing.
    dry_run: Option<bool>,
}

/// An audience run that was accepted (202), or what it would be (`dryRun`, 200).
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Launched {
    Run(Box<AudienceRun>),
    #[serde(rename_all = "camelCase")]
    DryRun {
        dry_run: bool,
        audience_id: String,
        /// Members who would walk it.
        recipient_count: i64,
        /// Members who would not, and why.
        exclusions: Exclusions,
        /// Mails that a member gets at most.
        send_node_count: usize,
    },
}

pub struct Prepared {
    launch: Launch,
    counted: Option<Tally>,
}

pub async fn prepare(cx: Cx, body: Arc<LaunchBody>) -> ApiResult<Prepared> {
    let (scheduled_at, zone) = (body.scheduled_at.as_deref(), cx.zone()?);
    let launch = Launch {
        automation_id: cx.path("automationId").to_owned(),
        audience_id: body.audience_id.clone(),
        scheduled_at: scheduled_at
            .map(|text| future(text, &zone, cx.now()))
            .transpose()?,
        dry_run: body.dry_run == Some(true),
    };
    let db = cx.db();
    let counted = launching::count_ahead(&db, cx.brand()?, &launch, cx.now());
    Ok(Prepared {
        counted: cx.while_called(Box::pin(counted)).await?,
        launch,
    })
}

pub async fn launch(tx: Tx, cx: Cx, prepared: Arc<Prepared>) -> ApiResult<Reply<Launched>> {
    let context = LaunchContext {
        brand: cx.brand()?.clone(),
        payer: cx.payer(),
        sandbox: cx.app().sandbox(),
        now: cx.now(),
        ids: entropy::opaque21,
    };
    let Prepared { launch, counted } = &*prepared;
    match launching::launch(&tx, &context, launch, *counted).await? {
        launching::Launched::Run(record) => {
            let told = Told::read(&tx, context.brand.key, std::slice::from_ref(&*record)).await?;
            let run = told.show(*record)?;
            Ok(Reply::accepted(Launched::Run(Box::new(run))))
        }
        launching::Launched::DryRun {
            audience_id,
            tally,
            send_nodes,
        } => Ok(Reply::ok(Launched::DryRun {
            dry_run: true,
            audience_id,
            recipient_count: tally.planned,
            exclusions: Exclusions::from(&tally),
            send_node_count: send_nodes,
        })
        .changed_nothing()),
    }
}
