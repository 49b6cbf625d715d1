//! How large a filter may grow.

pub const MAX_CONDITIONS: usize = 100;
/// The outermost group is the first level.
pub const MAX_LEVELS: usize = 5;
pub const MAX_LIST: usize = 1000;
