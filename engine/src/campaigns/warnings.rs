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
    pub level: SendWarningLevel,
    pub message: String,
    /// What to do about it.
    pub suggestion: &'static str,
    /// The key of the request that it is about, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub param: Option<&'static str>,
    /// How many there are, where it is about several at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
}

/// `warning`: it keeps nothing from being sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SendWarningLevel {
    Warning,
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

impl SendWarning {
    pub fn new(code: SendWarningCode, message: impl Into<String>) -> Self {
        Self {
            code,
            level: SendWarningLevel::Warning,
            message: message.into(),
            suggestion: code.suggestion(),
            param: code.param(),
            count: None,
        }
    }
}

impl SendWarningCode {
    fn suggestion(self) -> &'static str {
        match self {
            Self::NoPostalAddress => "Set `identity.address` with PATCH /v1/brand.",
            Self::PublicUrlNotHttps => {
                "Have whoever runs this server set `POSTRIDER_PUBLIC_URL`, or `POSTRIDER_CONTENT_URL`, to an address with https."
            }
            Self::UnknownMergeTag => {
                "Give the tag a fallback (`{{ name | there }}`), or name a contact property that there is."
            }
            Self::PlaceholderLink => {
                "Change the design: let its links lead where they are to lead."
            }
            Self::InstallationSender => {
                "Add a domain with POST /v1/domains, and have it verified: then tests come from it."
            }
        }
    }

    fn param(self) -> Option<&'static str> {
        match self {
            Self::NoPostalAddress | Self::PublicUrlNotHttps | Self::UnknownMergeTag => None,
            Self::PlaceholderLink => Some("emailId"),
            Self::InstallationSender => Some("domainId"),
        }
    }
}

pub async fn warnings(
    tx: &Tx,
    context: &CampaignContext,
    resolved: &Resolved,
) -> Result<Vec<SendWarning>, Failure> {
    let brand = context.brand();
    let mut warnings = Vec::new();
    if !has_address(tx, brand).await? {
        warnings.push(SendWarning::new(
            SendWarningCode::NoPostalAddress,
            "The brand has no postal address: laws of many countries ask for one in every marketing mail.",
        ));
    }
    if context.has_plain_links {
        warnings.push(SendWarning::new(
            SendWarningCode::PublicUrlNotHttps,
            "The public URL of this server is not https: links and the unsubscribe button may not work everywhere.",
        ));
    }
    let tags: Vec<UsedTag> = stored(&resolved.version.merge_tags)?;
    let lines = [
        Some(resolved.subject.as_str()),
        resolved.preview_text.as_deref(),
    ];
    let known = fields::known(tx, brand).await?;
    let unknown = unknown_tags(&with_lines(tags, &lines), &known).into_iter();
    warnings.extend(unknown.map(|unknown| SendWarning {
        count: unknown.count,
        ..SendWarning::new(SendWarningCode::UnknownMergeTag, unknown.message)
    }));
    let of_design: Vec<Warning> = stored(&resolved.version.warnings)?;
    let placeholders = of_design
        .into_iter()
        .filter(|told| told.code == WarningCode::PlaceholderLink);
    warnings.extend(
        placeholders.map(|told| SendWarning::new(SendWarningCode::PlaceholderLink, told.message)),
    );
    Ok(warnings)
}

async fn has_address(tx: &Tx, brand: BrandKey) -> Result<bool, Failure> {
    let brand = brands::get(tx, brand).await?;
    Ok(brand.is_some_and(|brand| brand.identity.has_postal_address()))
}
