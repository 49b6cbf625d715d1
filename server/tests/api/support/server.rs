//! A server in the test's own process.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use postrider_domain::accounts::credits::Plan;
use postrider_domain::contacts::field::FieldBounds;
use postrider_domain::contract::policy::Policy;
use postrider_domain::time::parse_iso;
use postrider_engine::generation::Maker;
use postrider_engine::tasks::Tasks;
use postrider_engine::{assets, tracking};
use postrider_mail::smtp::Timeouts;
use postrider_media::browser::{self, BrowserSettings};
use postrider_server::api::row::Row;
use postrider_server::app::{App, FaultPoint};
use postrider_server::clock::Clock;
use postrider_server::config::{Config, MailMode};
use postrider_server::installation::data_folder::DataFolderError;
use postrider_server::process::listen::Patience;
use postrider_server::process::server::{Running, Setup, start};
use postrider_server::process::start_error::StartError;
use postrider_store::db::{DbError, Row as DbRow, Sleeper};
use tempfile::TempDir;
use tokio::sync::OnceCell;

use super::bucket::usual_place;
use super::client::Caller;
use super::database::{Database, dynamic};
use super::problem::ERRORS_PAGE;
use super::tenants::{Brand, Org};
use super::wait::until;

const SECRET: &str = "a secret that all tests share, 32 characters and more";
const FAR_AWAY: u32 = 1_000_000;

pub struct TestServer {
    running: Option<Running>,
    setup: Builder,
    nobody: Caller,
    pub clock: TestClock,
    /// Why the test ends with jobs that are not done, if it may.
    leaves_jobs: OnceLock<&'static str>,
    // Last, so that they go after the server.
    pub database: Database,
    folder: TempDir,
}

/// The time of a server whose test set it.
#[derive(Clone, Default)]
pub struct TestClock(Option<Arc<AtomicI64>>);

impl TestClock {
    pub fn advance(&self, by: Duration) {
        let time = self
            .0
            .as_ref()
            .expect("the test set no clock: use clock_at");
        time.fetch_add(by.as_millis() as i64, Ordering::SeqCst);
    }

    /// As a clock that somebody sets wrong.
    pub fn set_back(&self, by: Duration) {
        let time = self
            .0
            .as_ref()
            .expect("the test set no clock: use clock_at");
        time.fetch_sub(by.as_millis() as i64, Ordering::SeqCst);
    }
}

#[derive(Clone)]
pub struct Builder {
    clock: TestClock,
    limits: HashMap<Policy, u32>,
    window_ms: i64,
    redis: Option<(String, Duration)>,
    dns: Option<SocketAddr>,
    allow_private: Vec<String>,
    mail_host: Option<String>,
    inbound: bool,
    images: assets::Limits,
    tracking: tracking::Limits,
    mail: MailMode,
    mail_connections: Option<usize>,
    site_connections: Option<usize>,
    connections: Option<(usize, Patience)>,
    mx_port: Option<u16>,
    smtp: Timeouts,
    secret: &'static str,
    plans: Vec<Plan>,
    max_import: Option<u64>,
    field_bounds: FieldBounds,
    kept_answers: Option<u64>,
    min_free: Option<u64>,
    waiting: Option<usize>,
    rows: Vec<Row>,
    twin_wait: Duration,
    lease_pace: Option<Duration>,
    maker: Option<Arc<dyn Maker>>,
    browser: browser::Patience,
    fault_point: FaultPoint,
    configure: Arc<dyn Fn(&mut Config) + Send + Sync>,
}

impl TestServer {
    pub async fn start() -> Self {
        Self::with().start().await
    }

    /// A server that is not the usual one.
    pub fn with() -> Builder {
        Builder {
            clock: TestClock::default(),
            limits: Policy::ALL
                .iter()
                .map(|policy| (*policy, FAR_AWAY))
                .collect(),
            window_ms: 60_000,
            redis: None,
            dns: None,
            allow_private: Vec::new(),
            mail_host: None,
            inbound: false,
            images: assets::Limits {
                // On a machine that others keep busy.
                work: Duration::from_mins(2),
                ..assets::Limits::default()
            },
            // A test looks at what an open or click left behind as soon as it is answered; on a busy machine the commit
            // may take longer than a reader is kept waiting.
            tracking: tracking::Limits {
                patience: Duration::from_secs(30),
                ..tracking::Limits::default()
            },
            mail: MailMode::Capture,
            mail_connections: None,
            site_connections: None,
            connections: None,
            mx_port: None,
            smtp: Timeouts::default(),
            secret: SECRET,
            plans: Vec::new(),
            max_import: None,
            field_bounds: FieldBounds::default(),
            kept_answers: None,
            min_free: None,
            waiting: None,
            rows: Vec::new(),
            twin_wait: Duration::from_secs(10),
            lease_pace: None,
            maker: None,
            browser: browser::Patience::default(),
            fault_point: Arc::new(|_| {}),
            configure: Arc::new(|_| {}),
        }
    }

