//! From what was found out to what the author of a mail should know.

use super::authentication::{AuthResult, Authentication};
use super::diagnosis::{Diagnosis, Level};
use super::facts::{Facts, Filter, Mailing};
use super::seed::{LastLook, Seed, SeedState};

/// The worst first; what was not looked into stands behind what was found.
pub(super) fn diagnose(facts: Facts<'_>) -> Vec<Diagnosis> {
    let mut all = Vec::new();
    all.extend(of_mailing(facts.mailing));
    all.extend(of_seeds(facts.seeds));
    all.extend(of_authentication(facts.authentication, facts.reasons));
    all.extend(of_filter(facts.filter));
    if !facts.unchecked.is_empty() {
        let message = format!(
            "These rules could not be checked: {}.",
            facts.unchecked.join(", ")
        );
        all.push(Diagnosis::new(
            "CONTENT_NOT_CHECKED",
            Level::Info,
            message,
            TEST_AGAIN,
        ));
    }
    all.extend(facts.is_tracked.then(tracking_not_checked));
    all.extend(facts.content);
    all.sort_by_key(|entry| entry.level);
    all
}

fn tracking_not_checked() -> Diagnosis {
    Diagnosis::new(
        "TRACKING_NOT_CHECKED",
        Level::Info,
        "Campaigns of this domain count opens or clicks, and this mail does not: nobody looked into what receivers think of the \
         host that counts and of its pixel.",
        "If mails arrive here and those of campaigns do not, send one with `openTracking` and `clickTracking` of the domain off.",
    )
}

const TEST_AGAIN: &str = "Test again later.";

fn of_mailing(mailing: Mailing) -> Option<Diagnosis> {
    let (code, message, recommendation) = match mailing {
        Mailing::Seeds => return None,
        Mailing::NoSeeds => (
            "NO_SEEDS",
            "No inbox was looked into: this server has no seed mailboxes. The signed mail was judged.",
            "Whoever runs the server adds mailboxes of their own as `[[seeds]]` to postrider.toml.",
        ),
        Mailing::Captured => (
            "MAIL_IS_CAPTURED",
            "No inbox was looked into: this server keeps all mail instead of sending it. The mail was judged as it would \
             leave.",
            "Whoever runs the server sets a way out with POSTRIDER_MAIL.",
        ),
    };
    Some(Diagnosis::new(code, Level::Info, message, recommendation))
}

/// What befell seeds, in the order in which it is told: its code, its level, what is said of it, and what to do.
type Fate = (
    &'static str,
    Level,
    fn(&Seed) -> bool,
    &'static str,
    &'static str,
);

const FATES: [Fate; 7] = [
    (
        "SEED_REFUSED",
        Level::Error,
        |seed| seed.state == SeedState::Refused,
        "refused the mail",
        "Read what the host says: it names the reason, such as the reputation of the sending host or a missing record.",
    ),
    (
        "SEED_MISSING",
        Level::Error,
        |seed| seed.state == SeedState::Sent && seed.last_look == LastLook::Worked,
        "took the mail, which is neither in its inbox nor among its spam",
        "Providers drop mails whose sender they do not trust: look at SPF, DKIM and DMARC first, then at the content.",
    ),
    (
        "SEED_SPAM",
        Level::Error,
        |seed| seed.state == SeedState::Spam,
        "put the mail among spam",
        "Mend what is found here, the errors first, and test again.",
    ),
    (
        "SEED_IN_DOUBT",
        Level::Info,
        |seed| matches!(seed.state, SeedState::InDoubt | SeedState::Leaving),
        "may or may not have got the mail: the conversation was cut off, and the mail was not found",
        TEST_AGAIN,
    ),
    (
        "SEED_NOT_MAILED",
        Level::Info,
        |seed| seed.state == SeedState::Waiting,
        "could not be mailed",
        "Ask whoever runs the server to look at `postrider doctor`, and test again later.",
    ),
    (
        "SEED_NOT_LOOKED_INTO",
        Level::Info,
        |seed| seed.state == SeedState::Sent && seed.last_look == LastLook::Failed,
        "got the mail, and the mailbox could not be looked into",
        "Ask whoever runs the server to look at `postrider doctor`, and test again later.",
    ),
    (
        "SEED_NOT_LOOKED_INTO",
        Level::Info,
        |seed| seed.state == SeedState::Sent && seed.last_look == LastLook::None,
        "got the mail, and the time was over before the mailbox could be looked into",
        TEST_AGAIN,
    ),
];

