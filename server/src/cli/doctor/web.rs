//! Where links, images and unsubscribe buttons of mails lead.

use std::net::{IpAddr, SocketAddr};

use postrider_domain::network::is_public;
use postrider_domain::sending::sending_domain::Answer;
use postrider_mail::dns::Resolver;
use url::{Host, Url};

use super::certificate::{self, Certificate};
use super::finding::{Check, Finding};
use crate::config::{Config, MailMode};

/// One of the addresses under which the service is reached.
pub struct Address<'c> {
    check: Check,
    url: &'c str,
    setting: &'static str,
}

impl Address<'_> {
    /// All that are set: the app's, and that of content if it has one of its own.
    pub fn all(config: &Config) -> impl Iterator<Item = Address<'_>> {
        let public = Address {
            check: Check::PublicUrl,
            url: &config.public_url,
            setting: "POSTRIDER_PUBLIC_URL",
        };
        let content = config.content_url.as_deref().map(|url| Address {
            check: Check::ContentUrl,
            url,
            setting: "POSTRIDER_CONTENT_URL",
        });
        std::iter::once(public).chain(content)
    }

    fn set_it(&self) -> String {
        format!(
            "Set {} to the https:// address under which the world reaches the service. Links of mails that were sent can \
             never be mended.",
            self.setting
        )
    }

    pub async fn look(&self, config: &Config, resolver: &Resolver, now_ms: i64) -> Finding {
        let shown = self.url;
        let Ok(url) = Url::parse(shown) else {
            return Finding::problem(self.check, format!("{shown} is no URL"), self.set_it());
        };
        if is_private(&url) {
            return match config.mail {
                MailMode::Capture => {
                    Finding::ok(self.check, format!("{shown}, for this machine alone"))
                }
                MailMode::Relay(_) | MailMode::Direct => Finding::problem(
                    self.check,
                    format!("{shown} leads nowhere from where mails are read"),
                    self.set_it(),
                ),
            };
        }
        if url.scheme() == "https" {
            return self.encrypted(&url, resolver, now_ms).await;
        }
        match config.mail {
            MailMode::Capture => Finding::ok(self.check, shown),
            MailMode::Relay(_) | MailMode::Direct => Finding::warning(
                self.check,
                format!("{shown} is not encrypted"),
                format!(
                    "Put a proxy with a certificate in front, and set {} to https://. Mailbox providers show no unsubscribe \
                     button without it.",
                    self.setting
                ),
            ),
        }
    }

    async fn encrypted(&self, url: &Url, resolver: &Resolver, now_ms: i64) -> Finding {
        let shown = self.url;
        let problem = |seen: String, advice: String| Finding::problem(self.check, seen, advice);
        let host = url.host_str().unwrap_or_default();
        let address = match addresses(url, resolver).await {
            Answer::Found(addresses) => addresses.first().copied(),
            Answer::Nothing => None,
            Answer::NoAnswer => {
                return Finding::warning(
                    self.check,
                    format!("DNS gives no answer about {host}"),
                    "Run this command again when the resolver answers.",
                );
            }
        };
        let Some(address) = address else {
            let seen = format!("{host} has no address in DNS");
            let advice = format!(
                "Publish one, or set {} to a name that has one.",
                self.setting
            );
            return problem(seen, advice);
        };
        let address = SocketAddr::new(address, url.port_or_known_default().unwrap_or(443));
        match certificate::look(host.trim_matches(['[', ']']), address, now_ms).await {
            Ok(Certificate::Valid) => {
                Finding::ok(self.check, format!("{shown}, its certificate is valid"))
            }
            Ok(Certificate::EndsSoon) => Finding::warning(
                self.check,
                format!("{shown}: its certificate ends within two weeks"),
                "Renew it, and see why nothing does that by itself.",
            ),
            Err(why) => {
                let advice = "See that the proxy runs, is reached under this name, and has a certificate for it that \
                              browsers accept.";
                problem(format!("{shown}: {why}"), advice.to_owned())
            }
        }
    }
}

fn is_private(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => !name.contains('.') || name.ends_with(".localhost"),
        Some(Host::Ipv4(ip)) => !is_public(ip.into()),
        Some(Host::Ipv6(ip)) => !is_public(ip.into()),
        None => true,
    }
}

async fn addresses(url: &Url, resolver: &Resolver) -> Answer<IpAddr> {
    match url.host() {
        Some(Host::Domain(name)) => resolver.addresses(name).await,
        Some(Host::Ipv4(ip)) => Answer::Found(vec![ip.into()]),
        Some(Host::Ipv6(ip)) => Answer::Found(vec![ip.into()]),
        None => Answer::Nothing,
    }
}
