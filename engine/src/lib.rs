//! The work Postrider does in the background. It knows no HTTP.

pub mod housekeeping;