/// One entry for each fate and provider.
fn of_seeds(seeds: &[Seed]) -> Vec<Diagnosis> {
    let mut all = Vec::new();
    for (code, level, is_so, what, recommendation) in FATES {
        let mut told: Vec<&str> = Vec::new();
        for seed in seeds.iter().filter(|seed| is_so(seed)) {
            if told.contains(&seed.provider.as_str()) {
                continue;
            }
            told.push(&seed.provider);
            let others = |other: &&Seed| other.provider == seed.provider && is_so(other);
            let mailboxes = match seeds.iter().filter(others).count() {
                1 => "A mailbox".to_owned(),
                count => format!("{count} mailboxes"),
            };
            let mut message = format!("{mailboxes} of `{}` {what}", seed.provider);
            match &seed.detail {
                Some(detail) => message.extend([": ", detail.as_str()]),
                None => message.push('.'),
            }
            all.push(Diagnosis::new(code, level, message, recommendation));
        }
    }
    all
}

fn of_authentication(found: Authentication, [spf, dkim, dmarc]: &[String; 3]) -> Vec<Diagnosis> {
    let entry = |code, (result, reason): (AuthResult, &str)| {
        let says = || {
            let mut says = format!("{code} says `{}` of this mail", result.as_str());
            if !reason.is_empty() {
                says.push_str(": ");
                says.push_str(reason.trim_end_matches('.'));
            }
            says.push('.');
            says
        };
        let (level, message) = match result {
            AuthResult::Pass => return None,
            AuthResult::Unknown => (Level::Info, format!("{code} was not judged: {UNKNOWN}")),
            AuthResult::TempError => (
                Level::Info,
                format!("{code} was not judged: DNS did not answer."),
            ),
            AuthResult::Neutral | AuthResult::SoftFail => (Level::Warning, says()),
            AuthResult::Fail | AuthResult::None | AuthResult::PermError => (Level::Error, says()),
        };
        Some(Diagnosis::new(code, level, message, LOOK_AT_DOMAIN))
    };
    [
        entry("SPF", (found.spf, spf)),
        entry("DKIM", (found.dkim, dkim)),
        entry("DMARC", (found.dmarc, dmarc)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

const UNKNOWN: &str =
    "it is up to the host that mails leave through, which this server does not know.";
const LOOK_AT_DOMAIN: &str = "Look at the domain's records with `GET /v1/domains/{domainId}`, and publish them as they stand there.";

fn of_filter(filter: &Filter) -> Option<Diagnosis> {
    Some(match filter {
        Filter::NotConfigured => Diagnosis::new(
            "NO_SPAM_FILTER",
            Level::Info,
            "No spam filter was asked: this server has none.",
            "Whoever runs the server sets POSTRIDER_RSPAMD or POSTRIDER_SPAMD.",
        ),
        Filter::Silent(why) => Diagnosis::new(
            "SPAM_FILTER_SILENT",
            Level::Info,
            format!("The spam filter did not answer: {why}"),
            "Ask whoever runs the server to look at `postrider doctor`, and test again later.",
        ),
        Filter::Answered {
            score,
            threshold,
            is_spam,
        } => {
            let level = if *is_spam || score >= threshold {
                Level::Error
            } else if *score >= threshold / 2.0 {
                Level::Warning
            } else {
                return None;
            };
            let given = format!(
                "The spam filter gives the mail {score:.1}; from {threshold:.1} on it is spam."
            );
            let message = if *is_spam && score < threshold {
                format!("{given} It calls it spam all the same.")
            } else {
                given
            };
            Diagnosis::new("SPAM_SCORE", level, message, FILTER_GOES_BY)
        }
    })
}

const FILTER_GOES_BY: &str =
    "`results.spamFilter.rules` says what it goes by, the weightiest first.";
