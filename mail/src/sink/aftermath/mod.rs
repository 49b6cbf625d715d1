//! What mails bring about once they are taken: people who open and click, proxies and filters that do it before
//! them, people who leave or complain, and servers that find out too late that nobody is there.
//!
//! Everything waits in a queue for its time by the sink's clock; a few at once are done.

mod offer;
mod plan;
mod queue;
mod returned;
#[cfg(test)]
mod tests;
mod web;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::Shared;
use super::figures::Counts;
use super::ledger::Recipient;
use super::profile::{Profile, Receiver};
use crate::receiving::unstuffed;
use offer::Offer;
pub(super) use queue::Queue;
use queue::{Lane, Work};
use returned::Postman;
use web::Browser;
pub use web::Follow;

/// The clock may be one that a test moves: it wakes nobody.
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// Mails that come back are tried again after so long, so often.
const AGAIN_MS: i64 = 2_000;
const TRIES: u32 = 60;

/// Where what follows a mail goes.
#[derive(Clone, Debug, Default)]
pub struct Aftermath {
    /// The SMTP server for bounces and complaints. Without it there are none.
    pub inbound: Option<SocketAddr>,
    /// Which links are followed, and where they lead.
    pub follow: Follow,
}

/// Something to do.
#[derive(Clone, Debug)]
struct Action {
    receiver: Receiver,
    recipient: u64,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    Visit {
        url: String,
        agent: &'static str,
        counts: Counts,
    },
    /// A filter: one link after the other, without a pause.
    Scan {
        visits: Vec<(Method, String, Counts)>,
        agent: &'static str,
    },
    Unsubscribe {
        url: String,
        agent: &'static str,
    },
    /// A mail without a sender.
    Return {
        to: String,
        message: Vec<u8>,
        counts: Counts,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    Head,
    Get,
}

impl Action {
    fn lane(&self) -> Lane {
        match self.what {
            What::Return { .. } => Lane::Post,
            _ => Lane::Web,
        }
    }

    /// How many bytes it takes.
    fn weight(&self) -> usize {
        let beside = match &self.what {
            What::Visit { url, .. } | What::Unsubscribe { url, .. } => url.len(),
            What::Scan { visits, .. } => {
                let links = visits.iter().map(|(_, url, _)| url.len());
                links.sum::<usize>() + size_of_val(visits.as_slice())
            }
            What::Return { to, message, .. } => to.len() + message.len(),
        };
        size_of::<Self>() + beside
    }
}

/// Plans what follows a message that was taken; `data` is as it came over the wire.
pub(super) fn begin(shared: &Shared, from: &str, to: &[Recipient], data: &[u8]) {
    let now = shared.now();
    let profiles: Vec<(&Recipient, Profile)> = {
        let ledger = shared.ledger();
        let with_profile = to
            .iter()
            .filter_map(|to| Some((to, ledger.profile_of(&to.address)?)));
        with_profile.collect()
    };
    if profiles.is_empty() {
        return;
    }
    let offer = Offer::read(&unstuffed(data));
    for (to, profile) in profiles {
        let fate = profile.fate(shared.options.seed, &to.address);
        let plan = plan::make(&profile, &fate, &offer, from, to);
        let aftermath = shared.aftermath();
        {
            let mut ledger = shared.ledger();
            let report = ledger.profile_report(profile.receiver);
            report.done.accepted += 1;
            for (_, what) in &plan {
                what.counts().for_each(|counts| report.planned.add(counts));
            }
        }
        let mut queue = shared.queue();
        for (after, what) in plan {
            if aftermath.reaches(&what) {
                let action = Action {
                    receiver: profile.receiver,
                    recipient: to.hash,
                    what,
                };
                let lane = action.lane();
                queue.put(lane, Work::new(now + after, action));
            }
        }
    }
    shared.planned.notify_one();
}

impl What {
    fn counts(&self) -> Box<dyn Iterator<Item = Counts> + '_> {
        match self {
            Self::Visit { counts, .. } | Self::Return { counts, .. } => {
                Box::new(std::iter::once(*counts))
            }
            Self::Scan { visits, .. } => Box::new(visits.iter().map(|(_, _, counts)| *counts)),
            Self::Unsubscribe { .. } => Box::new(std::iter::once(Counts::Unsubscribed)),
        }
    }
}

impl Aftermath {
    fn reaches(&self, what: &What) -> bool {
        match what {
            What::Return { .. } => self.inbound.is_some(),
            What::Visit { url, .. } | What::Unsubscribe { url, .. } => {
                self.follow.locate(url).is_some()
            }
            What::Scan { visits, .. } => visits
                .iter()
                .any(|(_, url, _)| self.follow.locate(url).is_some()),
        }
    }
}

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

/// How an action failed.
enum Failed {
    /// It is worth another try.
    Now(String),
    ForGood(String),
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
