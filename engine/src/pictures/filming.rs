//! GIFs of videos: one child process each, so few at once.

use std::time::Duration;

use bytes::Bytes;
use postrider_media::gif::{self, Gif};
use postrider_media::video::{Cut, Video, VideoError};
use postrider_store::db::Place;
use postrider_store::uploads::UploadRecord;
use tokio::time::timeout;
use url::Url;

use super::{Films, MAX_VIDEO, PictureCaller, PictureError, Pictures};
use crate::aside::aside;
use crate::assets::{words_of, words_of_name};
use crate::objects::{ObjectError, Objects};

/// Bytes that are moved at once.
const PIECE: u64 = 1 << 20;
/// How long a video of a few bytes may take to come out of the store, and how many bytes a second are waited for beyond that.
const PATIENCE: Duration = Duration::from_secs(40);
const SLOWEST: u64 = 256 << 10;

#[derive(Clone, Debug)]
pub enum VideoSource {
    Upload(UploadRecord),
    Url(Url),
}

impl VideoSource {
    /// What the GIF can be found by, before anybody looks at it.
    pub(super) fn words(&self) -> String {
        match self {
            Self::Upload(upload) => words_of_name(&upload.file_name),
            Self::Url(url) => words_of(url),
        }
    }

    pub fn upload(&self) -> Option<&UploadRecord> {
        match self {
            Self::Upload(upload) => Some(upload),
            Self::Url(_) => None,
        }
    }
}

impl Pictures {
    pub(super) async fn film(
        &self,
        caller: &PictureCaller,
        source: &VideoSource,
        cut: Cut,
    ) -> Result<Gif, PictureError> {
        let brand = caller.brand;
        let films = self.films.as_ref().ok_or(PictureError::NoFilms)?;
        let (video, film) = self.brought_video(caller, films, source).await?;
        // As long as the child works, nobody's images wait for it.
        let frames = films.ffmpeg.frames(&video, &cut).await?;
        drop(video);
        let place = self.place(brand).await?;
        // The pictures are there twice where they are made smaller.
        let bytes: u64 = frames.iter().map(|frame| frame.as_raw().len() as u64).sum();
        let memory = self.library.memory(brand, bytes * 2).await?;
        // Until now there were the pictures of so many videos at most.
        drop(film);
        let work = move || gif::of_video(frames, cut.fps);
        self.work_with((place, memory), work).await
    }

    /// The video, and a place to read it. What we have comes when there is one; what stands somewhere else is fetched before, by
    /// few at a time, so that no slow server keeps the places.
    async fn brought_video(
        &self,
        caller: &PictureCaller,
        films: &Films,
        source: &VideoSource,
    ) -> Result<(Video, Place), PictureError> {
        match source {
            VideoSource::Upload(upload) => {
                let place = caller.place(&films.places).await?;
                let name = upload.object.as_deref().unwrap_or_default();
                let read = read(&self.objects, name).await;
                let missing = |error: PictureError| error.for_missing(PictureError::Replaced);
                Ok((read.map_err(missing)?, place))
            }
            VideoSource::Url(url) => {
                let _bringing = caller.place(&films.bringing).await?;
                let video = filled(films.fetcher.get(url).await?.bytes).await?;
                Ok((video, caller.place(&films.places).await?))
            }
        }
    }
}

/// From the store into memory that a child reads.
async fn read(objects: &Objects, name: &str) -> Result<Video, PictureError> {
    let size = objects.in_time(name, objects.size(name)).await?;
    if size > MAX_VIDEO {
        return Err(PictureError::TooLarge(MAX_VIDEO));
    }
    let whole = patience_for(size);
    let reading = timeout(whole, read_whole(objects, name, size)).await;
    reading.unwrap_or_else(|_| {
        let message = format!("{name} could not be read within {} s", whole.as_secs());
        Err(ObjectError::Store(message).into())
    })
}

fn patience_for(size: u64) -> Duration {
    PATIENCE + Duration::from_secs(size / SLOWEST)
}

async fn read_whole(objects: &Objects, name: &str, size: u64) -> Result<Video, PictureError> {
    let mut video = Video::empty()?;
    let mut at = 0;
    while at < size {
        let piece = objects.read(name, at..(at + PIECE).min(size)).await?;
        if piece.is_empty() {
            return Err(ObjectError::Missing(name.to_owned()).into());
        }
        video.push(&piece)?;
        at += piece.len() as u64;
    }
    Ok(video)
}

/// All of it at once: some ten milliseconds, in which nobody would be answered.
async fn filled(bytes: Bytes) -> Result<Video, PictureError> {
    let filling = aside(move || {
        let mut video = Video::empty()?;
        video.push(&bytes)?;
        Ok::<_, VideoError>(video)
    });
    let filled = filling.await;
    Ok(filled.unwrap_or_else(|error| Err(VideoError::NotRun(error.to_string())))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_video_has_minutes_and_a_short_one_has_not() {
        assert_eq!(patience_for(9), PATIENCE);
        assert_eq!(patience_for(MAX_VIDEO), Duration::from_mins(4));
    }
}
