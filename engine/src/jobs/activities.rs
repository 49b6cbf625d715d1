//! What this process is doing right now, by name: for leases, limits, and the log of a stop.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use postrider_store::jobs::{Claimed, JobKey};
use tokio_util::sync::CancellationToken;

struct Activity {
    kind: String,
    stop: CancellationToken,
}

#[derive(Default)]
pub struct Activities(Mutex<HashMap<JobKey, Activity>>);

impl Activities {
    fn open(&self) -> MutexGuard<'_, HashMap<JobKey, Activity>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// `stop` is cancelled when the claim is lost.
    pub fn begin(&self, job: &Claimed, stop: CancellationToken) {
        let activity = Activity {
            kind: job.kind.clone(),
            stop,
        };
        self.open().insert(job.key, activity);
    }

    pub fn end(&self, key: JobKey) {
        self.open().remove(&key);
    }

    pub fn count(&self, kind: &str) -> usize {
        let open = self.open();
        open.values()
            .filter(|activity| activity.kind == kind)
            .count()
    }

    /// Of one organization.
    pub fn count_of(&self, kind: &str, org: i64) -> usize {
        let open = self.open();
        let of_org = open.iter().filter(|(key, _)| key.org == org);
        of_org.filter(|(_, activity)| activity.kind == kind).count()
    }

    pub fn keys(&self) -> Vec<JobKey> {
        self.open().keys().copied().collect()
    }

    /// Stops those of `asked` that are not among the ones still ours.
    pub fn stop_lost(&self, asked: &[JobKey], held: &[JobKey]) {
        let open = self.open();
        for key in asked.iter().filter(|key| !held.contains(key)) {
            if let Some(activity) = open.get(key) {
                tracing::warn!(
                    job.kind = activity.kind,
                    job.id = key.id,
                    "a job was taken over"
                );
                activity.stop.cancel();
            }
        }
    }

    /// "import 123, import 124"
    pub fn names(&self) -> String {
        let open = self.open();
        let mut names: Vec<String> = open
            .iter()
            .map(|(key, activity)| format!("{} {}", activity.kind, key.id))
            .collect();
        names.sort_unstable();
        names.join(", ")
    }
}
