//! What bytes really are. Neither a name nor a header is believed: the image is decoded, within bounds.

mod decode;
mod error;
mod inspect;
mod jpeg;
mod kind;
mod pixels;
mod png;
mod repaint;
mod seen;
#[cfg(test)]
mod tests;
mod webp;

pub use error::ImageError;
pub use inspect::{Header, Image, MAX_MEMORY, MAX_PIXELS, inspect};
pub use kind::Kind;
pub use pixels::Pixels;
pub(crate) use png::{bytes_of_pixel, has_fine_shades};
pub(crate) use repaint::{opaque, scaled};
pub use seen::seen;
