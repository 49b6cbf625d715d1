//! rspamd, as its own `rspamc` asks it: `POST /checkv2`.

use std::collections::BTreeMap;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode};
use serde::Deserialize;
use tokio::time::timeout;
use url::Url;

use super::{FilterError, FilterLimits, Rule, Transport, Verdict};
use crate::password::Password;
use crate::plain;
use crate::smtp::TrustedCertificate;

/// Characters of what it says in place of a verdict that are shown.
const SHOWN: usize = 200;
/// What is done to mail that goes to the spam folder.
const FOLDER_ACTIONS: [&str; 2] = ["add header", "rewrite subject"];
/// What is done to spam.
const SPAM_ACTIONS: [&str; 5] = [
    "add header",
    "rewrite subject",
    "reject",
    "quarantine",
    "discard",
];

/// Where one listens, and its password if it wants one. Cheap to clone; clones share connections.
#[derive(Clone, Debug)]
pub struct Rspamd {
    client: Client,
    check: Url,
    password: Option<Password>,
}

#[derive(Deserialize)]
struct Checked {
    /// It went by something else than its rules: by a list of whom it trusts, or by the test for filters (GTUBE).
    #[serde(default)]
    is_skipped: bool,
    score: f64,
    required_score: f64,
    #[serde(default)]
    action: String,
    /// `null` where an action has none.
    #[serde(default)]
    thresholds: BTreeMap<String, Option<f64>>,
    #[serde(default)]
    symbols: BTreeMap<String, Symbol>,
}

#[derive(Deserialize)]
struct Symbol {
    #[serde(default)]
    score: f64,
    description: Option<String>,
}

#[derive(Deserialize)]
struct Complaint {
    error: String,
}

impl Rspamd {
    /// `http://` or `https://`, host and port, and a path if it stands behind one.
    pub fn new(
        url: &Url,
        password: Option<Password>,
        trusted: &TrustedCertificate,
    ) -> Result<Self, FilterError> {
        let unusable = |why: &str| FilterError::Unreachable(why.to_owned());
        if !url.username().is_empty() || url.password().is_some() {
            return Err(unusable("its password does not belong into its address"));
        }
        let mut check = url.clone();
        if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none_or(str::is_empty) {
            return Err(unusable("this is no address of an rspamd"));
        }
        let segments = check.path_segments_mut();
        segments
            .map_err(|()| unusable("this is no address of an rspamd"))?
            .pop_if_empty()
            .push("checkv2");
        // It is our own filter: no mail goes to others on the way.
        let client = Client::builder()
            .tls_backend_preconfigured((*trusted.config()).clone())
            .redirect(Policy::none())
            .no_proxy()
            .referer(false)
            .user_agent(concat!("Postrider/", env!("CARGO_PKG_VERSION")))
            .build();
        let client = client.map_err(|error| FilterError::Unreachable(chain(&error)))?;
        Ok(Self {
            client,
            check,
            password,
        })
    }

    pub async fn ask(
        &self,
        message: &[u8],
        transport: Transport<'_>,
        limits: &FilterLimits,
    ) -> Result<Verdict, FilterError> {
        let asking = async {
            let request = self.client.post(self.check.clone());
            let request = request.headers(self.headers(transport));
            let sent = request.body(message.to_vec()).send().await;
            let answer = sent.map_err(|error| FilterError::Unreachable(chain(&error)))?;
            let status = answer.status();
            let body = read(answer, limits.bytes).await?;
            if status == StatusCode::OK {
                read_verdict(&body)
            } else {
                Err(self.refused(status, &body))
            }
        };
        timeout(limits.deadline, asking)
            .await
            .unwrap_or(Err(FilterError::TooLate))
    }

    /// What cannot stand in a header is not said.
    fn headers(&self, transport: Transport<'_>) -> HeaderMap {
        let ip = transport.ip.map(|ip| ip.to_string()).unwrap_or_default();
        let mut headers = HeaderMap::new();
        for (name, value) in [
            ("ip", ip.as_str()),
            ("helo", transport.helo),
            ("from", transport.from),
            ("rcpt", transport.recipient),
        ] {
            if let Ok(value) = HeaderValue::from_bytes(value.as_bytes())
                && !value.is_empty()
            {
                headers.insert(HeaderName::from_static(name), value);
            }
        }
        let password = self.password.as_ref().map(Password::expose);
        if let Some(Ok(mut value)) = password.map(|text| HeaderValue::from_bytes(text.as_bytes())) {
            value.set_sensitive(true);
            headers.insert(HeaderName::from_static("password"), value);
        }
        headers
    }

