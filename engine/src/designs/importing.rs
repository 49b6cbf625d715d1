//! A design that was made from a source becomes a row.

use postrider_content::report::AssetReport;
use postrider_domain::designs::design::{EmailType, VersionSource};
use postrider_store::db::Tx;
use postrider_store::emails::{self, EmailRecord, NewEmail, NewVersion};

use super::describing::describe;
use super::groups::lock_group;
use super::naming::title_of;
use super::{DesignContext, Made};
use crate::assets;
use crate::failure::Failure;

/// What its author says of a design beside its source.
pub struct DesignImport {
    pub kind: EmailType,
    /// Without one, that of the source.
    pub title: Option<String>,
    pub subject: Option<String>,
    pub preview_text: Option<String>,
    /// By its public id.
    pub group_id: Option<String>,
}

/// A design, and what became of its images if a version was made.
pub struct WrittenDesign {
    pub record: EmailRecord,
    pub report: Option<AssetReport>,
}

pub async fn import(
    tx: &Tx,
    context: &DesignContext,
    import: &DesignImport,
    made: &Made,
) -> Result<WrittenDesign, Failure> {
    let (brand, now) = (context.brand, context.now);
    assets::keep(tx, brand, &context.plan, &made.taken, now).await?;
    let subject = import.subject.clone();
    let new = NewEmail {
        public_id: (context.ids)(),
        title: title_of(&[
            import.title.as_deref(),
            made.title.as_deref(),
            subject.as_deref(),
        ]),
        kind: import.kind,
        subject,
        preview_text: import.preview_text.clone(),
        category: None,
        group: lock_group(tx, brand, import.group_id.as_deref()).await?,
        version: NewVersion {
            public_id: (context.ids)(),
            source: VersionSource::Imported,
            content: made.content.clone(),
        },
    };
    let record = emails::create(tx, brand, new, now).await?;
    let report = report(tx, context, &record, made).await?;
    Ok(WrittenDesign {
        record,
        report: Some(report),
    })
}

/// What the author of a new version is told.
pub(super) async fn report(
    tx: &Tx,
    context: &DesignContext,
    record: &EmailRecord,
    made: &Made,
) -> Result<AssetReport, Failure> {
    let described = describe(tx, context.brand, record, &made.content).await?;
    Ok(AssetReport {
        warnings: described.warnings,
        ..made.report.clone()
    })
}
