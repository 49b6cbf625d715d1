//! What a design tells of itself beside its row: its merge tags, and what its author should know.

use postrider_content::report::{Warning, WarningCode};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::design::{EmailType, UsedTag, with_lines};
use postrider_domain::tenant::BrandKey;
use postrider_store::db::Tx;
use postrider_store::emails::{EmailRecord, VersionContent};
use postrider_store::fields;
use serde::de::DeserializeOwned;

use super::making::{UnknownTag, unknown_tags};
use crate::failure::Failure;

pub struct Described {
    pub merge_tags: Vec<UsedTag>,
    pub warnings: Vec<Warning>,
}

/// Merge tags are held against the fields that there are now, not those of the day when the version was made.
pub async fn describe(
    tx: &Tx,
    brand: BrandKey,
    record: &EmailRecord,
    version: &VersionContent,
) -> Result<Described, Failure> {
    let lines = [record.subject.as_deref(), record.preview_text.as_deref()];
    let merge_tags = with_lines(stored(&version.merge_tags)?, &lines);
    let mut warnings: Vec<Warning> = stored(&version.warnings)?;
    // What starts an automation brings names of its own: only a campaign's are all known here.
    if record.kind == EmailType::Campaign {
        let fields = fields::known(tx, brand).await?;
        let unknown = unknown_tags(&merge_tags, &fields).into_iter();
        let warning = |tag: UnknownTag| Warning::new(WarningCode::UnknownMergeTag, tag.message);
        warnings.extend(unknown.map(warning));
    }
    Ok(Described {
        merge_tags,
        warnings,
    })
}

pub fn stored<T: DeserializeOwned>(json: &str) -> Result<T, Problem> {
    serde_json::from_str(json).map_err(|error| {
        let message = format!("A stored version cannot be read: {error}");
        Problem::new(Code::InternalError, message)
    })
}
