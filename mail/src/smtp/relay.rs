//! Where mail is handed over, as the setting says it: `smtp://user:password@host:port?tls=required`.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use percent_encoding::percent_decode_str;
use rustls::{ClientConfig, RootCertStore};
use url::{Host, Url};

use super::bad_relay::BadRelay;
use super::tls::{self, AnyCertificate, TrustedCertificate};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encryption {
    /// TLS from the first byte.
    Implicit,
    /// `STARTTLS` or no mail.
    Required,
    /// `STARTTLS` where it is offered, with whatever certificate.
    Opportunistic,
    Never,
}

#[derive(Clone)]
pub(super) struct Login {
    pub user: String,
    pub password: String,
}

/// A mail server that takes what we send. Cheap to clone.
#[derive(Clone)]
pub struct Relay {
    pub(super) host: String,
    pub(super) port: u16,
    /// Where the host is, if that is known; its name is looked up otherwise.
    pub(super) address: Option<IpAddr>,
    pub(super) encryption: Encryption,
    pub(super) login: Option<Login>,
    pub(super) tls: Option<Arc<ClientConfig>>,
}

impl Relay {
    /// `smtp://` encrypts where the server offers it, and insists on it when there is a password to send;
    /// `?tls=required` insists always and `?tls=never` never; `smtps://` is encrypted from the start. Whoever insists
    /// checks the certificate against the system's roots.
    pub fn parse(text: &str) -> Result<Self, BadRelay> {
        let url = Url::parse(text).map_err(|e| BadRelay(format!("it is no URL: {e}")))?;
        let login = login(&url)?;
        let encryption = encryption(&url, login.as_ref())?;
        let host = match url.host() {
            // The parser leaves names of unknown schemes as they are written, percent signs included.
            Some(Host::Domain(name)) if !name.is_empty() && !name.contains('%') => name.to_owned(),
            Some(Host::Ipv4(ip)) => ip.to_string(),
            Some(Host::Ipv6(ip)) => ip.to_string(),
            _ => return Err(BadRelay("it names no host".into())),
        };
        if !matches!(url.path(), "" | "/") {
            return Err(BadRelay(
                "there is nothing to say behind the host but `?tls=`".into(),
            ));
        }
        let standard = if encryption == Encryption::Implicit {
            465
        } else {
            25
        };
        Ok(Self {
            host,
            port: url.port().unwrap_or(standard),
            address: None,
            encryption,
            login,
            tls: match encryption {
                Encryption::Never => None,
                Encryption::Opportunistic => Some(AnyCertificate::new()?.0),
                Encryption::Implicit | Encryption::Required => Some(tls::system_roots()?),
            },
        })
    }

    /// A host that DNS names for the mail of a domain: encrypted where it offers that, with whatever certificate,
    /// because else the mail would go there in the clear.
    pub fn exchanger(name: &str, address: SocketAddr, tls: &AnyCertificate) -> Self {
        Self {
            host: name.to_owned(),
            port: address.port(),
            address: Some(address.ip()),
            encryption: Encryption::Opportunistic,
            login: None,
            tls: Some(Arc::clone(&tls.0)),
        }
    }

    /// The same for a domain that has promised certificates for the names of its hosts: so, or not at all.
    pub fn promised_exchanger(name: &str, address: SocketAddr, tls: &TrustedCertificate) -> Self {
        Self {
            host: name.to_owned(),
            port: address.port(),
            address: Some(address.ip()),
            encryption: Encryption::Required,
            login: None,
            tls: Some(Arc::clone(&tls.0)),
        }
    }

    /// The same server, but never in the clear.
    #[must_use]
    pub fn insisting(self) -> Self {
        Self {
            encryption: Encryption::Required,
            ..self
        }
    }

    pub fn has_login(&self) -> bool {
        self.login.is_some()
    }

    /// Whether what is said to it leaves this machine.
    pub fn is_on_this_machine(&self) -> bool {
        match self.host.parse::<IpAddr>() {
            Ok(ip) => ip.is_loopback(),
            Err(_) => self.host == "localhost",
        }
    }

