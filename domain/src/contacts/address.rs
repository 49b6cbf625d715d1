//! E-mail addresses as contacts and senders have them.

use std::fmt;

use idna::AsciiDenyList;
use idna::uts46::{DnsLength, Hyphens, Uts46};

use crate::contract::problem::Problem;

const MAX_LOCAL: usize = 64;
const MAX_TOTAL: usize = 254;
/// What stands between the labels of a domain, as people write it.
const DOTS: [char; 4] = ['.', '\u{3002}', '\u{ff0e}', '\u{ff61}'];

/// An address in the one form in which addresses are stored and compared: lower case, the domain in
/// A-label form. Two spellings of one address are therefore always the same text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EmailAddress(String);

impl EmailAddress {
    /// Refuses what mail servers would accept only in theory (quoted local parts, address literals,
    /// hosts without a dot): in a contact list these are typing mistakes.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let refuse = |why: &str| {
            Err(Problem::invalid(
                "email",
                format!("The email address {why}."),
            ))
        };
        if text.chars().any(|c| c.is_control() || c.is_whitespace()) {
            return refuse("contains a space or a control character");
        }
        let Some((local, domain)) = text.rsplit_once('@') else {
            return refuse("has no `@`");
        };
        let local = local.to_lowercase();
        if let Some(why) = local_fault(&local) {
            return refuse(why);
        }
        let domain = match ascii_domain(domain) {
            Ok(domain) => domain,
            Err(why) => return refuse(why),
        };
        let address = format!("{local}@{domain}");
        if address.len() > MAX_TOTAL {
            return refuse("is longer than 254 bytes");
        }
        Ok(Self(address))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn into_string(self) -> String {
        self.0
    }

    pub fn domain(&self) -> &str {
        self.0.rsplit_once('@').map_or("", |(_, domain)| domain)
    }
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn local_fault(local: &str) -> Option<&'static str> {
    if local.is_empty() {
        return Some("has nothing before the `@`");
    }
    if local.len() > MAX_LOCAL {
        return Some("has more than 64 bytes before the `@`");
    }
    if local.starts_with('"') {
        return Some("has a quoted part before the `@`, which is not supported");
    }
    if local.starts_with('.') || local.ends_with('.') || local.contains("..") {
        return Some("has a dot at the start or end of the part before the `@`, or two in a row");
    }
    if !local.chars().all(|c| c == '.' || is_atom(c)) {
        return Some("has a character before the `@` that addresses cannot have");
    }
    None
}

/// RFC 5321 `atext`, widened to UTF-8 by RFC 6531.
fn is_atom(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~".contains(c)
    } else {
        !is_invisible(c)
    }
}

/// Characters that come along when an address is copied from a web page and that nobody can see:
/// two addresses that look alike would be two contacts.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{fff0}'..='\u{ffff}' | '\u{e0000}'..='\u{e0fff}')
}

pub(crate) fn ascii_domain(domain: &str) -> Result<String, &'static str> {
    if domain.starts_with('[') {
        return Err("has a network address after the `@`; use a domain name");
    }
    if !domain.contains(DOTS) {
        return Err("has no dot in its domain");
    }
    let ascii = Uts46::new()
        .to_ascii(
            domain.as_bytes(),
            AsciiDenyList::STD3,
            Hyphens::CheckFirstLast,
            DnsLength::Verify,
        )
        .map_err(|_| "has a domain that is not a valid domain name")?;
    // No top-level domain is a number: this is an IP address or a cut-off name.
    let last = ascii.rsplit('.').next().unwrap_or_default();
    if last.bytes().all(|b| b.is_ascii_digit()) {
        return Err("has a domain that ends in a number");
    }
    Ok(ascii.into_owned())
}

/// A part of an address as it is stored: each whole label behind the `@` in A-label form, or each label of a part
/// without an `@`. Nothing if that is no other spelling.
pub fn stored_part(part: &str) -> Option<String> {
    let (before, domain) = part.split_at(part.rfind('@').map_or(0, |at| at + 1));
    if domain.is_ascii() {
        return None;
    }
    let label = |label: &str| {
        let rules = (
            AsciiDenyList::STD3,
            Hyphens::CheckFirstLast,
            DnsLength::Ignore,
        );
        let ascii = Uts46::new().to_ascii(label.as_bytes(), rules.0, rules.1, rules.2);
        ascii.map(std::borrow::Cow::into_owned).ok()
    };
    let labels = domain.split(DOTS).map(label);
    let labels: Vec<String> = labels.collect::<Option<_>>()?;
    Some(format!("{before}{}", labels.join(".")))
}

