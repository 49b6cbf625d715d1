//! Work outside a transaction keeps its key and its credits for as long as it goes on, however long that is: others wait for a
//! model, or for their turn. If the process ends, both are free a lease later.

use std::pin::pin;

use tokio::time::timeout;

use super::idempotency::LEASE_MS;
use super::meter;
use super::run::Job;
use crate::api::failure::Failure;

impl Job {
    /// Does the work and renews the lease meanwhile.
    pub(super) async fn leased<T>(&self, fence: i64, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        loop {
            if let Ok(done) = timeout(self.cx.app().lease_pace, &mut work).await {
                return done;
            }
            // The work goes on beside it: the database may be busy.
            let mut renewing = pin!(self.renew(fence));
            tokio::select! {
                done = &mut work => return done,
                () = &mut renewing => {}
            }
        }
    }

    async fn renew(&self, fence: i64) {
        let job = self.clone();
        let until = self.cx.app().clock.now() + LEASE_MS;
        // Not in line behind what else the organization asks for.
        let renewed = self.cx.app().db.write(move |tx| {
            let job = job.clone();
            async move {
                meter::extend(&tx, &job.cx, fence, until).await?;
                if let Some(claim) = &job.claim {
                    claim.extend(&tx, &job.cx, fence, until).await?;
                }
                Ok::<_, Failure>(())
            }
        });
        if let Err(failure) = renewed.await {
            tracing::warn!(error = ?failure, "the lease of a request could not be renewed");
        }
    }
}
