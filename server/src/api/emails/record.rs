//! A design as the API shows it.

use postrider_content::rendered::{with_preview_text, with_title};
use postrider_content::report::Warning;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::design::{Category, EmailStatus, EmailType, UsedTag, VersionSource};
use postrider_domain::time;
use postrider_engine::campaigns::SendState;
use postrider_engine::designs::{UNGROUPED, not_found};
use postrider_engine::validation::RowFault;
use postrider_store::db::Tx;
use postrider_store::emails::{self, EmailRecord, VersionRow};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::api::cx::Cx;
use crate::api::failure::ApiResult;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Email {
    email_id: String,
    /// The version that is shown and sent; of a design that is being made, the one that it will have; absent if none
    /// was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    email_version_id: Option<String>,
    title: String,
    #[serde(rename = "type")]
    kind: EmailType,
    status: EmailStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<String>,
    /// The line beside the subject in an inbox: the one given, else the one that the design itself holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    preview_text: Option<String>,
    /// A small picture of the version that is shown and sent; when one design is read, and once it is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) preview_image: Option<String>,
    /// `ungrouped` if it is in no group.
    group_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<Category>,
    /// What was said about it, if it was made or changed by a prompt.
    #[serde(skip_serializing_if = "Option::is_none")]
    chat_id: Option<String>,
    /// Why the status is `failed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<RowFault>,
    /// The send that has taken this campaign.
    #[serde(skip_serializing_if = "Option::is_none")]
    send_state: Option<SendState>,
    created_at: String,
    updated_at: String,
    /// The HTML of the version, with `include=html`: merge tags and all, the preview text in its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) html: Option<String>,
    /// Newest first, with `include=versions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) versions: Option<Vec<Version>>,
    /// What is edited, with `include=document`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) document: Option<Value>,
    /// The merge tags that the design asks for; when one design is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) merge_tags: Option<Vec<UsedTag>>,
    /// What its author should know; when one design is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) warnings: Option<Vec<Warning>>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "EmailVersion")]
pub struct Version {
    email_version_id: String,
    /// Counts from 1.
    version: i64,
    /// How it came to be.
    source: VersionSource,
    created_at: String,
}

impl From<VersionRow> for Version {
    fn from(row: VersionRow) -> Self {
        Self {
            email_version_id: row.public_id,
            version: row.version,
            source: row.source,
            created_at: time::format(row.created_at),
        }
    }
}

/// The row without what has to be asked for.
pub fn show(record: &EmailRecord) -> Result<Email, Problem> {
    let error = record.error.as_deref().map(serde_json::from_str);
    let unreadable = |_| Problem::new(Code::InternalError, "A stored error cannot be read.");
    let head = record.head.as_ref().map(|head| &head.public_id);
    let group = record.group.as_ref().map(|group| group.public_id.as_str());
    Ok(Email {
        email_id: record.public_id.clone(),
        email_version_id: head.or(record.making.as_ref()).cloned(),
        title: record.title.clone(),
        kind: record.kind,
        status: record.status,
        subject: record.subject.clone(),
        preview_text: record.shown_preview_text().map(str::to_owned),
        preview_image: None,
        group_id: group.unwrap_or(UNGROUPED).to_owned(),
        category: record.category,
        chat_id: record.chat_id.clone(),
        error: error.transpose().map_err(unreadable)?,
        send_state: record.sent.as_ref().map(SendState::from),
        created_at: time::format(record.created_at),
        updated_at: time::format(record.updated_at),
        html: None,
        versions: None,
        document: None,
        merge_tags: None,
        warnings: None,
    })
}

/// The same, right after somebody asked for a change: with the version that is being made.
pub fn show_asked(record: &EmailRecord) -> Result<Email, Problem> {
    let mut email = show(record)?;
    if record.making.is_some() {
        email.email_version_id.clone_from(&record.making);
    }
    Ok(email)
}

/// The HTML as an inbox gets it, but for the merge tags: with its preview text, and with its subject as title where it has
/// none. A design without a preview text keeps the line that its HTML hides for the inbox.
pub fn shown_html(record: &EmailRecord, html: String, preheader: (i64, i64)) -> String {
    let place = usize::try_from(preheader.0)
        .ok()
        .zip(usize::try_from(preheader.1).ok());
    let html = match (&record.preview_text, place) {
        (Some(text), Some((start, end))) => with_preview_text(&html, start..end, text),
        _ => html,
    };
    match &record.subject {
        Some(subject) => with_title(html, subject),
        None => html,
    }
}

/// The design that the path names.
pub async fn find(tx: &Tx, cx: &Cx) -> ApiResult<EmailRecord> {
    Ok(emails::get(tx, cx.brand_key()?, cx.path("emailId"))
        .await?
        .ok_or_else(not_found)?)
}
