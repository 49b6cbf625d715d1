//! The video that a body names, and the part of it that is wanted.

use postrider_domain::contract::problem::Problem;
use postrider_engine::pictures::{VideoSource, uploads};
use postrider_media::video::{Cut, MAX_SECONDS};
use postrider_store::db::Tx;

use super::image_source::address;
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;

/// Pictures a second, if nobody says how many.
const FPS: u8 = 10;
/// Pixels, if nobody says how many.
const WIDTH: u32 = 600;

/// Seconds that can be left out.
const LATEST: f64 = 3600.0;
/// Seconds that are a film.
const SHORTEST: f64 = 0.1;

/// The keys of a body that are about a video.
#[derive(Clone, Copy)]
pub struct NamedVideo<'a> {
    pub upload_id: Option<&'a str>,
    pub video_url: Option<&'a str>,
    pub fps: Option<u8>,
    pub width: Option<u32>,
    pub start: Option<f64>,
    pub duration: Option<f64>,
}

impl NamedVideo<'_> {
    pub fn cut(self) -> Result<Cut, Problem> {
        Ok(Cut {
            start: within("start", self.start.unwrap_or(0.0), (0.0, LATEST))?,
            duration: within(
                "duration",
                self.duration.unwrap_or(MAX_SECONDS),
                (SHORTEST, MAX_SECONDS),
            )?,
            fps: self.fps.unwrap_or(FPS),
            width: self.width.unwrap_or(WIDTH),
        })
    }

    pub async fn find(self, tx: &Tx, cx: &Cx) -> ApiResult<VideoSource> {
        match (self.upload_id, self.video_url) {
            (Some(id), None) => {
                let upload = uploads::received(tx, cx.brand_key()?, id, cx.now()).await?;
                if !uploads::is_video(&upload.content_type) {
                    let message = "The upload is no video.";
                    let problem = Problem::invalid("uploadId", message);
                    return Err(problem
                        .suggest(
                            "Upload one as `video/mp4`, or add the image and use `from: image`.",
                        )
                        .into());
                }
                Ok(VideoSource::Upload(upload))
            }
            (None, Some(url)) => Ok(VideoSource::Url(address(url, "videoUrl")?)),
            _ => {
                let message = "Name one video: `uploadId` or `videoUrl`.";
                Err(Problem::invalid("uploadId", message).into())
            }
        }
    }
}

fn within(key: &'static str, seconds: f64, (least, most): (f64, f64)) -> Result<f64, Problem> {
    if (least..=most).contains(&seconds) {
        return Ok(seconds);
    }
    let message = format!("Must be {least} to {most} seconds.");
    Err(Problem::invalid(key, message))
}
