//! What a process takes of the machine.

use std::time::Duration;

use tokio::time::{Instant, sleep};

const STEP: Duration = Duration::from_millis(250);

pub(super) struct Watched(u32);

/// The most that was seen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Peak {
    pub(super) megabytes: u64,
    pub(super) descriptors: usize,
}

impl Watched {
    pub(super) fn new(pid: u32) -> Self {
        Self(pid)
    }

    pub(super) async fn watch(&self, until: Instant) -> Peak {
        let mut peak = Peak::default();
        while Instant::now() < until {
            peak.megabytes = peak.megabytes.max(self.megabytes());
            peak.descriptors = peak.descriptors.max(self.descriptors());
            sleep(STEP).await;
        }
        peak
    }

    fn megabytes(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0));
        let status = status.unwrap_or_default();
        let mut lines = status.lines();
        let line = lines.find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next());
        kilobytes
            .and_then(|text| text.parse::<u64>().ok())
            .unwrap_or(0)
            >> 10
    }

    fn descriptors(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/fd", self.0)).map_or(0, Iterator::count)
    }
}
