use super::authentication::{AuthResult, Authentication};
use super::diagnosis::Level;
use super::facts::{Facts, Filter, Mailing};
use super::progress;
use super::seed::{LastLook, Seed, SeedState, Stage};
use super::verdict::{Counts, TestStatus, Verdict, judge};

const GOOD: Authentication = Authentication {
    spf: AuthResult::Pass,
    dkim: AuthResult::Pass,
    dmarc: AuthResult::Pass,
};
static NO_REASONS: [String; 3] = [const { String::new() }; 3];
const CLEAN: Filter = Filter::Answered {
    score: 0.2,
    threshold: 6.0,
    is_spam: false,
};

fn seed(provider: &str, state: SeedState, last_look: LastLook) -> Seed {
    Seed {
        provider: provider.to_owned(),
        state,
        last_look,
        detail: None,
    }
}

fn facts<'a>(mailing: Mailing, seeds: &'a [Seed], filter: &'a Filter) -> Facts<'a> {
    Facts {
        mailing,
        seeds,
        authentication: GOOD,
        reasons: &NO_REASONS,
        filter,
        content: Vec::new(),
        unchecked: &[],
        is_tracked: false,
    }
}

fn codes(verdict: &Verdict) -> Vec<&str> {
    verdict.diagnosis.iter().map(|entry| &*entry.code).collect()
}

#[test]
fn counts_are_of_seeds_alone_by_provider_in_their_order() {
    use SeedState::{Inbox, Sent, Spam};
    let seeds = [
        seed("one", Inbox, LastLook::Worked),
        seed("two", Spam, LastLook::Worked),
        seed("one", Sent, LastLook::Worked),
    ];
    let verdict = judge(facts(Mailing::Seeds, &seeds, &CLEAN), Stage::Over);
    assert_eq!(verdict.status, TestStatus::Completed);
    assert_eq!(
        verdict.overall,
        Counts {
            total: 3,
            inbox: 1,
            spam: 1,
            missing: 1,
            pending: 0
        }
    );
    let providers = verdict.by_provider.iter();
    let names = providers.map(|of| (of.provider.as_str(), of.counts.total));
    let names: Vec<_> = names.collect();
    assert_eq!(names, [("one", 2), ("two", 1)]);
    assert_eq!(codes(&verdict), ["SEED_MISSING", "SEED_SPAM"]);
    assert!(verdict.is_charged);
}

#[test]
fn while_it_runs_nothing_is_missing_and_nothing_is_diagnosed() {
    let seeds = [seed("one", SeedState::Sent, LastLook::Worked)];
    let verdict = judge(facts(Mailing::Seeds, &seeds, &CLEAN), Stage::Running);
    assert_eq!(verdict.status, TestStatus::Running);
    assert_eq!((verdict.overall.pending, verdict.overall.missing), (1, 0));
    assert!(verdict.diagnosis.is_empty());
}

#[test]
fn what_was_not_looked_into_is_said_and_makes_it_partial() {
    let silent = Filter::Silent("nobody listens".to_owned());
    let unseen = [seed("one", SeedState::Sent, LastLook::Failed)];
    let doubted = [seed("one", SeedState::Leaving, LastLook::Worked)];
    let unsent = [seed("one", SeedState::Waiting, LastLook::None)];
    let found = [seed("one", SeedState::Inbox, LastLook::Worked)];
    for (mailing, seeds, filter, code, is_charged) in [
        (
            Mailing::NoSeeds,
            &[][..],
            &Filter::NotConfigured,
            "NO_SEEDS",
            false,
        ),
        (Mailing::NoSeeds, &[][..], &CLEAN, "NO_SEEDS", true),
        (
            Mailing::Captured,
            &[][..],
            &silent,
            "MAIL_IS_CAPTURED",
            false,
        ),
        (
            Mailing::Seeds,
            &unseen[..],
            &Filter::NotConfigured,
            "SEED_NOT_LOOKED_INTO",
            false,
        ),
        (Mailing::Seeds, &doubted[..], &CLEAN, "SEED_IN_DOUBT", true),
        (
            Mailing::Seeds,
            &unsent[..],
            &silent,
            "SEED_NOT_MAILED",
            false,
        ),
        (
            Mailing::Seeds,
            &found[..],
            &silent,
            "SPAM_FILTER_SILENT",
            true,
        ),
    ] {
        let verdict = judge(facts(mailing, seeds, filter), Stage::Over);
        assert_eq!(verdict.status, TestStatus::PartiallyCompleted, "{code}");
        assert!(codes(&verdict).contains(&code), "{:?}", codes(&verdict));
        assert_eq!(verdict.is_charged, is_charged, "{code}");
        assert_eq!(verdict.overall.missing, 0, "{code}");
    }
}

