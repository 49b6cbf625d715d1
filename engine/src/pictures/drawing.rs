//! Pictures of words, by a model.

use bytes::Bytes;
use postrider_domain::designs::asset::AssetKind;
use postrider_media::image::ImageError;
use postrider_media::transform::{Fit, Order, Resize, transform};
use postrider_store::assets::AssetRecord;
use postrider_store::db::Place;

use super::adding::look;
use super::model::{AspectRatio, Drawn, ImageQuestion};
use super::{Brought, ImageSource, PictureCaller, PictureError, Pictures};
use crate::assets::{NewImage, StoredImage};

/// Characters of a prompt that describe what came of it.
const DESCRIBED: usize = 300;

pub struct DrawOrder {
    pub prompt: String,
    pub ratio: AspectRatio,
    pub reference: Option<AssetRecord>,
}

/// What was drawn, in the shape that was asked for.
pub(super) fn fitted(drawn: Drawn) -> Result<Bytes, ImageError> {
    let (Some(ratio), Brought::Image(header)) = (drawn.cut_to, Brought::look(&drawn.bytes)?) else {
        return Ok(drawn.bytes);
    };
    let (width, height) = within(header.size(), ratio);
    let order = Order {
        resize: Some(Resize {
            width: Some(width),
            height: Some(height),
            fit: Fit::Cover,
        }),
        ..Order::default()
    };
    Ok(transform(&drawn.bytes, header, &order)?.bytes.into())
}

/// The largest of this shape that lies within a picture.
fn within((width, height): (u32, u32), (wide, high): (u32, u32)) -> (u32, u32) {
    let width = width.min((height * wide).div_ceil(high));
    (width.max(1), (width * high / wide).min(height).max(1))
}

impl Pictures {
    /// With the credits that it took. Whoever does not keep it takes it back.
    pub async fn draw(
        &self,
        caller: &PictureCaller,
        order: &DrawOrder,
    ) -> Result<(StoredImage, i64), PictureError> {
        let credits = self
            .model
            .as_ref()
            .map_or(0, |model| model.settings.credits);
        let (drawn, place) = self.drawn(caller, order).await?;
        let memory = Brought::look(&drawn.bytes)?.memory();
        let looking = self.work(caller.brand, place, memory, move || {
            let bytes = fitted(drawn)?;
            look(&Brought::look(&bytes)?, bytes)
        });
        let (bytes, image, words) = looking.await?;
        let new = NewImage {
            bytes,
            image,
            kind: AssetKind::Generated,
            description: Some(order.prompt.chars().take(DESCRIBED).collect()),
            words,
        };
        Ok((self.put(caller.brand, new).await?, credits))
    }

    /// What the model draws, as strange as what anybody else sends, and a place to look at it.
    pub(super) async fn drawn(
        &self,
        caller: &PictureCaller,
        order: &DrawOrder,
    ) -> Result<(Drawn, Place), PictureError> {
        let model = self.model.as_ref().ok_or(PictureError::NoAnswer)?;
        // Kept until there is another place for the picture: nobody who waits holds one.
        let _drawing = caller.place(&model.places).await?;
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
        let drawn = model.draw(&question).await?;
        drop(question);
        Ok((drawn, self.place(caller.brand).await?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_lies_within_the_picture_and_is_as_large_as_can_be() {
        for (size, ratio, expect) in [
            ((1536, 1024), (16, 9), (1536, 864)),
            ((1792, 1024), (3, 2), (1536, 1024)),
            ((1024, 1792), (2, 3), (1024, 1536)),
            ((1, 1), (16, 9), (1, 1)),
        ] {
            assert_eq!(within(size, ratio), expect);
        }
    }
}
