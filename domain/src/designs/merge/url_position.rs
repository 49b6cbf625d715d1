//! Where in a URL a value stands.

use super::scheme::{Scheme, Step};

/// Where in a URL a value stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UrlPosition {
    /// At its very beginning: the value is a URL, or begins one.
    Start,
    /// The host: only what names of hosts are made of is left.
    Host,
    /// The address or the number of `mailto:` and `tel:`.
    Recipient,
    /// Anywhere else: all but unreserved characters is percent-encoded.
    Component,
}

/// A URL as far as it has been read. It takes every byte once: a URL may consist of very many tags, and
/// nothing is read again for each of them.
#[derive(Debug)]
pub(super) struct UrlSoFar {
    /// Nothing but white space.
    is_blank: bool,
    at: At,
}

/// What comes next.
#[derive(Debug)]
enum At {
    Scheme(Scheme),
    /// The slashes before a host. Browsers take a backslash for a slash, and miss none behind `https:`.
    Slashes {
        missing: u8,
    },
    Host,
    Recipient,
    /// Nothing that makes a difference.
    Rest,
}

impl UrlSoFar {
    pub(super) fn new() -> Self {
        Self {
            is_blank: true,
            at: At::Scheme(Scheme::default()),
        }
    }

    pub(super) fn text(&mut self, text: &str) {
        self.is_blank = self.is_blank && text.trim().is_empty();
        for byte in text.bytes() {
            if matches!(self.at, At::Rest) {
                return;
            }
            self.byte(byte);
        }
    }

    /// A tag counts as a letter.
    pub(super) fn tag(&mut self) {
        self.text("x");
    }

    /// The place of a value that comes next.
    pub(super) fn place(&self) -> UrlPosition {
        match self.at {
            _ if self.is_blank => UrlPosition::Start,
            At::Slashes { missing: 0 } | At::Host => UrlPosition::Host,
            At::Recipient => UrlPosition::Recipient,
            At::Scheme(_) | At::Slashes { .. } | At::Rest => UrlPosition::Component,
        }
    }

    fn byte(&mut self, byte: u8) {
        let is_slash = matches!(byte, b'/' | b'\\');
        match &mut self.at {
            At::Scheme(scheme) => match scheme.read(byte) {
                Step::More => {}
                Step::Ends => self.at = At::behind(scheme),
                Step::None => self.at = At::Rest,
            },
            At::Slashes { missing } if is_slash => *missing = missing.saturating_sub(1),
            At::Slashes { missing: 1.. } => self.at = At::Rest,
            At::Slashes { .. } | At::Host => {
                let is_end = is_slash || matches!(byte, b'?' | b'#');
                self.at = if is_end { At::Rest } else { At::Host };
            }
            At::Recipient if byte == b'?' => self.at = At::Rest,
            At::Recipient | At::Rest => {}
        }
    }
}

impl At {
    fn behind(scheme: &Scheme) -> Self {
        if scheme.is("mailto") || scheme.is("tel") {
            Self::Recipient
        } else if scheme.is_web() {
            Self::Slashes { missing: 0 }
        } else {
            Self::Slashes { missing: 2 }
        }
    }
}
