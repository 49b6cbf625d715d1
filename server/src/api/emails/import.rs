//! `POST /v1/emails/import`: a design from HTML, MJML, JSX or a document of blocks.

use std::sync::Arc;

use postrider_content::report::AssetReport;
use postrider_domain::accounts::credits::Metering;
use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::design::{EmailType, check_line, check_title};
use postrider_engine::designs::{self, DesignImport, Made, Order, Source, lock_group};
use postrider_engine::generation::ask_to_clean_up;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::record::{Email, show};
use super::source::{self, Format, Given, design_caller, missing};
use super::words::price_of_words;
use super::writing_now;
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::handler::{self, Typed};
use crate::api::reply::Reply;
use crate::app::App;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "EmailImport")]
pub struct ImportBody {
    /// What `content` is written in.
    pub format: Option<Format>,
    /// The source, at most 5 MiB.
    #[schemars(length(min = 1))]
    pub content: Option<String>,
    /// The design as a document, instead of `format` and `content`.
    #[schemars(with = "Option<postrider_content::document::Document>")]
    pub document: Option<Value>,
    /// `campaign` if not given.
    #[serde(rename = "type")]
    pub kind: Option<EmailType>,
    /// Taken from the source if not given.
    #[schemars(length(min = 1, max = 200))]
    pub title: Option<String>,
    #[schemars(length(max = 500))]
    pub subject: Option<String>,
    /// The line beside the subject in an inbox; taken from the source if not given.
    #[schemars(length(max = 500))]
    pub preview_text: Option<String>,
    pub group_id: Option<String>,
    /// What relative addresses in the source are relative to.
    pub base_url: Option<String>,
    /// Lays the design out anew in the brand's look. It is there as it came, and `generating` until the tidy version is
    /// made; if that fails, it stays as it came. Metered by use where a model does it.
    pub clean_up: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportedEmail {
    #[serde(flatten)]
    email: Email,
    asset_report: AssetReport,
}

fn price(app: &App, body: &ImportBody) -> Metering {
    if body.clean_up == Some(true) {
        price_of_words(app)
    } else {
        Metering::Free
    }
}

pub fn handler() -> Typed<ImportBody, Worked, ImportedEmail> {
    handler::outside(begin, work, finish)
        .undo(undo)
        .after(check)
        .price(price)
}

/// A body that was checked.
struct Checked {
    body: Arc<ImportBody>,
    source: Arc<Source>,
}

pub struct Worked {
    body: Arc<ImportBody>,
    kind: EmailType,
    made: Made,
}

async fn check(cx: Cx, body: Arc<ImportBody>) -> ApiResult<Checked> {
    if let Some(title) = &body.title {
        check_title("title", title)?;
    }
    check_line("subject", body.subject.as_deref().unwrap_or_default())?;
    check_line(
        "previewText",
        body.preview_text.as_deref().unwrap_or_default(),
    )?;
    let given = Given {
        format: body.format,
        content: body.content.as_deref(),
        document: body.document.as_ref(),
        base_url: body.base_url.as_deref(),
    };
    let source = given.read(&cx).await?;
    let source = Arc::new(source.ok_or_else(|| missing("content"))?);
    if body.clean_up == Some(true) && matches!(*source, Source::Document(..)) {
        let message = "A document of blocks is tidy; only a source in a `format` is cleaned up.";
        return Err(Problem::invalid("cleanUp", message).into());
    }
    Ok(Checked { body, source })
}

struct Begun {
    body: Arc<ImportBody>,
    order: Order,
}

async fn begin(tx: Tx, cx: Cx, checked: Arc<Checked>) -> ApiResult<Begun> {
    let body = Arc::clone(&checked.body);
    lock_group(&tx, cx.brand_key()?, body.group_id.as_deref()).await?;
    let order = Order {
        brand: cx.brand_key()?,
        kind: body.kind.unwrap_or(EmailType::Campaign),
        source: Arc::clone(&checked.source),
        borrowed: Vec::new(),
    };
    Ok(Begun { body, order })
}

async fn work(cx: Cx, begun: Arc<Begun>) -> ApiResult<Worked> {
    let made = cx
        .app()
        .workshop
        .make(&begun.order, &design_caller(&cx))
        .await;
    Ok(Worked {
        body: Arc::clone(&begun.body),
        kind: begun.order.kind,
        made: made.map_err(source::failure)?,
    })
}

async fn finish(tx: Tx, cx: Cx, worked: Arc<Worked>) -> ApiResult<Reply<ImportedEmail>> {
    let body = &worked.body;
    let context = writing_now(&cx)?;
    let import = DesignImport {
        kind: worked.kind,
        title: body.title.clone(),
        subject: non_empty(body.subject.as_ref()),
        preview_text: non_empty(body.preview_text.as_ref()),
        group_id: body.group_id.clone(),
    };
    let written = designs::import(&tx, &context, &import, &worked.made).await?;
    let record = match body.clean_up {
        Some(true) => ask_to_clean_up(&tx, &context, &written.record).await?,
        _ => written.record,
    };
    Ok(Reply::created(ImportedEmail {
        email: show(&record)?,
        asset_report: written.report.unwrap_or_default(),
    }))
}

/// An empty line is none.
pub fn non_empty(line: Option<&String>) -> Option<String> {
    line.filter(|line| !line.trim().is_empty()).cloned()
}

async fn undo(cx: Cx, worked: Arc<Worked>) {
    cx.app().workshop.library.discard(&worked.made.taken).await;
}
