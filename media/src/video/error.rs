//! Why no pictures come out of a video, in words for whoever sent it.

use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VideoError {
    #[error("it is neither MP4, MOV, WebM nor Matroska")]
    OtherKind,
    #[error(
        "there is no moving picture in it that can be read (H.264, HEVC, VP8, VP9, AV1 or MPEG-4, up to 4096 x 2304 pixels)"
    )]
    Unreadable,
    #[error("there is nothing to see at that time of it")]
    Empty,
    #[error("reading it took longer than {} seconds", .0.as_secs_f32())]
    TooSlow(Duration),
    #[error("reading it took too much time or memory")]
    TooMuch,
    /// Not the video's fault.
    #[error("ffmpeg cannot be run: {0}")]
    NotRun(String),
}
