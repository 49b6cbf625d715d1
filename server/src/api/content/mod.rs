//! Tools for what goes into designs.

pub mod generate;
