//! The receiving sites, as this process knows them: how many connections each may have, and for how long one is left
//! alone. Learned from what they answer; forgotten when the process ends.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use postrider_domain::contacts::mailbox::{domain_number, domain_of};
use postrider_domain::numbers::Millis;
use postrider_domain::sending::sending_domain::organizational;
use postrider_store::delivery::taking::Admission;

use super::pace::Pace;

/// The name of a mail domain's site, once DNS has said it.
pub type SiteName = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;
/// How many processes share the limits.
pub type Processes = Arc<dyn Fn() -> usize + Send + Sync>;

/// Connections to a site that nothing is known about.
const AT_FIRST: usize = 4;
/// What DNS said about a mail domain is asked for again after this long.
const NAME_MS: i64 = 60_000;
/// A site that nothing went to for so long is forgotten.
const FORGOTTEN_MS: i64 = 3_600_000;
/// Mail domains that are remembered; more are looked up anew.
const DOMAINS: usize = 100_000;

pub struct Sites {
    name: SiteName,
    processes: Processes,
    /// Connections to one site, over all processes.
    most: usize,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    domains: HashMap<String, Named>,
    sites: HashMap<i64, Site>,
}

#[derive(Clone, Copy)]
struct Named {
    site: i64,
    until: i64,
}

struct Site {
    pace: Pace,
    /// Taken and without an outcome.
    under_way: usize,
    /// Of those, how many are being handed over.
    connections: usize,
    used_at: i64,
}

/// What a mail to a site came to, as far as the site is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    Taken,
    /// It asks for less.
    Throttled,
    /// It does not want us.
    Refused,
    /// Nobody is there.
    Away,
    /// Nothing that says how it stands.
    Nothing,
}

impl Sites {
    pub fn new(name: SiteName, processes: Processes, most: usize) -> Self {
        Self {
            name,
            processes,
            most,
            known: Mutex::default(),
        }
    }

    /// The site that mail to an address goes to: that of its exchangers, or the owner of the mail domain while nobody
    /// has asked DNS.
    pub fn of(&self, email: &str, now: i64) -> i64 {
        let domain = domain_of(email);
        if let Some(named) = self.lock().domains.get(domain)
            && now < named.until
        {
            return named.site;
        }
        let Some(name) = (self.name)(domain) else {
            return domain_number(organizational(domain));
        };
        let site = domain_number(&name);
        let until = now + NAME_MS;
        let mut known = self.lock();
        if known.domains.len() >= DOMAINS {
            known.domains.clear();
        }
        known
            .domains
            .insert(domain.to_owned(), Named { site, until });
        site
    }

    /// Connections that this process may have to one site.
    fn share(&self) -> usize {
        self.most.div_ceil((self.processes)().max(1)).max(1)
    }

    /// How many more may be taken for a site.
    fn room(&self, site: i64, now: i64) -> usize {
        let share = self.share();
        match self.lock().sites.get(&site) {
            None => 2 * AT_FIRST.min(share),
            Some(site) => site.pace.window(now, share).saturating_sub(site.under_way),
        }
    }

    /// A recipient for the site was taken.
    pub fn took(&self, site: i64, now: i64) {
        let mut known = self.lock();
        let site = known.sites.entry(site).or_insert_with(Site::new);
        site.under_way += 1;
        site.used_at = now;
    }

    /// Its outcome is known.
    pub fn heard(&self, site: i64, heard: Heard, now: i64) {
        let share = self.share();
        let mut known = self.lock();
        let Some(site) = known.sites.get_mut(&site) else {
            return;
        };
        site.under_way = site.under_way.saturating_sub(1);
        match heard {
            Heard::Taken => site.pace.taken(share),
            Heard::Throttled | Heard::Away => site.pace.throttled(now),
            Heard::Refused => site.pace.refused(now),
            Heard::Nothing => {}
        }
    }

    /// DNS says that it goes elsewhere than was thought.
    pub fn moved(&self, from: i64, to: i64, now: Millis) {
        self.heard(from, Heard::Nothing, now.0);
        self.took(to, now.0);
    }

    /// Whether another connection to the site may be used now; then it is.
    pub fn enter(&self, site: i64) -> bool {
        let share = self.share();
        let mut known = self.lock();
        let site = known.sites.entry(site).or_insert_with(Site::new);
        let is_free = site.connections < site.pace.connections(share);
        site.connections += usize::from(is_free);
        is_free
    }

    pub fn leave(&self, site: i64) {
        if let Some(site) = self.lock().sites.get_mut(&site) {
            site.connections = site.connections.saturating_sub(1);
        }
    }

