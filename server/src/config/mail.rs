//! How mail leaves, and under which name.

use postrider_domain::contacts::address::EmailAddress;
use postrider_engine::sending::Signing;
use postrider_mail::inbound::CertificateFiles;

use super::hidden::Hidden;
use super::settings::{ConfigError, Settings, setting};

/// How mail leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MailMode {
    /// It does not: it is kept, to be looked at.
    Capture,
    /// Through another server: `smtp://user:pass@host:port`.
    Relay(Hidden<String>),
    /// Straight to the receivers.
    Direct,
}

pub(super) fn mail_mode(text: Option<String>) -> Result<MailMode, ConfigError> {
    let Some(text) = text else {
        return Ok(MailMode::Capture);
    };
    match text.as_str() {
        "capture" => Ok(MailMode::Capture),
        "mx" => Ok(MailMode::Direct),
        relay if relay.starts_with("smtp://") || relay.starts_with("smtps://") => {
            Ok(MailMode::Relay(text.into()))
        }
        // The text may hold a password and is not repeated.
        _ => Err(setting(
            "POSTRIDER_MAIL",
            "must be capture, mx, or smtp://user:password@host:port (smtps:// for TLS)",
        )),
    }
}

/// The host of the public URL unless another is set.
pub(super) fn mail_host(text: Option<String>, public_url: &str) -> Result<String, ConfigError> {
    let host = match text {
        Some(host) => host,
        None => url::Url::parse(public_url)
            .ok()
            .and_then(|url| url.host_str().map(ToOwned::to_owned))
            .unwrap_or_else(|| "localhost".to_owned()),
    };
    let sound = |byte: u8| byte.is_ascii_alphanumeric() || b".-[]:".contains(&byte);
    if host.is_empty() || host.len() > 253 || !host.bytes().all(sound) {
        return Err(setting(
            "POSTRIDER_MAIL_HOST",
            "must be the name of a host, such as mail.example.com",
        ));
    }
    Ok(host.to_ascii_lowercase())
}

/// Whether a mail host is no number, and not known on this machine alone.
pub(super) fn is_name(mail_host: &str) -> bool {
    let host = mail_host.trim_matches(['[', ']']);
    host.parse::<std::net::IpAddr>().is_err() && host.contains('.')
}

pub(super) fn mail_from(text: Option<String>, mail_host: &str) -> Result<String, ConfigError> {
    let Some(text) = text else {
        // An address needs a name: of a number, none that anybody answers.
        let host = if is_name(mail_host) {
            mail_host
        } else {
            "localhost.test"
        };
        return Ok(format!("postrider@{host}"));
    };
    match EmailAddress::parse(&text) {
        Ok(address) => Ok(address.into_string()),
        Err(_) => Err(setting("POSTRIDER_FROM", "must be an email address")),
    }
}

/// `relay`: it signs with keys of its own, and a second signature of ours costs time for nothing.
pub(super) fn signing(text: Option<&str>) -> Result<Signing, ConfigError> {
    match text {
        None | Some("sign") => Ok(Signing::Here),
        Some("relay") => Ok(Signing::Elsewhere),
        Some(_) => Err(setting("POSTRIDER_DKIM", "must be sign or relay")),
    }
}

/// Receivers of all kinds answer more slowly than a relay nearby: it takes more connections to keep busy.
pub(super) fn mail_connections(settings: &Settings, mail: &MailMode) -> Result<usize, ConfigError> {
    let usual = match mail {
        MailMode::Direct => 128,
        MailMode::Capture | MailMode::Relay(_) => 32,
    };
    connections(settings, "POSTRIDER_MAIL_CONNECTIONS", usual)
}

/// An eighth: a site that holds all of its connections for minutes takes little from the others.
pub(super) fn site_connections(settings: &Settings, of: usize) -> Result<usize, ConfigError> {
    connections(settings, "POSTRIDER_SITE_CONNECTIONS", (of / 8).max(1))
}

/// How long a receiver that encrypted once is held to it.
pub(super) fn encrypted_ms(settings: &Settings) -> Result<i64, ConfigError> {
    const KEY: &str = "POSTRIDER_ENCRYPTED_HOURS";
    match settings.parsed(KEY, 24)? {
        hours @ 0..=8_784 => Ok(hours * 60 * 60 * 1000),
        _ => Err(setting(KEY, "must be from 0 to 8784")),
    }
}

fn connections(settings: &Settings, key: &str, usual: usize) -> Result<usize, ConfigError> {
    match settings.parsed(key, usual)? {
        number @ 1..=1000 => Ok(number),
        _ => Err(setting(key, "must be from 1 to 1000")),
    }
}

/// Both files or none.
pub(super) fn inbound_certificate(
    settings: &Settings,
) -> Result<Option<CertificateFiles>, ConfigError> {
    const CHAIN: &str = "POSTRIDER_INBOUND_TLS_CERT";
    const KEY: &str = "POSTRIDER_INBOUND_TLS_KEY";
    let missing = |is: &str, other: &str| {
        let message = format!("is needed beside {other}: a certificate and its key are two files");
        Err(setting(is, message))
    };
    match (settings.get(CHAIN), settings.get(KEY)) {
        (None, None) => Ok(None),
        (Some(chain), Some(key)) => Ok(Some(CertificateFiles {
            chain: chain.into(),
            key: key.into(),
        })),
        (Some(_), None) => missing(KEY, CHAIN),
        (None, Some(_)) => missing(CHAIN, KEY),
    }
}
