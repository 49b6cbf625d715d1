//! The way to the receivers themselves: to the hosts that DNS names for a mail's domain.

mod failures;
mod known_sites;
#[cfg(test)]
mod tests;

use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};

use postrider_domain::contacts::mailbox::domain_of;
use postrider_domain::network::AllowPrivate;
use postrider_mail::dns::{Exchanger, Exchangers, Resolver};
use postrider_mail::smtp::{
    AnyCertificate, BadRelay, Connection, Failure, Relay, ReplyClass, Timeouts, classify,
};
use postrider_store::db::Clock;

use super::attempt::Attempt;
use super::letter::Mail;
use super::pool::{Open, Pool, PoolLimits, no_connection};
use failures::Failures;
use known_sites::KnownSites;

/// Connections that are tried for one mail.
const TRIES: usize = 6;

/// Receivers with many machines behind one name get new connections now and then, which spread.
const KEPT: PoolLimits = PoolLimits {
    per_host: 50,
    in_all: 500,
    mails: 100,
};

pub struct DirectOptions {
    pub resolver: Resolver,
    /// The name we go by.
    pub hello: String,
    /// Where hosts listen: 25, but for rehearsals.
    pub port: u16,
    pub allow_private: AllowPrivate,
    pub timeouts: Timeouts,
    pub clock: Clock,
}

pub struct Direct {
    resolver: Resolver,
    hello: String,
    port: u16,
    allow_private: AllowPrivate,
    timeouts: Timeouts,
    clock: Clock,
    tls: AnyCertificate,
    pool: Pool,
    failures: Failures,
    sites: KnownSites,
    /// Grows with every connection: equally good hosts, and their addresses, are used in turn.
    turn: AtomicUsize,
}

impl Direct {
    pub fn new(options: DirectOptions) -> Result<Self, BadRelay> {
        Ok(Self {
            tls: AnyCertificate::new()?,
            pool: Pool::new(KEPT, options.clock.clone()),
            failures: Failures::default(),
            sites: KnownSites::default(),
            turn: AtomicUsize::new(0),
            resolver: options.resolver,
            hello: options.hello,
            port: options.port,
            allow_private: options.allow_private,
            timeouts: options.timeouts,
            clock: options.clock,
        })
    }

    /// The site that takes the mail of a domain, as far as DNS has been asked: the registrable domain of its
    /// best host.
    pub fn site_of(&self, domain: &str) -> Option<String> {
        self.sites.get(domain)
    }

    /// Asks DNS about a domain whose site nobody knows yet.
    pub(super) async fn learn(&self, domain: &str) {
        if self.sites.get(domain).is_none()
            && let Exchangers::Hosts(hosts) = self.resolver.exchangers(domain).await
        {
            self.sites.learn(domain, &hosts);
        }
    }

    pub(super) async fn deliver(
        &self,
        mail: &Mail,
        at_dot: impl FnMut() -> std::io::Result<()> + Send,
    ) -> Attempt {
        let domain = domain_of(&mail.to).to_ascii_lowercase();
        let hosts = match self.resolver.exchangers(&domain).await {
            Exchangers::Hosts(hosts) => hosts,
            Exchangers::NoMail => return takes_no_mail(&domain),
            Exchangers::NoDomain => {
                let why = format!("{domain} does not exist or has no address for mail");
                return Attempt::NoSuchDomain(why);
            }
            // It says nothing about the way to other receivers.
            Exchangers::NoAnswer(why) => return Attempt::NotSent(why),
        };
        self.sites.learn(&domain, &hosts);
        let idle = self.idle(&hosts);
        let fresh = self.connect(&hosts);
        self.pool.deliver(idle, fresh, mail, at_dot).await
    }

    /// Says goodbye on connections that nobody used since.
    pub(super) async fn close_idle(&self, since: i64) {
        self.pool.close_idle(since).await;
    }

    /// An idle connection to one of the best hosts that work: a worse one is there for when they do not.
    fn idle(&self, hosts: &[Exchanger]) -> Option<Open> {
        let now = (self.clock)();
        let works = |host: &&Exchanger| {
            let mut addresses = host.addresses.iter();
            addresses.any(|&address| !self.failures.is_known(address, now))
        };
        let best = hosts.iter().find(works).or(hosts.first())?.preference;
        let mut equals = hosts.iter().filter(|host| host.preference == best);
        equals.find_map(|host| self.pool.take(&host.name))
    }

