//! Starting and stopping the service.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use metrics_exporter_prometheus::PrometheusHandle;
use postrider_content::fetch::Fetcher;
use postrider_content::jsx::Renderer;
use postrider_domain::credits::Plans;
use postrider_domain::sending_domain::Place;
use postrider_engine::assets::{self, Library};
use postrider_engine::designs::Workshop;
use postrider_engine::domains::{DomainJob, Lookout, Probe};
use postrider_engine::imports::ImportJob;
use postrider_engine::jobs::{Process, Reconciler, Work};
use postrider_engine::objects::{ObjectError, Objects};
use postrider_engine::sending::{RecoveryError, SendJob};
use postrider_engine::tracking::{self, Links, Tracker};
use postrider_engine::validation::domains::MailDomainJob;
use postrider_engine::validation::{Checker, DnsEffect, KnownDomains, ValidationJob};
use postrider_mail::dns::{Limits, Resolver, ResolverError};
use postrider_mail::smtp::{BadRelay, Timeouts};
use postrider_store::db::{Clock as EngineClock, Db, DbError};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::api::routes::contract;
use crate::api::row::Row;
use crate::api::table::RouteTable;
use crate::app::{App, FaultPoint, Inner, Keys};
use crate::clock::Clock;
use crate::config::{Config, MailMode};
use crate::data_folder::{self, Lock};
use crate::entropy::bytes;
use crate::first_start::{self, Made};
use crate::http::{Site, router};
use crate::installation::{self, Installation, OpenError};
use crate::last_used::LastUsed;
use crate::limiter::Limiter;
use crate::listen::listen;
use crate::mailing;
use crate::request_meter::RequestMeter;
use crate::upkeep;

