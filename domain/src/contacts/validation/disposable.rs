//! Domains of mailboxes that anybody can open and nobody keeps.

use std::collections::HashSet;
use std::sync::LazyLock;

/// On the list, and yet people want their mail there: a suppressed contact is worse than a missed mailbox.
const LASTING: &[&str] = &[
    // Forwarding services whose addresses people keep.
    "addy.io",
    "aleeas.com",
    "anonaddy.com",
    "anonaddy.me",
    "duck.com",
    "mozmail.com",
    "passinbox.com",
    "passmail.com",
    "passmail.net",
    "relay.firefox.com",
    "simplelogin.co",
    "simplelogin.com",
    "slmail.me",
    // Mailbox providers, old or small.
    "51.com",
    "airmail.cc",
    "hush.ai",
    "hush.com",
    "keemail.me",
    "mail2world.com",
    "safe-mail.net",
    "sibmail.com",
    "tom.com",
    "vfemail.net",
    "xmail.com",
    // Names under which mail.com gives mailboxes.
    "alumni.com",
    "birdlover.com",
    "collector.org",
    "consultant.com",
    "contractor.net",
    "cutey.com",
    "discofan.com",
    "dr.com",
    "dutchmail.com",
    "mexicomail.com",
    "myself.com",
    "optician.com",
    "pacific-ocean.com",
    "photographer.net",
    "presidency.com",
    "priest.com",
    "protestant.com",
    "qualityservice.com",
    "salesperson.net",
    "snakebite.com",
    "techie.com",
    "uymail.com",
    "writeme.com",
    // Names under which strangers have domains of their own.
    "3utilities.com",
    "ch.tc",
    "cloudns.asia",
    "cloudns.cc",
    "ddns.net",
    "ddnsfree.com",
    "dynu.net",
    "gleeze.com",
    "hopto.org",
    "kozow.com",
    "msk.ru",
    "nom.za",
    "pp.ua",
    "sytes.net",
    "za.com",
    "zp.ua",
    // An institution.
    "nus.edu.sg",
];

/// Points into the library's list: a megabyte, made in some milliseconds when first asked.
static LISTED: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let mut listed: HashSet<&str> = mailchecker::blacklist().into_iter().collect();
    for lasting in LASTING {
        listed.remove(lasting);
    }
    // Only institutions are there.
    listed.retain(|domain| !matches!(domain.rsplit_once('.'), Some((_, "gov" | "mil"))));
    listed
});

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
    use crate::contacts::address::EmailAddress;

    #[test]
    fn the_list_is_large_and_in_the_form_of_stored_addresses() {
        assert!(LISTED.len() > 50_000);
        let in_form = |domain: &&&str| {
            let address = EmailAddress::parse(&format!("a@{domain}"));
            address.is_ok_and(|address| address.domain() == **domain)
        };
        let found = LISTED.iter().filter(in_form).count();
        assert!(
            found * 100 > LISTED.len() * 99,
            "{found} of {}",
            LISTED.len()
        );
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