    fn refused(&self, status: StatusCode, body: &[u8]) -> FilterError {
        let complaint = serde_json::from_slice::<Complaint>(body);
        let mut text = complaint.map_or(String::new(), |complaint| complaint.error);
        if let Some(password) = self.password.as_ref().map(Password::expose)
            && !password.is_empty()
        {
            text = text.replace(password, "…");
        }
        FilterError::Refused(plain::line(&format!("{status} {text}"), SHOWN))
    }
}

async fn read(mut answer: Response, most: usize) -> Result<Vec<u8>, FilterError> {
    let mut body = Vec::new();
    loop {
        let chunk = answer.chunk().await;
        match chunk.map_err(|error| FilterError::Unreachable(chain(&error)))? {
            Some(chunk) if body.len() + chunk.len() > most => return Err(FilterError::TooMuch),
            Some(chunk) => body.extend_from_slice(&chunk),
            None => return Ok(body),
        }
    }
}

fn read_verdict(body: &[u8]) -> Result<Verdict, FilterError> {
    let checked: Checked = serde_json::from_slice(body)
        .map_err(|error| FilterError::Nonsense(plain::line(&error.to_string(), SHOWN)))?;
    if checked.is_skipped && checked.symbols.is_empty() {
        let why = "it is set up to skip such messages";
        return Err(FilterError::Refused(why.into()));
    }
    let bounds = FOLDER_ACTIONS.iter();
    let bounds = bounds.filter_map(|action| checked.thresholds.get(*action).copied().flatten());
    let threshold = bounds.fold(checked.required_score, f64::min);
    let rules = checked.symbols.into_iter().map(|(name, symbol)| Rule {
        name,
        score: symbol.score,
        description: symbol.description,
    });
    let verdict = Verdict {
        score: checked.score,
        threshold,
        is_spam: checked.score >= threshold || SPAM_ACTIONS.contains(&&*checked.action),
        rules: rules.collect(),
    };
    verdict.checked()
}

/// An error and what is behind it: the first alone says only that something went wrong.
fn chain(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    plain::line(&text, SHOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_is_read_with_its_rules() {
        let verdict = read_verdict(
            br#"{"is_skipped": false, "score": 5.5, "required_score": 15.0, "action": "greylist",
                "thresholds": {"reject": 15.0, "add header": 6.0, "rewrite subject": null, "greylist": 4.0},
                "symbols": {"B": {"name": "B", "score": 0.5, "metric_score": 0.5},
                    "A": {"name": "A", "score": 5.0, "description": "says A", "options": ["x"]}},
                "messages": {}, "message-id": "x"}"#,
        );
        let rule = |name: &str, score, description: Option<&str>| Rule {
            name: name.to_owned(),
            score,
            description: description.map(str::to_owned),
        };
        let expected = Verdict {
            score: 5.5,
            threshold: 6.0,
            is_spam: false,
            rules: vec![rule("A", 5.0, Some("says A")), rule("B", 0.5, None)],
        };
        assert_eq!(verdict.unwrap(), expected);
        let bare = read_verdict(br#"{"score": -1, "required_score": 15}"#).unwrap();
        assert!((bare.threshold - 15.0).abs() < f64::EPSILON && !bare.is_spam);
        // It says what it does from 6 on, and not that it is 6.
        let held = br#"{"score": 7, "required_score": 15, "action": "add header"}"#;
        assert!(read_verdict(held).unwrap().is_spam);
        let refused = br#"{"score": 15, "required_score": 15}"#;
        assert!(read_verdict(refused).unwrap().is_spam);
    }

    #[test]
    fn what_is_no_verdict_is_told_apart() {
        for body in [
            "",
            "null",
            "[]",
            "{}",
            "<html>",
            r#"{"score": "5", "required_score": 15}"#,
            r#"{"score": NaN, "required_score": 15}"#,
            r#"{"score": Infinity, "required_score": 15}"#,
            r#"{"score": 1e999, "required_score": 15}"#,
            r#"{"score": 1, "required_score": 15, "symbols": []}"#,
            r#"{"score": 1, "required_score": 15, "symbols": {"A": {"score": -1e999}}}"#,
            &"[".repeat(100_000),
        ] {
            let verdict = read_verdict(body.as_bytes());
            assert!(
                matches!(verdict, Err(FilterError::Nonsense(_))),
                "{body:.50}"
            );
        }
        let skipped = read_verdict(br#"{"is_skipped": true, "score": 0, "required_score": 15}"#);
        assert!(matches!(skipped, Err(FilterError::Refused(_))));
    }
}
