//! Why there is no picture, in words for whoever wanted one.

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::turns::QueueFull;
use postrider_media::browser::{BrowserError, NotThere};
use postrider_store::db::DbError;

use crate::failure::Failure;

/// Seconds after which a browser that failed may do better.
const RETRY_AFTER: u64 = 10;

/// How an operator gets one.
pub const WHERE_TO_GET: &str = "Install a browser on the server (on Debian: apt-get install chromium-headless-shell fonts-liberation fonts-noto-color-emoji) and start it again, or name one with `POSTRIDER_BROWSER`.";
const HOW_TO_HOLD: &str = "Let processes of the server make user namespaces, or set `POSTRIDER_BROWSER_SANDBOX=off` if the mails of strangers may be shown by a browser that nothing holds.";

const WHAT_HOLDS: &str = "Install it (on Debian: apt-get install util-linux) where the service looks for programs, and start the server again.";

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CameraError {
    #[error(transparent)]
    NotThere(#[from] NotThere),
    #[error("too many pictures of one organization wait")]
    QueueFull,
    #[error(transparent)]
    Browser(#[from] BrowserError),
}

impl From<QueueFull> for CameraError {
    fn from(_: QueueFull) -> Self {
        Self::QueueFull
    }
}

impl CameraError {
    /// What an operator can do about it.
    pub fn advice(&self) -> Option<&'static str> {
        match self {
            Self::NotThere(NotThere::NotInstalled) => Some(WHERE_TO_GET),
            Self::NotThere(NotThere::NoSandbox) => Some(HOW_TO_HOLD),
            Self::NotThere(NotThere::NoHolder(_)) => Some(WHAT_HOLDS),
            Self::QueueFull | Self::Browser(_) => None,
        }
    }
}

impl From<CameraError> for Failure {
    fn from(error: CameraError) -> Self {
        match &error {
            CameraError::NotThere(why) => {
                let message = format!("This server takes no pictures: {why}.");
                let problem = Problem::new(Code::NotImplemented, message);
                problem.suggest(error.advice().unwrap_or_default()).into()
            }
            CameraError::QueueFull => DbError::QueueFull.into(),
            CameraError::Browser(why @ (BrowserError::TooMuch(_) | BrowserError::TooLarge)) => {
                let message = format!("No picture can be taken of this: {why}.");
                Problem::new(Code::ContentOperationFailed, message).into()
            }
            CameraError::Browser(why) => {
                tracing::warn!(error = %why, "no picture was taken");
                let message = "The browser that takes pictures did not take one.";
                let problem = Problem::new(Code::ServiceUnavailable, message);
                problem.retry_after(RETRY_AFTER).into()
            }
        }
    }
}
