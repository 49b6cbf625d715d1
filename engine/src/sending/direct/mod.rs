//! The way to the receivers themselves: to the hosts that DNS names for a mail's domain.

mod encrypted_hosts;
mod failures;
mod known_sites;
mod policies;
#[cfg(test)]
mod tests;

use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};

use postrider_domain::contacts::mailbox::domain_of;
use postrider_domain::network::AllowPrivate;
use postrider_mail::dns::{Exchanger, Exchangers, Resolver};
use postrider_mail::smtp::{
    AnyCertificate, BadRelay, Connection, Failure, Phase, Relay, ReplyClass, Timeouts,
    TrustedCertificate, classify,
};
use postrider_store::db::Clock;

use super::attempt::Attempt;
use super::letter::Mail;
use super::pool::{Open, Pool, PoolLimits, no_connection};
use encrypted_hosts::EncryptedHosts;
use failures::Failures;
use known_sites::KnownSites;
pub use policies::PolicyHosts;
use policies::{Enforced, Policies};

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
    /// How long a host that encrypted is not mailed in the clear; 0: it may be at any time.
    pub encrypted_ms: i64,
    pub policy_hosts: PolicyHosts,
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
    /// For hosts of domains that promise certificates.
    trusted: TrustedCertificate,
    policies: Policies,
    encrypted: EncryptedHosts,
    pool: Pool,
    failures: Failures,
    sites: KnownSites,
    /// Grows with every connection: equally good hosts, and their addresses, are used in turn.
    turn: AtomicUsize,
}

impl Direct {
    pub fn new(options: DirectOptions) -> Result<Self, BadRelay> {
        let PolicyHosts { roots, .. } = &options.policy_hosts;
        let trusted = match roots {
            Some(roots) => TrustedCertificate::of(roots.clone())?,
            None => TrustedCertificate::system()?,
        };
        let (resolver, allowed) = (options.resolver.clone(), options.allow_private.clone());
        Ok(Self {
            tls: AnyCertificate::new()?,
            trusted,
            policies: Policies::new(resolver, allowed, options.policy_hosts),
            encrypted: EncryptedHosts::remembered_for(options.encrypted_ms),
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
        let (hosts, trust) = match self.policies.enforced(&domain).await {
            None => (hosts, Trust::Any),
            Some(policy) => {
                let Some(hosts) = named(hosts, &policy) else {
                    let why = format!("the policy of {domain} names none of its mail servers");
                    return Attempt::NotSent(why);
                };
                (hosts, Trust::Promised)
            }
        };
        let idle = self.idle(&hosts, trust);
        let fresh = self.connect(&hosts, trust);
        self.pool.deliver(idle, fresh, mail, at_dot).await
    }

    /// Says goodbye on connections that nobody used since.
    pub(super) async fn close_idle(&self, since: i64) {
        self.pool.close_idle(since).await;
    }

    /// An idle connection to one of the best hosts that work: a worse one is there for when they do not.
    fn idle(&self, hosts: &[Exchanger], trust: Trust) -> Option<Open> {
        let now = (self.clock)();
        let works = |host: &&Exchanger| {
            let mut addresses = host.addresses.iter();
            addresses.any(|&address| !self.failures.is_known(address, now))
        };
        let best = hosts.iter().find(works).or(hosts.first())?.preference;
        let mut equals = hosts.iter().filter(|host| host.preference == best);
        equals.find_map(|host| self.pool.take(&trust.connection_to(&host.name)))
    }

    /// A connection to the first host that lets us in.
    async fn connect(&self, hosts: &[Exchanger], trust: Trust) -> Result<Open, Attempt> {
        let now = (self.clock)();
        let mut came_of_it = None;
        let mut refused_by = None;
        for Target { host, address } in self.targets(hosts, now) {
            // A host that said no says it at its other addresses too.
            if refused_by == Some(&host.name) {
                continue;
            }
            let relay = self.relay(&host.name, address, trust, now);
            let failure = match Connection::open(&relay, &self.hello, &self.timeouts).await {
                Ok(connection) => {
                    self.failures.forget(address.ip());
                    if connection.is_encrypted() {
                        self.encrypted.remember(&host.name, now);
                    }
                    return Ok(Open::fresh(&trust.connection_to(&host.name), connection));
                }
                Err(failure) => in_the_clear(failure),
            };
            tracing::debug!(host = host.name, address = %address, reason = %failure, "a receiving host could not be connected to");
            match failure {
                // Without the promise it may work.
                Failure::Trouble(_) if trust == Trust::Promised => {}
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

    fn relay(&self, host: &str, address: SocketAddr, trust: Trust, now: i64) -> Relay {
        match trust {
            Trust::Promised => Relay::promised_exchanger(host, address, &self.trusted),
            Trust::Any => {
                let relay = Relay::exchanger(host, address, &self.tls);
                if self.encrypted.has(host, now) {
                    relay.insisting()
                } else {
                    relay
                }
            }
        }
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

/// How a host has to show who it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trust {
    /// With any certificate, or none.
    Any,
    /// With one for its name, because the domain has promised so.
    Promised,
}

impl Trust {
    /// What a connection is kept under: one that nobody had to prove serves no mail that needs it.
    fn connection_to(self, host: &str) -> String {
        match self {
            Self::Any => host.to_owned(),
            Self::Promised => format!("{host} promised"),
        }
    }
}

/// Those that the policy names, if there are any.
fn named(hosts: Vec<Exchanger>, policy: &Enforced) -> Option<Vec<Exchanger>> {
    let named = hosts.into_iter().filter(|host| policy.names(&host.name));
    let named: Vec<Exchanger> = named.collect();
    (!named.is_empty()).then_some(named)
}

/// A host that we do not mail in the clear has not refused us: it may offer encryption again.
fn in_the_clear(failure: Failure) -> Failure {
    match failure {
        Failure::Refused {
            phase: Phase::StartTls,
            reply,
        } => Failure::Trouble(reply.to_line()),
        other => other,
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
