//! Starting and stopping the service.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use metrics_exporter_prometheus::PrometheusHandle;
use postrider_domain::accounts::credits::Plans;
use postrider_engine::accounts::first_start::{self, Made};
use postrider_engine::accounts::passwords::Passwords;
use postrider_engine::assets;
use postrider_engine::domains::KeyMaker;
use postrider_engine::generation::Maker;
use postrider_engine::jobs::{JoinError, Process};
use postrider_engine::objects::{Location, Objects};
use postrider_engine::tasks::Tasks;
use postrider_engine::tracking::{self, Links, Tracker};
use postrider_engine::validation::{Checker, DnsEffect, KnownDomains};
use postrider_mail::dns::{Limits, Resolver};
use postrider_mail::smtp::{Timeouts, TrustedCertificate};
use postrider_media::browser::{self, Browser, NotThere};
use postrider_store::db::Places;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::api::row::Row;
use crate::api::table::RouteTable;
use crate::app::content_host::ContentHost;
use crate::app::home::Home;
use crate::app::known_keys::KnownKeys;
use crate::app::last_seen::LastSeen;
use crate::app::last_used::LastUsed;
use crate::app::limiter::Limiter;
use crate::app::request_meter::RequestMeter;
use crate::app::tries::Tries;
use crate::app::{App, FaultPoint, Inner, Keys};
use crate::clock::Clock;
use crate::config::process_role::ProcessRole;
use crate::config::{Config, MailMode};
use crate::entropy::{bytes, lower32};
use crate::installation::data_folder::{self, Identity, Lock};
use crate::installation::{self, Installation};
use crate::process::background;
use crate::process::descriptors;
use crate::process::finding;
use crate::process::http::Site;
use crate::process::images;
use crate::process::inbound::{self, InboundListener};
use crate::process::listen::{Bounds, Ends, Patience, listen};
use crate::process::lookout::lookout;
use crate::process::mailing;
use crate::process::making;
use crate::process::operators;
use crate::process::start_error::StartError;
use crate::process::upkeep;
use crate::surface;

/// How long open requests get to finish after the first signal.
const DRAIN: Duration = Duration::from_secs(30);
/// What the contract promises to a twin.
const TWIN_WAIT: Duration = Duration::from_secs(10);
/// Four times in a lease.
const LEASE_PACE: Duration = Duration::from_secs(30);
/// Requests that wait for DNS at the same time.
const LOOKUPS_AT_ONCE: usize = 16;
/// How long a request waits for Redis before it goes on without being counted.
const LIMITER_PATIENCE: Duration = Duration::from_millis(50);

/// Everything that differs between a real start and a test's.
pub struct Setup {
    pub config: Config,
    pub clock: Clock,
    pub metrics: Option<PrometheusHandle>,
    /// Rows beside the contract's; tests add some to look at the pipeline itself.
    pub extra_rows: Vec<Row>,
    /// How long the twin of a request that still runs waits for its answer.
    pub twin_wait: Duration,
    /// How often the lease of work that goes on is renewed.
    pub lease_pace: Duration,
    /// How long a request waits for rate windows that are shared.
    pub limiter_patience: Duration,
    /// How long a connection may be in which phase.
    pub connection_patience: Patience,
    /// How long DNS is waited for, and its answers are kept.
    pub dns: Limits,
    /// What the images of a design may cost.
    pub images: assets::Limits,
    /// How opens and clicks gather.
    pub tracking: tracking::Limits,
    /// How long mail servers are waited for.
    pub smtp: Timeouts,
    /// Who makes designs of words; the one of the settings if there is none.
    pub maker: Option<Arc<dyn Maker>>,
    /// How long the browser is waited for, and kept.
    pub browser: browser::Patience,
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
            lease_pace: LEASE_PACE,
            limiter_patience: LIMITER_PATIENCE,
            connection_patience: Patience::default(),
            dns: Limits::default(),
            images: assets::Limits::default(),
            tracking: tracking::Limits::default(),
            smtp: Timeouts::default(),
            maker: None,
            browser: browser::Patience::default(),
            fault_point: Arc::new(|_| {}),
        }
    }
}

pub struct Running {
    pub app: App,
    pub address: SocketAddr,
    /// Where mail comes back to, if it does.
    pub inbound: Option<SocketAddr>,
    /// Where those who watch over the service ask, if they have an address of their own.
    pub metrics: Option<SocketAddr>,
    /// What the first start made; to be shown once.
    pub made: Option<Made>,
    /// Cancelled when another process has begun to live under this one's number.
    pub replaced: CancellationToken,
    stop: CancellationToken,
    /// Once nobody is to come any more, so that the listener ends.
    closing: CancellationToken,
    pub tasks: Tasks,
    _lock: Lock,
}