/// The texts that addresses and names are searched for by one that somebody typed, which is folded.
pub fn search_spellings(part: &str) -> Vec<String> {
    std::iter::once(part.to_owned())
        .chain(stored_part(part))
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::contract::catalog::Code;

    #[test]
    fn one_stored_form_for_every_spelling() {
        let cases = [
            ("ada@example.com", "ada@example.com"),
            ("Ada.Lovelace@Example.COM", "ada.lovelace@example.com"),
            (
                "a+b_c-d/e=f!#$%&'*?^`{|}~@x.io",
                "a+b_c-d/e=f!#$%&'*?^`{|}~@x.io",
            ),
            ("JÖRG@MÜLLER.DE", "jörg@xn--mller-kva.de"),
            ("jörg@xn--mller-kva.de", "jörg@xn--mller-kva.de"),
            ("用户@例え。jp", "用户@xn--r8jz45g.jp"),
            ("a@b--c.example.org", "a@b--c.example.org"),
            ("a@1.example", "a@1.example"),
        ];
        for (given, stored) in cases {
            assert_eq!(EmailAddress::parse(given).unwrap().as_str(), stored);
        }
        assert_eq!(
            EmailAddress::parse("a@Müller.de").unwrap().domain(),
            "xn--mller-kva.de"
        );
    }

    #[test]
    fn what_is_no_address_is_refused_with_its_reason() {
        let long_local = format!("{}@example.com", "a".repeat(65));
        let long_label = format!("a@{}.com", "b".repeat(64));
        let long_total = format!("a@{}com", "b23456789.".repeat(26));
        let cases = [
            ("", "no `@`"),
            ("ada", "no `@`"),
            ("@example.com", "nothing before"),
            ("ada@", "no dot"),
            ("ada@localhost", "no dot"),
            (" ada@example.com", "space"),
            ("ada@example.com\n", "control"),
            ("a\0da@example.com", "control"),
            ("\"ada l\"@example.com", "space"),
            ("\"ada\"@example.com", "quoted"),
            (".ada@example.com", "dot at the start"),
            ("ada.@example.com", "dot at the start"),
            ("a..da@example.com", "dot at the start"),
            ("a@b@example.com", "a character before"),
            ("a,b@example.com", "a character before"),
            ("Ada<ada@example.com", "a character before"),
            ("a\u{200b}da@example.com", "a character before"),
            ("ada@[127.0.0.1]", "network address"),
            ("ada@127.0.0.1", "ends in a number"),
            ("ada@example.com.", "not a valid domain"),
            ("ada@.example.com", "not a valid domain"),
            ("ada@exa..mple.com", "not a valid domain"),
            ("ada@-example.com", "not a valid domain"),
            ("ada@example-.com", "not a valid domain"),
            ("ada@exa_mple.com", "not a valid domain"),
            ("ada@xn--a.com", "not a valid domain"),
            (long_local.as_str(), "64 bytes"),
            (long_label.as_str(), "not a valid domain"),
            (long_total.as_str(), ""),
        ];
        for (given, reason) in cases {
            let problem = EmailAddress::parse(given).unwrap_err();
            assert_eq!(problem.code, Code::InvalidRequest, "{given:?}");
            assert_eq!(problem.param.as_deref(), Some("email"), "{given:?}");
            assert!(
                problem.message.contains(reason),
                "{given:?}: {}",
                problem.message
            );
        }
    }

    proptest! {
        #[test]
        fn never_panics_and_parsing_again_changes_nothing(text in "\\PC{0,12}@\\PC{0,12}\\.?[a-z]{0,3}") {
            if let Ok(address) = EmailAddress::parse(&text) {
                prop_assert_eq!(EmailAddress::parse(address.as_str()).unwrap(), address);
            }
        }
    }

    #[test]
    fn parts_of_international_addresses_are_spelled_as_they_are_stored() {
        for (part, stored) in [
            ("bücher.example", Some("xn--bcher-kva.example")),
            ("@bücher", Some("@xn--bcher-kva")),
            ("jörg@bücher。example", Some("jörg@xn--bcher-kva.example")),
            (".straße.", Some(".xn--strae-oqa.")),
            ("jörg@example.com", None),
            ("xn--bcher-kva.example", None),
            ("example", None),
            ("jörg müller", None),
            ("", None),
        ] {
            assert_eq!(stored_part(part).as_deref(), stored, "{part}");
        }
        assert_eq!(search_spellings("müller"), ["müller", "xn--mller-kva"]);
        assert_eq!(search_spellings("ada"), ["ada"]);
    }
}
