//! `PATCH /v1/emails/{emailId}`: its texts and group in place; its content as a new version.

use std::sync::Arc;

use postrider_content::report::AssetReport;
use postrider_domain::accounts::credits::Metering;
use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::design::{check_line, check_title};
use postrider_domain::patch::Patch;
use postrider_engine::designs::{
    BegunUpdate, DesignContext, DesignUpdate, Made, begin_change, finish_change, not_ready,
};
use postrider_engine::generation::{ask_for_change, require_ready};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::record::{Email, show, show_asked};
use super::source::{self, Format, Given};
use super::words::{check_prompt, price_of_words};
use super::writing;
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::handler::{self, Typed};
use crate::api::reply::Reply;
use crate::app::App;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "EmailUpdate")]
pub struct UpdateBody {
    /// What is to be different: a new version, which is made after the answer. Metered by use where a model makes it.
    #[schemars(length(min = 1, max = 8000))]
    pub prompt: Option<String>,
    #[schemars(length(min = 1, max = 200))]
    pub title: Option<String>,
    /// `null` removes it.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub subject: Patch<String>,
    /// `null` removes it.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub preview_text: Patch<String>,
    /// `ungrouped` or `null` takes it out of its group.
    #[serde(default)]
    pub group_id: Patch<String>,
    /// What `content` is written in.
    pub format: Option<Format>,
    /// The design anew, at most 5 MiB: a new version.
    #[schemars(length(min = 1))]
    pub content: Option<String>,
    /// The design as its document, edited: a new version.
    #[schemars(with = "Option<postrider_content::document::Document>")]
    pub document: Option<Value>,
    /// What relative addresses in `content` are relative to.
    pub base_url: Option<String>,
    /// The version that was edited; if it is no longer the newest, the edit is refused.
    pub email_version_id: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdatedEmail {
    #[serde(flatten)]
    email: Email,
    /// What became of the images, where a new version was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    asset_report: Option<AssetReport>,
}

fn price(app: &App, body: &UpdateBody) -> Metering {
    if body.prompt.is_some() {
        price_of_words(app)
    } else {
        Metering::Free
    }
}

pub fn handler() -> Typed<UpdateBody, Worked, UpdatedEmail> {
    handler::outside(begin, work, finish)
        .undo(undo)
        .after(check)
        .price(price)
}

/// A body that was checked.
struct Checked {
    update: DesignUpdate,
    prompt: Option<String>,
}

struct Begun {
    checked: Arc<Checked>,
    begun: BegunUpdate,
}

pub struct Worked {
    begun: Arc<Begun>,
    made: Option<Made>,
}

async fn check(cx: Cx, body: Arc<UpdateBody>) -> ApiResult<Checked> {
    check_lines(&body)?;
    if let Some(prompt) = &body.prompt {
        check_prompt(prompt)?;
    }
    let given = Given {
        format: body.format,
        content: body.content.as_deref(),
        document: body.document.as_ref(),
        base_url: body.base_url.as_deref(),
    };
    let source = given.read(&cx).await?.map(Arc::new);
    if body.prompt.is_some() && source.is_some() {
        return Err(Problem::invalid(
            "prompt",
            "A design is changed either by `prompt` or by hand.",
        )
        .into());
    }
    Ok(Checked {
        update: DesignUpdate {
            title: body.title.clone(),
            subject: line(&body.subject),
            preview_text: line(&body.preview_text),
            group_id: body.group_id.clone(),
            source,
            edited_version: body.email_version_id.clone(),
        },
        prompt: body.prompt.clone(),
    })
}

async fn begin(tx: Tx, cx: Cx, checked: Arc<Checked>) -> ApiResult<Begun> {
    let (brand, id) = (cx.brand_key()?, cx.path("emailId"));
    let begun = begin_change(&tx, brand, id, &checked.update).await?;
    if checked.prompt.is_some() {
        if begun.email.head.is_none() {
            return Err(not_ready().into());
        }
        // Before anybody looks at the balance.
        require_ready(&tx, brand).await?;
    }
    Ok(Begun { checked, begun })
}

fn check_lines(body: &UpdateBody) -> Result<(), Problem> {
    if let Some(title) = &body.title {
        check_title("title", title)?;
    }
    for (param, patch) in [
        ("subject", &body.subject),
        ("previewText", &body.preview_text),
    ] {
        if let Patch::Set(text) = patch {
            check_line(param, text)?;
        }
    }
    Ok(())
}

/// An empty line is none.
fn line(patch: &Patch<String>) -> Patch<String> {
    match patch {
        Patch::Set(text) if text.trim().is_empty() => Patch::Clear,
        other => other.clone(),
    }
}

async fn work(cx: Cx, begun: Arc<Begun>) -> ApiResult<Worked> {
    let made = match &begun.begun.order {
        None => None,
        Some(order) => {
            let made = cx
                .app()
                .workshop
                .make(order, &source::design_caller(&cx))
                .await;
            Some(made.map_err(source::failure)?)
        }
    };
    Ok(Worked { begun, made })
}

async fn finish(tx: Tx, cx: Cx, worked: Arc<Worked>) -> ApiResult<Reply<UpdatedEmail>> {
    let Begun { checked, begun } = &*worked.begun;
    let context = DesignContext {
        // The request may have begun a while ago: a list by time shows what is new at its top.
        now: cx.app().clock.now(),
        ..writing(&cx)?
    };
    let made = worked.made.as_ref();
    let written = finish_change(&tx, &context, &checked.update, &begun.email, made).await?;
    if let Some(prompt) = &checked.prompt {
        let asked = ask_for_change(&tx, &context, &begun.email, prompt).await?;
        return Ok(Reply::accepted(UpdatedEmail {
            email: show_asked(&asked)?,
            asset_report: None,
        }));
    }
    Ok(Reply::ok(UpdatedEmail {
        email: show(&written.record)?,
        asset_report: written.report,
    }))
}

async fn undo(cx: Cx, worked: Arc<Worked>) {
    if let Some(made) = &worked.made {
        cx.app().workshop.library.discard(&made.taken).await;
    }
}
