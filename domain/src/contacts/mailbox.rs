//! Where an address has its mailbox: the mail domain as a number, and the provider that people know it by.

use aws_lc_rs::digest::{SHA256, digest};

/// Mailbox providers that reports tell apart. The numbers are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(i64)]
pub enum Provider {
    Other = 0,
    Gmail = 1,
    Outlook = 2,
    Yahoo = 3,
    Icloud = 4,
    Aol = 5,
    Gmx = 6,
    WebDe = 7,
    Proton = 8,
    Yandex = 9,
    MailRu = 10,
    Qq = 11,
    Netease = 12,
    Comcast = 13,
    Orange = 14,
    TOnline = 15,
    Zoho = 16,
}

impl Provider {
    pub const ALL: &[Self] = &[
        Self::Other,
        Self::Gmail,
        Self::Outlook,
        Self::Yahoo,
        Self::Icloud,
        Self::Aol,
        Self::Gmx,
        Self::WebDe,
        Self::Proton,
        Self::Yandex,
        Self::MailRu,
        Self::Qq,
        Self::Netease,
        Self::Comcast,
        Self::Orange,
        Self::TOnline,
        Self::Zoho,
    ];

    pub fn code(self) -> i64 {
        self as i64
    }

    pub fn from_code(code: i64) -> Self {
        let mut all = Self::ALL.iter().copied();
        all.find(|each| each.code() == code).unwrap_or(Self::Other)
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Other => "other",
            Self::Gmail => "gmail",
            Self::Outlook => "outlook",
            Self::Yahoo => "yahoo",
            Self::Icloud => "icloud",
            Self::Aol => "aol",
            Self::Gmx => "gmx",
            Self::WebDe => "web.de",
            Self::Proton => "proton",
            Self::Yandex => "yandex",
            Self::MailRu => "mail.ru",
            Self::Qq => "qq",
            Self::Netease => "netease",
            Self::Comcast => "comcast",
            Self::Orange => "orange",
            Self::TOnline => "t-online",
            Self::Zoho => "zoho",
        }
    }

    /// By the mail domain, lower case.
    pub fn of_domain(domain: &str) -> Self {
        let name = domain.split('.').next().unwrap_or_default();
        match (name, domain) {
            (_, "gmail.com" | "googlemail.com") => Self::Gmail,
            // These have a domain for many countries.
            ("outlook" | "hotmail" | "live" | "msn", _) | (_, "windowslive.com") => Self::Outlook,
            ("yahoo" | "ymail" | "rocketmail" | "myyahoo", _) => Self::Yahoo,
            (_, "icloud.com" | "me.com" | "mac.com") => Self::Icloud,
            ("aol" | "aim", _) | (_, "verizon.net" | "love.com") => Self::Aol,
            ("gmx", _) => Self::Gmx,
            (_, "web.de") => Self::WebDe,
            (_, "proton.me" | "protonmail.com" | "protonmail.ch" | "pm.me") => Self::Proton,
            ("yandex", _) | (_, "ya.ru") => Self::Yandex,
            (_, "mail.ru" | "bk.ru" | "inbox.ru" | "list.ru" | "internet.ru") => Self::MailRu,
            (_, "qq.com" | "foxmail.com" | "vip.qq.com") => Self::Qq,
            (_, "163.com" | "126.com" | "yeah.net") => Self::Netease,
            (_, "comcast.net") => Self::Comcast,
            (_, "orange.fr" | "wanadoo.fr") => Self::Orange,
            (_, "t-online.de" | "magenta.de") => Self::TOnline,
            ("zoho" | "zohomail", _) => Self::Zoho,
            _ => Self::Other,
        }
    }
}

/// What counts and events keep of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mailbox {
    /// See `domain_number`.
    pub domain: i64,
    pub provider: Provider,
}

impl Mailbox {
    /// Of an address as it is stored.
    pub fn of(email: &str) -> Self {
        let domain = domain_of(email);
        Self {
            domain: domain_number(domain),
            provider: Provider::of_domain(domain),
        }
    }
}

/// What stands behind the `@`.
pub fn domain_of(email: &str) -> &str {
    email.rsplit_once('@').map_or(email, |(_, domain)| domain)
}

/// A mail domain as a number: rows of events hold it, and nobody has to look it up.
pub fn domain_number(domain: &str) -> i64 {
    let hash = digest(&SHA256, domain.as_bytes());
    let mut first = [0; 8];
    first.copy_from_slice(&hash.as_ref()[..8]);
    i64::from_be_bytes(first) & i64::MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mailbox_is_known_by_its_domain() {
        for (email, provider) in [
            ("ada@gmail.com", Provider::Gmail),
            ("ada@hotmail.co.uk", Provider::Outlook),
            ("ada@yahoo.co.jp", Provider::Yahoo),
            ("ada@example.com", Provider::Other),
            ("ada@gmail.example.com", Provider::Other),
        ] {
            assert_eq!(Mailbox::of(email).provider, provider, "{email}");
        }
        assert_eq!(Mailbox::of("a@x.test").domain, domain_number("x.test"));
        assert!(domain_number("x.test") != domain_number("y.test"));
    }

    #[test]
    fn stored_numbers_lead_back() {
        for provider in Provider::ALL {
            assert_eq!(Provider::from_code(provider.code()), *provider);
        }
        assert_eq!(Provider::from_code(99), Provider::Other);
    }
}