    /// A brand in an organization of its own, on the unlimited plan.
    pub async fn brand(&self) -> Brand {
        self.org().await.brand().await
    }

    pub async fn org(&self) -> Org {
        self.org_on("unlimited").await
    }

    /// The one that the first start has made.
    pub async fn first_org(&self) -> Org {
        Org::first(self.app(), &self.nobody).await
    }

    pub async fn org_on(&self, plan: &str) -> Org {
        Org::make(self.app(), &self.nobody, plan).await
    }

    /// A caller without a key.
    pub fn nobody(&self) -> Caller {
        self.nobody.clone()
    }

    pub fn app(&self) -> &App {
        &self.running.as_ref().expect("the server runs").app
    }

    pub fn tasks(&self) -> Tasks {
        self.running
            .as_ref()
            .expect("the server runs")
            .tasks
            .clone()
    }

    /// The same caller at the address of a server that was restarted.
    pub fn again(&self, caller: &Caller) -> Caller {
        let mut caller = caller.clone();
        caller.url.clone_from(&self.nobody.url);
        caller
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// `host:port`, for tests that speak to the socket.
    pub fn address(&self) -> String {
        self.running
            .as_ref()
            .expect("the server runs")
            .address
            .to_string()
    }

    /// Where those who watch over it ask.
    pub fn metrics(&self) -> SocketAddr {
        let running = self.running.as_ref().expect("the server runs");
        running.metrics.expect("the test wants no such listener")
    }

    /// Where mail comes back to.
    pub fn inbound(&self) -> SocketAddr {
        let running = self.running.as_ref().expect("the server runs");
        running
            .inbound
            .expect("the test wants no mail back: use inbound")
    }

    /// One statement on the server's database.
    pub async fn sql(&self, sql: &str) -> Vec<DbRow> {
        dynamic(&self.app().db, sql).await.unwrap()
    }

    /// The first number that a statement gives.
    pub async fn number(&self, sql: &str) -> i64 {
        self.sql(sql).await[0].int(0).unwrap()
    }

    /// Lets whoever works in the background look now and not in a second.
    pub async fn nudge(&self) {
        let nudged = self.app().db.write(|tx| async move {
            for sleeper in Sleeper::ALL {
                tx.wake(sleeper);
            }
            Ok::<_, DbError>(())
        });
        nudged.await.unwrap();
    }

    /// Waits until no job is left that is due or under way.
    pub async fn at_rest(&self) {
        let undone = format!("{} OR owner IS NOT NULL", undone_jobs(self.now()));
        until("all jobs are done", async || {
            let kinds = self.sql(&undone).await;
            let mut kinds = kinds.iter().map(|row| row.text(0).unwrap());
            kinds.all(|kind| ENDLESS.contains(&&*kind)).then_some(())
        })
        .await;
    }

    /// Waits until nothing is written any more that nobody was kept waiting for.
    pub async fn all_written(&self) {
        let writes = &self.app().writes;
        until("all is written", async || writes.is_empty().then_some(())).await;
    }

    /// The test ends with jobs that are due and not done, on purpose.
    pub fn leaves_jobs(&self, why: &'static str) {
        let _ = self.leaves_jobs.set(why);
    }

    /// Ends the server as a signal would.
    pub async fn stop(&mut self) {
        self.assert_sound();
        if let Some(running) = self.running.take() {
            running.stop().await;
        }
    }

    /// Ends it, if it runs, and starts it on the same data; callers made before know the old address.
    pub async fn restart(&mut self) {
        self.stop().await;
        let folder = self.folder.path();
        self.running = Some(self.setup.launch(folder, self.database.url()).await);
        self.nobody = Caller::nobody(self.nobody.http(), &format!("http://{}", self.address()));
    }

    /// By the clock that the server goes by.
    fn now(&self) -> i64 {
        match &self.clock.0 {
            Some(time) => time.load(Ordering::SeqCst),
            None => Clock::machine().now(),
        }
    }

    fn assert_sound(&self) {
        if let Some(running) = &self.running {
            let open = running.app.writes.len();
            assert_eq!(
                open, 0,
                "writes are still open after all their callers were answered"
            );
            let dead = running.tasks.dead();
            assert!(dead.is_empty(), "tasks of the server have died: {dead:?}");
        }
    }

    fn assert_no_job_undone(&self) {
        if self.leaves_jobs.get().is_some() {
            return;
        }
        let mut undone = self.database.texts_at_once(&undone_jobs(self.now()));
        undone.retain(|kind| !ENDLESS.contains(&&**kind));
        assert!(
            undone.is_empty(),
            "jobs are left undone: {undone:?}. End with `at_rest`, or say why with `leaves_jobs`"
        );
    }
}

/// Kinds of jobs that no test waits for: those that look at a domain or a brand again and again, and the pictures that every new
/// design asks for.
const ENDLESS: [&str; 4] = ["domain", "insights", "mail-domains", "preview"];

/// Kinds of jobs that are due and in nobody's hands, or have failed and are tried again.
fn undone_jobs(now: i64) -> String {
    format!("SELECT DISTINCT kind FROM jobs WHERE due_at <= {now} OR error IS NOT NULL")
}

impl Drop for TestServer {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.assert_sound();
            self.assert_no_job_undone();
        }
    }
}