#[test]
fn a_filter_that_is_not_configured_hinders_nothing() {
    let found = [seed("one", SeedState::Inbox, LastLook::Worked)];
    let verdict = judge(
        facts(Mailing::Seeds, &found, &Filter::NotConfigured),
        Stage::Over,
    );
    assert_eq!(verdict.status, TestStatus::Completed);
    assert_eq!(codes(&verdict), ["NO_SPAM_FILTER"]);
}

#[test]
fn what_counts_opens_and_clicks_is_said_to_be_unseen_and_hinders_nothing() {
    let found = [seed("one", SeedState::Inbox, LastLook::Worked)];
    let tracked = Facts {
        is_tracked: true,
        ..facts(Mailing::Seeds, &found, &CLEAN)
    };
    let verdict = judge(tracked, Stage::Over);
    assert_eq!(codes(&verdict), ["TRACKING_NOT_CHECKED"]);
    assert_eq!(verdict.diagnosis[0].level, Level::Info);
    assert_eq!(verdict.status, TestStatus::Completed);
}

#[test]
fn scores_and_results_speak_by_their_weight_the_worst_first() {
    let spam = Filter::Answered {
        score: 7.0,
        threshold: 6.0,
        is_spam: true,
    };
    let near = Filter::Answered {
        score: 3.0,
        threshold: 6.0,
        is_spam: false,
    };
    let called_so = Filter::Answered {
        score: 0.5,
        threshold: 6.0,
        is_spam: true,
    };
    for (filter, level) in [
        (&spam, Level::Error),
        (&near, Level::Warning),
        (&called_so, Level::Error),
    ] {
        let verdict = judge(facts(Mailing::NoSeeds, &[], filter), Stage::Over);
        let entry = verdict
            .diagnosis
            .iter()
            .find(|entry| entry.code == "SPAM_SCORE");
        assert_eq!(entry.unwrap().level, level);
    }
    let mut bad = facts(Mailing::NoSeeds, &[], &CLEAN);
    bad.authentication = Authentication {
        spf: AuthResult::SoftFail,
        dkim: AuthResult::Fail,
        dmarc: AuthResult::TempError,
    };
    let verdict = judge(bad, Stage::Over);
    assert_eq!(codes(&verdict), ["DKIM", "SPF", "NO_SEEDS", "DMARC"]);
}

#[test]
fn mailboxes_of_a_provider_are_told_together_with_what_the_first_said() {
    let mut seeds = vec![seed("one", SeedState::Refused, LastLook::None); 2];
    seeds[0].detail = Some("550 5.7.1 No".to_owned());
    let verdict = judge(facts(Mailing::Seeds, &seeds, &CLEAN), Stage::Over);
    assert_eq!(
        verdict.diagnosis[0].message,
        "2 mailboxes of `one` refused the mail: 550 5.7.1 No"
    );
    assert_eq!(verdict.overall.missing, 2);
}

#[test]
fn progress_grows_with_answers_and_with_time_and_ends_below_a_hundred() {
    for (settled, seeds, waited, expected) in [
        (0, 4, 0, 20),
        (2, 4, 0, 60),
        (0, 4, 15, 60),
        (4, 4, 0, 99),
        (0, 0, 60, 99),
    ] {
        assert_eq!(progress(settled, seeds, waited, 30), expected);
    }
}
