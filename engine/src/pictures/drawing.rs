//! Pictures of words, by a model.

use postrider_domain::designs::asset::AssetKind;
use postrider_domain::tenant::BrandKey;
use postrider_domain::turns::Asker;
use postrider_store::assets::AssetRecord;

use super::adding::look;
use super::model::{AspectRatio, ImageQuestion};
use super::{Brought, ImageSource, PictureError, Pictures};
use crate::assets::{NewImage, StoredImage};

/// Characters of a prompt that describe what came of it.
const DESCRIBED: usize = 300;

pub struct DrawOrder {
    pub prompt: String,
    pub ratio: AspectRatio,
    pub reference: Option<AssetRecord>,
}

impl Pictures {
    /// With the credits that it took. Whoever does not keep it takes it back.
    pub async fn draw(
        &self,
        brand: BrandKey,
        order: &DrawOrder,
    ) -> Result<(StoredImage, i64), PictureError> {
        let model = self.model.as_ref().ok_or(PictureError::NoAnswer)?;
        // Kept until there is another place for the picture: nobody who waits holds one.
        let drawing = model.place(Asker::Organization(brand.org)).await?;
        let reference = match &order.reference {
            None => None,
            Some(asset) => {
                let bytes = self.own(&ImageSource::Asset(asset.clone())).await?;
                Some((bytes, asset.content_type.clone()))
            }
        };
        let question = ImageQuestion {
            prompt: order.prompt.clone(),
            ratio: order.ratio,
            reference,
        };
        let bytes = model.draw(&question).await?;
        // What a model sends is as strange as what anybody else does.
        let brought = Brought::look(&bytes)?;
        let memory = brought.memory();
        let place = self.place(brand).await?;
        drop((drawing, question));
        let looked_at = self.work(brand, place, memory, move || look(&brought, bytes));
        let (bytes, image, words) = looked_at.await?;
        let new = NewImage {
            bytes,
            image,
            kind: AssetKind::Generated,
            description: Some(order.prompt.chars().take(DESCRIBED).collect()),
            words,
        };
        let stored = self.put(brand, new).await?;
        Ok((stored, model.settings.credits))
    }
}
