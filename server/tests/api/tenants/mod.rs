//! Organizations that are suspended, go on and are removed, and brands that are removed.

mod commands;
mod held;
mod keys;
mod removed;
