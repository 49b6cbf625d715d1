//! What every part of the server shares.

pub mod content_host;
pub mod home;
pub mod known_keys;
pub mod last_seen;
pub mod last_used;
pub mod limiter;
pub mod operation;
pub mod request_meter;
pub mod tries;

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use aws_lc_rs::hmac;
use metrics_exporter_prometheus::PrometheusHandle;
use postrider_domain::accounts::credits::Plans;
use postrider_domain::secret::Secret;
use postrider_domain::sending::tracking::Signer;
use postrider_engine::accounts::passwords::Passwords;
use postrider_engine::camera::Camera;
use postrider_engine::catalog::Finder;
use postrider_engine::designs::Workshop;
use postrider_engine::domains::{KeyMaker, Lookout, ProbeKey};
use postrider_engine::generation::Maker;
use postrider_engine::objects::Objects;
use postrider_engine::pictures::Pictures;
use postrider_engine::seal::Seal;
use postrider_engine::sending::Mailer;
use postrider_engine::tracking::{Links, Tracker};
use postrider_engine::validation::{Checker, KnownDomains};
use postrider_mail::dns::Resolver;
use postrider_mail::smtp::TrustedCertificate;
use postrider_store::db::{Db, Places};
use postrider_store::domains::Sandbox;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::app::content_host::ContentHost;
use crate::app::home::Home;
use crate::app::known_keys::KnownKeys;
use crate::app::last_seen::LastSeen;
use crate::app::last_used::LastUsed;
use crate::app::limiter::Limiter;
use crate::app::operation::Operation;
use crate::app::request_meter::RequestMeter;
use crate::app::tries::Tries;
use crate::clock::Clock;
use crate::config::{Config, MailMode};

/// Keys derived from the installation's secret, one for each purpose.
pub struct Keys {
    pub cursor: [u8; 32],
    pub opt_out: hmac::Key,
    pub notification: hmac::Key,
    /// Seals the private keys of domains.
    pub dkim: Arc<Seal>,
    /// Seals the secrets of connections.
    pub connections: Arc<Seal>,
    /// Seals the second factors of people.
    pub people: Arc<Seal>,
    /// Seals what a link to a file stands for.
    pub downloads: Arc<Seal>,
    pub probe: ProbeKey,
    /// Signs the tokens in mails.
    pub track: Arc<Signer>,
}

impl Keys {
    pub fn derive(secret: &Secret) -> Self {
        Self {
            cursor: secret.derive("cursor"),
            opt_out: hmac::Key::new(hmac::HMAC_SHA256, &secret.derive("opt-out")),
            notification: hmac::Key::new(hmac::HMAC_SHA256, &secret.derive("notification")),
            dkim: Arc::new(Seal::new(secret.derive("dkim"))),
            connections: Arc::new(Seal::new(secret.derive("connection"))),
            people: Arc::new(Seal::new(secret.derive("person"))),
            downloads: Arc::new(Seal::new(secret.derive("download"))),
            probe: ProbeKey::new(secret.derive("probe")),
            track: Arc::new(Signer::new(secret.derive("track"))),
        }
    }
}

/// Called at named points between the steps of a request. Fault tests end the process there; the
/// product leaves it empty.
pub type FaultPoint = Arc<dyn Fn(&'static str) + Send + Sync>;

#[derive(Clone)]
pub struct App(Arc<Inner>);

pub struct Inner {
    pub config: Config,
    pub db: Db,
    /// The same, for what callers ask.
    pub request_db: Db,
    pub objects: Objects,
    /// Where designs are made.
    pub workshop: Arc<Workshop>,
    /// Where images are brought, changed and made.
    pub pictures: Pictures,
    /// Takes pictures of mails.
    pub camera: Arc<Camera>,
    /// Makes them of words.
    pub maker: Arc<dyn Maker>,
    /// Finds templates and flows.
    pub finder: Finder,
    /// Hands mails over.
    pub mailer: Mailer,
    /// Asks DNS.
    pub resolver: Resolver,
    /// Who vouches for servers that are logged in to.
    pub trusted: TrustedCertificate,
    /// Gathers what mails bring back.
    pub tracker: Tracker,
    /// Where the links in mails lead.
    pub links: Links,
    pub clock: Clock,
    pub keys: Keys,
    pub plans: Arc<Plans>,
    pub limiter: Limiter,
    pub known_keys: KnownKeys,
    pub last_used: LastUsed,
    /// Where its pages live.
    pub home: Home,
    /// Where content lives, if apart from them.
    pub content_host: ContentHost,
    pub last_seen: LastSeen,
    /// Tries to sign in.
    pub tries: Tries,
    pub passwords: Passwords,
    pub request_meter: RequestMeter,
    /// What the process has counted, where somebody asked for it to be kept.
    pub metrics: Option<PrometheusHandle>,
    /// Cancelled when the process is to stop.
    pub stopping: CancellationToken,
    /// Asks DNS about addresses.
    pub checker: Checker,
    pub mail_domains: Arc<KnownDomains>,
    /// Asks DNS about the domains that mail comes from.
    pub domains: Lookout,
    /// For requests that wait for DNS, or for the keys of a domain.
    pub lookups: Places,
    /// Makes their keys.
    pub domain_keys: KeyMaker,
    /// What the route table offers, as `GET /v1/help` tells it.
    pub operations: Vec<Operation>,
    /// Writes run here to their end, whatever their caller does.
    pub writes: TaskTracker,
    /// How long the twin of a request that still runs waits for its answer.
    pub twin_wait: Duration,
    /// How often the lease of work outside a transaction is renewed.
    pub lease_pace: Duration,
    pub fault_point: FaultPoint,
}

impl App {
    pub fn new(inner: Inner) -> Self {
        Self(Arc::new(inner))
    }

    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The domain that every brand has from the start counts only while no mail leaves.
    pub fn sandbox(&self) -> Sandbox {
        match self.config.mail {
            MailMode::Capture => Sandbox::Shown,
            MailMode::Relay(_) | MailMode::Direct => Sandbox::Hidden,
        }
    }

    pub fn fault(&self, point: &'static str) {
        (self.fault_point)(point);
    }
}

impl Deref for App {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}
