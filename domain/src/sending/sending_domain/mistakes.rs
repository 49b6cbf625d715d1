//! The mistakes that people make with DNS records, in words that help them on.

use super::expected::{Expected, Value};

/// What else was looked at, for a record that is not there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// The name with the domain twice, if the record is there.
    pub doubled: Option<String>,
    /// The name has an address of its own.
    pub has_address: bool,
}

pub(super) fn missing(expected: &Expected, hints: &Hints) -> String {
    if let Some(doubled) = &hints.doubled {
        return format!(
            "The record is at `{doubled}`: the DNS provider adds the domain by itself. Enter the name \
             without the domain at its end."
        );
    }
    if hints.has_address && matches!(expected.value, Value::Alias(_)) {
        return "The name has an address instead of the CNAME record: a proxy of the DNS provider \
                stands before it, or an A record is in its place. Publish the CNAME without the proxy."
            .to_owned();
    }
    "DNS has no such record. It may take a while until a new one is seen.".to_owned()
}

pub(super) fn wrong_host(found: &str, ours: &str) -> String {
    let shown: String = found.chars().take(255).collect();
    format!("The record points to `{shown}` instead of `{ours}`.")
}

/// What is wrong with the records at the name of a key.
pub(super) fn key(ours: &str, values: &[String]) -> Option<String> {
    let wanted = tag(ours, "p").unwrap_or_default();
    let is_ours = |value: &String| tag(value, "p").is_some_and(|key| key == wanted);
    let problem = match values {
        [only] if is_ours(only) => return None,
        [only] => one_key(&wanted, ours, only),
        _ if are_parts(ours, values) => {
            "The value is split over several TXT records. Publish it as one record; a long value may be \
             several quoted strings inside that one."
        }
        _ if values.iter().any(is_ours) => {
            "There are several TXT records at this name. Leave only this key."
        }
        _ => "There are several TXT records at this name, and none is this key.",
    };
    Some(problem.to_owned())
}

fn one_key(wanted: &str, ours: &str, found: &str) -> &'static str {
    let bare = compact(found);
    if found.contains(['"', '\\']) && tag(&bare, "p").is_some_and(|key| key == wanted) {
        return "There are quotes inside the value. Enter it without quotes.";
    }
    match tag(&bare, "p") {
        _ if compact(ours).starts_with(&bare) => {
            "The value is cut off. Publish all of it, as one TXT record."
        }
        Some(key) if key.is_empty() => "The key at this name was withdrawn: its `p=` is empty.",
        Some(_) => {
            "There is another key at this name: of another provider, or of an earlier time. Replace it."
        }
        None => "The record at this name is no DKIM key.",
    }
}

/// Whether every record is a piece of the value.
fn are_parts(ours: &str, values: &[String]) -> bool {
    let ours = compact(ours);
    values.iter().all(|value| {
        let part = compact(value);
        !part.is_empty() && part != ours && ours.contains(&part)
    })
}

pub(super) fn spf(allowed: &str, values: &[String]) -> Option<String> {
    let policies: Vec<&String> = values
        .iter()
        .filter(|value| is_policy(value, "v=spf1"))
        .collect();
    let problem = match policies.as_slice() {
        [] if values.iter().any(|value| is_policy(&bare(value), "v=spf1")) => {
            "There are quotes inside the value. Enter it without quotes.".to_owned()
        }
        [] => "There is a TXT record at this name, but none for SPF.".to_owned(),
        [policy] => {
            let terms: Vec<&str> = policy.split_whitespace().map(plain_term).collect();
            let allows = |term: &str| terms.iter().any(|found| found.eq_ignore_ascii_case(term));
            let lacking: Vec<&str> = allowed
                .split_whitespace()
                .filter(|term| !allows(plain_term(term)))
                .collect();
            if lacking.is_empty() {
                return None;
            }
            format!("The record does not allow this sender: add `{}`.", lacking.join(" "))
        }
        _ => "There are several SPF records at this name, so that none of them counts. Make them one."
            .to_owned(),
    };
    Some(problem)
}

pub(super) fn dmarc(values: &[String]) -> Option<String> {
    let policies = values
        .iter()
        .filter(|value| is_policy(value, "v=DMARC1"))
        .count();
    let problem = match policies {
        1 => return None,
        0 if values
            .iter()
            .any(|value| is_policy(&bare(value), "v=DMARC1")) =>
        {
            "There are quotes inside the value. Enter it without quotes."
        }
        0 => "There is a TXT record at this name, but none for DMARC.",
        _ => {
            "There are several DMARC records at this name, so that none of them counts. Leave one."
        }
    };
    Some(problem.to_owned())
}

/// Whoever is told of failures: a record of somebody else's is one too.
pub(super) fn tls_reports(values: &[String]) -> Option<String> {
    let policies = values
        .iter()
        .filter(|value| is_policy(value, "v=TLSRPTv1"))
        .count();
    let problem = match policies {
        1 => return None,
        0 => "There is a TXT record at this name, but none for TLS reports.",
        _ => {
            "There are several records for TLS reports at this name, so that none of them counts. Leave one."
        }
    };
    Some(problem.to_owned())
}

/// `+a:host` and `a:host` are the same.
fn plain_term(term: &str) -> &str {
    term.strip_prefix('+').unwrap_or(term)
}

/// Whether a record begins with this version, and the version with nothing more.
fn is_policy(value: &str, version: &str) -> bool {
    let value = value.trim_start();
    let begins = value
        .get(..version.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(version));
    begins
        && value[version.len()..]
            .chars()
            .next()
            .is_none_or(|next| next == ';' || next.is_whitespace())
}

/// The value of a tag, without spaces: `p` of `v=DKIM1; p=AB C`.
fn tag(record: &str, name: &str) -> Option<String> {
    record.split(';').find_map(|part| {
        let (key, value) = part.split_once('=')?;
        (key.trim() == name).then(|| value.split_whitespace().collect())
    })
}

fn bare(value: &str) -> String {
    value.replace(['"', '\\'], "")
}

fn compact(value: &str) -> String {
    bare(value).split_whitespace().collect()
}
