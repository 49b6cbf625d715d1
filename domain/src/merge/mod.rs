//! Merge tags: `{{ name | fallback }}` in a text stands for something of its recipient.
//!
//! A text is compiled once into a `Template`, which knows for each tag what it stands in, and then rendered
//! for any number of recipients. A value is looked up once, written so that it cannot leave its place, and
//! never read for tags itself. If there is none, the fallback stands there, else nothing.

mod builder;
mod escape;
pub mod foreign;
mod plain;
mod reserved;
mod tag;
mod template;
mod url;
mod value;

#[cfg(test)]
mod tests;

pub use builder::{Builder, UrlUse};
pub use escape::Escape;
pub use plain::{compile_header, compile_text};
pub use reserved::{
    BRAND_ADDRESS, BRAND_NAME, RESERVED, UNSUBSCRIBE_URL, VIEW_IN_BROWSER_URL, is_reserved, unknown,
};
pub use tag::{Decode, NAME_MAX, Tag, Tags, as_is, encoded_tags, tags};
pub use template::{Link, Name, Quotes, Template};
pub use url::Place;
pub use value::Value;
