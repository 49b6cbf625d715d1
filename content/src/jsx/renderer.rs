//! The parent's side: it starts the child, and ends it.

use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Once};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};

use super::child::{ERROR, HTML, Refused, UNCONFINED};
use super::limits::Limits;
use crate::report::ImportError;

/// A child has a limit on its CPU time; this one is for a child that waits for the machine, or does not run at all.
const DEADLINE: Duration = Duration::from_secs(5);
const LARGEST_ANSWER: u64 = 6 * 1024 * 1024;

/// Renders templates in children of this program. How many at once is for the caller to say.
#[derive(Clone, Debug)]
pub struct Renderer {
    program: PathBuf,
    /// Whether it was said that children are not confined: once is enough.
    warned: Arc<Once>,
}

impl Renderer {
    /// `program jsx` must run [`super::child::main`].
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            warned: Arc::new(Once::new()),
        }
    }

    /// The HTML of a template. However this ends, also when it is dropped, the child is gone.
    pub async fn render(&self, source: &str) -> Result<String, ImportError> {
        let largest = Limits::default().source;
        if source.len() > largest {
            return Err(ImportError::new(format!(
                "The template is larger than {} KB.",
                largest / 1024
            )));
        }
        let mut child = self.start().map_err(|error| {
            tracing::error!(%error, "cannot start the program that renders templates");
            unavailable()
        })?;
        let answer = tokio::time::timeout(DEADLINE, converse(&mut child, source)).await;
        // It has answered, or it never will; this also waits for its end.
        child.kill().await.ok();
        match answer {
            Ok(Ok((answer, status))) => read(self.noted(&answer), status),
            Ok(Err(_)) => Err(no_answer(None)),
            Err(_) => Err(too_long()),
        }
    }

    /// The answer itself, after a word in the log if the child was not confined.
    fn noted<'a>(&self, answer: &'a [u8]) -> &'a [u8] {
        let Some(answer) = answer.strip_prefix(UNCONFINED) else {
            return answer;
        };
        self.warned.call_once(|| {
            tracing::warn!(
                "Templates are rendered without a filter for system calls: this kernel has none. Limits of time, memory \
                 and files hold all the same."
            );
        });
        answer
    }

    /// With nothing of ours but two pipes: no folder, no terminal, and of an environment only what keeps the
    /// allocator from taking a gigabyte of address space at once, which the child's limit would count.
    fn start(&self) -> std::io::Result<Child> {
        Command::new(&self.program)
            .arg("jsx")
            .env_clear()
            .env("MIMALLOC_ARENA_RESERVE", "0")
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
    }
}

async fn converse(child: &mut Child, source: &str) -> std::io::Result<(Vec<u8>, ExitStatus)> {
    let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(std::io::ErrorKind::BrokenPipe.into());
    };
    let write = async move {
        // A child that died does not read; how it died is told below.
        stdin.write_all(source.as_bytes()).await.ok();
    };
    let mut answer = Vec::new();
    let mut bounded = stdout.take(LARGEST_ANSWER);
    let ((), read) = tokio::join!(write, bounded.read_to_end(&mut answer));
    read?;
    // A child with more to say is stuck at its pipe: it is not waited for.
    drop(bounded);
    Ok((answer, child.wait().await?))
}

fn read(answer: &[u8], status: ExitStatus) -> Result<String, ImportError> {
    if !status.success() {
        return Err(no_answer(status.signal()));
    }
    if let Some(html) = answer.strip_prefix(HTML) {
        return String::from_utf8(html.to_vec()).map_err(|_| no_answer(None));
    }
    let refused = answer
        .strip_prefix(ERROR)
        .and_then(|json| serde_json::from_slice::<Refused>(json).ok());
    Err(match refused {
        Some(Refused { message, at }) => ImportError { message, at },
        None => no_answer(None),
    })
}

fn no_answer(signal: Option<i32>) -> ImportError {
    use rustix::process::Signal;
    let signal = signal.and_then(Signal::from_named_raw);
    match signal {
        Some(Signal::XCPU | Signal::KILL) => too_long(),
        Some(_) => ImportError::new("The template is too deeply nested or needs too much memory."),
        None => ImportError::new("The template could not be rendered."),
    }
}

fn too_long() -> ImportError {
    ImportError::new("The template took too long or too much memory.")
}

fn unavailable() -> ImportError {
    ImportError::new("Templates cannot be rendered at the moment.")
}
