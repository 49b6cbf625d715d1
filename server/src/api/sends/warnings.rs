//! What whoever sends should know, and what keeps nothing from being sent.

use postrider_domain::design::{UsedTag, with_lines};
use postrider_engine::designs::unknown_tags;
use postrider_store::db::Tx;
use postrider_store::{brands, fields};
use schemars::JsonSchema;
use serde::Serialize;

use super::resolve::Resolved;
use crate::api::cx::Cx;
use crate::api::emails::stored;
use crate::api::failure::Outcome;
use crate::config::MailMode;

#[derive(Serialize, JsonSchema)]
pub struct SendWarning {
    code: SendWarningCode,
    message: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum SendWarningCode {
    /// Laws of many countries ask for a postal address in every marketing mail.
    NoPostalAddress,
    /// Links in the mail lead to an address without encryption.
    PublicUrlNotHttps,
    /// A merge tag names nothing that is known and has no fallback.
    UnknownMergeTag,
}

pub async fn warnings(tx: &Tx, cx: &Cx, resolved: &Resolved) -> Outcome<Vec<SendWarning>> {
    let mut warnings = Vec::new();
    let mut warn = |code, message: String| warnings.push(SendWarning { code, message });
    if !has_address(tx, cx).await? {
        warn(
            SendWarningCode::NoPostalAddress,
            "The brand has no postal address: set `identity.address` with PATCH /v1/brand."
                .to_owned(),
        );
    }
    let config = &cx.app().config;
    if config.mail != MailMode::Capture && !config.public_url.starts_with("https://") {
        warn(
            SendWarningCode::PublicUrlNotHttps,
            "The public URL of this server is not https: links and the unsubscribe button may not work everywhere."
                .to_owned(),
        );
    }
    let tags: Vec<UsedTag> = stored(&resolved.version.merge_tags)?;
    let lines = [
        Some(resolved.subject.as_str()),
        resolved.preview_text.as_deref(),
    ];
    let known = fields::known(tx, cx.brand_key()?).await?;
    for unknown in unknown_tags(&with_lines(tags, &lines), &known) {
        warn(SendWarningCode::UnknownMergeTag, unknown.message);
    }
    Ok(warnings)
}

async fn has_address(tx: &Tx, cx: &Cx) -> Outcome<bool> {
    let brand = brands::get(tx, cx.brand_key()?).await?;
    Ok(brand.is_some_and(|brand| brand.identity.has_postal_address()))
}
