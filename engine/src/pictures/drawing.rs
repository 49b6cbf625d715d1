//! Pictures of words, by a model.

use bytes::Bytes;
use postrider_domain::designs::asset::AssetKind;
use postrider_media::image::{Header, ImageError};
use postrider_media::transform::{Fit, Order, Resize, middle, png, transform};
use postrider_store::assets::AssetRecord;
use postrider_store::db::Place;

use super::adding::look;
use super::asking::AspectRatio;
use super::model::{Drawn, ImageQuestion};
use super::{Brought, ImageSource, PictureCaller, PictureError, Pictures};
use crate::assets::{NewImage, StoredImage};

/// Characters of a prompt that describe what came of it.
const DESCRIBED: usize = 300;

pub struct DrawOrder {
    pub prompt: String,
    pub ratio: AspectRatio,
    pub reference: Option<AssetRecord>,
}

/// How what was drawn gets the shape that was asked for; nothing if it has it, or is no image of pixels.
fn cut(drawn: &Drawn) -> Result<Option<(Header, Resize)>, ImageError> {
    let header = match Brought::look(&drawn.bytes)? {
        Brought::Image(header) if !has_shape(header.size(), drawn.shape) => header,
        Brought::Image(_) | Brought::Drawing => return Ok(None),
    };
    let (width, height) = within(header.size(), drawn.shape);
    let resize = Resize {
        width: Some(width),
        height: Some(height),
        fit: Fit::Cover,
    };
    Ok(Some((header, resize)))
}

/// Bytes of memory that `fitted` takes at most.
pub(super) fn fitting_memory(drawn: &Drawn) -> Result<u64, ImageError> {
    let Some((header, resize)) = cut(drawn)? else {
        return Ok(0);
    };
    Ok(header.memory() * 2 + resize.memory(header.size()))
}

/// What was drawn, in the shape that was asked for.
pub(super) fn fitted(drawn: Drawn) -> Result<Bytes, ImageError> {
    if let brought @ Brought::Drawing = Brought::look(&drawn.bytes)? {
        let pixels = brought.pixels(&drawn.bytes)?.image;
        let size = (pixels.width(), pixels.height());
        if has_shape(size, drawn.shape) {
            return Ok(drawn.bytes);
        }
        return Ok(png(&middle(&pixels, within(size, drawn.shape)))?.into());
    }
    let Some((header, resize)) = cut(&drawn)? else {
        return Ok(drawn.bytes);
    };
    let order = Order {
        resize: Some(resize),
        ..Order::default()
    };
    Ok(transform(&drawn.bytes, header, &order)?.bytes.into())
}

/// As exactly as whole pixels can.
fn has_shape((width, height): (u32, u32), (wide, high): (u32, u32)) -> bool {
    (width * high).abs_diff(height * wide) < wide.max(high)
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
        let seeing = Brought::look(&drawn.bytes)?.memory_to_look();
        let memory = fitting_memory(&drawn)?.max(seeing);
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

    #[test]
    fn a_shape_is_as_exact_as_pixels_can_be() {
        for (size, ratio, expect) in [
            ((1536, 1024), (3, 2), true),
            ((1000, 667), (3, 2), true),
            ((1000, 669), (3, 2), false),
            ((1792, 1024), (16, 9), false),
            ((1344, 768), (16, 9), false),
            ((1365, 768), (16, 9), true),
            ((1024, 1024), (2, 3), false),
            ((2, 1), (1, 1), false),
        ] {
            assert_eq!(has_shape(size, ratio), expect, "{size:?} {ratio:?}");
        }
    }

    #[test]
    fn what_is_cut_has_memory_for_the_whole_and_for_what_is_left() {
        // The beginning of a PNG with all channels.
        let sides = [1536_u32, 1024].map(u32::to_be_bytes).concat();
        let bytes = [
            b"\x89PNG\r\n\x1a\n\0\0\0\x0DIHDR".as_slice(),
            &sides,
            &[8, 6, 0, 0, 0, 0, 0, 0, 0],
        ]
        .concat();
        let drawn = |shape| Drawn {
            bytes: bytes.clone().into(),
            shape,
        };
        assert_eq!(fitting_memory(&drawn((3, 2))), Ok(0));
        let whole = 1536 * 1024 * 10 + (8 << 20);
        let left = 1536 * 864 * 20;
        let memory = fitting_memory(&drawn((16, 9)));
        assert_eq!(memory, Ok(2 * whole + left));
    }
}
