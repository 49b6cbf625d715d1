//! Tries at passwords, codes and links, counted by this process: of an account, from an address, and of all. A try counts from
//! its beginning, so that many at once are not all let through, and is taken back if it was right.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use postrider_domain::accounts::backoff::{FailedTries, TryLimit, wait_ms};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::numbers::Millis;
use postrider_domain::proxies::holder;

/// Of accounts and of addresses so many are counted each. All together let 600 tries a minute through and an hour later
/// they are forgotten, so there are never more. If there were, new ones would be counted with all others alone.
const COUNTED: usize = 1 << 16;

#[derive(Default)]
pub struct Tries(Mutex<Counts>);

struct Counts {
    accounts: HashMap<String, FailedTries>,
    addresses: HashMap<IpAddr, FailedTries>,
    everybody: FailedTries,
}

/// At what, and from where.
#[derive(Clone, Debug)]
pub struct Try {
    /// The address of the account, whether there is one or not; nothing for a link.
    pub account: Option<String>,
    pub address: Option<IpAddr>,
}

impl Tries {
    /// Counts a try and lets it through, or says when to come again.
    pub fn begin(&self, tried: &Try, now: Millis) -> Result<(), Problem> {
        let mut counts = self.open();
        let wait = counts.wait_ms(tried, now);
        if wait > 0 {
            let message = "Too many tries to sign in, here or elsewhere.";
            return Err(
                Problem::new(Code::RateLimited, message).retry_after((wait as u64).div_ceil(1000))
            );
        }
        counts.add(tried, now);
        Ok(())
    }

    /// It was right: nothing is held against the account, and one less against the others.
    pub fn forgive(&self, tried: &Try) {
        let mut counts = self.open();
        if let Some(account) = &tried.account {
            counts.accounts.remove(account);
        }
        if let Some(address) = tried.address
            && let Some(failed) = counts.addresses.get_mut(&holder(address))
        {
            *failed = failed.take_back();
        }
        counts.everybody = counts.everybody.take_back();
    }

    fn open(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for Counts {
    fn default() -> Self {
        Self {
            accounts: HashMap::new(),
            addresses: HashMap::new(),
            everybody: FailedTries::NONE,
        }
    }
}

impl Counts {
    fn wait_ms(&self, tried: &Try, now: Millis) -> i64 {
        let account = tried.account.as_ref();
        let account = account.and_then(|account| self.accounts.get(account));
        let address = tried.address.map(holder);
        let address = address.and_then(|address| self.addresses.get(&address));
        let none = FailedTries::NONE;
        wait_ms(
            *account.unwrap_or(&none),
            *address.unwrap_or(&none),
            self.everybody,
            now,
        )
    }

    fn add(&mut self, tried: &Try, now: Millis) {
        if let Some(account) = &tried.account {
            count(&mut self.accounts, account.clone(), TryLimit::ACCOUNT, now);
        }
        if let Some(address) = tried.address {
            let address = holder(address);
            count(&mut self.addresses, address, TryLimit::ADDRESS, now);
        }
        self.everybody = self.everybody.add(TryLimit::EVERYBODY, now);
    }
}

fn count<K: Eq + Hash>(counts: &mut HashMap<K, FailedTries>, key: K, limit: TryLimit, now: Millis) {
    if counts.len() >= COUNTED {
        counts.retain(|_, failed| !failed.is_forgotten(limit, now));
    }
    if counts.len() >= COUNTED && !counts.contains_key(&key) {
        return;
    }
    let failed = counts.entry(key).or_insert(FailedTries::NONE);
    *failed = failed.add(limit, now);
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Millis = Millis(1_800_000_000_000);

    fn at(account: &str, address: &str) -> Try {
        Try {
            account: Some(account.to_owned()),
            address: address.parse().ok(),
        }
    }

    #[test]
    fn an_account_is_tried_five_times_a_minute_from_wherever() {
        let counted = Tries::default();
        for number in 0..5 {
            let address = format!("198.51.100.{number}");
            assert!(
                counted
                    .begin(&at("ada@example.test", &address), NOW)
                    .is_ok()
            );
        }
        let ada = at("ada@example.test", "198.51.100.9");
        let refused = counted.begin(&ada, NOW).unwrap_err();
        assert_eq!(
            (refused.code, refused.retry_after),
            (Code::RateLimited, Some(60))
        );
        assert!(
            counted
                .begin(&at("bob@example.test", "198.51.100.9"), NOW)
                .is_ok()
        );
        assert!(counted.begin(&ada, Millis(NOW.0 + 60_000)).is_ok());
    }

    #[test]
    fn an_address_tries_twenty_accounts_a_minute_and_a_network_is_one() {
        let counted = Tries::default();
        for number in 0..20 {
            let address = format!("2001:db8:1:2::{number:x}");
            assert!(
                counted
                    .begin(&at(&format!("{number}@example.test"), &address), NOW)
                    .is_ok()
            );
        }
        let refused = counted.begin(&at("x@example.test", "2001:db8:1:2:ffff::1"), NOW);
        assert!(refused.is_err());
        assert!(
            counted
                .begin(&at("x@example.test", "2001:db8:1:3::1"), NOW)
                .is_ok()
        );
    }

    #[test]
    fn what_was_right_is_not_counted() {
        let counted = Tries::default();
        let ada = at("ada@example.test", "198.51.100.1");
        for _ in 0..100 {
            counted.begin(&ada, NOW).unwrap();
            counted.forgive(&ada);
        }
        for _ in 0..4 {
            counted.begin(&ada, NOW).unwrap();
        }
        counted.begin(&ada, NOW).unwrap();
        assert!(counted.begin(&ada, NOW).is_err());
    }

    #[test]
    fn tables_are_bounded_and_everybody_counts_on() {
        let mut counts = Counts::default();
        for number in 0..COUNTED + 10 {
            count(
                &mut counts.accounts,
                number.to_string(),
                TryLimit::ACCOUNT,
                NOW,
            );
        }
        assert_eq!(counts.accounts.len(), COUNTED);
        let later = Millis(NOW.0 + 3 * 60 * 60 * 1000);
        count(
            &mut counts.accounts,
            "new".to_owned(),
            TryLimit::ACCOUNT,
            later,
        );
        assert_eq!(counts.accounts.len(), 1);
        let counted = Tries::default();
        for number in 0..600 {
            let address = format!("10.0.{}.{}", number / 200, number % 200);
            assert!(
                counted
                    .begin(&at(&number.to_string(), &address), NOW)
                    .is_ok()
            );
        }
        assert!(counted.begin(&at("new", "192.0.2.1"), NOW).is_err());
    }
}
