//! TLS reports (RFC 8460, section 4).

use postrider_domain::sending::domain_report::{Period, TlsFailure, TlsPolicy, TlsReport};
use postrider_domain::time::parse_iso;
use serde::Deserialize;

use super::bounded::Bounded;
use super::written::{Unreadable, id, name};

const MOST_POLICIES: usize = 1000;
const MOST_FAILURES: usize = 10_000;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Written {
    report_id: String,
    date_range: DateRange,
    policies: Bounded<Policy, MOST_POLICIES>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct DateRange {
    start_datetime: String,
    end_datetime: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Policy {
    policy: About,
    summary: Summary,
    #[serde(default)]
    failure_details: Option<Bounded<Failure, MOST_FAILURES>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct About {
    policy_domain: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Summary {
    total_successful_session_count: i64,
    total_failure_session_count: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Failure {
    result_type: String,
    failed_session_count: i64,
}

pub(super) fn read(text: &str) -> Result<TlsReport, Unreadable> {
    let written: Written = serde_json::from_str(text).map_err(|_| Unreadable)?;
    let at = |text: &str| parse_iso(text).ok_or(Unreadable);
    Ok(TlsReport {
        id: id(&written.report_id)?,
        period: Period {
            from: at(&written.date_range.start_datetime)?,
            to: at(&written.date_range.end_datetime)?,
        },
        policies: written.policies.0.into_iter().filter_map(policy).collect(),
    })
}

/// Nothing if it is about no name.
fn policy(written: Policy) -> Option<TlsPolicy> {
    let failures = written.failure_details.unwrap_or_default().0;
    let failure = |each: Failure| {
        let kind = TlsFailure::parse(&each.result_type);
        (kind, each.failed_session_count)
    };
    Some(TlsPolicy {
        domain: name(&written.policy.policy_domain)?,
        succeeded: written.summary.total_successful_session_count,
        failed: written.summary.total_failure_session_count,
        failures: failures.into_iter().map(failure).collect(),
    })
}
