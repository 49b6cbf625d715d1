//! `PATCH /v1/emails/{emailId}`: its texts and group in place; its content as a new version.

use std::sync::Arc;

use postrider_content::report::AssetReport;
use postrider_domain::contact::Patch;
use postrider_domain::credits::Metering;
use postrider_domain::design::{EmailStatus, VersionSource, check_line, check_title};
use postrider_domain::problem::Problem;
use postrider_engine::assets;
use postrider_engine::designs::{Made, Order, Source};
use postrider_store::db::Tx;
use postrider_store::emails::{self, Change, EmailRecord, NewVersion};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::described::describe;
use super::import::no_model;
use super::record::{Email, find, not_found, show};
use super::source::{self, Format, Given};
use super::{group, in_progress, no_such_version, not_added, not_ready, overtaken};
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::handler::{self, Typed};
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
    /// What became of the images, where a new version was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    asset_report: Option<AssetReport>,
}

/// Only what a model does costs something.
fn price(body: &ChangeBody) -> Metering {
    if body.prompt.is_some() {
        Metering::Usage
    } else {
        Metering::Free
    }
}

pub fn handler() -> Typed<ChangeBody, Worked, ChangedEmail> {
    handler::outside(begin, work, finish)
        .undo(undo)
        .after(check)
        .price(price)
}

/// A body that was checked.
struct Checked {
    body: Arc<ChangeBody>,
    source: Option<Arc<Source>>,
}

struct Begun {
    body: Arc<ChangeBody>,
    email: EmailRecord,
    order: Option<Order>,
}

pub struct Worked {
    begun: Arc<Begun>,
    made: Option<Made>,
}

async fn check(cx: Cx, body: Arc<ChangeBody>) -> Outcome<Checked> {
    check_lines(&body)?;
    let given = Given {
        format: body.format,
        content: body.content.as_deref(),
        document: body.document.as_ref(),
        base_url: body.base_url.as_deref(),
    };
    let source = given.read(&cx.app().workshop).await?.map(Arc::new);
    if body.prompt.is_some() && source.is_some() {
        return Err(Problem::invalid(
            "prompt",
            "A design is changed either by `prompt` or by hand.",
        )
        .into());
    }
    Ok(Checked { body, source })
}

async fn begin(tx: Tx, cx: Cx, checked: Arc<Checked>) -> Outcome<Begun> {
    let (body, source) = (Arc::clone(&checked.body), checked.source.clone());
    let (brand, email) = (cx.brand_key()?, find(&tx, &cx).await?);
    wanted_group(&tx, &cx, &body.group_id).await?;
    let base = match &body.email_version_id {
        None => None,
        Some(id) => {
            let version = emails::version(&tx, brand, email.id, id).await?;
            Some(version.ok_or_else(no_such_version)?.row.id)
        }
    };
    if email.status == EmailStatus::Generating {
        return Err(in_progress("The design is being made or changed by a prompt.").into());
    }
    let head = email.head.as_ref().map(|head| head.id);
    if base.is_some() && base != head {
        let message = "The design has a newer version than the one that was edited.";
        return Err(overtaken(message).param("emailVersionId").into());
    }
    if source.is_some() && head.is_none() {
        return Err(not_ready().into());
    }
    if body.prompt.is_some() {
        return Err(no_model("prompt").into());
    }
    let order = source.map(|source| Order {
        brand,
        kind: email.kind,
        source,
    });
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
    let (brand, email, body) = (cx.brand_key()?, &worked.begun.email, &worked.begun.body);
    // The request may have begun a while ago: a list by time shows what is new at its top.
    let now = cx.app().clock.now();
    // Before the design: whoever deletes a group holds them in this order too.
    let group = wanted_group(&tx, &cx, &body.group_id).await?;
    if let Some(made) = &worked.made {
        assets::keep(&tx, brand, &made.taken, now).await?;
        let version = NewVersion {
            public_id: entropy::opaque21(),
            source: VersionSource::Edited,
            content: made.content.clone(),
        };
        let head = email.head.as_ref().ok_or_else(not_ready)?;
        let added = emails::add_version(&tx, brand, email.id, head.id, &version, now).await?;
        if added.is_none() {
            return Err(not_added(&tx, &cx).await);
        }
    }
    let change = Change {
        title: body.title.clone(),
        subject: line(&body.subject),
        preview_text: line(&body.preview_text),
        group,
    };
    let record = emails::change(&tx, brand, email.id, change, now)
        .await?
        .ok_or_else(not_found)?;
    let asset_report = match &worked.made {
        None => None,
        Some(made) => Some(AssetReport {
            warnings: describe(&tx, &cx, &record, &made.content).await?.warnings,
            ..made.report.clone()
        }),
    };
    Ok(Reply::ok(ChangedEmail {
        email: show(&record)?,
        asset_report,
    }))
}

async fn undo(cx: Cx, worked: Arc<Worked>) {
    if let Some(made) = &worked.made {
        cx.app().workshop.library.discard(&made.taken).await;
    }
}
