//! Whether the tracking host of a domain leads to us: links in mail that was sent can never be mended, so a
//! host is used only after it has answered as only we can.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use aws_lc_rs::hmac;
use data_encoding::HEXLOWER;
use postrider_domain::contract::ids;
use postrider_domain::contract::paths;
use postrider_domain::network::AllowPrivate;
use postrider_media::fetch::{Fetcher, Limits};
use subtle::ConstantTimeEq;
use url::Url;

const LIMITS: Limits = Limits {
    max_bytes: 256,
    whole: Duration::from_secs(3),
    connect: Duration::from_secs(2),
    redirects: 0,
};

/// Knows the right answer.
#[derive(Clone)]
pub struct ProbeKey(hmac::Key);

impl ProbeKey {
    pub fn new(key: [u8; 32]) -> Self {
        Self(hmac::Key::new(hmac::HMAC_SHA256, &key))
    }

    /// `None`: this is no question of ours.
    pub fn answer(&self, question: &str) -> Option<String> {
        ids::is_lower32(question)
            .then(|| HEXLOWER.encode(hmac::sign(&self.0, question.as_bytes()).as_ref()))
    }
}

/// How a host was seen to lead here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    Https,
    Http,
    Nowhere,
}

impl Reach {
    /// As it is stored.
    pub fn scheme(self) -> Option<&'static str> {
        match self {
            Self::Https => Some("https"),
            Self::Http => Some("http"),
            Self::Nowhere => None,
        }
    }
}

pub struct Probe {
    fetcher: Fetcher,
    key: ProbeKey,
    content_url: String,
    entropy: Arc<dyn Fn() -> [u8; 32] + Send + Sync>,
}

impl Probe {
    pub fn new(
        allowed: AllowPrivate,
        key: ProbeKey,
        content_url: &str,
        entropy: Arc<dyn Fn() -> [u8; 32] + Send + Sync>,
    ) -> Self {
        Self {
            fetcher: Fetcher::new(allowed, LIMITS),
            key,
            content_url: content_url.to_owned(),
            entropy,
        }
    }

    /// Asks a host at the addresses that were looked up for it.
    pub async fn reach(&self, host: &str, addresses: &[IpAddr]) -> Reach {
        for reach in [Reach::Https, Reach::Http] {
            let Some(base) = reach
                .scheme()
                .and_then(|scheme| base(&self.content_url, scheme, host))
            else {
                continue;
            };
            if self.leads_here(&base, addresses).await {
                return reach;
            }
        }
        Reach::Nowhere
    }

    async fn leads_here(&self, base: &str, addresses: &[IpAddr]) -> bool {
        let question = ids::lower32((self.entropy)());
        let Some(expected) = self.key.answer(&question) else {
            return false;
        };
        let Ok(url) = Url::parse(&format!("{base}{}{question}", paths::PROBE.start)) else {
            return false;
        };
        match self.fetcher.get_at(&url, addresses).await {
            Ok(fetched) => fetched.bytes.trim_ascii().ct_eq(expected.as_bytes()).into(),
            Err(error) => {
                tracing::debug!(url.base = base, error = %error, "a tracking host does not lead here");
                false
            }
        }
    }
}

/// The beginning of links on a host. Unencrypted ones only where everything here is; the port is ours.
pub(super) fn base(content_url: &str, scheme: &str, host: &str) -> Option<String> {
    let ours = Url::parse(content_url).ok()?;
    let same = ours.scheme() == scheme;
    match (scheme, ours.port().filter(|_| same)) {
        ("https" | "http", Some(port)) => Some(format!("{scheme}://{host}:{port}")),
        ("https", None) => Some(format!("https://{host}")),
        ("http", None) if same => Some(format!("http://{host}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_unencrypted_only_where_all_are() {
        for (content_url, scheme, expect) in [
            (
                "https://post.test",
                "https",
                Some("https://links.firma.test"),
            ),
            (
                "https://post.test:8443",
                "https",
                Some("https://links.firma.test:8443"),
            ),
            ("https://post.test", "http", None),
            (
                "http://127.0.0.1:8080",
                "http",
                Some("http://links.firma.test:8080"),
            ),
            (
                "http://127.0.0.1:8080",
                "https",
                Some("https://links.firma.test"),
            ),
            ("http://post.test", "http", Some("http://links.firma.test")),
            ("nonsense", "https", None),
        ] {
            let found = base(content_url, scheme, "links.firma.test");
            assert_eq!(found.as_deref(), expect, "{content_url} {scheme}");
        }
    }

    #[test]
    fn only_the_same_secret_answers_and_only_questions() {
        let (ours, theirs) = (ProbeKey::new([1; 32]), ProbeKey::new([2; 32]));
        let question = "a".repeat(32);
        assert_eq!(ours.answer(&question), ours.answer(&question));
        assert_ne!(ours.answer(&question), theirs.answer(&question));
        for other in ["", "short", &"A".repeat(32), &"a".repeat(33)] {
            assert_eq!(ours.answer(other), None);
        }
    }
}
