//! Changes a design: its texts and group in place; its content as a new version.

use std::sync::Arc;

use postrider_domain::designs::design::{EmailStatus, VersionSource};
use postrider_domain::numbers::Millis;
use postrider_domain::patch::Patch;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::Tx;
use postrider_store::emails::{self, EmailPatch, EmailRecord, NewVersion};

use super::groups::lock_group;
use super::importing::{WrittenDesign, report};
use super::refusals::{in_progress, no_such_version, not_found, not_ready, overtaken};
use super::{DesignContext, Made, Order, Source};
use crate::assets;
use crate::failure::Failure;

/// What is to be different about a design.
pub struct DesignUpdate {
    pub title: Option<String>,
    pub subject: Patch<String>,
    pub preview_text: Patch<String>,
    /// By its public id.
    pub group_id: Patch<String>,
    /// What the new version is made from.
    pub source: Option<Arc<Source>>,
    /// The version that was edited: if it is no longer the newest, the edit is refused.
    pub edited_version: Option<String>,
}

/// A change that can be made as things stand.
pub struct BegunUpdate {
    pub email: EmailRecord,
    /// The version that is to be made for it.
    pub order: Option<Order>,
}

/// Looks whether a design can be changed so, before its new version is made.
pub async fn begin_change(
    tx: &Tx,
    brand: BrandKey,
    id: &str,
    update: &DesignUpdate,
) -> Result<BegunUpdate, Failure> {
    let email = find(tx, brand, id).await?;
    wanted_group(tx, brand, &update.group_id).await?;
    let base = match &update.edited_version {
        None => None,
        Some(id) => {
            let version = emails::version(tx, brand, email.id, id).await?;
            Some(version.ok_or_else(no_such_version)?.row.id)
        }
    };
    if email.status == EmailStatus::Generating {
        return Err(in_progress("The design is being made or changed by a prompt.").into());
    }
    let head = email.head.as_ref().map(|head| head.id);
    if base.is_some() && base != head {
        let message = "The design has a newer version than the one that was edited.";
        return Err(overtaken(message).param("emailVersionId").into());
    }
    if update.source.is_some() && head.is_none() {
        return Err(not_ready().into());
    }
    let order = update.source.as_ref().map(|source| Order {
        brand,
        kind: email.kind,
        source: Arc::clone(source),
        borrowed: Vec::new(),
    });
    Ok(BegunUpdate { email, order })
}

/// `email` is the design as it was when the change began, `made` the version that was made since.
pub async fn finish_change(
    tx: &Tx,
    context: &DesignContext,
    update: &DesignUpdate,
    email: &EmailRecord,
    made: Option<&Made>,
) -> Result<WrittenDesign, Failure> {
    let (brand, now) = (context.brand, context.now);
    // Before the design: whoever deletes a group holds them in this order too.
    let group = wanted_group(tx, brand, &update.group_id).await?;
    if let Some(made) = made {
        add_version(tx, context, email, made).await?;
    }
    let update = EmailPatch {
        title: update.title.clone(),
        subject: update.subject.clone(),
        preview_text: update.preview_text.clone(),
        group,
    };
    let record = emails::update(tx, brand, email.id, update, now)
        .await?
        .ok_or_else(not_found)?;
    let report = match made {
        None => None,
        Some(made) => Some(report(tx, context, &record, made).await?),
    };
    Ok(WrittenDesign { record, report })
}

async fn find(tx: &Tx, brand: BrandKey, id: &str) -> Result<EmailRecord, Failure> {
    let found = emails::get(tx, brand, id).await?;
    Ok(found.ok_or_else(not_found)?)
}

async fn wanted_group(tx: &Tx, brand: BrandKey, id: &Patch<String>) -> Result<Patch<i64>, Failure> {
    Ok(match id {
        Patch::Keep => Patch::Keep,
        Patch::Clear => Patch::Clear,
        Patch::Set(id) => match lock_group(tx, brand, Some(id)).await? {
            Some(number) => Patch::Set(number),
            None => Patch::Clear,
        },
    })
}

async fn add_version(
    tx: &Tx,
    context: &DesignContext,
    email: &EmailRecord,
    made: &Made,
) -> Result<(), Failure> {
    let (brand, now) = (context.brand, context.now);
    assets::keep(tx, brand, &context.plan, &made.taken, now).await?;
    let version = NewVersion {
        public_id: (context.ids)(),
        source: VersionSource::Edited,
        content: made.content.clone(),
    };
    let head = email.head.as_ref().ok_or_else(not_ready)?;
    let added = emails::add_version(tx, brand, email.id, head.id, &version, Millis(now)).await?;
    if added.is_some() {
        return Ok(());
    }
    // The design is gone, or another version is the head by now.
    find(tx, brand, &email.public_id).await?;
    Err(overtaken("Another edit was saved while this one was being made.").into())
}
