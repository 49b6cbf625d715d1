//! Which site takes the mail of a domain: known longer than DNS answers are kept, because it hardly ever changes.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use postrider_domain::sending::sending_domain::organizational;
use postrider_mail::dns::Exchanger;

/// Domains of one generation.
const MOST: usize = 50_000;

/// Two generations: when the younger is full it becomes the older, and what nobody mails is forgotten.
#[derive(Default)]
struct Generations {
    younger: HashMap<String, Arc<str>>,
    older: HashMap<String, Arc<str>>,
}

#[derive(Default)]
pub(super) struct KnownSites(Mutex<Generations>);

impl KnownSites {
    pub(super) fn get(&self, domain: &str) -> Option<String> {
        let known = self.known();
        let site = known.younger.get(domain).or(known.older.get(domain));
        site.map(|site| site.as_ref().to_owned())
    }

    /// `hosts` is what DNS says now, the best first.
    pub(super) fn learn(&self, domain: &str, hosts: &[Exchanger]) {
        let Some(best) = hosts.first() else {
            return;
        };
        // Whoever names the hosts of two owners speaks for neither of them: it is a site of its own.
        let is_shared = hosts
            .iter()
            .all(|host| site(&host.name) == site(&best.name));
        let site = if is_shared {
            site(&best.name)
        } else {
            organizational(domain)
        };
        let mut known = self.known();
        if known.younger.get(domain).is_some_and(|it| **it == *site) {
            return;
        }
        if known.younger.len() >= MOST {
            known.older = std::mem::take(&mut known.younger);
        }
        known.younger.insert(domain.to_owned(), site.into());
    }

    fn known(&self) -> MutexGuard<'_, Generations> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The registrable domain of a host.
fn site(host: &str) -> &str {
    if host.parse::<IpAddr>().is_ok() {
        return host;
    }
    organizational(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_of_one_organization_are_one_site() {
        for (host, expect) in [
            ("gmail-smtp-in.l.google.com", "google.com"),
            ("example-com.mail.protection.outlook.com", "outlook.com"),
            ("mx.firma.co.uk", "firma.co.uk"),
            ("mx.localhost", "mx.localhost"),
            ("localhost", "localhost"),
            ("192.0.2.1", "192.0.2.1"),
        ] {
            assert_eq!(site(host), expect);
        }
    }

    #[test]
    fn what_is_mailed_stays_known_and_the_rest_is_forgotten() {
        let sites = KnownSites::default();
        let hosts = |name: &str| {
            vec![Exchanger {
                name: name.to_owned(),
                preference: 10,
                addresses: Vec::new(),
            }]
        };
        sites.learn("once.test", &hosts("mx.one.test"));
        for number in 0..2 * MOST {
            sites.learn("often.test", &hosts("mx.two.test"));
            sites.learn(&format!("d{number}.test"), &hosts("mx.many.test"));
        }
        assert_eq!(sites.get("once.test"), None);
        assert_eq!(sites.get("often.test").as_deref(), Some("two.test"));
        sites.learn("often.test", &hosts("mx.three.test"));
        assert_eq!(sites.get("often.test").as_deref(), Some("three.test"));
        let mixed = [hosts("www.google.com"), hosts("mx.evil.test")].concat();
        sites.learn("mail.evil.test", &mixed);
        assert_eq!(sites.get("mail.evil.test").as_deref(), Some("evil.test"));
        let known = sites.known();
        assert!(known.younger.len() + known.older.len() <= 2 * MOST);
    }
}
