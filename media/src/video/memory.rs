//! The bytes of a video, in memory that a child can read as a file: in any order, and gone with those who hold it.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::process::Stdio;

use super::container::{Container, HEAD};
use super::error::VideoError;

#[derive(Debug)]
pub struct Video(File);

impl Video {
    #[cfg(target_os = "linux")]
    pub fn empty() -> Result<Self, VideoError> {
        let file = rustix::fs::memfd_create("video", rustix::fs::MemfdFlags::CLOEXEC);
        file.map(|file| Self(file.into()))
            .map_err(|error| VideoError::NotRun(error.to_string()))
    }

    #[cfg(not(target_os = "linux"))]
    pub fn empty() -> Result<Self, VideoError> {
        Err(VideoError::NotRun("there is no fence for it".to_owned()))
    }

    /// The next of its bytes.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), VideoError> {
        let written = self.0.write_all(bytes);
        written.map_err(|error| VideoError::NotRun(error.to_string()))
    }

    pub(super) fn container(&self) -> Result<Container, VideoError> {
        let mut head = [0; HEAD];
        let read = self.0.read_at(&mut head, 0).unwrap_or(0);
        Container::of(&head[..read]).ok_or(VideoError::OtherKind)
    }

    pub(super) fn input(&self) -> io::Result<Stdio> {
        Ok(self.0.try_clone()?.into())
    }
}
