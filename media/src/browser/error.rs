//! Why there is no picture.

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BrowserError {
    #[error("the browser does not start: {0}")]
    Start(String),
    #[error("the browser has ended")]
    Ended,
    #[error("the browser did not answer")]
    Silent,
    #[error("the browser refuses: {0}")]
    Refused(String),
    #[error("the process stops")]
    Stopping,
}

impl BrowserError {
    /// Whether another browser may do better.
    pub(super) fn is_worth_another(&self) -> bool {
        matches!(self, Self::Ended | Self::Silent | Self::Refused(_))
    }
}
