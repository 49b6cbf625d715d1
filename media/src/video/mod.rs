//! Pictures out of a video, by `ffmpeg`. It is somebody else's program on a stranger's file: what the file is, is seen by its own
//! bytes first; then the program runs as a child that can do nothing but read it and write pictures ([`fence`]).

#[cfg(target_os = "linux")]
mod calls;
mod container;
mod cut;
mod error;
#[cfg(target_os = "linux")]
pub mod fence;
mod ffmpeg;
mod frames;
mod memory;

pub use container::Container;
pub use cut::{Cut, MAX_FPS, MAX_SECONDS};
pub use error::VideoError;
pub use ffmpeg::Ffmpeg;
pub use memory::Video;

/// What a child answers with that could not be fenced in.
pub const NOT_FENCED: u8 = 120;
/// What it answers with if there is no such program.
pub const NOT_STARTED: u8 = 121;
