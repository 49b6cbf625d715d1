//! `PATCH /v1/emails/{emailId}`: its texts and group in place; its content as a new version.

use std::sync::Arc;

use postrider_content::report::AssetReport;
use postrider_domain::catalog::Code;
use postrider_domain::contact::Patch;
use postrider_domain::design::{EmailStatus, VersionSource, check_line};
use postrider_domain::problem::Problem;
use postrider_engine::assets;
use postrider_engine::designs::{Made, Order};
use postrider_store::db::Tx;
use postrider_store::emails::{self, Change, EmailRecord, NewVersion};
use postrider_store::fields;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::import::no_model;
use super::record::{Email, find, show};
use super::source::{self, Format, Given};
use super::{group, in_progress, not_ready};
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::handler::{self, Handler};
use crate::api::reply::Reply;
use crate::entropy;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "EmailChange")]
pub struct ChangeBody {
    /// Lets a model change the design: a new version, metered by use.
    #[schemars(length(min = 1, max = 10_000))]
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
pub struct ChangedEmail {
    #[serde(flatten)]
    email: Email,
    /// What became of the images, where `content` was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    asset_report: Option<AssetReport>,
}

pub fn is_metered(body: &ChangeBody) -> bool {
    body.prompt.is_some()
}

pub fn handler() -> Handler {
    let handler = handler::outside(begin, work, finish);
    handler::undone(handler, undo)
}

struct Begun {
    body: Arc<ChangeBody>,
    email: EmailRecord,
    order: Option<Order>,
}

struct Worked {
    begun: Arc<Begun>,
    made: Option<Made>,
}

async fn begin(tx: Tx, cx: Cx, body: Arc<ChangeBody>) -> Outcome<Begun> {
    check_lines(&body)?;
    let given = Given {
        format: body.format,
        content: body.content.as_deref(),
        document: body.document.as_ref(),
        base_url: body.base_url.as_deref(),
    };
    let source = given.read()?;
    if body.prompt.is_some() && source.is_some() {
        return Err(Problem::invalid(
            "prompt",
            "A design is changed either by `prompt` or by hand.",
        )
        .into());
    }
    let email = find(&tx, &cx).await?;
    wanted_group(&tx, &cx, &body.group_id).await?;
    if email.status == EmailStatus::Generating {
        return Err(in_progress("The design is being made or changed by a prompt.").into());
    }
    check_base(&body, &email)?;
    if source.is_some() && email.head.is_none() {
        return Err(not_ready().into());
    }
    if body.prompt.is_some() {
        return Err(no_model("prompt").into());
    }
    let order = match source {
        None => None,
        Some(source) => Some(Order {
            brand: cx.brand_key()?,
            kind: email.kind,
            source,
            fields: fields::known(&tx, cx.brand_key()?).await?,
        }),
    };
    Ok(Begun { body, email, order })
}

async fn wanted_group(tx: &Tx, cx: &Cx, id: &Patch<String>) -> Outcome<Patch<i64>> {
    Ok(match id {
        Patch::Keep => Patch::Keep,
        Patch::Clear => Patch::Clear,
        Patch::Set(id) => match group::find(tx, cx, Some(id)).await? {
            Some(number) => Patch::Set(number),
            None => Patch::Clear,
        },
    })
}

fn check_lines(body: &ChangeBody) -> Result<(), Problem> {
    check_line("title", body.title.as_deref().unwrap_or_default())?;
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

/// The caller may say which version it saw.
fn check_base(body: &ChangeBody, email: &EmailRecord) -> Result<(), Problem> {
    let Some(base) = &body.email_version_id else {
        return Ok(());
    };
    let head = email.head.as_ref().map(|head| head.public_id.as_str());
    if head == Some(base.as_str()) {
        return Ok(());
    }
    Err(
        in_progress("The design has a newer version than the one that was edited.")
            .param("emailVersionId"),
    )
}

async fn work(cx: Cx, begun: Arc<Begun>) -> Outcome<Worked> {
    let made = match &begun.order {
        None => None,
        Some(order) => {
            let made = cx.app().workshop.make(order).await;
            Some(made.map_err(source::failure)?)
        }
    };
    Ok(Worked { begun, made })
}

async fn finish(tx: Tx, cx: Cx, worked: Arc<Worked>) -> Outcome<Reply<ChangedEmail>> {
    let (brand, email) = (cx.brand_key()?, &worked.begun.email);
    let not_found = || Problem::new(Code::EmailNotFound, "There is no such design.");
    if let Some(made) = &worked.made {
        assets::keep(&tx, brand, &made.taken, cx.now()).await?;
        let version = NewVersion {
            public_id: entropy::opaque21(),
            source: VersionSource::Edited,
            content: made.content.clone(),
        };
        let head = email.head.as_ref().ok_or_else(not_ready)?;
        emails::add_version(&tx, brand, email.id, head.id, &version, cx.now())
            .await?
            .ok_or_else(|| in_progress("Another edit was saved while this one was being made."))?;
    }
    let body = &worked.begun.body;
    let change = Change {
        title: body.title.clone(),
        subject: body.subject.clone(),
        preview_text: body.preview_text.clone(),
        group: wanted_group(&tx, &cx, &body.group_id).await?,
    };
    let record = emails::change(&tx, brand, email.id, change, cx.now())
        .await?
        .ok_or_else(not_found)?;
    let written = worked.made.as_ref();
    Ok(Reply::ok(ChangedEmail {
        email: show(&record)?,
        asset_report: written.map(|made| made.report.clone()),
    }))
}

async fn undo(cx: Cx, worked: Arc<Worked>) {
    if let Some(made) = &worked.made {
        cx.app().workshop.library.discard(&made.taken).await;
    }
}
