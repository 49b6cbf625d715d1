//! What a mail looks like: designs, the merge tags in them, and images.

pub mod asset;
pub mod comment;
pub mod design;
pub mod line;
pub mod merge;
pub mod placeholder;
