//! What an answer of DNS means for a record.

use serde::{Deserialize, Serialize};

use super::expected::{Expected, Value};
use super::mistakes::{self, Hints};
use super::{DomainStatus, Purpose, RecordStatus};

/// What DNS says when asked for one type of record at one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<T> {
    Found(Vec<T>),
    /// For sure: there is none.
    Nothing,
    /// Nobody can say.
    NoAnswer,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    pub preference: u16,
    pub host: String,
}

/// The answer for one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    Text(Answer<String>),
    Exchanges(Answer<Exchange>),
    Alias(Answer<String>),
}

/// What became of a record, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    pub purpose: Purpose,
    pub name: String,
    pub status: RecordStatus,
    pub found: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// What is kept of the answers of strangers.
const MOST_FOUND: usize = 10;
const LONGEST_FOUND: usize = 1000;

pub fn judge(expected: &Expected, seen: &Seen, hints: &Hints) -> Check {
    let (found, fault) = match seen {
        Seen::Text(Answer::NoAnswer)
        | Seen::Exchanges(Answer::NoAnswer)
        | Seen::Alias(Answer::NoAnswer) => return unanswered(expected),
        Seen::Text(Answer::Found(values)) => (values.clone(), text_fault(expected, values)),
        Seen::Exchanges(Answer::Found(exchanges)) => exchange_fault(expected, exchanges),
        Seen::Alias(Answer::Found(hosts)) => alias_fault(expected, hosts),
        Seen::Text(Answer::Nothing)
        | Seen::Exchanges(Answer::Nothing)
        | Seen::Alias(Answer::Nothing) => (Vec::new(), Some(mistakes::missing(expected, hints))),
    };
    let status = match fault {
        None => RecordStatus::Verified,
        Some(_) => RecordStatus::Failed,
    };
    check(expected, status, found, fault)
}

fn unanswered(expected: &Expected) -> Check {
    let message = "The name servers gave no answer. They are asked again by themselves.";
    let status = RecordStatus::TemporaryFailure;
    check(expected, status, Vec::new(), Some(message.to_owned()))
}

fn check(
    expected: &Expected,
    status: RecordStatus,
    found: Vec<String>,
    message: Option<String>,
) -> Check {
    let cut = |text: String| text.chars().take(LONGEST_FOUND).collect();
    Check {
        purpose: expected.purpose,
        name: expected.name.clone(),
        status,
        found: found.into_iter().take(MOST_FOUND).map(cut).collect(),
        message,
    }
}

fn text_fault(expected: &Expected, values: &[String]) -> Option<String> {
    match &expected.value {
        Value::Key(record) => mistakes::key(record, values),
        Value::Spf(allowed) => mistakes::spf(allowed, values),
        Value::Dmarc(_) => mistakes::dmarc(values),
        Value::TlsReports(_) => mistakes::tls_reports(values),
        Value::Exchange(_) | Value::Alias(_) => Some("This is no text record.".to_owned()),
    }
}

fn exchange_fault(expected: &Expected, exchanges: &[Exchange]) -> (Vec<String>, Option<String>) {
    let shown = |exchange: &Exchange| format!("{} {}", exchange.preference, exchange.host);
    let found = exchanges.iter().map(shown).collect();
    let ours = expected.text();
    let first = exchanges.iter().map(|exchange| exchange.preference).min();
    // Whoever comes first gets the bounces.
    let is_first = exchanges
        .iter()
        .any(|exchange| Some(exchange.preference) == first && is_host(&exchange.host, &ours));
    let fault = match exchanges {
        _ if is_first => None,
        [only] => Some(mistakes::wrong_host(&only.host, &ours)),
        _ => Some(format!(
            "Bounces go to another host first: `{ours}` needs the lowest priority number."
        )),
    };
    (found, fault)
}

fn alias_fault(expected: &Expected, hosts: &[String]) -> (Vec<String>, Option<String>) {
    let ours = expected.text();
    let fault = match hosts.first() {
        Some(host) if is_host(host, &ours) => None,
        Some(host) => Some(mistakes::wrong_host(host, &ours)),
        None => Some(mistakes::missing(expected, &Hints::default())),
    };
    (hosts.to_vec(), fault)
}

fn is_host(found: &str, ours: &str) -> bool {
    found.trim_end_matches('.').eq_ignore_ascii_case(ours)
}

/// What the required records come to.
pub fn overall(expected: &[Expected], checks: &[Check]) -> DomainStatus {
    let status_of = |wanted: &Expected| {
        checks
            .iter()
            .find(|check| check.purpose == wanted.purpose && check.name == wanted.name)
            .map_or(RecordStatus::Pending, |check| check.status)
    };
    let required: Vec<RecordStatus> = expected
        .iter()
        .filter(|record| record.required)
        .map(status_of)
        .collect();
    let has = |status| required.contains(&status);
    match (has(RecordStatus::Verified), has(RecordStatus::Failed)) {
        // One that is surely missing decides, whatever was not answered.
        (true, true) => DomainStatus::PartiallyVerified,
        (false, true) => DomainStatus::Failed,
        _ if has(RecordStatus::TemporaryFailure) => DomainStatus::TemporaryFailure,
        _ if has(RecordStatus::Pending) => DomainStatus::Pending,
        (true, false) => DomainStatus::Verified,
        (false, false) => DomainStatus::Pending,
    }
}

#[cfg(test)]
mod tests;
