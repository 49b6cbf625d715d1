//! What receiving domains promise about their hosts (MTA-STS), asked for over HTTPS and remembered as long as they say.

use std::sync::Arc;
use std::time::{Duration, Instant};

use moka::Expiry;
use moka::future::Cache;
use postrider_domain::network::AllowPrivate;
use postrider_domain::sending::mta_sts::{Mode, Policy, policy_id};
use postrider_domain::sending::sending_domain::Answer;
use postrider_mail::dns::Resolver;
use postrider_media::fetch::{Fetcher, Limits};
use rustls::RootCertStore;
use url::Url;

/// Domains that are remembered.
const DOMAINS: u64 = 50_000;
/// Policies that are remembered: few domains have one.
const POLICIES: u64 = 10_000;
/// After this long DNS is asked again whether there is another.
const LOOKED_AT: Duration = Duration::from_hours(1);
/// What fetching one may take: mail waits for it.
const FETCHING: Limits = Limits {
    max_bytes: 64 << 10,
    whole: Duration::from_secs(10),
    connect: Duration::from_secs(5),
    redirects: 0,
};

/// Where policies are, and whom we believe that they are.
#[derive(Clone, Default)]
pub struct PolicyHosts {
    /// 443, but for rehearsals.
    pub port: Option<u16>,
    /// The system's, but for rehearsals.
    pub roots: Option<RootCertStore>,
}

/// A policy as it was promised under an id.
struct Promise {
    id: String,
    policy: Policy,
}

pub(super) struct Policies {
    resolver: Resolver,
    fetcher: Fetcher,
    port: Option<u16>,
    /// What holds for a domain for the next hour.
    known: Cache<String, Option<Arc<Promise>>>,
    /// Policies hold as long as they say, whatever DNS says meanwhile: whoever could hide them there could lead the
    /// mail elsewhere too.
    promised: Cache<String, Arc<Promise>>,
}

impl Policies {
    pub(super) fn new(resolver: Resolver, allowed: AllowPrivate, hosts: PolicyHosts) -> Self {
        let fetcher = Fetcher::new(allowed, FETCHING);
        Self {
            resolver,
            fetcher: match hosts.roots {
                Some(roots) => fetcher.trusting(roots),
                None => fetcher,
            },
            port: hosts.port,
            known: Cache::builder()
                .max_capacity(DOMAINS)
                .time_to_live(LOOKED_AT)
                .build(),
            promised: Cache::builder()
                .max_capacity(POLICIES)
                .expire_after(AsPromised)
                .build(),
        }
    }

    /// The policy that mail to the domain must obey.
    pub(super) async fn enforced(&self, domain: &str) -> Option<Enforced> {
        let known = self.known.get_with_by_ref(domain, self.look(domain));
        let promise = known.await?;
        (promise.policy.mode == Mode::Enforce).then_some(Enforced(promise))
    }

    async fn look(&self, domain: &str) -> Option<Arc<Promise>> {
        let promised = self.promised.get(domain).await;
        let records = match self.resolver.texts(&format!("_mta-sts.{domain}")).await {
            Answer::Found(records) => records,
            Answer::Nothing | Answer::NoAnswer => return promised,
        };
        let Some(id) = policy_id(&records) else {
            return promised;
        };
        if promised.as_ref().is_some_and(|promise| promise.id == id) {
            return promised;
        }
        let Some(policy) = self.fetch(domain).await else {
            return promised;
        };
        let promise = Arc::new(Promise {
            id: id.to_owned(),
            policy,
        });
        self.promised
            .insert(domain.to_owned(), Arc::clone(&promise))
            .await;
        Some(promise)
    }

    async fn fetch(&self, domain: &str) -> Option<Policy> {
        let host = format!("mta-sts.{domain}");
        let port = self.port.map(|port| format!(":{port}")).unwrap_or_default();
        let url = format!("https://{host}{port}/.well-known/mta-sts.txt");
        let url = Url::parse(&url).ok()?;
        let Answer::Found(addresses) = self.resolver.addresses(&host).await else {
            return None;
        };
        let fetched = match self.fetcher.get_at(&url, &addresses).await {
            Ok(fetched) => fetched,
            Err(error) => {
                tracing::info!(domain, error = %error, "the MTA-STS policy of a domain could not be fetched");
                return None;
            }
        };
        Policy::parse(std::str::from_utf8(&fetched.bytes).ok()?)
    }
}

/// A policy that is to be obeyed.
pub(super) struct Enforced(Arc<Promise>);

impl Enforced {
    pub(super) fn names(&self, host: &str) -> bool {
        self.0.policy.names(host)
    }
}

struct AsPromised;

impl Expiry<String, Arc<Promise>> for AsPromised {
    fn expire_after_create(
        &self,
        _: &String,
        promise: &Arc<Promise>,
        _: Instant,
    ) -> Option<Duration> {
        Some(Duration::from_secs(promise.policy.max_age_s))
    }

    fn expire_after_update(
        &self,
        domain: &String,
        promise: &Arc<Promise>,
        at: Instant,
        _: Option<Duration>,
    ) -> Option<Duration> {
        self.expire_after_create(domain, promise, at)
    }
}
