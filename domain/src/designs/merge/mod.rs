//! Merge tags: `{{ name | fallback }}` in a text stands for something of its recipient.
//!
//! A text is compiled once into a `Template`, which knows for each tag what it stands in, and then rendered
//! for any number of recipients. A value is looked up once, written so that it cannot leave its place, and
//! never read for tags itself. If there is none, the fallback stands there, else nothing.
//!
//! Texts come from strangers and have megabytes: every part of a text is read a fixed number of times,
//! whatever is in it. A name has up to `NAME_MAX` characters, a fallback up to `FALLBACK_MAX` bytes; what is
//! longer is no tag but text.

mod builder;
mod escape;
pub mod foreign;
mod plain;
mod reserved;
mod scheme;
mod tag;
mod template;
mod url;
mod url_position;
mod value;

#[cfg(test)]
mod tests;

pub use builder::{Builder, UrlUse};
pub use escape::Escape;
pub use plain::{compile_header, compile_text};
pub use reserved::{
    BRAND_ADDRESS, BRAND_NAME, RESERVED, UNSUBSCRIBE_URL, VIEW_IN_BROWSER_URL, is_reserved, unknown,
};
pub use tag::{Decode, FALLBACK_MAX, NAME_MAX, Tag, Tags, as_is, encoded_tags, tags};
pub use template::{Link, NAMES_MAX, Name, Quotes, Template};
pub use url_position::UrlPosition;
pub use value::{Value, show_dates};
