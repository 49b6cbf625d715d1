//! Who reads videos.

use postrider_media::fetch::Fetcher;
use postrider_media::video::Ffmpeg;
use postrider_store::db::Places;

/// Videos that are read at the same time: each takes a processor, its bytes, and up to a gigabyte of its own.
pub const VIDEOS_AT_ONCE: usize = 2;

/// The program, the places for it, and who fetches what it reads.
pub struct Films {
    pub ffmpeg: Ffmpeg,
    pub places: Places,
    /// With the limits of a video.
    pub fetcher: Fetcher,
}
