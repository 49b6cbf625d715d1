//! `POST /v1/templates/{emailId}/use`: a design of the brand, in its look.

use std::sync::Arc;

use postrider_content::catalog as files;
use postrider_content::compose::Look;
use postrider_domain::designs::design::{EmailType, check_title};
use postrider_engine::catalog::{self, Drawing, Drawn, TemplateUse, no_such_template};
use postrider_engine::designs::lock_group;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::api::cx::Cx;
use crate::api::emails::source::{design_caller, failure};
use crate::api::emails::{Email, show, writing_now};
use crate::api::failure::ApiResult;
use crate::api::handler::{self, Typed};
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "TemplateUse")]
pub struct UseBody {
    /// Without one, that of the template.
    #[schemars(length(min = 1, max = 200))]
    title: Option<String>,
    /// Without one, `transactional` for orders, bills and accounts, else `campaign`.
    #[serde(rename = "type")]
    kind: Option<EmailType>,
    group_id: Option<String>,
}

pub fn handler() -> Typed<UseBody, Worked, Email> {
    handler::outside(begin, work, finish)
        .undo(undo)
        .after(check)
}

struct Checked {
    wanted: Arc<TemplateUse>,
    drawing: Drawing,
}

struct Begun {
    wanted: Arc<TemplateUse>,
    drawing: Drawing,
    look: Look,
}

pub struct Worked {
    wanted: Arc<TemplateUse>,
    drawn: Drawn,
}

async fn check(cx: Cx, body: Arc<UseBody>) -> ApiResult<Checked> {
    if let Some(title) = &body.title {
        check_title("title", title)?;
    }
    let template = files::template(cx.path("emailId")).ok_or_else(no_such_template)?;
    Ok(Checked {
        wanted: Arc::new(TemplateUse {
            title: body.title.clone(),
            group_id: body.group_id.clone(),
        }),
        drawing: Drawing {
            template,
            kind: body.kind.unwrap_or_else(|| template.usual_type()),
        },
    })
}

async fn begin(tx: Tx, cx: Cx, checked: Arc<Checked>) -> ApiResult<Begun> {
    let brand = cx.brand_key()?;
    lock_group(&tx, brand, checked.wanted.group_id.as_deref()).await?;
    Ok(Begun {
        wanted: Arc::clone(&checked.wanted),
        drawing: checked.drawing,
        look: catalog::look(&tx, brand).await?,
    })
}

async fn work(cx: Cx, begun: Arc<Begun>) -> ApiResult<Worked> {
    let (workshop, caller) = (&cx.app().workshop, design_caller(&cx));
    let drawings = [begun.drawing];
    let drawn = catalog::draw(workshop, &caller, cx.brand_key()?, &begun.look, &drawings).await;
    Ok(Worked {
        wanted: Arc::clone(&begun.wanted),
        drawn: drawn.map_err(failure)?,
    })
}

async fn finish(tx: Tx, cx: Cx, worked: Arc<Worked>) -> ApiResult<Reply<Email>> {
    let context = writing_now(&cx)?;
    let made = catalog::use_template(&tx, &context, &worked.wanted, &worked.drawn).await?;
    Ok(Reply::created(show(&made)?))
}

async fn undo(cx: Cx, worked: Arc<Worked>) {
    let taken = &worked.drawn.made.taken;
    cx.app().workshop.library.discard(taken).await;
}
