//! The accessibility audit of a mail: what its HTML and its text part would keep somebody from reading, found by the rules of
//! one table ([`rules::RULES`]). No browser is asked: what only one could tell is not judged.

mod checks;
mod found;
pub(crate) mod page;
mod rules;
mod verdict;
mod watch;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use self::found::Found;
use self::page::Page;
use self::rules::{Needs, RULES, Rule};
pub use self::verdict::{Audit, Check, CheckStatus, Finding, Severity, Summary};
use self::watch::Watch;

/// Findings of one rule that are told one by one; all of them count.
const LISTED_MAX: usize = 50;
/// How long a rule may take.
const RULE_TIME: Duration = Duration::from_secs(2);

/// Audits a mail, however long that takes. `text` is its text part.
pub fn audit(html: &str, text: Option<&str>) -> Audit {
    audit_in_time(html, text, &|| Duration::ZERO)
}

/// Audits a mail; a rule that takes too long is `unavailable`. `elapsed` tells the time since a moment of its own.
pub fn audit_in_time(html: &str, text: Option<&str>, elapsed: &dyn Fn() -> Duration) -> Audit {
    let page = catch_unwind(|| Page::read(html, text)).ok().flatten();
    let watch = Watch::new(elapsed, RULE_TIME);
    let mut audit = Audit {
        score: None,
        summary: Summary::default(),
        checks: Vec::with_capacity(RULES.len()),
        findings: Vec::new(),
    };
    let mut lost = 0;
    let mut is_complete = true;
    for rule in RULES {
        let (status, found) = match &page {
            Some(page) => run(rule, page, &watch),
            None => (CheckStatus::Unavailable, Vec::new()),
        };
        is_complete &= status != CheckStatus::Unavailable;
        audit.checks.push(Check {
            id: rule.id,
            status,
        });
        audit.summary.add(rule.severity, found.len());
        lost += rule.severity.points(found.len());
        if let Some(page) = &page {
            let listed = found.into_iter().take(LISTED_MAX);
            let told = listed.map(|one| rule.finding(page, one));
            audit.findings.extend(told);
        }
    }
    audit.score = is_complete.then_some(100_usize.saturating_sub(lost) as u8);
    audit
}

fn run(rule: &Rule, page: &Page, watch: &Watch<'_>) -> (CheckStatus, Vec<Found>) {
    let none = Vec::new;
    if rule.needs == Needs::Styles && !page.is_styled {
        return (CheckStatus::Unavailable, none());
    }
    watch.start();
    // One mistake of ours must not hide what all others found.
    let found = catch_unwind(AssertUnwindSafe(|| rule.check(page, watch)));
    match found {
        Err(_) => {
            tracing::error!(rule = rule.id, "a rule of the audit failed");
            (CheckStatus::Unavailable, none())
        }
        Ok(_) if watch.is_late() => (CheckStatus::Unavailable, none()),
        Ok(None) => (CheckStatus::NotApplicable, none()),
        Ok(Some(found)) if found.is_empty() => (CheckStatus::Passed, none()),
        Ok(Some(found)) => (CheckStatus::Issues, found),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_rule_that_takes_too_long_leaves_the_audit_partial() {
        let html = format!("<p>{}</p>", "<b>x</b>".repeat(1000));
        let time = Cell::new(Duration::ZERO);
        let slow = || {
            time.set(time.get() + Duration::from_secs(1));
            time.get()
        };
        let audit = audit_in_time(&html, Some("x"), &slow);
        assert_eq!(audit.score, None);
        let unavailable = |check: &&Check| check.status == CheckStatus::Unavailable;
        assert!(audit.checks.iter().any(|check| unavailable(&check)));
        // Those that look at one thing alone are done before anybody looks at the time.
        assert!(!audit.checks.iter().all(|check| unavailable(&check)));
        assert!(!audit.findings.is_empty());
    }

    #[test]
    fn what_no_parser_may_see_is_not_judged() {
        for html in ["<div>".repeat(10_000), "<br>".repeat(50_001)] {
            let audit = audit(&html, None);
            assert!(!audit.is_complete());
            assert_eq!(audit.findings, []);
        }
        assert!(audit(&"<br>".repeat(50_000), None).is_complete());
    }

    #[test]
    fn all_findings_count_and_some_are_told() {
        let audit = audit(&"<img src=x>".repeat(1_000), None);
        let of_rule = |id: &str| {
            audit
                .findings
                .iter()
                .filter(|found| found.rule_id == id)
                .count()
        };
        let most = RULES.iter().map(|rule| of_rule(rule.id)).max();
        assert_eq!(most, Some(LISTED_MAX));
        assert!(audit.summary.errors >= 1_000);
    }
}
