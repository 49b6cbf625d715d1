//! What bytes really are. Neither a name nor a header is believed: the image is decoded, within bounds.

mod decode;
mod error;
mod inspect;
mod jpeg;
mod kind;
mod pixels;
#[cfg(test)]
mod tests;
mod webp;

pub use error::ImageError;
pub use inspect::{Header, Image, inspect};
pub use kind::Kind;
pub use pixels::Pixels;