    /// Forgets what nobody needs.
    pub fn tidy(&self, now: i64) {
        let mut known = self.lock();
        known
            .sites
            .retain(|_, site| site.under_way > 0 || now - site.used_at < FORGOTTEN_MS);
        known.domains.retain(|_, named| now < named.until);
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Site {
    fn new() -> Self {
        Self {
            pace: Pace::starting(AT_FIRST),
            under_way: 0,
            connections: 0,
            used_at: 0,
        }
    }
}

/// What one transaction may still take for each site. Made anew when the transaction runs again.
pub struct Capacity<'a> {
    sites: &'a Sites,
    now: i64,
    left: HashMap<i64, usize>,
}

impl<'a> Capacity<'a> {
    pub fn new(sites: &'a Sites, now: i64) -> Self {
        Self {
            sites,
            now,
            left: HashMap::new(),
        }
    }

    /// How many more may be taken for a site.
    pub fn left(&mut self, site: i64) -> usize {
        let Self { sites, now, left } = self;
        *left.entry(site).or_insert_with(|| sites.room(site, *now))
    }

    pub fn admit(&mut self, email: &str) -> Admission {
        let site = self.sites.of(email, self.now);
        match self.left(site) {
            0 => Admission::Wait(site),
            left => {
                self.left.insert(site, left - 1);
                Admission::Go
            }
        }
    }

    /// Takes a place whether there is one or not: somebody has waited long enough.
    pub fn let_go(&mut self, email: &str) -> Admission {
        let site = self.sites.of(email, self.now);
        let left = self.left(site);
        self.left.insert(site, left.saturating_sub(1));
        Admission::Go
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sites(most: usize, processes: usize) -> Sites {
        let name: SiteName = Arc::new(|domain: &str| match domain {
            "a.test" | "b.test" => Some("shared.test".to_owned()),
            _ => None,
        });
        Sites::new(name, Arc::new(move || processes), most)
    }

    fn admitted(sites: &Sites, email: &str, now: i64) -> usize {
        let mut capacity = Capacity::new(sites, now);
        (0..1_000)
            .take_while(|_| capacity.admit(email) == Admission::Go)
            .count()
    }

    #[test]
    fn domains_behind_one_exchanger_share_its_limit() {
        let sites = sites(16, 1);
        assert_eq!(sites.of("x@a.test", 0), sites.of("y@b.test", 0));
        assert_ne!(sites.of("x@a.test", 0), sites.of("x@c.test", 0));
        let mut capacity = Capacity::new(&sites, 0);
        let both = ["x@a.test", "y@b.test"].iter().cycle().take(100);
        let went = both.filter(|email| capacity.admit(email) == Admission::Go);
        assert_eq!(went.count(), 2 * AT_FIRST);
        assert_eq!(capacity.admit("x@c.test"), Admission::Go);
    }

    #[test]
    fn a_site_that_takes_mail_gets_more_of_it_and_one_that_asks_for_less_gets_less() {
        let sites = sites(16, 1);
        let site = sites.of("x@a.test", 0);
        for _ in 0..500 {
            sites.took(site, 0);
            sites.heard(site, Heard::Taken, 0);
        }
        assert_eq!(admitted(&sites, "x@a.test", 0), 32);
        sites.took(site, 0);
        sites.heard(site, Heard::Throttled, 0);
        assert_eq!(admitted(&sites, "x@a.test", 0), 0, "left alone");
        let later = admitted(&sites, "x@a.test", 600_000);
        assert!(0 < later && later < 32, "{later}");
    }

    #[test]
    fn limits_are_divided_by_the_processes() {
        let sites = sites(16, 4);
        let site = sites.of("x@a.test", 0);
        for _ in 0..500 {
            sites.took(site, 0);
            sites.heard(site, Heard::Taken, 0);
        }
        assert_eq!(admitted(&sites, "x@a.test", 0), 8);
        let entered = (0..100).take_while(|_| sites.enter(site)).count();
        assert_eq!(entered, 4);
        sites.leave(site);
        assert!(sites.enter(site));
    }

    #[test]
    fn what_is_under_way_takes_its_room_until_it_is_known() {
        let sites = sites(16, 1);
        let site = sites.of("x@a.test", 0);
        for _ in 0..2 * AT_FIRST {
            sites.took(site, 0);
        }
        assert_eq!(admitted(&sites, "x@a.test", 0), 0);
        sites.heard(site, Heard::Nothing, 0);
        assert_eq!(admitted(&sites, "x@a.test", 0), 1);
    }
}
