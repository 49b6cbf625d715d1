//! Why there is no picture of a client.

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_media::browser::BrowserError;

use crate::camera::CameraError;
use crate::failure::Failure;

/// Seconds after which a machine that was too busy may be less so.
const RETRY_AFTER: u64 = 30;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotTaken {
    #[error("the mail cannot be shown: {0}")]
    Unreadable(String),
    #[error("the browser did not take it")]
    Camera(#[from] CameraError),
    #[error("all pictures together took too long")]
    TooLate,
}

impl NotTaken {
    /// Whether the other clients fare no better.
    pub fn is_of_all(&self) -> bool {
        match self {
            Self::Unreadable(_) => false,
            Self::Camera(CameraError::Browser(error)) => {
                matches!(error, BrowserError::Stopping | BrowserError::Start(_))
            }
            Self::TooLate | Self::Camera(_) => true,
        }
    }

    /// For whoever asked for this client.
    pub fn told(&self) -> String {
        format!("No picture was taken: {self}.")
    }
}

/// For whoever has no picture at all: whatever the mail did to the browser, the answer is one of nothing produced.
impl From<NotTaken> for Failure {
    fn from(why: NotTaken) -> Self {
        match why {
            NotTaken::Camera(error @ (CameraError::NotThere(_) | CameraError::QueueFull)) => {
                error.into()
            }
            NotTaken::Camera(CameraError::Browser(_))
            | NotTaken::Unreadable(_)
            | NotTaken::TooLate => {
                tracing::warn!(error = %why, "no picture of any client was taken");
                let message = format!("There is no picture of any client: {why}.");
                let problem = Problem::new(Code::ServiceUnavailable, message);
                problem.retry_after(RETRY_AFTER).into()
            }
        }
    }
}
