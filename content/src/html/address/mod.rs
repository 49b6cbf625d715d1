//! Where links and images of a mail may lead.

use std::net::IpAddr;
use std::net::SocketAddr;

use postrider_domain::contract::paths;
use postrider_domain::designs::merge;
use postrider_domain::network::AllowPrivate;
use url::{Host, Url};

/// What an HTML is judged by.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// What relative addresses are relative to.
    pub base_url: Option<Url>,
    pub private: Private,
    /// Where we serve images and icons ourselves: always good, also on a machine of a private network.
    pub own: Vec<String>,
}

/// What becomes of addresses that lead into somebody's own network.
#[derive(Clone, Debug)]
pub enum Private {
    /// They are taken out, but for those that the operator allows.
    Strip(AllowPrivate),
    /// They stay: what has been let in before may be our own.
    Keep,
}

impl Default for Private {
    fn default() -> Self {
        Self::Strip(AllowPrivate::default())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AddressTreatment {
    Keep,
    /// It stays, but leads nowhere, as nobody knows what it is relative to.
    Dangling,
    /// The same address in full.
    Replace(String),
    Strip {
        what: String,
        reason: &'static str,
    },
}

pub(super) const SCHEME_REASON: &str = "Mail clients do not open such addresses.";
pub(super) const PRIVATE_REASON: &str = "It leads into a private network.";
const SCHEMES: [&str; 6] = ["http", "https", "mailto", "tel", "cid", "sms"];
const DATA_TYPES: [&str; 5] = [
    "image/png",
    "image/jpeg",
    "image/jpg",
    "image/gif",
    "image/webp",
];

impl Rules {
    /// Whether an address leads into somebody's own network, and is neither allowed nor ours.
    pub fn is_private(&self, address: &str) -> bool {
        self.judge_host(address.trim()).is_some()
    }

    /// Judges an address as a browser reads it, entities already decoded. Merge tags may become anything,
    /// also nothing, so that an address must be good with them, without them and with their fallbacks.
    pub(super) fn judge(&self, address: &str) -> AddressTreatment {
        let bare = squeeze(address);
        if bare.is_empty() || bare.starts_with('#') {
            return AddressTreatment::Keep;
        }
        if !address.contains("{{") {
            return self.judge_bare(&bare, address);
        }
        for variant in [without_tags(&bare, |_| ""), with_fallbacks(&bare)] {
            if let strip @ AddressTreatment::Strip { .. } = self.judge_bare(&variant, &variant) {
                return strip;
            }
        }
        if is_relative_to_protocol(&bare) {
            AddressTreatment::Replace(format!("https:{bare}"))
        } else {
            AddressTreatment::Keep
        }
    }

    fn judge_bare(&self, address: &str, written: &str) -> AddressTreatment {
        let Some(scheme) = scheme(address) else {
            return self.judge_relative(address, written);
        };
        let allowed = match scheme.as_str() {
            "data" => is_image_data(address),
            other => SCHEMES.contains(&other),
        };
        if !allowed {
            return AddressTreatment::Strip {
                what: format!("{scheme}:"),
                reason: SCHEME_REASON,
            };
        }
        self.judge_host(address).unwrap_or(AddressTreatment::Keep)
    }

    fn judge_relative(&self, address: &str, written: &str) -> AddressTreatment {
        if is_relative_to_protocol(address) {
            let full = format!("https:{address}");
            return self
                .judge_host(&full)
                .unwrap_or(AddressTreatment::Replace(full));
        }
        if is_foreign_tag(address) {
            return AddressTreatment::Keep;
        }
        let Some(base) = &self.base_url else {
            return AddressTreatment::Dangling;
        };
        match base.join(written) {
            Ok(full) if matches!(full.scheme(), "http" | "https") => self
                .judge_host(full.as_str())
                .unwrap_or_else(|| AddressTreatment::Replace(full.into())),
            _ => AddressTreatment::Dangling,
        }
    }

    fn judge_host(&self, address: &str) -> Option<AddressTreatment> {
        let Private::Strip(allowed) = &self.private else {
            return None;
        };
        let is_own = |own: &String| {
            let path = address.strip_prefix(own.as_str());
            path.is_some_and(|path| {
                path.starts_with(paths::ASSETS.start) || path.starts_with(paths::ICONS.start)
            })
        };
        if self.own.iter().any(is_own) {
            return None;
        }
        let url = Url::parse(address).ok()?;
        is_private(&url, allowed).then(|| AddressTreatment::Strip {
            what: url.host_str().unwrap_or_default().to_owned(),
            reason: PRIVATE_REASON,
        })
    }
}

/// The address without white space and what cannot be seen: browsers overlook some of it, and `java script:`
/// is nothing that anybody needs.
pub(super) fn squeeze(address: &str) -> String {
    let is_unseen = |character: char| {
        character.is_whitespace()
            || character.is_control()
            || matches!(character, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
    };
    if address.starts_with("data:image/") {
        return address.to_owned();
    }
    address
        .chars()
        .filter(|character| !is_unseen(*character))
        .collect()
}

fn scheme(address: &str) -> Option<String> {
    let (scheme, _) = address.split_once(':')?;
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|next| next.is_ascii_alphanumeric() || matches!(next, '+' | '-' | '.'));
    is_scheme.then(|| scheme.to_ascii_lowercase())
}

/// Pictures only: any other document could bring scripts of its own.
fn is_image_data(address: &str) -> bool {
    let media = address.split_once(':').map_or("", |(_, rest)| rest);
    let media = media.split([';', ',']).next().unwrap_or_default();
    DATA_TYPES.contains(&media.to_ascii_lowercase().as_str())
}

/// `//host/…`; a backslash does as well.
fn is_relative_to_protocol(address: &str) -> bool {
    let mut start = address.chars();
    matches!(start.next(), Some('/' | '\\')) && matches!(start.next(), Some('/' | '\\'))
}

/// Tags of other services stand for whole addresses.
fn is_foreign_tag(address: &str) -> bool {
    ["*|", "{%", "[[", "%%", "<%", "${", "%"]
        .iter()
        .any(|opening| address.starts_with(opening))
}

fn with_fallbacks(address: &str) -> String {
    without_tags(address, fallback)
}

pub(super) fn fallback<'t>(tag: &'t merge::Tag<'_>) -> &'t str {
    tag.fallback.as_deref().unwrap_or_default()
}

fn without_tags(address: &str, instead: for<'t> fn(&'t merge::Tag<'_>) -> &'t str) -> String {
    squeeze(&replace_tags(address, instead))
}

pub(crate) fn replace_tags(
    text: &str,
    instead: for<'t> fn(&'t merge::Tag<'_>) -> &'t str,
) -> String {
    let mut plain = String::new();
    let mut at = 0;
    for tag in merge::tags(text) {
        plain.push_str(&text[at..tag.range.start]);
        plain.push_str(instead(&tag));
        at = tag.range.end;
    }
    plain.push_str(&text[at..]);
    plain
}

/// Names that stand for this machine or the local network, wherever they are looked up.
const PRIVATE_NAMES: [&str; 6] = [
    "localhost",
    "local",
    "internal",
    "lan",
    "home.arpa",
    "localdomain",
];

pub(super) fn is_private(url: &Url, allowed: &AllowPrivate) -> bool {
    let ip = match url.host() {
        None => return false,
        Some(Host::Ipv4(ip)) => IpAddr::V4(ip),
        Some(Host::Ipv6(ip)) => IpAddr::V6(ip),
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            return PRIVATE_NAMES.iter().any(|private| {
                name.strip_suffix(private)
                    .is_some_and(|before| before.is_empty() || before.ends_with('.'))
            });
        }
    };
    !allowed.may_reach(SocketAddr::new(
        ip,
        url.port_or_known_default().unwrap_or(0),
    ))
}

#[cfg(test)]
mod tests;
