//! From what was found out to what is said.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::diagnosing::diagnose;
use super::diagnosis::Diagnosis;
use super::facts::{Facts, Filter, Mailing};
use super::seed::{Outcome, Seed, Stage};

/// How many seeds have the mail where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PlacementCounts")]
pub struct Counts {
    pub total: i64,
    pub inbox: i64,
    pub spam: i64,
    /// It was refused, or looked for until the end and not found.
    pub missing: i64,
    /// It is looked for, or could not be looked for: `diagnosis` says why once the test is over.
    pub pending: i64,
}

impl Counts {
    fn add(&mut self, outcome: Outcome) {
        self.total += 1;
        match outcome {
            Outcome::Inbox => self.inbox += 1,
            Outcome::Spam => self.spam += 1,
            Outcome::Missing => self.missing += 1,
            Outcome::Pending => self.pending += 1,
        }
    }

    /// Seeds whose mailbox or host has answered.
    pub fn answered(self) -> i64 {
        self.inbox + self.spam + self.missing
    }
}

/// The same for the seeds of one provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PlacementProvider")]
pub struct Provider {
    /// As the operator of the server calls it.
    #[schemars(extend("examples" = ["gmail"]))]
    pub provider: String,
    #[serde(flatten)]
    pub counts: Counts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestStatus {
    Queued,
    Running,
    Completed,
    PartiallyCompleted,
    Failed,
}

impl TestStatus {
    const ALL: [Self; 5] = [
        Self::Queued,
        Self::Running,
        Self::Completed,
        Self::PartiallyCompleted,
        Self::Failed,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Completed => "completed",
            Self::PartiallyCompleted => "partially_completed",
            Self::Failed => "failed",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == text)
    }

    pub fn is_over(self) -> bool {
        self.stage() == Stage::Over
    }

    pub fn stage(self) -> Stage {
        match self {
            Self::Queued | Self::Running => Stage::Running,
            Self::Completed | Self::PartiallyCompleted | Self::Failed => Stage::Over,
        }
    }
}

/// What is said at the end.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    pub status: TestStatus,
    pub overall: Counts,
    pub by_provider: Vec<Provider>,
    pub diagnosis: Vec<Diagnosis>,
    /// Whether a seed or a filter answered: only then it is charged.
    pub is_charged: bool,
}

/// Judges a test.
pub fn judge(facts: Facts<'_>, stage: Stage) -> Verdict {
    let (overall, by_provider) = counts(facts.seeds, stage);
    let filter_answered = matches!(facts.filter, Filter::Answered { .. });
    let is_whole = facts.mailing == Mailing::Seeds
        && overall.pending == 0
        && facts.authentication.is_known()
        && facts.unchecked.is_empty()
        && !matches!(facts.filter, Filter::Silent(_));
    Verdict {
        status: match (stage, is_whole) {
            (Stage::Running, _) => TestStatus::Running,
            (Stage::Over, true) => TestStatus::Completed,
            (Stage::Over, false) => TestStatus::PartiallyCompleted,
        },
        is_charged: overall.answered() > 0 || filter_answered,
        diagnosis: match stage {
            Stage::Running => Vec::new(),
            Stage::Over => diagnose(facts),
        },
        overall,
        by_provider,
    }
}

fn counts(seeds: &[Seed], stage: Stage) -> (Counts, Vec<Provider>) {
    let mut overall = Counts::default();
    let mut providers: Vec<Provider> = Vec::new();
    for seed in seeds {
        let outcome = seed.outcome(stage);
        overall.add(outcome);
        let known = providers
            .iter_mut()
            .find(|known| known.provider == seed.provider);
        if let Some(known) = known {
            known.counts.add(outcome);
        } else {
            let mut counts = Counts::default();
            counts.add(outcome);
            providers.push(Provider {
                provider: seed.provider.clone(),
                counts,
            });
        }
    }
    (overall, providers)
}
