//! Why there is no picture.

use std::time::Duration;

use super::shot::MAX_PICTURE;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BrowserError {
    #[error("the browser does not start: {0}")]
    Start(String),
    #[error("the browser has ended")]
    Ended,
    #[error("others have the browser for too long")]
    Busy,
    #[error("the browser did not answer")]
    Silent,
    #[error("the page did not answer")]
    PageSilent,
    #[error("the browser refuses: {0}")]
    Refused(String),
    #[error("the page has crashed")]
    Crashed,
    #[error("the page took longer than {} seconds", .0.as_secs_f32())]
    TooSlow(Duration),
    #[error("the picture has more than {} MiB", MAX_PICTURE >> 20)]
    TooLarge,
    /// Whoever brings the same again fares no better.
    #[error("the page is too much for it: {0}")]
    TooMuch(Box<Self>),
    #[error("the process stops")]
    Stopping,
}

impl BrowserError {
    /// Whether another browser may do better.
    pub(super) fn is_worth_another(&self) -> bool {
        matches!(
            self,
            Self::Ended | Self::Silent | Self::PageSilent | Self::Crashed | Self::Refused(_)
        )
    }
}
