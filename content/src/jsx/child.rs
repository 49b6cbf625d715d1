//! The child's side: it limits itself, reads a template, answers once, and is gone.
//!
//! The answer is one line that says what follows, then the HTML itself or the error as JSON.

use std::io::{self, Read, Write};

use rustix::process::{Resource, Rlimit, nice, setrlimit};
use serde::{Deserialize, Serialize};

use super::{Limits, compile_and_run};
use crate::report::{ImportError, SourcePosition};

pub const HTML: &[u8] = b"html\n";
pub const ERROR: &[u8] = b"error\n";
/// Before either of them, where the kernel does not confine the child.
pub const UNCONFINED: &[u8] = b"unconfined\n";

/// An error on its way to the parent.
#[derive(Serialize, Deserialize)]
pub struct Refused {
    pub message: String,
    pub at: Option<SourcePosition>,
}

/// What the whole process may use, whatever the engine's own limits miss.
const MEMORY: u64 = 512 * 1024 * 1024;
const CPU_SECONDS: u64 = 3;

/// Reads a template from standard input and writes what becomes of it to standard output.
pub fn main() -> io::Result<()> {
    limit_this_process()?;
    let is_confined = confined();
    let limits = Limits::default();
    let mut source = String::new();
    io::stdin()
        .take(limits.source as u64 + 1)
        .read_to_string(&mut source)?;
    let mut out = io::stdout().lock();
    if !is_confined {
        out.write_all(UNCONFINED)?;
    }
    match compile_and_run(&source, &limits) {
        Ok(html) => {
            out.write_all(HTML)?;
            out.write_all(html.as_bytes())?;
        }
        Err(ImportError { message, at }) => {
            out.write_all(ERROR)?;
            serde_json::to_writer(&mut out, &Refused { message, at })?;
        }
    }
    out.flush()
}

#[cfg(target_os = "linux")]
fn confined() -> bool {
    super::confine::confine().is_ok()
}

#[cfg(not(target_os = "linux"))]
fn confined() -> bool {
    false
}

/// No more files, nothing written to disk, no core, and an end to memory and CPU.
fn limit_this_process() -> io::Result<()> {
    let limits = [
        // Not the address space: the allocator reserves far more of it than it uses.
        (Resource::Data, MEMORY),
        (Resource::Cpu, CPU_SECONDS),
        (Resource::Nofile, 0),
        (Resource::Fsize, 0),
        (Resource::Core, 0),
    ];
    for (resource, limit) in limits {
        let limit = Rlimit {
            current: Some(limit),
            maximum: Some(limit),
        };
        setrlimit(resource, limit)?;
    }
    // Whoever answers callers is preferred to it.
    let _ = nice(10);
    Ok(())
}
