//! The child's side: it gives up what it could do, and becomes the program. Its last word is a number for its parent.
//!
//! Should a video break out of the program that reads it: it finds no network, no other process and nothing to write, is nobody
//! (where the service is root), and ends with its time, its memory or its parent.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use rustix::process::{
    Gid, Pid, Resource, Rlimit, Signal, Uid, geteuid, getppid, nice,
    set_parent_process_death_signal, setrlimit,
};
use rustix::thread::{UnshareFlags, set_thread_groups, set_thread_res_gid, set_thread_res_uid};

use super::calls;
use super::{NOT_FENCED, NOT_STARTED};

/// Enough for the largest pictures that are taken, many of which decoders keep.
const MEMORY: u64 = 1 << 30;
const CPU_SECONDS: u64 = 30;
/// Its libraries are opened one after the other.
const FILES: u64 = 64;
/// The user and the group that own nothing.
const NOBODY: u32 = 65_534;

/// Comes back only if the program could not be started.
pub fn main(parent: u32, program: &Path, arguments: &[OsString]) -> u8 {
    if fence(parent).is_err() {
        return NOT_FENCED;
    }
    let _ = Command::new(program).args(arguments).env_clear().exec();
    NOT_STARTED
}

fn fence(parent: u32) -> io::Result<()> {
    limit_this_process()?;
    // Whoever answers callers is preferred to it.
    let _ = nice(10);
    leave_the_network();
    become_nobody()?;
    end_with(parent)?;
    calls::confine().map_err(io::Error::other)
}

fn limit_this_process() -> io::Result<()> {
    // New processes are refused by `calls`: the system's limit counts all of a user's.
    let limits = [
        // Not the address space: libraries reserve far more of it than they use.
        (Resource::Data, MEMORY),
        (Resource::Cpu, CPU_SECONDS),
        (Resource::Nofile, FILES),
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
    Ok(())
}

/// Where the system lets us. `calls` refuses every socket anyway.
#[expect(
    deprecated,
    reason = "it is about file descriptors, which are not unshared; the other one is unsafe to call"
)]
fn leave_the_network() {
    let network = UnshareFlags::NEWNET;
    if rustix::thread::unshare(network).is_err() {
        let _ = rustix::thread::unshare(UnshareFlags::NEWUSER | network);
    }
}

fn become_nobody() -> io::Result<()> {
    if !geteuid().is_root() {
        return Ok(());
    }
    let (user, group) = (Uid::from_raw(NOBODY), Gid::from_raw(NOBODY));
    set_thread_groups(&[])?;
    set_thread_res_gid(group, group, group)?;
    Ok(set_thread_res_uid(user, user, user)?)
}

/// Also where it cannot end us any more. Whoever changes users forgets this, so it comes after that.
fn end_with(parent: u32) -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    let is_there = getppid()
        .map(Pid::as_raw_nonzero)
        .map(|pid| pid.get().cast_unsigned());
    if is_there == Some(parent) {
        return Ok(());
    }
    Err(io::ErrorKind::NotFound.into())
}