/// What was moved away, or has not arrived whole, would be missed as if it had been deleted.
async fn require_unmoved(place: &Location, objects: &Objects) -> Result<(), StartError> {
    match objects.mark().await? {
        None => Ok(()),
        Some(mark) => Err(StartError::Moved(Box::new(place.clone()), mark)),
    }
}

pub async fn start(mut setup: Setup) -> Result<Running, StartError> {
    data_folder::create(&setup.config.data)?;
    let lock = data_folder::lock(&setup.config.data)?;
    // Before the first start makes secrets: they are told once, and not if this fails.
    let (listener, address) = bind(&mut setup.config).await?;
    let bounds = Bounds {
        connections: descriptors::connections(&setup.config),
        patience: setup.connection_patience,
    };
    let inbound = inbound::bind(&setup.config).await?;
    let operators = operators::bind(&setup.config).await?;
    let installation = installation::open(&setup.config, &setup.clock).await?;
    upkeep::agree_on_time(&installation.db, &setup.clock).await;
    // Whatever can fail comes before the first start too.
    let objects = Objects::open(&setup.config.objects)?.with_floor(setup.config.min_free);
    require_unmoved(&setup.config.objects, &objects).await?;
    let seen = objects.identity(&lower32()).await?;
    let made = first_start::run(&installation.db, Arc::new(bytes), setup.clock.now()).await?;
    let rows = surface::rows(std::mem::take(&mut setup.extra_rows));
    let routes = Arc::new(RouteTable::new(rows)?);
    let identity = data_folder::identity(&setup.config.data)?;
    let (browser, keeper) = images::browser(&setup.config, setup.browser).await;
    let process = identity.number;
    let app = app(setup, installation, objects, &routes, process, browser)?;
    let process = join(&app, identity, seen).await?;
    // Whoever moves objects sees us from here on; one that began before that has left its mark by now.
    require_unmoved(&app.config.objects, &app.objects).await?;
    let background = background::jobs(&app, process.clone()).await?;
    let dispatcher = mailing::dispatcher(&app, &process, background.peers()).await?;
    let stop = app.stopping.clone();
    let running = Running {
        app,
        address,
        inbound: inbound.as_ref().map(|inbound| inbound.address),
        metrics: operators.as_ref().map(|(_, address)| *address),
        made,
        replaced: background.replaced(),
        tasks: Tasks::until(stop.clone()),
        stop,
        closing: CancellationToken::new(),
        _lock: lock,
    };
    running.spawn_operators(operators, bounds.patience)?;
    running.spawn(listener, routes, bounds);
    running.spawn_inbound(inbound, process.number);
    let tasks = &running.tasks;
    if let Some(keeper) = keeper {
        tasks.spawn(
            "browser",
            keeper.run(running.closing.clone().cancelled_owned()),
        );
    }
    tasks.spawn("background work", background.run(tasks.stop()));
    if running.app.config.roles.have(ProcessRole::Worker) {
        tasks.spawn("mailing", dispatcher.run(tasks.clone()));
        let runner = background::runner(&running.app, process.number);
        tasks.spawn("automations", runner.run(tasks.stop()));
    }
    Ok(running)
}

/// Takes this process's place among those on the database, before it touches anything that is theirs in common.
async fn join(app: &App, identity: Identity, objects: String) -> Result<Process, StartError> {
    let config = &app.config;
    let process = Process {
        number: identity.number,
        life: i64::from_le_bytes(bytes()),
        started_at: app.clock.now(),
        version: env!("CARGO_PKG_VERSION"),
        roles: config.roles.to_string(),
        objects,
        takeover_ms: config.takeover_ms,
    };
    let clock = app.clock.shared();
    match process.join(&app.db, &clock, identity.folder).await {
        Ok(()) => {}
        Err(JoinError::Database(error)) => return Err(error.into()),
        Err(JoinError::InUse) => return Err(StartError::Copy(config.data.clone())),
    }
    data_folder::settle(&config.data, process.number)?;
    Ok(process)
}

