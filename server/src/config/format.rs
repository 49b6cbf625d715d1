//! The form in which something is said.

use super::settings::{ConfigError, setting};

/// For people or for machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Text,
    Json,
}

/// Of the log.
pub(super) fn log_format(text: Option<&str>) -> Result<Format, ConfigError> {
    match text {
        None | Some("pretty") => Ok(Format::Text),
        Some("json") => Ok(Format::Json),
        Some(other) => Err(setting(
            "POSTRIDER_LOG_FORMAT",
            format!("`{other}` is neither json nor pretty"),
        )),
    }
}
