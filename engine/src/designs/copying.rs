//! Copies of what is there: a design of its own, which can be sent once more, or an earlier version as the new head.

use postrider_domain::designs::design::{EmailStatus, TITLE_MAX, VersionSource};
use postrider_domain::numbers::Millis;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::Tx;
use postrider_store::emails::{self, EmailRecord, NewEmail, NewVersion};
use postrider_store::groups;

use super::DesignContext;
use super::refusals::{in_progress, no_such_version, not_found, not_ready};
use crate::failure::Failure;

const ENDING: &str = " (copy)";

/// Without a title, that of the original and `(copy)`.
pub async fn duplicate(
    tx: &Tx,
    context: &DesignContext,
    id: &str,
    title: Option<String>,
) -> Result<EmailRecord, Failure> {
    let brand = context.brand;
    let original = emails::get(tx, brand, id).await?.ok_or_else(not_found)?;
    let version = copy_of_head(tx, brand, &original, (context.ids)()).await?;
    // A group that goes in this very moment takes the copy along to the ungrouped.
    let group = match &original.group {
        Some(group) => groups::lock(tx, brand, &group.public_id).await?,
        None => None,
    };
    let new = NewEmail {
        public_id: (context.ids)(),
        title: title.unwrap_or_else(|| title_of_copy(&original.title)),
        kind: original.kind,
        subject: original.subject,
        preview_text: original.preview_text,
        category: original.category,
        group,
        version,
    };
    Ok(emails::create(tx, brand, new, context.now).await?)
}

/// The version that is copied: it is never changed, so nothing has to be held.
async fn copy_of_head(
    tx: &Tx,
    brand: BrandKey,
    original: &EmailRecord,
    public_id: String,
) -> Result<NewVersion, Failure> {
    let head = original.head.as_ref().ok_or_else(not_ready)?;
    let head = emails::version(tx, brand, original.id, &head.public_id)
        .await?
        .ok_or_else(not_found)?;
    Ok(NewVersion {
        public_id,
        source: head.row.source,
        content: head.content,
    })
}

/// An earlier version is copied to a new head; nothing is lost.
pub async fn restore(
    tx: &Tx,
    context: &DesignContext,
    id: &str,
    version_id: &str,
) -> Result<EmailRecord, Failure> {
    let brand = context.brand;
    let email = emails::lock(tx, brand, id).await?.ok_or_else(not_found)?;
    let wanted = emails::version(tx, brand, email.id, version_id)
        .await?
        .ok_or_else(no_such_version)?;
    if email.status == EmailStatus::Generating {
        return Err(in_progress("The design is being made or changed by a prompt.").into());
    }
    let head = email.head.as_ref().ok_or_else(not_ready)?;
    let version = NewVersion {
        public_id: (context.ids)(),
        source: VersionSource::Restored,
        content: wanted.content,
    };
    let restored =
        emails::add_version(tx, brand, email.id, head.id, &version, Millis(context.now)).await?;
    Ok(restored.ok_or_else(not_ready)?)
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
