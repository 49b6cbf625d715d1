//! Images made smaller: in bytes, in pixels, or both. What goes out has nothing in it but its picture.

mod encode;
mod resize;
mod strip;
#[cfg(test)]
mod tests;
mod webp;

use crate::image::{Header, ImageError, Kind, Pixels, has_fine_shades, seen};
pub use encode::png;
pub use resize::{Fit, Resize, middle};

/// What is to become of an image.
#[derive(Clone, Copy, Debug, Default)]
pub struct Order {
    pub resize: Option<Resize>,
    /// The kind that it is to have; none: the one that it has.
    pub format: Option<Kind>,
    /// 1 to 100, for kinds that leave something out.
    pub quality: Option<u8>,
}

pub const QUALITY: u8 = 82;
/// What is tried where better ones are larger than the image was before.
const LOWER_QUALITIES: [u8; 6] = [72, 60, 45, 30, 15, 5];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transformed {
    pub bytes: Vec<u8>,
    pub kind: Kind,
    pub width: u32,
    pub height: u32,
    /// What it shows, in words.
    pub seen: String,
}

/// Of a picture that does not move. One that keeps size and kind is never larger than before, unless it is a PNG that had to be
/// turned.
pub fn transform(bytes: &[u8], header: Header, order: &Order) -> Result<Transformed, ImageError> {
    let pixels = header.pixels(bytes)?;
    let kind = order.format.unwrap_or(header.kind());
    let sized = order.resize.map(|resize| resize.apply(&pixels.image));
    let sized = sized.transpose()?;
    let image = sized.as_ref().unwrap_or(&pixels.image);
    let smallest = if sized.is_none() && kind == header.kind() {
        no_larger(bytes, kind, &pixels, order)?
    } else {
        encode::encode(image, kind, &pixels, order.quality.unwrap_or(QUALITY))?
    };
    Ok(Transformed {
        bytes: smallest,
        kind,
        width: image.width(),
        height: image.height(),
        seen: seen(image),
    })
}

/// The image as it was but for what is not its picture, or made anew, if that is smaller.
fn no_larger(
    bytes: &[u8],
    kind: Kind,
    pixels: &Pixels,
    order: &Order,
) -> Result<Vec<u8>, ImageError> {
    let size = (pixels.image.width(), pixels.image.height());
    // Turning it means making it anew.
    let bare = (!pixels.was_turned).then(|| strip::strip(kind, size, bytes));
    // Packed anew it is the same, but for shades that nobody is shown.
    let is_smallest = kind == Kind::Png && !has_fine_shades(bytes);
    let bare = match bare.flatten() {
        Some(bare) if is_smallest => return Ok(bare),
        bare => bare,
    };
    let quality = order.quality.unwrap_or(QUALITY);
    let mut made = encode::encode(&pixels.image, kind, pixels, quality)?;
    if let Some(bare) = bare {
        return Ok(if bare.len() <= made.len() { bare } else { made });
    }
    let leaves_out = matches!(kind, Kind::Jpeg | Kind::WebP);
    for quality in LOWER_QUALITIES {
        if made.len() <= bytes.len() || order.quality.is_some() || !leaves_out {
            break;
        }
        made = encode::encode(&pixels.image, kind, pixels, quality)?;
    }
    Ok(made)
}