impl Builder {
    /// A clock that stands still at this time until the test moves it.
    pub fn clock_at(mut self, time: &str) -> Self {
        let ms = parse_iso(time).expect("an ISO time");
        self.clock = TestClock(Some(Arc::new(AtomicI64::new(ms))));
        self
    }

    /// A clock that stands still now.
    pub fn clock_stopped(mut self) -> Self {
        let now = Clock::machine().now();
        self.clock = TestClock(Some(Arc::new(AtomicI64::new(now))));
        self
    }

    /// How long the twin of a request that still runs waits.
    pub fn twin_wait(mut self, wait: Duration) -> Self {
        self.twin_wait = wait;
        self
    }

    /// How often the lease of work that goes on is renewed.
    pub fn lease_pace(mut self, pace: Duration) -> Self {
        self.lease_pace = Some(pace);
        self
    }

    /// The limits of the contract instead of none to speak of.
    pub fn contract_limits(mut self) -> Self {
        self.limits.clear();
        self
    }

    pub fn limit(mut self, policy: Policy, calls: u32) -> Self {
        self.limits.insert(policy, calls);
        self
    }

    pub fn window_of_a_second(mut self) -> Self {
        self.window_ms = 1000;
        self
    }

    /// Rate windows that are shared through this Redis; a request waits for it no longer than `patience`.
    pub fn redis(mut self, url: &str, patience: Duration) -> Self {
        self.redis = Some((url.to_owned(), patience));
        self
    }

    /// Asks this name server, at every look anew.
    pub fn dns(mut self, server: SocketAddr) -> Self {
        self.dns = Some(server);
        self
    }

    /// Images may be fetched from there: `127.0.0.1:8025`.
    pub fn allow_private(mut self, address: SocketAddr) -> Self {
        self.allow_private.push(address.to_string());
        self
    }

    /// Whatever listens on this machine may be reached.
    pub fn allow_loopback(mut self) -> Self {
        self.allow_private.push("127.0.0.1".to_owned());
        self
    }

    /// What records of domains point to.
    pub fn mail_host(mut self, host: &str) -> Self {
        self.mail_host = Some(host.to_owned());
        self
    }

    /// Mail comes back to it; see `TestServer::inbound`.
    pub fn inbound(mut self) -> Self {
        self.inbound = true;
        self
    }

    /// What the images of a design may cost.
    pub fn images(mut self, limits: assets::Limits) -> Self {
        self.images = limits;
        self
    }

    /// How long a browser is waited for, and kept.
    pub fn browser_patience(mut self, patience: browser::Patience) -> Self {
        self.browser = patience;
        self
    }

    /// How opens and clicks gather.
    pub fn tracking(mut self, limits: tracking::Limits) -> Self {
        self.tracking = limits;
        self
    }

    /// Mail leaves, so what DNS says counts.
    pub fn mail_leaves(mut self) -> Self {
        self.mail = MailMode::Direct;
        self
    }

