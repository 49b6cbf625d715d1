//! What whoever sends should know, and what keeps nothing from being sent.

use postrider_content::report::{Warning, WarningCode};
use postrider_domain::designs::design::{UsedTag, with_lines};
use postrider_domain::tenant::BrandKey;
use postrider_store::db::Tx;
use postrider_store::{brands, fields};
use schemars::JsonSchema;
use serde::Serialize;

use super::campaign::CampaignContext;
use super::resolving::Resolved;
use crate::designs::{stored, unknown_tags};
use crate::failure::Failure;

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SendWarning {
    pub code: SendWarningCode,
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum SendWarningCode {
    /// Laws of many countries ask for a postal address in every marketing mail.
    NoPostalAddress,
    /// Links in the mail lead to an address without encryption.
    PublicUrlNotHttps,
    /// A merge tag names nothing that is known and has no fallback.
    UnknownMergeTag,
    /// A link of the design leads to `example.com` or the like: it stands for another.
    PlaceholderLink,
    /// A test came from the installation's own sender.
    InstallationSender,
}

pub async fn warnings(
    tx: &Tx,
    context: &CampaignContext,
    resolved: &Resolved,
) -> Result<Vec<SendWarning>, Failure> {
    let brand = context.brand();
    let mut warnings = Vec::new();
    let mut warn = |code, message: String| warnings.push(SendWarning { code, message });
    if !has_address(tx, brand).await? {
        warn(
            SendWarningCode::NoPostalAddress,
            "The brand has no postal address: set `identity.address` with PATCH /v1/brand."
                .to_owned(),
        );
    }
    if context.has_plain_links {
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
    let known = fields::known(tx, brand).await?;
    for unknown in unknown_tags(&with_lines(tags, &lines), &known) {
        warn(SendWarningCode::UnknownMergeTag, unknown.message);
    }
    let of_design: Vec<Warning> = stored(&resolved.version.warnings)?;
    for told in of_design {
        if told.code == WarningCode::PlaceholderLink {
            warn(SendWarningCode::PlaceholderLink, told.message);
        }
    }
    Ok(warnings)
}

async fn has_address(tx: &Tx, brand: BrandKey) -> Result<bool, Failure> {
    let brand = brands::get(tx, brand).await?;
    Ok(brand.is_some_and(|brand| brand.identity.has_postal_address()))
}