    /// Checks certificates against these roots instead of the system's.
    pub fn trusting(mut self, roots: RootCertStore) -> Result<Self, BadRelay> {
        if matches!(self.encryption, Encryption::Implicit | Encryption::Required) {
            self.tls = Some(tls::roots(roots)?);
        }
        Ok(self)
    }
}

impl fmt::Display for Relay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port, .. } = self;
        if host.contains(':') {
            write!(f, "[{host}]:{port}")
        } else {
            write!(f, "{host}:{port}")
        }
    }
}

impl fmt::Debug for Relay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Relay({self}, {:?})", self.encryption)
    }
}

fn encryption(url: &Url, login: Option<&Login>) -> Result<Encryption, BadRelay> {
    let mut asked = None;
    for (key, value) in url.query_pairs() {
        asked = Some(match (key.as_ref(), value.as_ref()) {
            ("tls", "required") => Encryption::Required,
            ("tls", "never") => Encryption::Never,
            _ => {
                return Err(BadRelay(
                    "it may ask for `?tls=required` or `?tls=never` only".into(),
                ));
            }
        });
    }
    match (url.scheme(), asked) {
        ("smtps", None | Some(Encryption::Required)) => Ok(Encryption::Implicit),
        ("smtps", _) => Err(BadRelay("`smtps://` is always encrypted".into())),
        // A password in the clear has to be asked for.
        ("smtp", None) if login.is_some() => Ok(Encryption::Required),
        ("smtp", None) => Ok(Encryption::Opportunistic),
        ("smtp", Some(asked)) => Ok(asked),
        _ => Err(BadRelay(
            "it begins neither with `smtp://` nor with `smtps://`".into(),
        )),
    }
}

fn login(url: &Url) -> Result<Option<Login>, BadRelay> {
    match (url.username(), url.password()) {
        ("", None) => Ok(None),
        (user, password) => Ok(Some(Login {
            user: decoded(user)?,
            password: decoded(password.unwrap_or_default())?,
        })),
    }
}

fn decoded(part: &str) -> Result<String, BadRelay> {
    match percent_decode_str(part).decode_utf8() {
        Ok(text) if !text.contains('\0') => Ok(text.into_owned()),
        _ => Err(BadRelay("user or password is no text".into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read() {
        let relay = |text: &str| {
            let relay = Relay::parse(text).unwrap();
            (relay.to_string(), relay.encryption)
        };
        assert_eq!(
            relay("smtp://mail.example.com"),
            ("mail.example.com:25".into(), Encryption::Opportunistic)
        );
        assert_eq!(
            relay("smtp://127.0.0.1:2525"),
            ("127.0.0.1:2525".into(), Encryption::Opportunistic)
        );
        assert_eq!(
            relay("smtp://[::1]:2525/"),
            ("[::1]:2525".into(), Encryption::Opportunistic)
        );
        assert_eq!(
            relay("smtp://a:b@mail.example.com:587"),
            ("mail.example.com:587".into(), Encryption::Required)
        );
        assert_eq!(
            relay("smtp://a:b@localhost?tls=never"),
            ("localhost:25".into(), Encryption::Never)
        );
        assert_eq!(
            relay("smtp://localhost?tls=required"),
            ("localhost:25".into(), Encryption::Required)
        );
        assert_eq!(
            relay("smtps://mail.example.com"),
            ("mail.example.com:465".into(), Encryption::Implicit)
        );
    }

    #[test]
    fn passwords_are_decoded_and_never_shown() {
        let relay =
            Relay::parse("smtp://ada%40example.com:p%3Ass%25w%C3%B6rd%@host?tls=never").unwrap();
        let login = relay.login.as_ref().unwrap();
        assert_eq!(login.user, "ada@example.com");
        assert_eq!(login.password, "p:ss%wörd%");
        assert!(!format!("{relay:?} {relay}").contains("p:ss"));
    }

    #[test]
    fn what_names_no_relay_is_refused() {
        for text in [
            "",
            "mail.example.com",
            "http://mail.example.com",
            "smtp://",
            "smtp:///x",
            "smtp://host/path",
            "smtp://host?tls=maybe",
            "smtp://host?ssl=required",
            "smtps://host?tls=never",
            "smtp://a%00:b@host",
            "smtp://host:99999",
        ] {
            assert!(Relay::parse(text).is_err(), "{text}");
        }
    }
}
