//! What is said of a test, whoever asks and whenever.

use postrider_domain::placement::{
    Counts, Diagnosis, Facts, Provider, Seed, Stage, Verdict, judge,
};
use postrider_store::placement::{SeedRecord, TestRecord};

use super::judging::Judged;

/// A test as callers see it.
pub struct Shown {
    pub overall: Counts,
    pub by_provider: Vec<Provider>,
    /// Nothing before the mail was judged.
    pub judged: Option<Judged>,
    /// Empty while it is not over.
    pub diagnosis: Vec<Diagnosis>,
}

/// From its rows. What cannot be read, since an earlier version wrote it otherwise, is not there.
pub fn show(test: &TestRecord, seeds: Vec<SeedRecord>) -> Shown {
    let judged = judged(test);
    let diagnosis = test.diagnosis.as_deref();
    let diagnosis = diagnosis.and_then(|json| serde_json::from_str(json).ok());
    let seeds: Vec<Seed> = seeds.into_iter().map(SeedRecord::seed).collect();
    let verdict = verdict(test, judged.as_ref(), &seeds, test.status.stage());
    Shown {
        overall: verdict.overall,
        by_provider: verdict.by_provider,
        judged,
        diagnosis: diagnosis.unwrap_or_default(),
    }
}

pub(super) fn judged(test: &TestRecord) -> Option<Judged> {
    serde_json::from_str(test.judged.as_deref()?).ok()
}

pub(super) fn verdict(
    test: &TestRecord,
    judged: Option<&Judged>,
    seeds: &[Seed],
    stage: Stage,
) -> Verdict {
    let nothing = Judged::default();
    let judged = judged.unwrap_or(&nothing);
    let facts = Facts {
        mailing: judged.mailing(test.seed_count),
        seeds,
        authentication: judged.authentication,
        reasons: &judged.reasons,
        filter: &judged.filter(),
        content: judged.content.clone(),
        unchecked: &judged.unchecked,
        is_tracked: judged.is_tracked,
    };
    judge(facts, stage)
}
