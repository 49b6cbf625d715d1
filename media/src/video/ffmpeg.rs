//! The parent's side: it starts the child, and ends it.

use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use image::RgbImage;
use tokio::io::{AsyncReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use super::cut::Cut;
use super::error::VideoError;
use super::memory::Video;
use super::{NOT_FENCED, NOT_STARTED, frames};

/// Bytes of what it says of itself.
const SAID: u64 = 512;

/// How many at once is for the caller to say.
#[derive(Clone, Debug)]
pub struct Ffmpeg {
    program: PathBuf,
    fence: PathBuf,
    patience: Duration,
}

impl Ffmpeg {
    /// `fence fence PARENT PROGRAM -- ARGUMENTS` must run [`super::fence::main`].
    pub fn new(program: impl Into<PathBuf>, fence: impl Into<PathBuf>, patience: Duration) -> Self {
        Self {
            program: program.into(),
            fence: fence.into(),
            patience,
        }
    }

    /// The pictures of a part of a video. However this ends, also when it is dropped, the child is gone.
    pub async fn frames(&self, video: &Video, cut: &Cut) -> Result<Vec<RgbImage>, VideoError> {
        let arguments = cut.arguments(video.container()?);
        let input = video.input().map_err(|error| not_run(&error))?;
        let most = cut.frames();
        let mut child = self.start(&arguments, input)?;
        let reading = async {
            let stdout = child.stdout.take();
            let mut stdout = BufReader::new(stdout.ok_or(VideoError::Unreadable)?);
            let frames = frames::read(&mut stdout, most).await?;
            // One with more to say is stuck at its pipe: it is not waited for.
            drop(stdout);
            let status = child.wait().await.map_err(|error| not_run(&error))?;
            Ok((frames, status))
        };
        let read = timeout(self.patience, reading).await;
        child.kill().await.ok();
        let (frames, status) = read.map_err(|_| VideoError::TooSlow(self.patience))??;
        // It has given all that was asked for, whatever it thinks of the rest.
        if frames.len() < most {
            ended_well(status)?;
        }
        if frames.is_empty() {
            return Err(VideoError::Empty);
        }
        Ok(frames)
    }

    /// What it says of itself, behind the same fence.
    pub async fn version(&self) -> Result<String, VideoError> {
        let mut child = self.start(&["-version".to_owned()], Stdio::null())?;
        let reading = async {
            let mut said = Vec::new();
            if let Some(stdout) = child.stdout.take() {
                let read = stdout.take(SAID).read_to_end(&mut said).await;
                read.map_err(|error| not_run(&error))?;
            }
            let status = child.wait().await.map_err(|error| not_run(&error))?;
            Ok::<_, VideoError>((said, status))
        };
        let read = timeout(self.patience, reading).await;
        child.kill().await.ok();
        let (said, status) = read.map_err(|_| VideoError::TooSlow(self.patience))??;
        let said = String::from_utf8_lossy(&said);
        let first = said.lines().next().unwrap_or_default();
        let words: Vec<&str> = first.split(' ').collect();
        if let ["ffmpeg", "version", version, ..] = words[..] {
            return Ok(version.to_owned());
        }
        not_started(status)?;
        Err(VideoError::NotRun(format!("it ended with {status}")))
    }

    /// With nothing of ours but a file to read and a pipe to write.
    fn start(&self, arguments: &[String], input: Stdio) -> Result<Child, VideoError> {
        let started = Command::new(&self.fence)
            .arg("fence")
            .arg(std::process::id().to_string())
            .arg(&self.program)
            .arg("--")
            .args(arguments)
            .env_clear()
            // Else the allocator takes a gigabyte of address space at once, which the child's limit would count.
            .env("MIMALLOC_ARENA_RESERVE", "0")
            .current_dir("/")
            .stdin(input)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn();
        started.map_err(|error| not_run(&error))
    }
}

fn not_run(error: &std::io::Error) -> VideoError {
    VideoError::NotRun(error.to_string())
}

/// Whether it ran at all.
fn not_started(status: ExitStatus) -> Result<(), VideoError> {
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    let why = match code {
        Some(NOT_FENCED) => "this system has no fence for it",
        Some(NOT_STARTED) => "there is no such program, or nobody may run it",
        _ => return Ok(()),
    };
    Err(VideoError::NotRun(why.to_owned()))
}

fn ended_well(status: ExitStatus) -> Result<(), VideoError> {
    not_started(status)?;
    match status.signal() {
        Some(_) => Err(VideoError::TooMuch),
        None if status.success() => Ok(()),
        None => Err(VideoError::Unreadable),
    }
}
