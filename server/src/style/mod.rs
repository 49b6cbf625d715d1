//! What all that the server itself shows has in common: the horn, the colors, and a small page for a few words.

mod card;
mod notice;
mod text;

pub use card::{Card, Origin, html};
pub use notice::Notice;
pub use text::{escape, prose};

/// The horn of the post, as the dashboard has it too.
pub const MARK: &str = include_str!("../../../web/public/icon.svg");
