//! A template that is used is a design like any other.

use postrider_store::db::{DbError, Tx};
use postrider_store::emails::EmailRecord;

use super::drawing::{Drawn, Place};
use crate::assets;
use crate::designs::{DesignContext, lock_group};
use crate::failure::Failure;

/// What whoever uses a template says of it.
pub struct TemplateUse {
    /// Without one, that of the template.
    pub title: Option<String>,
    /// By its public id.
    pub group_id: Option<String>,
}

pub async fn use_template(
    tx: &Tx,
    context: &DesignContext,
    wanted: &TemplateUse,
    drawn: &Drawn,
) -> Result<EmailRecord, Failure> {
    let (brand, made) = (context.brand, &drawn.made);
    assets::keep(tx, brand, &context.plan, &made.taken, context.now).await?;
    let place = Place {
        title: wanted.title.as_deref(),
        subject: None,
        group: lock_group(tx, brand, wanted.group_id.as_deref()).await?,
    };
    let (Some(drawing), Some(version)) = (drawn.drawings.first(), made.contents.first()) else {
        return Err(DbError::Other("no template was drawn".into()).into());
    };
    Ok(drawing.write(tx, context, version, &place).await?)
}
