//! Domains of mailboxes that anybody can open and nobody keeps.

use std::collections::HashSet;
use std::sync::LazyLock;

/// One domain a line. Its source and licence: `disposable/SOURCE.md`.
const DOMAINS: &str = include_str!("disposable/domains.txt");

/// Points into the text: a megabyte, made in some milliseconds when first asked.
static LISTED: LazyLock<HashSet<&str>> = LazyLock::new(|| DOMAINS.lines().collect());

/// A listed domain, or one below it.
pub(super) fn is_disposable(domain: &str) -> bool {
    let mut rest = domain;
    while !LISTED.contains(rest) {
        match rest.split_once('.') {
            // No top-level domain is listed.
            Some((_, parent)) if parent.contains('.') => rest = parent,
            _ => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::EmailAddress;

    #[test]
    fn the_list_is_sorted_and_in_the_form_of_stored_addresses() {
        assert!(DOMAINS.lines().is_sorted_by(|a, b| a < b));
        assert!(DOMAINS.lines().count() > 50_000);
        for domain in DOMAINS.lines() {
            let address = EmailAddress::parse(&format!("a@{domain}")).unwrap();
            assert_eq!(address.domain(), domain);
        }
    }

    #[test]
    fn throw_away_mailboxes_are_told_from_lasting_ones() {
        for domain in [
            "mailinator.com",
            "yopmail.com",
            "guerrillamail.com",
            "10minutemail.com",
            "a.b.mailinator.com",
        ] {
            assert!(is_disposable(domain), "{domain}");
        }
        let lasting = "
            gmail.com outlook.com yahoo.com icloud.com gmx.de web.de mail.com proton.me protonmail.com fastmail.com
            qq.com 163.com naver.com mail.ru yandex.ru orange.fr libero.it example.com mailinator.firma.com
            duck.com mozmail.com simplelogin.com addy.io passmail.net privaterelay.appleid.com
            dr.com consultant.com techie.com keemail.me hush.com tom.com nus.edu.sg
            firma.zp.ua firma.pp.ua firma.msk.ru firma.za.com home.ddns.net com ua
        ";
        for domain in lasting.split_whitespace() {
            assert!(!is_disposable(domain), "{domain}");
        }
    }
}
