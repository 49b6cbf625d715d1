//! What the child may ask of the kernel: memory, threads of its own, the time, and its two pipes. Should a template break
//! out of the engine, it finds no network, no files, no programs and no other process.
//!
//! Whatever is not listed is refused with an error rather than with death: a library that asks for something in vain, as
//! allocators do, goes on.

use std::collections::BTreeMap;

use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch, apply_filter,
};

/// What needs no look at its arguments.
const FREE: [i64; 21] = [
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_close,
    libc::SYS_brk,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_futex,
    libc::SYS_sched_yield,
    libc::SYS_clock_gettime,
    libc::SYS_getrandom,
    libc::SYS_gettid,
    libc::SYS_getpid,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_set_robust_list,
    libc::SYS_rseq,
    libc::SYS_exit,
    libc::SYS_exit_group,
];

#[derive(Debug, thiserror::Error)]
pub enum ConfineError {
    #[error("there is no filter for this machine: {0}")]
    Backend(#[from] BackendError),
    #[error("the kernel takes no filter: {0}")]
    Kernel(#[from] seccompiler::Error),
}

/// Confines this thread and those that it starts, for ever, and lets none of them gain privileges.
pub fn confine() -> Result<(), ConfineError> {
    let arch = TargetArch::try_from(std::env::consts::ARCH)?;
    apply_filter(&older_threads(arch)?)?;
    apply_filter(&allowed(arch)?)?;
    Ok(())
}

/// The newer call for threads hides what it is asked for behind a pointer. Whoever hears that there is no such call uses
/// the older one.
fn older_threads(arch: TargetArch) -> Result<BpfProgram, BackendError> {
    let unknown = SeccompAction::Errno(libc::ENOSYS as u32);
    let rules = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    SeccompFilter::new(rules, SeccompAction::Allow, unknown, arch)?.try_into()
}

fn allowed(arch: TargetArch) -> Result<BpfProgram, BackendError> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        FREE.into_iter().map(|call| (call, Vec::new())).collect();
    // The other filter answers it; of two refusals the later filter's would count.
    rules.insert(libc::SYS_clone3, Vec::new());
    // Nothing that was written becomes a program.
    let no_code = when(2, SeccompCmpOp::MaskedEq(libc::PROT_EXEC as u64), 0)?;
    rules.insert(libc::SYS_mmap, vec![no_code.clone()]);
    rules.insert(libc::SYS_mprotect, vec![no_code]);
    let thread = libc::CLONE_THREAD as u64;
    let is_thread = when(0, SeccompCmpOp::MaskedEq(thread), thread)?;
    rules.insert(libc::SYS_clone, vec![is_thread]);
    // It ends itself so when it runs out of memory.
    let own = when(0, SeccompCmpOp::Eq, u64::from(std::process::id()))?;
    rules.insert(libc::SYS_tgkill, vec![own]);
    let refused = SeccompAction::Errno(libc::EPERM as u32);
    SeccompFilter::new(rules, refused, SeccompAction::Allow, arch)?.try_into()
}

/// An argument must be so.
fn when(argument: u8, how: SeccompCmpOp, value: u64) -> Result<SeccompRule, BackendError> {
    let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, how, value)?;
    SeccompRule::new(vec![condition])
}

#[cfg(test)]
mod tests {
    use std::fs::{File, OpenOptions};
    use std::io::{Error, ErrorKind, Write};
    use std::net::{TcpListener, TcpStream, UdpSocket};
    use std::os::unix::net::UnixStream;
    use std::process::Command;

    use super::*;

    /// The filter is a thread's own: the other tests do not feel it.
    fn confined<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
        let thread = std::thread::spawn(move || {
            confine().unwrap();
            work()
        });
        thread.join().unwrap()
    }

    #[test]
    fn whoever_tries_to_get_out_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "as it was").unwrap();
        let path = file.clone();
        let tried: Vec<(&str, Option<Error>)> = confined(move || {
            let new = path.with_file_name("new");
            vec![
                ("connect", TcpStream::connect("127.0.0.1:9").err()),
                ("listen", TcpListener::bind("127.0.0.1:0").err()),
                ("datagram", UdpSocket::bind("127.0.0.1:0").err()),
                ("local socket", UnixStream::pair().err()),
                ("program", Command::new("/bin/true").spawn().err()),
                ("read", File::open(&path).err()),
                ("write", OpenOptions::new().write(true).open(&path).err()),
                ("create", File::create(&new).err()),
                ("delete", std::fs::remove_file(&path).err()),
                ("list", std::fs::read_dir("/").err()),
            ]
        });
        for (what, error) in tried {
            let kind = error.map(|error| error.kind());
            assert_eq!(kind, Some(ErrorKind::PermissionDenied), "{what}");
        }
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "as it was");
        assert!(!folder.path().join("new").exists());
    }

    #[test]
    fn the_confined_have_memory_threads_and_their_pipes() {
        let (reader, mut writer) = std::io::pipe().unwrap();
        confined(move || {
            let large = vec![7_u8; 64 * 1024 * 1024];
            let sum =
                std::thread::spawn(move || large.iter().map(|byte| u64::from(*byte)).sum::<u64>());
            write!(writer, "{}", sum.join().unwrap()).unwrap();
        });
        let said = std::io::read_to_string(reader).unwrap();
        assert_eq!(said, (7_u64 * 64 * 1024 * 1024).to_string());
    }

    #[test]
    fn threads_of_the_confined_are_confined() {
        let refused = confined(|| {
            let thread = std::thread::spawn(|| TcpListener::bind("127.0.0.1:0").is_err());
            thread.join().unwrap()
        });
        assert!(refused);
    }
}
