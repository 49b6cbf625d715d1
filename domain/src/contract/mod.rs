//! What every call shares: ids, errors, cursors, rate limits, and the paths that never change.

pub mod catalog;
pub mod cursor;
pub mod ids;
pub mod paths;
pub mod policy;
pub mod problem;
pub mod window;
