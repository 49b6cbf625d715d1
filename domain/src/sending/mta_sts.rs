//! MTA-STS (RFC 8461): a domain says over HTTPS which hosts take its mail, and that they show certificates for their
//! names. Nobody on the way can then lead its mail elsewhere, or have it sent in the clear.

use std::collections::HashMap;

/// A policy is believed for at most so long, as the standard says.
const LONGEST_AGE_S: u64 = 31_557_600;
/// More hosts than this are nobody's.
const MOST_HOSTS: usize = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Mail goes to the named hosts, encrypted, or not at all.
    Enforce,
    /// The domain only wants to hear what would happen.
    Testing,
    None,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    pub mode: Mode,
    /// Names of hosts in lower case; one that begins with `*.` stands for every name with one label there.
    hosts: Vec<String>,
    pub max_age_s: u64,
}

impl Policy {
    /// Reads `mta-sts.txt`; nothing if it is none.
    pub fn parse(text: &str) -> Option<Self> {
        let mut fields = HashMap::new();
        let mut hosts = Vec::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let (key, value) = line.split_once(':')?;
            let (key, value) = (key.trim(), value.trim());
            if key == "mx" {
                hosts.push(value.trim_end_matches('.').to_ascii_lowercase());
            } else {
                // The first of each counts.
                fields.entry(key).or_insert(value);
            }
        }
        if fields.get("version") != Some(&"STSv1") || hosts.len() > MOST_HOSTS {
            return None;
        }
        let mode = match *fields.get("mode")? {
            "enforce" => Mode::Enforce,
            "testing" => Mode::Testing,
            "none" => Mode::None,
            _ => return None,
        };
        if hosts.is_empty() && mode != Mode::None {
            return None;
        }
        let max_age_s = fields.get("max_age")?.parse::<u64>().ok()?;
        Some(Self {
            mode,
            hosts,
            max_age_s: max_age_s.min(LONGEST_AGE_S),
        })
    }

    /// Whether the host, in lower case, is one of those that take the domain's mail.
    pub fn names(&self, host: &str) -> bool {
        self.hosts
            .iter()
            .any(|named| match named.strip_prefix("*.") {
                None => named == host,
                Some(parent) => {
                    let rest = host.split_once('.').map(|(_, rest)| rest);
                    rest == Some(parent)
                }
            })
    }
}

/// The id of the policy that a domain has now, as the records at `_mta-sts` say it. Several say nothing.
pub fn policy_id(records: &[String]) -> Option<&str> {
    let mut policies = records.iter().filter(|record| {
        let version = record.split(';').next().unwrap_or_default();
        version.trim() == "v=STSv1"
    });
    let (only, None) = (policies.next()?, policies.next()) else {
        return None;
    };
    let mut fields = only.split(';').filter_map(|field| field.split_once('='));
    let (_, id) = fields.find(|(key, _)| key.trim() == "id")?;
    let id = id.trim();
    let is_id = (1..=32).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_id.then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLICY: &str = "version: STSv1\r\nmode: enforce\r\nmx: mail.example.com\r\nmx: *.Example.net\r\nmax_age: 604800\r\n";

    #[test]
    fn a_policy_names_its_hosts() {
        let policy = Policy::parse(POLICY).unwrap();
        assert_eq!((policy.mode, policy.max_age_s), (Mode::Enforce, 604_800));
        for (host, is_named) in [
            ("mail.example.com", true),
            ("mx.example.net", true),
            ("a.mx.example.net", false),
            ("example.net", false),
            ("evil.mail.example.com", false),
            ("mail.example.com.evil.test", false),
        ] {
            assert_eq!(policy.names(host), is_named, "{host}");
        }
    }

    #[test]
    fn what_is_no_policy_is_none() {
        for text in [
            "",
            "version: STSv2\nmode: enforce\nmx: a.test\nmax_age: 1",
            "mode: enforce\nmx: a.test\nmax_age: 1",
            "version: STSv1\nmode: enforce\nmax_age: 1",
            "version: STSv1\nmode: maybe\nmx: a.test\nmax_age: 1",
            "version: STSv1\nmode: enforce\nmx: a.test",
            "version: STSv1\nmode: enforce\nmx: a.test\nmax_age: -1",
            "<html>not found</html>",
        ] {
            assert_eq!(Policy::parse(text), None, "{text}");
        }
        let long = "version: STSv1\nmode: none\nmax_age: 99999999999";
        assert_eq!(Policy::parse(long).unwrap().max_age_s, LONGEST_AGE_S);
    }

    #[test]
    fn a_record_has_an_id() {
        for (records, id) in [
            (
                &["v=STSv1; id=20260101T000000;"][..],
                Some("20260101T000000"),
            ),
            (&["v=spf1 -all", "v=STSv1;id=1"], Some("1")),
            (&["v=STSv1; id=1", "v=STSv1; id=2"], None),
            (&["v=STSv1; id="], None),
            (&["v=STSv1; id=a-b"], None),
            (&["v=STSv1"], None),
            (&[], None),
        ] {
            let records: Vec<String> = records.iter().map(|&record| record.to_owned()).collect();
            assert_eq!(policy_id(&records), id, "{records:?}");
        }
    }
}
