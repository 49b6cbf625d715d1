//! Mails of strangers, taken apart only as far as anybody needs: nothing nests deeper than a few levels.

mod entity;
pub(crate) mod parts;

pub(crate) use entity::Entity;
pub(crate) use parts::{Owner, Part};
