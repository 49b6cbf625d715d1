//! The catalog: every file of it, and how it is found.
#![expect(clippy::unwrap_used, reason = "tests")]

mod flows;
mod meaning;
mod meaning_of_images;
mod searches;
mod seen;
mod templates;
