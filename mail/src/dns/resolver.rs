//! Who asks, and remembers the answers.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hickory_resolver::TokioResolver;
use hickory_resolver::net::NetError;
use hickory_resolver::proto::rr::Name;
use mail_auth::MessageAuthenticator;
use moka::Expiry;
use moka::future::Cache;
use postrider_domain::contacts::validation::DomainAnswer;
use tokio::sync::Semaphore;

use super::limits::Limits;
use super::measures::Measures;
use super::question::{self, Heard};
use super::{exchangers, upstream};

#[derive(Debug, thiserror::Error)]
#[error("the DNS resolver cannot be set up: {0}")]
pub struct ResolverError(#[from] NetError);

/// Cheap to clone: clones share the answers and the limits.
#[derive(Clone)]
pub struct Resolver(pub(super) Arc<Shared>);

pub(super) struct Shared {
    pub(super) upstream: TokioResolver,
    known: Cache<String, Heard>,
    pub(super) exchangers: Cache<String, exchangers::Known>,
    pub(super) places: Semaphore,
    pub(super) deadline: Duration,
    pub(super) measures: Measures,
}

impl Resolver {
    /// Asks `server`, or those that the machine is set up with. Their addresses are read once, here.
    pub fn new(server: Option<SocketAddr>) -> Result<Self, ResolverError> {
        Self::with_limits(server, Limits::default())
    }

    pub fn with_limits(server: Option<SocketAddr>, limits: Limits) -> Result<Self, ResolverError> {
        let known = Cache::builder()
            .max_capacity(limits.domains)
            .expire_after(Lifetime(limits))
            .build();
        let exchangers = Cache::builder()
            .max_capacity(limits.domains)
            .expire_after(exchangers::Lifetime(limits))
            .build();
        Ok(Self(Arc::new(Shared {
            upstream: upstream::connect(server, limits.deadline)?,
            known,
            exchangers,
            places: Semaphore::new(limits.in_flight),
            deadline: limits.deadline,
            measures: Measures::new(),
        })))
    }

    /// Asks the same servers whether mails are from whom they say.
    pub(crate) fn authenticator(&self) -> MessageAuthenticator {
        MessageAuthenticator(self.0.upstream.clone())
    }

    /// Whether `domain`, in A-label form and lower case as addresses are stored, takes mail. Whoever asks about
    /// a domain that is being asked about waits for that answer; one that is older than its records live is asked for again.
    pub async fn mail_domain(&self, domain: &str) -> DomainAnswer {
        let look_up = self.0.look_up(domain);
        self.0.known.get_with_by_ref(domain, look_up).await.answer
    }
}

impl Shared {
    async fn look_up(&self, domain: &str) -> Heard {
        // The dot at the end: the machine's search domains are not for the domains of strangers.
        let Ok(name) = Name::from_ascii(format!("{domain}.")) else {
            return Heard::NOTHING;
        };
        // The semaphore is never closed.
        let Ok(_place) = self.places.acquire().await else {
            return Heard::NOTHING;
        };
        let since = tokio::time::Instant::now();
        let heard = tokio::time::timeout(self.deadline, question::ask(&self.upstream, name))
            .await
            .unwrap_or(Heard::NOTHING);
        self.measures.answered(heard.answer, since.elapsed());
        heard
    }
}

struct Lifetime(Limits);

impl Expiry<String, Heard> for Lifetime {
    fn expire_after_create(&self, _: &String, heard: &Heard, _: Instant) -> Option<Duration> {
        let limits = &self.0;
        let at_most = match heard.answer {
            DomainAnswer::TakesMail => limits.kept,
            DomainAnswer::NoMail => limits.refusal_kept.min(limits.kept),
            DomainAnswer::NoAnswer => return Some(limits.silence_kept),
        };
        Some(heard.lives.map_or(at_most, |lives| lives.min(at_most)))
    }
}
