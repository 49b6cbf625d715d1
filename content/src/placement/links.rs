//! Where links lead.

use std::collections::HashSet;

use postrider_domain::sending::sending_domain::organizational;
use url::Url;

use super::mail::{Found, Link, Mail};

const SHORTENERS: [&str; 26] = [
    "bit.ly",
    "bitly.com",
    "buff.ly",
    "cutt.ly",
    "dlvr.it",
    "goo.gl",
    "is.gd",
    "j.mp",
    "kutt.it",
    "lnkd.in",
    "ow.ly",
    "rb.gy",
    "rebrand.ly",
    "s.id",
    "short.io",
    "shorturl.at",
    "smarturl.it",
    "soo.gd",
    "t.co",
    "t.ly",
    "t2m.io",
    "tiny.cc",
    "tinyurl.com",
    "tr.im",
    "v.gd",
    "x.gd",
];

const LINKS_MAX: usize = 60;
const DOMAINS_MAX: usize = 12;

pub fn shortener(mail: &Mail<'_>) -> Found {
    let domains = mail.links.iter().filter_map(Link::domain);
    let found = domains
        .map(|domain| domain.trim_start_matches("www."))
        .find(|domain| SHORTENERS.contains(domain))?;
    Some(format!("`{found}`"))
}

pub fn number(mail: &Mail<'_>) -> Found {
    let found = mail.links.iter().find_map(|link| {
        let host = link.url.as_ref()?.host_str()?;
        (link.domain().is_none() && !mail.is_own(host)).then_some(host)
    })?;
    Some(format!("`{found}`"))
}

/// The address that a text shows, if it is one: `https://acme.example`, `www.acme.example/sale`.
fn shown_domain(words: &str) -> Option<String> {
    let text = words.trim();
    if text.contains(char::is_whitespace) || text.contains('@') {
        return None;
    }
    let full = if text.contains("://") {
        text.to_owned()
    } else {
        format!("http://{text}")
    };
    let url = Url::parse(&full).ok()?;
    let domain = url.domain()?;
    // `Next...` and `e.g` are no addresses, and nobody writes one in a mail that has no known ending.
    let (_, ending) = domain.rsplit_once('.')?;
    let is_address = text.contains("://") || text.starts_with("www.") || ending.len() >= 2;
    (is_address && !domain.contains("..") && ending.chars().all(char::is_alphabetic))
        .then(|| domain.to_owned())
}

pub fn mismatch(mail: &Mail<'_>) -> Found {
    mail.links.iter().find_map(|link| {
        let shown = shown_domain(&link.words)?;
        let leads_to = link.url.as_ref()?.host_str()?;
        let is_same = organizational(&shown) == organizational(leads_to);
        (!is_same && !mail.is_own(leads_to)).then(|| format!("`{shown}` leads to `{leads_to}`"))
    })
}

pub fn user(mail: &Mail<'_>) -> Found {
    mail.links.iter().find_map(|link| {
        let url = link.url.as_ref()?;
        let has_user = !url.username().is_empty() || url.password().is_some();
        let host = url.host_str()?;
        let has_port = url.port().is_some() && !mail.is_own(host);
        (has_user || has_port).then(|| format!("`{host}`"))
    })
}

pub fn many(mail: &Mail<'_>) -> Found {
    let domains: HashSet<&str> = mail
        .links
        .iter()
        .filter_map(Link::domain)
        .map(organizational)
        .collect();
    let web = mail.links.iter().filter(|link| link.url.is_some()).count();
    let is_many = web > LINKS_MAX || domains.len() > DOMAINS_MAX;
    is_many.then(|| format!("{web} links to {} domains", domains.len()))
}
