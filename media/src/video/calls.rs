//! What the child may ask of the kernel: to read files, memory, threads of its own, the time, and its pipe. Nothing is written
//! to a file, no socket is opened, no process is started.
//!
//! Whatever is not listed is refused with an error rather than with death: a library that asks for something in vain goes on.

use std::collections::BTreeMap;

use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch, apply_filter,
};

/// What needs no look at its arguments. `execve` is how the child becomes the program; what that starts in its own place
/// is confined as it was.
const FREE: [i64; 65] = [
    libc::SYS_execve,
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_pread64,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_close,
    libc::SYS_lseek,
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_statfs,
    libc::SYS_fstatfs,
    libc::SYS_faccessat,
    libc::SYS_readlinkat,
    libc::SYS_getdents64,
    libc::SYS_getcwd,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_pipe2,
    libc::SYS_ppoll,
    libc::SYS_pselect6,
    libc::SYS_brk,
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_membarrier,
    libc::SYS_futex,
    libc::SYS_get_robust_list,
    libc::SYS_set_robust_list,
    libc::SYS_set_tid_address,
    libc::SYS_rseq,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_getcpu,
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_gettimeofday,
    libc::SYS_getrusage,
    libc::SYS_times,
    libc::SYS_sysinfo,
    libc::SYS_uname,
    libc::SYS_getrandom,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_gettid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigsuspend,
    libc::SYS_sigaltstack,
    libc::SYS_restart_syscall,
    libc::SYS_exit,
    libc::SYS_exit_group,
];