    /// Mail goes straight to the receivers, which listen on this port of loopback addresses.
    pub fn direct(mut self, port: u16) -> Self {
        self.mail = MailMode::Direct;
        self.mx_port = Some(port);
        self.allow_private.push("127.0.0.0/8".to_owned());
        self
    }

    /// Connections to one receiving site.
    /// How many callers may be connected, and how long each may be in which phase.
    pub fn connections(mut self, count: usize, patience: Patience) -> Self {
        self.connections = Some((count, patience));
        self
    }

    pub fn site_connections(mut self, count: usize) -> Self {
        self.site_connections = Some(count);
        self
    }

    /// Mail leaves through this server: `smtp://127.0.0.1:2525`.
    pub fn relay(mut self, url: &str) -> Self {
        self.mail = MailMode::Relay(url.to_owned().into());
        self
    }

    /// Mails that are on their way at the same time; twice as many are taken.
    pub fn mail_connections(mut self, count: usize) -> Self {
        self.mail_connections = Some(count);
        self
    }

    /// How long each step of a mail server may take.
    pub fn smtp_patience(mut self, patience: Duration) -> Self {
        self.smtp = Timeouts {
            connect: patience,
            greeting: patience,
            command: patience,
            data: patience,
            dot: patience,
        };
        self
    }

    /// An installation with a secret of its own.
    pub fn secret(mut self, secret: &'static str) -> Self {
        self.secret = secret;
        self
    }

    pub fn plan(mut self, key: &str, credits: Option<i64>, sends: Option<i64>) -> Self {
        self.plans.push(Plan::new(key, credits, sends));
        self
    }

    /// A plan that bounds only the bytes of images and files.
    pub fn storage_plan(mut self, key: &str, bytes: i64) -> Self {
        self.plans
            .push(Plan::new(key, None, None).with_storage(bytes));
        self
    }

    /// Bytes that must stay free where files are stored.
    pub fn min_free(mut self, bytes: u64) -> Self {
        self.min_free = Some(bytes);
        self
    }

    /// Requests of one organization that may wait for the same work.
    pub fn waiting(mut self, requests: usize) -> Self {
        self.waiting = Some(requests);
        self
    }

    /// Bytes that an import may have.
    pub fn max_import(mut self, bytes: u64) -> Self {
        self.max_import = Some(bytes);
        self
    }

    pub fn field_bounds(mut self, bounds: FieldBounds) -> Self {
        self.field_bounds = bounds;
        self
    }

    /// Bytes of answers that are kept for an organization.
    pub fn kept_answers(mut self, bytes: u64) -> Self {
        self.kept_answers = Some(bytes);
        self
    }

    /// Rows beside the contract's.
    pub fn rows(mut self, rows: Vec<Row>) -> Self {
        self.rows = rows;
        self
    }

    /// Who makes designs of words.
    pub fn maker(mut self, maker: Arc<dyn Maker>) -> Self {
        self.maker = Some(maker);
        self
    }