/// How long open requests get to finish after the first signal.
const DRAIN: Duration = Duration::from_secs(30);
/// What the contract promises to a twin.
const TWIN_WAIT: Duration = Duration::from_secs(10);
/// Designs that are made at the same time.
const DESIGNS_AT_ONCE: usize = 4;
/// How long a request waits for Redis before it goes on without being counted.
const LIMITER_PATIENCE: Duration = Duration::from_millis(50);

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Folder(#[from] data_folder::DataFolderError),
    #[error("the database: {0}")]
    Database(#[from] DbError),
    #[error(transparent)]
    Objects(#[from] ObjectError),
    #[error("cannot listen on {address}: {error}")]
    Listen {
        address: SocketAddr,
        error: std::io::Error,
    },
    #[error(transparent)]
    Dns(#[from] ResolverError),
    #[error("POSTRIDER_MAIL: {0}")]
    Relay(#[from] BadRelay),
    #[error("mail that was under way cannot be settled: {0}")]
    Recovery(#[from] RecoveryError),
    #[error("the route table is wrong: {0}")]
    Routes(#[from] matchit::InsertError),
}

/// Everything that differs between a real start and a test's.
pub struct Setup {
    pub config: Config,
    pub clock: Clock,
    pub metrics: Option<PrometheusHandle>,
    /// Rows beside the contract's; tests add some to look at the pipeline itself.
    pub extra_rows: Vec<Row>,
    /// How long the twin of a request that still runs waits for its answer.
    pub twin_wait: Duration,
    /// How long a request waits for rate windows that are shared.
    pub limiter_patience: Duration,
    /// How long DNS is waited for, and its answers are kept.
    pub dns: Limits,
    /// What the images of a design may cost.
    pub images: assets::Limits,
    /// How opens and clicks gather.
    pub tracking: tracking::Limits,
    /// How long mail servers are waited for.
    pub smtp: Timeouts,
    pub fault_point: FaultPoint,
}

impl Setup {
    pub fn new(config: Config, clock: Clock) -> Self {
        Self {
            config,
            clock,
            metrics: None,
            extra_rows: Vec::new(),
            twin_wait: TWIN_WAIT,
            limiter_patience: LIMITER_PATIENCE,
            dns: Limits::default(),
            images: assets::Limits::default(),
            tracking: tracking::Limits::default(),
            smtp: Timeouts::default(),
            fault_point: Arc::new(|_| {}),
        }
    }
}

pub struct Running {
    pub app: App,
    pub address: SocketAddr,
    /// What the first start made; to be shown once.
    pub made: Option<Made>,
    stop: CancellationToken,
    tasks: TaskTracker,
    _lock: Lock,
}

pub async fn start(mut setup: Setup) -> Result<Running, StartError> {
    data_folder::create(&setup.config.data)?;
    let lock = data_folder::lock(&setup.config.data)?;
    // Before the first start makes secrets: they are shown once, and not if this fails.
    let (listener, address) = bind(&mut setup.config).await?;
    let installation = installation::open(&setup.config, &setup.clock).await?;
    upkeep::agree_on_time(&installation.db, &setup.clock).await;
    let made = first_start::run(&installation.db, setup.clock.now()).await?;
    let rows = [contract(), std::mem::take(&mut setup.extra_rows)].concat();
    let routes = Arc::new(RouteTable::new(rows)?);
    let metrics = setup.metrics.clone();
    let process = Process {
        number: data_folder::process_number(&setup.config.data)?,
        version: env!("CARGO_PKG_VERSION"),
    };
    let running = Running {
        app: app(setup, installation, &routes, process.number)?,
        address,
        made,
        stop: CancellationToken::new(),
        tasks: TaskTracker::new(),
        _lock: lock,
    };
    let dispatcher = mailing::dispatcher(&running.app, process.number).await?;
    let background = background(&running.app, process).await?;
    running.spawn(listener, routes, metrics);
    running.tasks.spawn(background.run(running.stop.clone()));
    // Straight to the receivers nothing can be mailed yet: what is under way waits.
    if running.app.config.mail != MailMode::Direct {
        running.tasks.spawn(dispatcher.run(running.stop.clone()));
    }
    Ok(running)
}

/// What every part of the server shares.
fn app(
    setup: Setup,
    installation: Installation,
    routes: &RouteTable,
    process: i64,
) -> Result<App, StartError> {
    let (config, clock) = (setup.config, setup.clock);
    let resolver = Resolver::with_limits(config.dns, setup.dns)?;
    let checker = Checker::new(resolver.clone(), dns_effect(&config.mail));
    let keys = Keys::derive(&installation.secret);
    let objects = Objects::in_folder(&config.objects)?;
    let (db, now) = (installation.db, shared(&clock));
    let mailer = mailing::mailer(&config, &db, &keys, now, setup.smtp)?;
    let library = library(&config, &db, &objects, setup.images);
    Ok(App::new(Inner {
        tracker: Tracker::new(db.clone(), process, setup.tracking),
        links: Links::new(db.clone()),
        domains: lookout(&config, resolver, &keys),
        keys,
        plans: Arc::new(Plans::with(config.plans.clone())),
        limiter: Limiter::new(&config, &installation.secret, setup.limiter_patience),
        last_used: LastUsed::default(),
        request_meter: RequestMeter::default(),
        mail_domains: Arc::new(KnownDomains::new(checker.effect())),
        checker,
        operations: routes.rows().map(Row::operation).collect(),
        writes: TaskTracker::new(),
        workshop: workshop(&config, library),
        mailer,
        db,
        objects,
        config,
        clock,
        twin_wait: setup.twin_wait,
        fault_point: setup.fault_point,
    }))
}

fn workshop(config: &Config, library: Library) -> Workshop {
    Workshop {
        renderer: Renderer::new(&config.program),
        library,
        allow_private: config.allow_private.clone(),
        public_url: config.public_url.clone(),
        places: Arc::new(Semaphore::new(DESIGNS_AT_ONCE)),
    }
}

fn library(config: &Config, db: &Db, objects: &Objects, limits: assets::Limits) -> Library {
    let fetcher = Fetcher::new(config.allow_private.clone(), limits.one);
    let (db, objects) = (db.clone(), objects.clone());
    Library::new(db, objects, fetcher, &config.public_url, Arc::new(bytes)).with_limits(limits)
}

fn lookout(config: &Config, resolver: Resolver, keys: &Keys) -> Lookout {
    let place = Place {
        mail_host: config.mail_host.clone(),
        spf: config.spf.clone(),
    };
    let (allowed, key) = (config.allow_private.clone(), keys.probe.clone());
    let probe = Probe::new(allowed, key, &config.public_url, Arc::new(bytes));
    Lookout::new(resolver, place, probe)
}

/// While mail is kept instead of sent, DNS suppresses nobody.
fn dns_effect(mail: &MailMode) -> DnsEffect {
    match mail {
        MailMode::Capture => DnsEffect::OnlyShown,
        MailMode::Relay(_) | MailMode::Direct => DnsEffect::Suppresses,
    }
}

/// The clock as the engine asks for it.
fn shared(clock: &Clock) -> EngineClock {
    let clock = clock.clone();
    Arc::new(move || clock.now())
}

/// All that is done in the background.
async fn background(app: &App, process: Process) -> Result<Arc<Reconciler>, DbError> {
    let now = app.clock.now();
    let mut works: Vec<Arc<dyn Work>> = vec![
        Arc::new(ImportJob {
            objects: app.objects.clone(),
            opt_outs: app.keys().opt_out.clone(),
            domains: Arc::clone(&app.mail_domains),
            plans: Arc::clone(&app.plans),
        }),
        Arc::new(ValidationJob {
            checker: app.checker.clone(),
        }),
        Arc::new(SendJob {
            plans: Arc::clone(&app.plans),
            process: process.number,
        }),
        Arc::new(DomainJob {
            lookout: app.domains.clone(),
        }),
    ];
    // Nobody is asked about domains to which no mail goes.
    if app.checker.effect() == DnsEffect::Suppresses {
        app.db
            .write(move |tx| async move { MailDomainJob::ensure(&tx, now).await })
            .await?;
        works.push(Arc::new(MailDomainJob {
            checker: app.checker.clone(),
        }));
    }
    Ok(Reconciler::new(
        app.db.clone(),
        shared(&app.clock),
        process,
        works,
    ))
}

/// Port 0 means any: links must name the one that was given.
async fn bind(config: &mut Config) -> Result<(TcpListener, SocketAddr), StartError> {
    let failed = |error| StartError::Listen {
        address: config.listen,
        error,
    };
    let listener = TcpListener::bind(config.listen).await.map_err(failed)?;
    let address = listener.local_addr().unwrap_or(config.listen);
    if config.public_url == format!("http://{}", config.listen) {
        config.public_url = format!("http://{address}");
    }
    Ok((listener, address))
}

impl Running {
    fn spawn(
        &self,
        listener: TcpListener,
        routes: Arc<RouteTable>,
        metrics: Option<PrometheusHandle>,
    ) {
        let (app, stop) = (self.app.clone(), self.stop.clone());
        self.tasks
            .spawn(async move { app.limiter.keep_connected(&stop).await });
        let upkeep = upkeep::run(self.app.clone(), metrics.clone(), self.stop.clone());
        let site = Site {
            app: self.app.clone(),
            routes,
            metrics,
        };
        let (tracker, stop) = (self.app.tracker.clone(), self.stop.clone());
        self.tasks.spawn(tracker.clone().run());
        self.tasks.spawn(async move {
            listen(listener, router(site), stop).await;
            // Nobody is left who could see anything.
            tracker.close();
        });
        self.tasks.spawn(upkeep);
    }

    /// Stops taking work, finishes what is open, and closes the database.
    pub async fn stop(self) {
        self.stop.cancel();
        self.tasks.close();
        self.app.writes.close();
        let drained = tokio::time::timeout(DRAIN, async {
            self.tasks.wait().await;
            self.app.writes.wait().await;
        });
        if drained.await.is_err() {
            tracing::warn!(
                writes.open = self.app.writes.len(),
                "stopped before all requests had ended"
            );
        }
        upkeep::flush(&self.app).await;
        self.app.db.close().await;
    }
}
