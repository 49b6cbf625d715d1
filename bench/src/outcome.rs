//! How everything here ends: with what was measured, or with words for whoever reads the terminal.

use std::error::Error;

pub type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;
