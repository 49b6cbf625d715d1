//! `POST /v1/emails/{emailId}/duplicate`: a design of its own, which can be sent once more.

use std::sync::Arc;

use postrider_domain::design::{EmailStatus, TITLE_MAX, check_title};
use postrider_store::db::Tx;
use postrider_store::emails::{self, EmailRecord, NewEmail, NewVersion};
use postrider_store::groups;
use schemars::JsonSchema;
use serde::Deserialize;

use super::not_ready;
use super::record::{Email, find, show};
use crate::api::cx::Cx;
use crate::api::failure::Outcome;
use crate::api::reply::Reply;
use crate::entropy;

const ENDING: &str = " (copy)";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "EmailCopy")]
pub struct DuplicateBody {
    /// Without one, the title of the original and `(copy)`.
    #[schemars(length(min = 1, max = 200))]
    title: Option<String>,
}

pub async fn duplicate(tx: Tx, cx: Cx, body: Arc<DuplicateBody>) -> Outcome<Reply<Email>> {
    if let Some(title) = &body.title {
        check_title("title", title)?;
    }
    let (brand, original) = (cx.brand_key()?, find(&tx, &cx).await?);
    let version = head_of(&tx, &cx, &original).await?;
    // A group that goes in this very moment takes the copy along to the ungrouped.
    let group = match &original.group {
        Some(group) => groups::hold(&tx, brand, &group.public_id).await?,
        None => None,
    };
    let title = body.title.clone();
    let new = NewEmail {
        public_id: entropy::opaque21(),
        title: title.unwrap_or_else(|| title_of_copy(&original.title)),
        kind: original.kind,
        subject: original.subject,
        preview_text: original.preview_text,
        category: original.category,
        group,
        version,
    };
    let copy = emails::create(&tx, brand, new, cx.now()).await?;
    Ok(Reply::created(show(&copy)?))
}

/// The version that is copied: it is never changed, so nothing has to be held.
async fn head_of(tx: &Tx, cx: &Cx, original: &EmailRecord) -> Outcome<NewVersion> {
    let head = original.head.as_ref();
    let head = head.filter(|_| original.status == EmailStatus::Ready);
    let head = head.ok_or_else(not_ready)?;
    let head = emails::version(tx, cx.brand_key()?, original.id, &head.public_id)
        .await?
        .ok_or_else(super::record::not_found)?;
    Ok(NewVersion {
        public_id: entropy::opaque21(),
        source: head.row.source,
        content: head.content,
    })
}

fn title_of_copy(title: &str) -> String {
    let room = TITLE_MAX - ENDING.len();
    let kept: String = title.chars().take(room).collect();
    format!("{}{ENDING}", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_title_is_cut_and_its_ending_kept() {
        assert_eq!(title_of_copy("Spring"), "Spring (copy)");
        let long = title_of_copy(&"ü".repeat(TITLE_MAX));
        assert_eq!(long.chars().count(), TITLE_MAX);
        assert!(long.ends_with("ü (copy)"));
    }
}
