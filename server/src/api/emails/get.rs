//! `GET /v1/emails/{emailId}`.

use std::sync::Arc;

use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;
use postrider_store::db::Tx;
use postrider_store::emails::{self, EmailRecord, VersionContent};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::record::{Email, find, show, shown_html};
use super::tags::with_lines;
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "EmailQuery")]
pub struct GetQuery {
    /// `html`, `versions` and `document` add what they name.
    #[serde(default)]
    #[schemars(extend("examples" = [["html", "versions"]]))]
    include: Vec<Include>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "EmailInclude")]
enum Include {
    /// What is sent, merge tags and all.
    Html,
    /// All versions, the newest first.
    Versions,
    /// What is edited.
    Document,
}

pub async fn get(tx: Tx, cx: Cx, query: Arc<GetQuery>) -> Outcome<Reply<Email>> {
    let (brand, record) = (cx.brand_key()?, find(&tx, &cx).await?);
    let wants = |include| query.include.contains(&include);
    let mut email = show(&record)?;
    if let Some(head) = emails::head_content(&tx, brand, record.id).await? {
        describe(&mut email, &record, &head)?;
        if wants(Include::Document) {
            email.document = Some(stored(&head.document)?);
        }
        if wants(Include::Html) {
            email.html = Some(shown_html(&record, head.html, head.preheader));
        }
    }
    if wants(Include::Versions) {
        let versions = emails::versions(&tx, brand, record.id).await?;
        email.versions = Some(versions.into_iter().map(Into::into).collect());
    }
    Ok(Reply::ok(email))
}

/// What a design tells of its head without being asked.
fn describe(email: &mut Email, record: &EmailRecord, head: &VersionContent) -> Result<(), Problem> {
    let lines = [record.subject.as_deref(), record.preview_text.as_deref()];
    email.merge_tags = Some(with_lines(stored(&head.merge_tags)?, &lines));
    email.warnings = Some(stored(&head.warnings)?);
    Ok(())
}

fn stored<T: DeserializeOwned>(json: &str) -> Result<T, Problem> {
    serde_json::from_str(json).map_err(|error| {
        let message = format!("A stored version cannot be read: {error}");
        Problem::new(Code::InternalError, message)
    })
}
