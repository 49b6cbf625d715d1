//! Merge tags.
