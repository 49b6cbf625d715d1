//! `POST /v1/flows/{slug}/use`: a draft automation with its designs and its trigger.

use std::sync::Arc;

use postrider_content::catalog::{self as files, Flow};
use postrider_content::compose::Look;
use postrider_domain::automations::automation::{Notice, blockers};
use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::design::check_title;
use postrider_engine::catalog::{self, Drawn, FlowContext, FlowUse, no_such_flow};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::api::cx::Cx;
use crate::api::emails::source::{design_caller, failure};
use crate::api::emails::{Email, show, writing_now};
use crate::api::failure::ApiResult;
use crate::api::handler::{self, Typed};
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "FlowUse")]
pub struct UseBody {
    /// What its mails come from. Without one the draft has none yet, and cannot be published.
    domain_id: Option<String>,
    /// A trigger that is there; without one, the flow makes its own.
    #[schemars(length(min = 1, max = 256))]
    trigger_event_id: Option<String>,
    /// Without one, the title of the flow.
    #[schemars(length(min = 1, max = 200))]
    name: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsedFlow {
    automation_id: String,
    automation_version_id: String,
    /// What starts it.
    trigger_event_id: String,
    /// The group of its designs.
    group_id: String,
    /// Its designs, in the order of the flow.
    emails: Vec<Email>,
    /// What keeps the automation from being published as things stand.
    blockers: Vec<Notice>,
}

pub fn handler() -> Typed<UseBody, Worked, UsedFlow> {
    handler::outside(begin, work, finish)
        .undo(undo)
        .after(check)
}

/// A flow, and what its user says of it.
#[derive(Clone)]
struct Wanted {
    flow: &'static Flow,
    by: Arc<FlowUse>,
}

struct Begun {
    wanted: Wanted,
    look: Look,
}

pub struct Worked {
    wanted: Wanted,
    drawn: Drawn,
}

async fn check(cx: Cx, body: Arc<UseBody>) -> ApiResult<Wanted> {
    if let Some(name) = &body.name {
        check_title("name", name)?;
    }
    Ok(Wanted {
        flow: files::flow(cx.path("slug")).ok_or_else(no_such_flow)?,
        by: Arc::new(FlowUse {
            name: body.name.clone(),
            domain_id: body.domain_id.clone(),
            trigger_event_id: body.trigger_event_id.clone(),
        }),
    })
}

fn context(cx: &Cx) -> Result<FlowContext, Problem> {
    Ok(FlowContext {
        designs: writing_now(cx)?,
        sandbox: cx.app().sandbox(),
        bounds: cx.app().config.field_bounds,
    })
}

async fn begin(tx: Tx, cx: Cx, wanted: Arc<Wanted>) -> ApiResult<Begun> {
    catalog::require_named(&tx, &context(&cx)?, &wanted.by).await?;
    Ok(Begun {
        wanted: Wanted::clone(&wanted),
        look: catalog::look(&tx, cx.brand_key()?).await?,
    })
}

async fn work(cx: Cx, begun: Arc<Begun>) -> ApiResult<Worked> {
    let (workshop, caller) = (&cx.app().workshop, design_caller(&cx));
    let drawings = catalog::drawings(begun.wanted.flow);
    let drawn = catalog::draw(workshop, &caller, cx.brand_key()?, &begun.look, &drawings).await;
    Ok(Worked {
        wanted: begun.wanted.clone(),
        drawn: drawn.map_err(failure)?,
    })
}

async fn finish(tx: Tx, cx: Cx, worked: Arc<Worked>) -> ApiResult<Reply<UsedFlow>> {
    let Wanted { flow, by } = &worked.wanted;
    let used = catalog::use_flow(&tx, &context(&cx)?, flow, by, &worked.drawn).await?;
    let emails: Result<Vec<Email>, Problem> = used.emails.iter().map(show).collect();
    Ok(Reply::created(UsedFlow {
        automation_id: used.automation.public_id,
        automation_version_id: used.automation.head.public_id,
        trigger_event_id: used.trigger_event_id,
        group_id: used.group_id,
        emails: emails?,
        blockers: blockers::shown(used.blockers),
    }))
}

async fn undo(cx: Cx, worked: Arc<Worked>) {
    let taken = &worked.drawn.made.taken;
    cx.app().workshop.library.discard(taken).await;
}
