//! Does what mails bring about, when its time has come.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::aftermath::{Action, Browser, Failed, Method, Postman, What, Work};
use super::figures::Counts;
use super::shared::Shared;

/// The clock may be one that a test moves: it wakes nobody.
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// Mails that come back are tried again after so long, so often.
const AGAIN_MS: i64 = 2_000;
const TRIES: u32 = 60;

/// Does what is due until the sink ends. What is not done by then is left.
pub(super) async fn run(shared: &Arc<Shared>, stop: &CancellationToken) {
    let doer = Arc::new(Doer {
        shared: Arc::clone(shared),
        browser: Browser::default(),
        postman: Postman::new(&shared.options.hostname),
    });
    let mut running = JoinSet::new();
    loop {
        while let Some(work) = shared.queue().next(shared.now()) {
            running.spawn(Arc::clone(&doer).act(work));
        }
        let look_again = async {
            if shared.queue().waiting() == 0 {
                shared.planned.notified().await;
            } else {
                tokio::time::sleep(LOOK_EVERY).await;
            }
        };
        tokio::select! {
            () = look_again => {}
            Some(_) = running.join_next() => {}
            () = stop.cancelled() => break,
        }
    }
    running.shutdown().await;
}

struct Doer {
    shared: Arc<Shared>,
    browser: Browser,
    postman: Postman,
}

impl Doer {
    async fn act(self: Arc<Self>, mut work: Work) {
        let lane = work.action.lane();
        let result = self.perform(&work.action).await;
        let mut queue = self.shared.queue();
        queue.done(lane);
        match result {
            Ok(()) => {}
            Err(Failed::Now(_)) if work.tries < TRIES => {
                work.tries += 1;
                work.due = self.shared.now() + AGAIN_MS;
                queue.put(lane, work);
            }
            Err(Failed::Now(why) | Failed::ForGood(why)) => {
                queue.report.failed += 1;
                queue.report.last_failure = Some(why);
            }
        }
    }

    async fn perform(&self, action: &Action) -> Result<(), Failed> {
        let aftermath = self.shared.aftermath();
        match &action.what {
            What::Visit { url, agent, counts } => {
                let visit = self
                    .browser
                    .visit(&aftermath.follow, Method::Get, url, agent);
                if visit.await.map_err(Failed::ForGood)?.is_some() {
                    self.count(action, *counts);
                }
            }
            What::Scan { visits, agent } => {
                for (method, url, counts) in visits {
                    let visit = self.browser.visit(&aftermath.follow, *method, url, agent);
                    if visit.await.map_err(Failed::ForGood)?.is_some() {
                        self.count(action, *counts);
                    }
                }
            }
            What::Unsubscribe { url, agent } => {
                let post = self.browser.unsubscribe(&aftermath.follow, url, agent);
                if post.await.map_err(Failed::ForGood)?.is_some() {
                    self.count(action, Counts::Unsubscribed);
                }
            }
            What::Return {
                to,
                message,
                counts,
            } => {
                let inbound = aftermath
                    .inbound
                    .ok_or_else(|| Failed::ForGood("nobody takes returned mail".to_owned()))?;
                self.postman.bring(inbound, to, message).await?;
                self.count(action, *counts);
            }
        }
        Ok(())
    }

    fn count(&self, action: &Action, counts: Counts) {
        let mut ledger = self.shared.ledger();
        ledger.profile_report(action.receiver).done.add(counts);
        let is_farewell = matches!(
            counts,
            Counts::LateBounced | Counts::Complained | Counts::Unsubscribed
        );
        if is_farewell {
            ledger.doors.leave(action.recipient);
        }
    }
}
