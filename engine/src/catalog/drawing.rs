//! Templates in the look of a brand, before anything is written.

use postrider_content::catalog::Template;
use postrider_content::compose::Look;
use postrider_domain::designs::design::{EmailType, VersionSource};
use postrider_domain::tenant::BrandKey;
use postrider_store::brands;
use postrider_store::db::{DbError, Tx};
use postrider_store::emails::{self, EmailRecord, NewEmail, NewVersion, VersionContent};

use crate::designs::{DesignCaller, DesignContext, MadeTogether, MakeError, Workshop, look_of};

/// What is to be drawn: a template, and what kind of mail it will be.
#[derive(Clone, Copy)]
pub struct Drawing {
    pub template: &'static Template,
    pub kind: EmailType,
}

/// Templates as they will be designs of the brand, in the order in which they were asked for.
pub struct Drawn {
    pub drawings: Vec<Drawing>,
    pub made: MadeTogether,
}

/// The look of the brand, which is read before the work begins.
pub async fn look(tx: &Tx, brand: BrandKey) -> Result<Look, DbError> {
    let record = brands::get(tx, brand).await?;
    let record = record.ok_or_else(|| DbError::Other("the brand of a call is gone".into()))?;
    Ok(look_of(&record))
}

/// Nothing is in the database before the caller puts it there; images are in the object store, and
/// `Library::discard` takes them away again.
pub async fn draw(
    workshop: &Workshop,
    caller: &DesignCaller,
    brand: BrandKey,
    look: &Look,
    drawings: &[Drawing],
) -> Result<Drawn, MakeError> {
    let mut sources = Vec::with_capacity(drawings.len());
    for Drawing { template, kind } in drawings.iter().copied() {
        let look = look.clone();
        let read = workshop.read_composed(caller, move || template.document(&look).into());
        let source = read.await?.map_err(|problem| {
            let place = problem.param.unwrap_or_default();
            MakeError::Ended(format!("{} cannot be a design: {place}", template.slug))
        })?;
        sources.push((kind, source));
    }
    Ok(Drawn {
        drawings: drawings.to_vec(),
        made: workshop.make_all(brand, &sources, caller).await?,
    })
}

/// Where a design goes that was drawn.
pub(super) struct Place<'p> {
    /// Without one, that of the template.
    pub title: Option<&'p str>,
    /// The same.
    pub subject: Option<&'p str>,
    /// From [`postrider_store::groups::lock`].
    pub group: Option<i64>,
}

impl Drawing {
    pub(super) async fn write(
        self,
        tx: &Tx,
        context: &DesignContext,
        version: &VersionContent,
        place: &Place<'_>,
    ) -> Result<EmailRecord, DbError> {
        let template = self.template;
        let new = NewEmail {
            public_id: (context.ids)(),
            title: place.title.unwrap_or(template.title()).to_owned(),
            kind: self.kind,
            subject: Some(place.subject.unwrap_or(template.subject()).to_owned()),
            preview_text: Some(template.preview_text().to_owned()),
            category: Some(template.category()),
            group: place.group,
            version: NewVersion {
                public_id: (context.ids)(),
                source: VersionSource::Template,
                content: version.clone(),
            },
        };
        emails::create(tx, context.brand, new, context.now).await
    }
}
