//! What a server counts, for tests that wait for a round of a loop and not for time to pass.

use metrics::LocalRecorderGuard;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

use super::binary::Binary;
use super::server::TestServer;
use super::wait::until;

/// A loop that goes round for as long as the process lives.
#[derive(Clone, Copy)]
pub enum Loop {
    /// Takes recipients, and settles what became of them.
    Mailing,
    /// What no signal tells it: once a second it looks.
    MailingLook,
    /// Walks runs.
    Automations,
}

impl Loop {
    fn rounds(self, outcome: &str) -> String {
        let name = match self {
            Self::Mailing => "mailing",
            Self::MailingLook => "mailing_look",
            Self::Automations => "automations",
        };
        format!("postrider_rounds_total{{loop=\"{name}\",outcome=\"{outcome}\"}}")
    }
}

/// Of the servers that run on this thread, from here on: on that of a `#[tokio::test]` that names no flavor.
pub struct Measures {
    told: PrometheusHandle,
    _here: LocalRecorderGuard<'static>,
}

impl Measures {
    /// Before the server starts.
    pub fn begin() -> Self {
        let recorder = PrometheusBuilder::new().build_recorder();
        let told = recorder.handle();
        // It is asked for as long as the thread lives, which ends with the test.
        let recorder = Box::leak(Box::new(recorder));
        Self {
            told,
            _here: metrics::set_default_local_recorder(recorder),
        }
    }

    /// Of one series, by its name and labels.
    pub fn count(&self, series: &str) -> u64 {
        count(&self.told.render(), series)
    }

    /// Statements and transactions that work of a kind has cost.
    pub fn spent(&self, work: &str) -> (u64, u64) {
        let count = |of: &str| self.count(&format!("postrider_db_{of}_total{{work=\"{work}\"}}"));
        (count("statements"), count("transactions"))
    }

    /// How often a worker was woken by a commit.
    pub fn woken(&self, worker: &str) -> u64 {
        self.count(&format!("postrider_wakes_total{{worker=\"{worker}\"}}"))
    }

    /// Rounds that found that the database is away.
    pub fn failed_rounds(&self, of: Loop) -> u64 {
        self.count(&of.rounds("failed"))
    }

    /// Once it has looked at everything as it is now. The first round to end may have begun before.
    pub async fn whole_round(&self, server: &TestServer, of: Loop) {
        let series = of.rounds("done");
        let enough = self.count(&series) + 2;
        until("two rounds end", async || {
            server.nudge().await;
            (self.count(&series) >= enough).then_some(())
        })
        .await;
    }
}

impl Binary {
    /// As [`Measures::whole_round`].
    pub async fn whole_round(&self, of: Loop) {
        let (nobody, series) = (self.nobody(), of.rounds("done"));
        let counted = async || count(nobody.get("/metrics").await.expect(200).text(), &series);
        let enough = counted().await + 2;
        until("two rounds end", async || {
            (counted().await >= enough).then_some(())
        })
        .await;
    }
}

/// What stands behind the series; what was never counted is not there.
fn count(metrics: &str, series: &str) -> u64 {
    let line = metrics.lines().find_map(|line| line.strip_prefix(series));
    line.map_or(0, |rest| rest.trim().parse().expect("a count"))
}