    /// A connection to the first host that lets us in.
    async fn connect(&self, hosts: &[Exchanger]) -> Result<Open, Attempt> {
        let now = (self.clock)();
        let mut came_of_it = None;
        let mut refused_by = None;
        for Target { host, address } in self.targets(hosts, now) {
            // A host that said no says it at its other addresses too.
            if refused_by == Some(&host.name) {
                continue;
            }
            let relay = Relay::exchanger(&host.name, address, &self.tls);
            let failure = match Connection::open(&relay, &self.hello, &self.timeouts).await {
                Ok(connection) => {
                    self.failures.forget(address.ip());
                    return Ok(Open::fresh(&host.name, connection));
                }
                Err(failure) => failure,
            };
            tracing::debug!(host = host.name, address = %address, reason = %failure, "a receiving host could not be connected to");
            match failure {
                Failure::Trouble(_) => self.failures.remember(address.ip(), now),
                Failure::Refused { .. } => refused_by = Some(&host.name),
            }
            came_of_it = Some(match (came_of_it, not_let_in(failure)) {
                // Whoever may let us in later counts for more than one that does not want us.
                (Some(before), Attempt::ShutOut(_)) => before,
                (_, latest) => latest,
            });
        }
        Err(came_of_it.unwrap_or_else(|| self.nothing_to_try(hosts, now)))
    }

    fn nothing_to_try(&self, hosts: &[Exchanger], now: i64) -> Attempt {
        let mut addresses = hosts.iter().flat_map(|host| &host.addresses);
        if addresses.any(|&address| self.failures.is_known(address, now)) {
            let why = "its mail servers could not be reached a moment ago";
            return Attempt::Unreachable(why.to_owned());
        }
        Attempt::NotSent("its mail servers have no public address".to_owned())
    }

    /// Where a mail is tried, best first. What failed a moment ago is left out: whoever waits for a host that is away
    /// holds one of its site's connections.
    fn targets<'a>(&self, hosts: &'a [Exchanger], now: i64) -> Vec<Target<'a>> {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        // One host must not take the tries of all others.
        let per_host = TRIES.div_ceil(hosts.len()).max(2);
        let mut working = Vec::new();
        for host in in_turn(hosts, turn, |host| host.preference) {
            let addresses = in_turn(&host.addresses, turn, IpAddr::is_ipv4);
            let addresses = addresses.map(|&ip| SocketAddr::new(ip, self.port));
            let mut tries = 0;
            for address in addresses.filter(|&it| self.allow_private.may_reach(it)) {
                if tries < per_host && !self.failures.is_known(address.ip(), now) {
                    tries += 1;
                    working.push(Target { host, address });
                }
            }
        }
        working.truncate(TRIES);
        working
    }
}

/// What it means for a mail that a host did not let us in: one that asks us to come later has answered.
fn not_let_in(failure: Failure) -> Attempt {
    if let Failure::Refused { phase, reply } = &failure
        && let verdict @ (ReplyClass::TryLater | ReplyClass::Throttled) = classify(*phase, reply)
    {
        let reply = reply.to_line();
        return Attempt::Replied {
            class: verdict,
            reply,
        };
    }
    no_connection(failure)
}

/// In the same order, but of those that are equally good another one first each time.
fn in_turn<T, K: PartialEq>(
    sorted: &[T],
    turn: usize,
    goodness: impl Fn(&T) -> K,
) -> impl Iterator<Item = &T> {
    let equals = sorted.chunk_by(move |one, other| goodness(one) == goodness(other));
    equals.flat_map(move |equals| {
        let (before, from) = equals.split_at(turn % equals.len());
        from.iter().chain(before)
    })
}

struct Target<'a> {
    host: &'a Exchanger,
    address: SocketAddr,
}

fn takes_no_mail(domain: &str) -> Attempt {
    Attempt::Replied {
        class: ReplyClass::AddressFailure,
        reply: format!("556 5.1.10 {domain} says in DNS that it takes no mail"),
    }
}