/// What every part of the server shares.
fn app(
    setup: Setup,
    installation: Installation,
    objects: Objects,
    routes: &RouteTable,
    process: i64,
    browser: Result<Browser, NotThere>,
) -> Result<App, StartError> {
    let (config, clock) = (setup.config, setup.clock);
    let resolver = Resolver::with_limits(config.dns, setup.dns)?;
    let trusted = TrustedCertificate::system()?;
    let checker = Checker::new(resolver.clone(), dns_effect(&config.mail));
    let keys = Keys::derive(&installation.secret);
    let (db, now) = (installation.db, clock.shared());
    let mailer = mailing::mailer(&config, &db, &keys, &resolver, now, setup.smtp)?;
    let meaning = finding::meaning(&config);
    let library = images::library(&config, &db, &objects, setup.images);
    let library = finding::searched(library, meaning.as_ref(), clock.shared());
    let camera = images::camera(&config, &objects, library.clone(), browser);
    let maker = match setup.maker {
        Some(maker) => maker,
        None => making::maker(config.model.as_ref())?,
    };
    Ok(App::new(Inner {
        tracker: Tracker::new(db.for_work("tracking"), process, setup.tracking),
        links: Links::new(db.for_work("tracking")),
        domains: lookout(&config, resolver.clone(), &keys),
        resolver,
        trusted,
        domain_keys: KeyMaker::new(Arc::clone(&keys.dkim)),
        keys,
        plans: Arc::new(Plans::with(config.plans.clone())),
        limiter: Limiter::new(&config, &installation.secret, setup.limiter_patience),
        known_keys: KnownKeys::default(),
        last_used: LastUsed::default(),
        home: Home::of(&config.public_url),
        content_host: ContentHost::of(config.content_url.as_deref()),
        last_seen: LastSeen::default(),
        tries: Tries::default(),
        passwords: Passwords::new(Arc::new(bytes)),
        lookups: Places::new("lookups", LOOKUPS_AT_ONCE, config.waiting),
        request_meter: RequestMeter::default(),
        mail_domains: Arc::new(KnownDomains::new(checker.effect())),
        checker,
        operations: routes
            .contract()
            .map(|row| images::told(row.operation(), &config, &camera))
            .collect(),
        metrics: setup.metrics,
        stopping: CancellationToken::new(),
        writes: TaskTracker::new(),
        pictures: images::pictures(&config, &objects, library.clone(), setup.images)?,
        camera: Arc::new(camera),
        workshop: Arc::new(making::workshop(&config, library)),
        maker,
        finder: finding::finder(&config, meaning),
        mailer,
        request_db: db.for_work("requests"),
        db,
        objects,
        config,
        clock,
        twin_wait: setup.twin_wait,
        lease_pace: setup.lease_pace,
        fault_point: setup.fault_point,
    }))
}

/// While mail is kept instead of sent, DNS suppresses nobody.
fn dns_effect(mail: &MailMode) -> DnsEffect {
    match mail {
        MailMode::Capture => DnsEffect::OnlyShown,
        MailMode::Relay(_) | MailMode::Direct => DnsEffect::Suppresses,
    }
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
    fn spawn(&self, listener: TcpListener, routes: Arc<RouteTable>, bounds: Bounds) {
        let (app, closing) = (self.app.clone(), self.closing.clone());
        self.tasks.spawn("rate limits", async move {
            app.limiter.keep_connected(&closing).await;
        });
        let upkeep = upkeep::run(self.app.clone(), self.stop.clone());
        let site = Site::new(self.app.clone(), routes);
        let ends = self.ends();
        let tracker = self.app.tracker.clone();
        self.tasks.spawn("opens and clicks", tracker.clone().run());
        self.tasks.spawn("listener", async move {
            listen(listener, site, ends, bounds).await;
            // Nobody is left who could see anything.
            tracker.close();
        });
        self.tasks.spawn("upkeep", upkeep);
    }

    fn spawn_operators(
        &self,
        bound: Option<(TcpListener, SocketAddr)>,
        patience: Patience,
    ) -> Result<(), StartError> {
        if let Some((listener, _)) = bound {
            let serve = operators::serve(self.app.clone(), listener, self.ends(), patience)?;
            self.tasks.spawn("metrics", serve);
        }
        Ok(())
    }

    fn spawn_inbound(&self, inbound: Option<InboundListener>, process: i64) {
        if let Some(inbound) = inbound {
            let (app, stop) = (self.app.clone(), self.stop.clone());
            let serve = inbound::serve(app, process, inbound, stop);
            self.tasks.spawn("inbound mail", serve);
        }
    }

    fn ends(&self) -> Ends {
        Ends {
            stopping: self.stop.clone(),
            closing: self.closing.clone(),
        }
    }

    /// Stops taking work, finishes what is open, and closes the database. Requests are taken for a while yet, if the
    /// settings say so: whoever sends them here has to hear first that this process is no longer ready.
    pub async fn stop(self) {
        self.stop.cancel();
        tokio::time::sleep(self.app.config.drain).await;
        self.closing.cancel();
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
