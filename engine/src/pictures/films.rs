//! Who reads videos.

use postrider_media::fetch::Fetcher;
use postrider_media::video::Ffmpeg;
use postrider_store::db::Places;

/// Videos that are read at the same time: each takes a processor, its bytes, and up to a gigabyte of its own.
pub const VIDEOS_AT_ONCE: usize = 2;

/// Videos that are fetched to be read at the same time: each is held in memory until there is a place for it.
pub const VIDEOS_BROUGHT_AT_ONCE: usize = 4;

/// The program, the places for it, and who fetches what it reads.
pub struct Films {
    pub ffmpeg: Ffmpeg,
    pub places: Places,
    /// For those who fetch a video first.
    pub bringing: Places,
    /// With the limits of a video.
    pub fetcher: Fetcher,
}
