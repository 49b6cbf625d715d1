//! Where links, images and unsubscribe buttons of mails lead.

use std::net::{IpAddr, SocketAddr};

use postrider_domain::network::is_public;
use postrider_domain::sending::sending_domain::Answer;
use postrider_mail::dns::Resolver;
use url::{Host, Url};

use super::certificate::{self, Certificate};
use super::finding::{Check, Finding};
use crate::config::{Config, MailMode};

const SET_IT: &str = "Set POSTRIDER_PUBLIC_URL to the https:// address under which the world reaches the service. Links \
                      of mails that were sent can never be mended.";

pub async fn look(config: &Config, resolver: &Resolver, now_ms: i64) -> Finding {
    let shown = &config.public_url;
    let Ok(url) = Url::parse(shown) else {
        return Finding::problem(Check::PublicUrl, format!("{shown} is no URL"), SET_IT);
    };
    if is_private(&url) {
        return match config.mail {
            MailMode::Capture => {
                Finding::ok(Check::PublicUrl, format!("{shown}, for this machine alone"))
            }
            MailMode::Relay(_) | MailMode::Direct => Finding::problem(
                Check::PublicUrl,
                format!("{shown} leads nowhere from where mails are read"),
                SET_IT,
            ),
        };
    }
    if url.scheme() == "https" {
        return encrypted(config, &url, resolver, now_ms).await;
    }
    match config.mail {
        MailMode::Capture => Finding::ok(Check::PublicUrl, shown),
        MailMode::Relay(_) | MailMode::Direct => Finding::warning(
            Check::PublicUrl,
            format!("{shown} is not encrypted"),
            "Put a proxy with a certificate in front, and set POSTRIDER_PUBLIC_URL to https://. Mailbox providers \
             show no unsubscribe button without it.",
        ),
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

async fn encrypted(config: &Config, url: &Url, resolver: &Resolver, now_ms: i64) -> Finding {
    let shown = &config.public_url;
    let problem = |seen: String, advice: &str| Finding::problem(Check::PublicUrl, seen, advice);
    let host = url.host_str().unwrap_or_default();
    let address = match addresses(url, resolver).await {
        Answer::Found(addresses) => addresses.first().copied(),
        Answer::Nothing => None,
        Answer::NoAnswer => {
            return Finding::warning(
                Check::PublicUrl,
                format!("DNS gives no answer about {host}"),
                "Run this command again when the resolver answers.",
            );
        }
    };
    let Some(address) = address else {
        let seen = format!("{host} has no address in DNS");
        return problem(
            seen,
            "Publish one, or set POSTRIDER_PUBLIC_URL to a name that has one.",
        );
    };
    let address = SocketAddr::new(address, url.port_or_known_default().unwrap_or(443));
    match certificate::look(host.trim_matches(['[', ']']), address, now_ms).await {
        Ok(Certificate::Valid) => Finding::ok(
            Check::PublicUrl,
            format!("{shown}, its certificate is valid"),
        ),
        Ok(Certificate::EndsSoon) => Finding::warning(
            Check::PublicUrl,
            format!("{shown}: its certificate ends within two weeks"),
            "Renew it, and see why nothing does that by itself.",
        ),
        Err(why) => problem(
            format!("{shown}: {why}"),
            "See that the proxy runs, is reached under this name, and has a certificate for it that browsers accept.",
        ),
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
