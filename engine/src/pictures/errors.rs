//! Why nothing came of an image.

use std::time::Duration;

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::turns::QueueFull;
use postrider_media::fetch::FetchError;
use postrider_media::image::ImageError;
use postrider_media::video::VideoError;
use postrider_store::db::DbError;

use crate::assets::AssetError;
use crate::failure::Failure;
use crate::objects::ObjectError;

/// What a caller can do where nothing reads videos.
pub const HOW_TO_READ_VIDEOS: &str = "Ask the operator of the server to install ffmpeg (on Debian: `apt install ffmpeg`) or to set `POSTRIDER_FFMPEG` to where it \
    is; or make a GIF of an image or of words: `from: image`, `from: prompt`.";
/// The same where nothing draws.
pub const HOW_TO_DRAW: &str = "Ask the operator of the server to set `POSTRIDER_AI_IMAGE_MODEL`.";

/// Seconds after which a model that did not answer may.
const RETRY_AFTER: u64 = 30;

#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    #[error(transparent)]
    Fetch(#[from] FetchError),
    #[error(transparent)]
    Image(#[from] ImageError),
    #[error(transparent)]
    Video(#[from] VideoError),
    #[error("it moves, and only pictures that do not can be changed")]
    Moves,
    #[error("other bytes of it came meanwhile")]
    Replaced,
    #[error("it is larger than {} MiB", .0 >> 20)]
    TooLarge(u64),
    #[error("it took longer than {} seconds", .0.as_secs_f32())]
    TooSlow(Duration),
    #[error("the model that draws refuses: {0}")]
    Refused(String),
    #[error("the model that draws did not answer")]
    NoAnswer,
    #[error("there is nothing that reads videos")]
    NoFilms,
    #[error("too many images of one organization wait")]
    QueueFull,
    #[error("the caller went away before the work began")]
    CallerGone,
    #[error(transparent)]
    Assets(#[from] AssetError),
}

impl PictureError {
    /// A model did not draw, or drew what is no picture.
    pub(super) fn is_of_model(&self) -> bool {
        matches!(
            self,
            Self::Refused(_) | Self::NoAnswer | Self::Image(_) | Self::TooSlow(_)
        )
    }

    /// `instead`, if an object is not there.
    pub(super) fn for_missing(self, instead: Self) -> Self {
        match self {
            Self::Assets(error) if error.is_missing() => instead,
            other => other,
        }
    }
}

impl From<QueueFull> for PictureError {
    fn from(_: QueueFull) -> Self {
        Self::QueueFull
    }
}

impl From<ObjectError> for PictureError {
    fn from(error: ObjectError) -> Self {
        Self::Assets(error.into())
    }
}

impl From<DbError> for PictureError {
    fn from(error: DbError) -> Self {
        Self::Assets(error.into())
    }
}

impl From<PictureError> for Failure {
    fn from(error: PictureError) -> Self {
        match error {
            PictureError::QueueFull => DbError::QueueFull.into(),
            PictureError::Assets(AssetError::Database(error)) => error.into(),
            PictureError::Assets(AssetError::Objects(error)) => {
                DbError::Unavailable(error.to_string()).into()
            }
            PictureError::Assets(AssetError::NoRoom(no_room)) => Problem::from(no_room).into(),
            PictureError::CallerGone => {
                let message = "The caller went away before the work began.";
                let problem = Problem::new(Code::ServiceUnavailable, message);
                problem.retry_after(1).into()
            }
            PictureError::NoAnswer => {
                let message = "The model that draws did not answer.";
                let problem = Problem::new(Code::ServiceUnavailable, message);
                problem.retry_after(RETRY_AFTER).into()
            }
            PictureError::Video(VideoError::NotRun(why)) => {
                tracing::error!(error = %why, "ffmpeg cannot be run");
                let message = "The program that reads videos cannot be run.";
                let problem = Problem::new(Code::ServiceUnavailable, message);
                problem.retry_after(RETRY_AFTER).into()
            }
            PictureError::NoFilms => no_films().into(),
            PictureError::Video(error) => {
                let message = format!("The video cannot be used: {error}.");
                Problem::new(Code::ContentOperationFailed, message).into()
            }
            own => {
                let message = format!("The image cannot be used: {own}.");
                Problem::new(Code::ContentOperationFailed, message).into()
            }
        }
    }
}

/// Nothing reads videos here.
pub fn no_films() -> Problem {
    let message = "ffmpeg, which reads videos, is not installed on this server.";
    Problem::new(Code::NotImplemented, message).suggest(HOW_TO_READ_VIDEOS)
}

/// Nothing draws here.
pub fn no_model() -> Problem {
    let message = "No model that draws is set on this server.";
    Problem::new(Code::NotImplemented, message).suggest(HOW_TO_DRAW)
}