/// The same by names that newer machines do not have.
#[cfg(target_arch = "x86_64")]
const OLDER: [i64; 8] = [
    libc::SYS_access,
    libc::SYS_arch_prctl,
    libc::SYS_dup2,
    libc::SYS_lstat,
    libc::SYS_pipe,
    libc::SYS_poll,
    libc::SYS_readlink,
    libc::SYS_stat,
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER: [i64; 0] = [];

/// What makes more of opening a file than reading it.
const CHANGES: i32 = libc::O_WRONLY | libc::O_RDWR | libc::O_CREAT | libc::O_TRUNC | libc::O_APPEND;

/// What may be asked of a descriptor, whatever else is said.
const DESCRIPTORS: [i32; 5] = [
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
];

#[derive(Debug, thiserror::Error)]
pub enum ConfineError {
    #[error("there is no filter for this machine: {0}")]
    Backend(#[from] BackendError),
    #[error("the kernel takes no filter: {0}")]
    Kernel(#[from] seccompiler::Error),
}

/// Confines this process and what it becomes, for ever, and lets it gain no privileges.
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
    let free = FREE.into_iter().chain(OLDER);
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = free.map(|call| (call, Vec::new())).collect();
    // The other filter answers it; of two refusals the later filter's would count.
    rules.insert(libc::SYS_clone3, Vec::new());
    let only_reads = |flags: u8| when(flags, SeccompCmpOp::MaskedEq(CHANGES as u64), 0);
    rules.insert(libc::SYS_openat, vec![only_reads(2)?]);
    #[cfg(target_arch = "x86_64")]
    rules.insert(libc::SYS_open, vec![only_reads(1)?]);
    rules.insert(libc::SYS_fcntl, descriptors()?);
    let thread = libc::CLONE_THREAD as u64;
    let is_thread = when(0, SeccompCmpOp::MaskedEq(thread), thread)?;
    rules.insert(libc::SYS_clone, vec![is_thread]);
    // Names of threads.
    let named = when(0, SeccompCmpOp::Eq, libc::PR_SET_NAME as u64)?;
    rules.insert(libc::SYS_prctl, vec![named]);
    // Limits can be asked for; no number is where they would be set from.
    let asks = SeccompCondition::new(2, SeccompCmpArgLen::Qword, SeccompCmpOp::Eq, 0)?;
    rules.insert(libc::SYS_prlimit64, vec![SeccompRule::new(vec![asks])?]);
    // It ends itself so when it runs out of memory.
    let own = when(0, SeccompCmpOp::Eq, u64::from(std::process::id()))?;
    rules.insert(libc::SYS_tgkill, vec![own]);
    let refused = SeccompAction::Errno(libc::EPERM as u32);
    SeccompFilter::new(rules, refused, SeccompAction::Allow, arch)?.try_into()
}

/// Of the many things that `fcntl` does: what a descriptor is, how it waits, and another for the same. No signals of it to
/// anybody, no locks, no larger pipes.
fn descriptors() -> Result<Vec<SeccompRule>, BackendError> {
    let mut rules = Vec::new();
    for asked in DESCRIPTORS {
        rules.push(when(1, SeccompCmpOp::Eq, asked as u64)?);
    }
    let sets = argument(1, SeccompCmpOp::Eq, libc::F_SETFL as u64)?;
    let silently = argument(2, SeccompCmpOp::MaskedEq(libc::O_ASYNC as u64), 0)?;
    rules.push(SeccompRule::new(vec![sets, silently])?);
    Ok(rules)
}

/// An argument must be so.
fn when(number: u8, how: SeccompCmpOp, value: u64) -> Result<SeccompRule, BackendError> {
    SeccompRule::new(vec![argument(number, how, value)?])
}

fn argument(number: u8, how: SeccompCmpOp, value: u64) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(number, SeccompCmpArgLen::Dword, how, value)
}

#[cfg(test)]
mod tests {
    use std::fs::{File, OpenOptions};
    use std::io::{Error, ErrorKind};
    use std::net::{TcpListener, TcpStream, UdpSocket};
    use std::os::unix::net::UnixStream;
    use std::process::Command;

    use rustix::fs::{FlockOperation, OFlags, fcntl_getfl, fcntl_lock, fcntl_setfl};

    use super::*;

    #[test]
    fn descriptors_are_copied_and_neither_locked_nor_listened_to() {
        let (reader, _writer) = std::io::pipe().unwrap();
        let thread = std::thread::spawn(move || {
            confine().unwrap();
            reader.try_clone().unwrap();
            let flags = fcntl_getfl(&reader).unwrap();
            fcntl_setfl(&reader, flags | OFlags::NONBLOCK).unwrap();
            let signals = OFlags::from_bits_retain(libc::O_ASYNC as u32);
            [
                fcntl_setfl(&reader, flags | signals).err(),
                fcntl_lock(&reader, FlockOperation::NonBlockingLockShared).err(),
            ]
        });
        let refused = thread.join().unwrap();
        assert_eq!(refused, [Some(rustix::io::Errno::PERM); 2]);
    }

    #[test]
    fn files_are_read_and_nothing_else() {
        let folder = std::env::temp_dir().join(format!("calls-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("file");
        std::fs::write(&file, "as it was").unwrap();
        let path = file.clone();
        // The filter is a thread's own: the other tests do not feel it.
        let thread = std::thread::spawn(move || -> (String, Vec<(&str, Option<Error>)>) {
            confine().unwrap();
            let new = path.with_file_name("new");
            let tried = vec![
                ("connect", TcpStream::connect("127.0.0.1:9").err()),
                ("listen", TcpListener::bind("127.0.0.1:0").err()),
                ("datagram", UdpSocket::bind("127.0.0.1:0").err()),
                ("local socket", UnixStream::pair().err()),
                ("program", Command::new("/bin/true").spawn().err()),
                ("write", OpenOptions::new().write(true).open(&path).err()),
                ("append", OpenOptions::new().append(true).open(&path).err()),
                ("create", File::create(&new).err()),
                ("delete", std::fs::remove_file(&path).err()),
            ];
            (std::fs::read_to_string(&path).unwrap(), tried)
        });
        let (read, tried) = thread.join().unwrap();
        assert_eq!(read, "as it was");
        for (what, error) in tried {
            let kind = error.map(|error| error.kind());
            assert_eq!(kind, Some(ErrorKind::PermissionDenied), "{what}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
