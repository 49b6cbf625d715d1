//! What the kernel says about processes and the machine.

use std::fs;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::outcome::Result;

/// CPU time of a process over all its threads. `/proc/<pid>/stat` counts in hundredths of a second,
/// which is half a round of some items; the scheduler's own figure is in nanoseconds.
pub fn cpu(pid: u32) -> Result<Duration> {
    let mut total = 0;
    for thread in fs::read_dir(format!("/proc/{pid}/task"))? {
        // A thread may end between the listing and the look.
        let Ok(text) = fs::read_to_string(thread?.path().join("schedstat")) else {
            continue;
        };
        total += nanoseconds(&text)?;
    }
    Ok(Duration::from_nanos(total))
}

/// CPU time of this thread.
pub fn thread_cpu() -> Result<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat")?;
    Ok(Duration::from_nanos(nanoseconds(&text)?))
}

fn nanoseconds(schedstat: &str) -> Result<u64> {
    Ok(schedstat.split(' ').next().unwrap_or_default().parse()?)
}

/// The most memory a process has had resident, in MB.
pub fn peak_memory(pid: u32) -> Result<f64> {
    megabytes(pid, "VmHWM:")
}

/// The memory that a process has resident now, in MB.
pub fn memory(pid: u32) -> Result<f64> {
    megabytes(pid, "VmRSS:")
}

/// What it has written for itself, in MB. How much of its program lies in memory besides is up to the kernel, which can read
/// that again from the disk.
pub fn own_memory(pid: u32) -> Result<f64> {
    let maps = fs::read_to_string(format!("/proc/{pid}/smaps_rollup"))?;
    figure_of(&maps, "Private_Dirty:")
}

fn megabytes(pid: u32, figure: &str) -> Result<f64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
    figure_of(&status, figure)
}

fn figure_of(status: &str, figure: &str) -> Result<f64> {
    let line = status.lines().find_map(|line| line.strip_prefix(figure));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kib.map(|kib| kib * 1024.0 / 1e6)
        .ok_or_else(|| format!("the kernel gives no {figure}").into())
}

pub fn parent(pid: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name before it is in parentheses and may hold spaces.
    let (_, after_name) = stat.rsplit_once(") ")?;
    after_name.split(' ').nth(1)?.parse().ok()
}

/// CPU time of a process and its children: PostgreSQL has one for each connection.
fn family_cpu(pid: u32) -> Result<Duration> {
    let mut total = cpu(pid)?;
    for entry in fs::read_dir("/proc")? {
        let member = entry?
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok());
        if let Some(member) = member.filter(|member| parent(*member) == Some(pid)) {
            total += cpu(member).unwrap_or_default();
        }
    }
    Ok(total)
}

/// All processes that a process has started, and those that they have.
pub fn descendants(pid: u32) -> Result<Vec<u32>> {
    let mut parents = Vec::new();
    for entry in fs::read_dir("/proc")? {
        let name = entry?.file_name();
        if let Some(process) = name.to_str().and_then(|name| name.parse().ok()) {
            parents.extend(parent(process).map(|parent| (process, parent)));
        }
    }
    let mut found = vec![pid];
    let mut next = 0;
    while let Some(known) = found.get(next).copied() {
        found.extend(
            parents
                .iter()
                .filter(|(_, of)| *of == known)
                .map(|(process, _)| *process),
        );
        next += 1;
    }
    found.remove(0);
    Ok(found)
}

/// CPU time of a process and of all below it, those that have ended included. In hundredths of a second: only so finely does
/// the kernel count them.
pub fn family_times(pid: u32) -> Result<Duration> {
    let mut ticks = 0;
    for member in [&[pid][..], &descendants(pid)?].concat() {
        let stat = fs::read_to_string(format!("/proc/{member}/stat")).unwrap_or_default();
        let Some((_, after_name)) = stat.rsplit_once(") ") else {
            continue;
        };
        // Its own in user and kernel mode, and those of its children that it has waited for.
        let times = after_name.split(' ').skip(11).take(4);
        ticks += times
            .filter_map(|time| time.parse::<u64>().ok())
            .sum::<u64>();
    }
    Ok(Duration::from_millis(ticks * 10))
}

pub fn load_average() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').take(3).collect::<Vec<_>>().join(" ")
}

pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Whose CPU time a sample counts.
#[derive(Clone, Copy)]
pub struct Meter {
    pub process: u32,
    /// PostgreSQL's first process, if it runs on this machine.
    pub database: Option<u32>,
}

/// What some items took together.
#[derive(Clone, Copy)]
pub struct Sample {
    pub items: usize,
    pub wall: Duration,
    pub cpu: Duration,
    pub database_cpu: Option<Duration>,
}

impl Meter {
    pub async fn measure(
        self,
        items: usize,
        work: impl Future<Output = Result<()>>,
    ) -> Result<Sample> {
        let database = || self.database.map(family_cpu).transpose();
        let (cpu_before, database_before, start) = (cpu(self.process)?, database()?, now());
        work.await?;
        let wall = start.elapsed();
        let (cpu_after, database_after) = (cpu(self.process)?, database()?);
        Ok(Sample {
            items,
            wall,
            cpu: cpu_after.saturating_sub(cpu_before),
            database_cpu: database_after
                .zip(database_before)
                .map(|(after, before)| after.saturating_sub(before)),
        })
    }
}

impl Sample {
    pub fn sum(samples: &[Self]) -> Self {
        Self {
            items: samples.iter().map(|sample| sample.items).sum(),
            wall: samples.iter().map(|sample| sample.wall).sum(),
            cpu: samples.iter().map(|sample| sample.cpu).sum(),
            database_cpu: samples.iter().map(|sample| sample.database_cpu).sum(),
        }
    }

    pub fn cpu_us(&self) -> f64 {
        self.cpu.as_secs_f64() * 1e6 / self.items as f64
    }

    pub fn database_cpu_us(&self) -> Option<f64> {
        self.database_cpu
            .map(|cpu| cpu.as_secs_f64() * 1e6 / self.items as f64)
    }

    pub fn per_second(&self) -> f64 {
        self.items as f64 / self.wall.as_secs_f64()
    }
}

#[expect(clippy::disallowed_methods, reason = "measures")]
pub fn now() -> Instant {
    Instant::now()
}

/// Milliseconds since 1970, to compare with what other processes say.
#[expect(clippy::disallowed_methods, reason = "measures")]
pub fn wall_clock() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_millis() as i64
}