    pub fn fault_point(mut self, point: impl Fn(&'static str) + Send + Sync + 'static) -> Self {
        self.fault_point = Arc::new(point);
        self
    }

    /// Sets what the other methods do not.
    pub fn configure(mut self, configure: impl Fn(&mut Config) + Send + Sync + 'static) -> Self {
        let before = self.configure;
        self.configure = Arc::new(move |config: &mut Config| {
            before(config);
            configure(config);
        });
        self
    }

    pub async fn start(self) -> TestServer {
        // Boxed: every test's future would hold it.
        Box::pin(self.started()).await
    }

    async fn started(self) -> TestServer {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::fresh(folder.path()).await;
        // The template knows the secret that it was made with.
        if database.is_sqlite() && self.secret == SECRET {
            let template = TEMPLATE.get_or_init(|| Box::pin(template())).await;
            std::fs::write(folder.path().join("postrider.db"), template).unwrap();
        }
        let running = self.launch(folder.path(), database.url()).await;
        let url = format!("http://{}", running.address);
        let nobody = Caller::nobody(reqwest::Client::new(), &url);
        if ERRORS_PAGE.get().is_none() {
            let page = nobody.get("/docs/errors").await;
            ERRORS_PAGE.get_or_init(|| page.text().to_owned());
        }
        let clock = self.clock.clone();
        TestServer {
            running: Some(running),
            setup: self,
            nobody,
            clock,
            leaves_jobs: OnceLock::new(),
            database,
            folder,
        }
    }

    /// A server on a folder and a database that are there already.
    pub async fn launch(&self, folder: &Path, database_url: &str) -> Running {
        // Boxed: every test's future would hold it. A program that another test has begun to start holds what this process has
        // open until it runs, the lock of a server that has stopped too.
        let start = async || match Box::pin(start(self.setup(folder, database_url))).await {
            Err(StartError::Folder(DataFolderError::Locked(_))) => None,
            started => Some(started.unwrap()),
        };
        until("the folder is free", start).await
    }

    /// What there may be of anything.
    fn bound(&self, config: &mut Config) {
        config.field_bounds = self.field_bounds;
        config.max_import = self.max_import.unwrap_or(config.max_import);
        config.kept_answers = self.kept_answers.unwrap_or(config.kept_answers);
        config.min_free = self.min_free.unwrap_or(config.min_free);
        config.waiting = self.waiting.unwrap_or(config.waiting);
    }

    fn setup(&self, folder: &Path, database_url: &str) -> Setup {
        let clock = match &self.clock.0 {
            Some(time) => Clock::set(Arc::clone(time)),
            None => Clock::machine(),
        };
        let mut config = config(folder, database_url);
        config.rate_limits.clone_from(&self.limits);
        config.rate_window_ms = self.window_ms;
        config.plans.clone_from(&self.plans);
        self.bound(&mut config);
        config.secret = Some(self.secret.to_owned().into());
        let mut setup = Setup::new(config, clock);
        if let Some((url, patience)) = &self.redis {
            setup.config.redis = Some(redis::Client::open(url.as_str()).unwrap().into());
            setup.limiter_patience = *patience;
        }
        setup.config.mail.clone_from(&self.mail);
        if let Some(host) = &self.mail_host {
            setup.config.mail_host.clone_from(host);
            setup.config.spf = format!("a:{host}");
        }
        setup.config.allow_private = self.allow_private.join(",").parse().unwrap();
        if self.inbound {
            setup.config.inbound_smtp = Some(([127, 0, 0, 1], 0).into());
        }
        setup.images = self.images;
        setup.tracking = self.tracking;
        setup.smtp = self.smtp;
        if let Some(count) = self.mail_connections {
            setup.config.mail_connections = count;
        }
        if let Some((count, patience)) = self.connections {
            setup.config.connections = count;
            setup.connection_patience = patience;
        }
        if let Some(count) = self.site_connections {
            setup.config.site_connections = count;
        }
        if let Some(port) = self.mx_port {
            setup.config.mx_port = port;
        }
        if self.dns.is_some() {
            setup.config.dns = self.dns;
            setup.dns.kept = Duration::ZERO;
            setup.dns.silence_kept = Duration::ZERO;
        }
        (self.configure)(&mut setup.config);
        setup.extra_rows.clone_from(&self.rows);
        setup.twin_wait = self.twin_wait;
        setup.lease_pace = self.lease_pace.unwrap_or(setup.lease_pace);
        setup.maker.clone_from(&self.maker);
        setup.browser = self.browser;
        setup.fault_point = Arc::clone(&self.fault_point);
        setup
    }
}

fn config(folder: &Path, database_url: &str) -> Config {
    let mut config = Config::load(&folder.join("no-such-file.toml")).unwrap();
    config.listen = ([127, 0, 0, 1], 0).into();
    config.public_url = format!("http://{}", config.listen);
    folder.clone_into(&mut config.data);
    config.objects = usual_place(folder);
    config.program = env!("CARGO_BIN_EXE_postrider").into();
    config.database_url = database_url.to_owned().into();
    config.secret = Some(SECRET.to_owned().into());
    // Only those start one who want pictures.
    config.browser = BrowserSettings::default();
    config
}

/// A migrated database after its first start: copying it is faster than making it.
static TEMPLATE: OnceCell<Vec<u8>> = OnceCell::const_new();

async fn template() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("postrider.db");
    let url = format!("sqlite:{}", file.display());
    let setup = Setup::new(config(folder.path(), &url), Clock::machine());
    Box::pin(start(setup)).await.unwrap().stop().await;
    // The last reader to go takes the log with it.
    let log = file.with_extension("db-wal");
    until("the database is one file", async || {
        (!log.exists()).then_some(())
    })
    .await;
    std::fs::read(file).unwrap()
}
