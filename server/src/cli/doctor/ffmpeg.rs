//! The program that reads videos, where there is one.

use std::time::Duration;

use postrider_media::video::Ffmpeg;

use super::finding::{Check, Finding};
use crate::config::Config;

const PATIENCE: Duration = Duration::from_secs(10);

/// Runs it, behind the same fence as for a video.
pub async fn look(config: &Config) -> Finding {
    let Some(path) = &config.ffmpeg else {
        let seen = "none: GIFs are made of images and words, and not of videos (install ffmpeg, or set POSTRIDER_FFMPEG)";
        return Finding::ok(Check::Ffmpeg, seen);
    };
    let ffmpeg = Ffmpeg::new(path, &config.program, PATIENCE);
    match ffmpeg.version().await {
        Ok(version) => {
            let seen = format!("GIFs are made of videos by {} {version}", path.display());
            Finding::ok(Check::Ffmpeg, seen)
        }
        Err(error) => Finding::warning(
            Check::Ffmpeg,
            format!("{}: {error}", path.display()),
            "Install ffmpeg, or set POSTRIDER_FFMPEG to where it is, or to `off`. Until then no GIF is made of a video.",
        ),
    }
}
