//! `fence`: somebody else's program on a stranger's file, in a process that can do nothing else.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

#[derive(Args)]
pub struct FenceArgs {
    /// The process with which it ends
    parent: u32,
    program: PathBuf,
    arguments: Vec<OsString>,
}

#[cfg(target_os = "linux")]
pub fn run(args: &FenceArgs) -> ExitCode {
    let FenceArgs {
        parent,
        program,
        arguments,
    } = args;
    postrider_media::video::fence::main(*parent, program, arguments).into()
}

#[cfg(not(target_os = "linux"))]
pub fn run(_: &FenceArgs) -> ExitCode {
    postrider_media::video::NOT_FENCED.into()
}
