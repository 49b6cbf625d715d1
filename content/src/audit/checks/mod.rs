//! What the rules look for, by what they look at.

pub(super) mod document;
pub(super) mod headings;
pub(super) mod images;
pub(super) mod letters;
pub(super) mod links;
pub(super) mod paint;
pub(super) mod tables;
