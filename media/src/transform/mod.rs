//! Images made smaller: in bytes, in pixels, or both. What goes out has nothing in it but its picture.

mod encode;
mod resize;
mod strip;
#[cfg(test)]
mod tests;
mod turned;
mod webp;

use image::DynamicImage;
use image::metadata::Orientation;

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

/// Of a picture that does not move. One that keeps size and kind is never larger than before.
pub fn transform(bytes: &[u8], header: Header, order: &Order) -> Result<Transformed, ImageError> {
    let pixels = header.pixels(bytes)?;
    let kind = order.format.unwrap_or(header.kind());
    let sized = order.resize.map(|resize| resize.apply(&pixels.image));
    let sized = sized.transpose()?;
    let image = sized.as_ref().unwrap_or(&pixels.image);
    let size = |image: &DynamicImage| (image.width(), image.height());
    let smallest = if size(image) == size(&pixels.image) && kind == header.kind() {
        no_larger(bytes, header, &pixels, order)?
    } else {
        encode::encode(image, kind, &pixels, order.quality.unwrap_or(QUALITY))?
    };
    // What is still to be turned has the size that its file says.
    let (width, height) = Header::read(&smallest)?.size();
    Ok(Transformed {
        seen: seen(image),
        bytes: smallest,
        kind,
        width,
        height,
    })
}

/// The image as it was but for what is not its picture, or made anew, if that is smaller.
fn no_larger(
    bytes: &[u8],
    header: Header,
    pixels: &Pixels,
    order: &Order,
) -> Result<Vec<u8>, ImageError> {
    let kind = header.kind();
    let bare = || strip::strip(kind, header.size(), bytes);
    if pixels.turned != Orientation::NoTransforms {
        // Turning it means making it anew. Where that is larger, whoever shows it goes on to turn it.
        let marked = || turned::marked(kind, &bare()?, pixels.turned);
        return made_or(marked, bytes, kind, pixels, order);
    }
    // Packed anew it is the same, but for shades that nobody is shown.
    let is_smallest = kind == Kind::Png && !has_fine_shades(bytes);
    // Nobody asked for fewer bytes, so nobody wants to see less.
    let is_to_stay = order.resize.is_some() && order.quality.is_none();
    match bare().filter(|bare| bare.len() <= bytes.len()) {
        Some(bare) if is_smallest || is_to_stay => Ok(bare),
        Some(bare) => {
            let made = encode::encode(&pixels.image, kind, pixels, quality(order))?;
            Ok(if bare.len() <= made.len() { bare } else { made })
        }
        None => made_or(|| None, bytes, kind, pixels, order),
    }
}

fn quality(order: &Order) -> u8 {
    order.quality.unwrap_or(QUALITY)
}

/// Made anew, with a lower quality than was asked for if need be; else something that is no larger than before.
fn made_or(
    other: impl FnOnce() -> Option<Vec<u8>>,
    bytes: &[u8],
    kind: Kind,
    pixels: &Pixels,
    order: &Order,
) -> Result<Vec<u8>, ImageError> {
    let asked = quality(order);
    let leaves_out = matches!(kind, Kind::Jpeg | Kind::WebP);
    let lower = LOWER_QUALITIES.iter().copied();
    let lower = lower.filter(|quality| leaves_out && *quality < asked);
    for quality in std::iter::once(asked).chain(lower) {
        let made = encode::encode(&pixels.image, kind, pixels, quality)?;
        if made.len() <= bytes.len() {
            return Ok(made);
        }
    }
    let other = other().filter(|other| other.len() <= bytes.len());
    Ok(other.unwrap_or_else(|| bytes.to_vec()))
}
