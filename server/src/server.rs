//! Starting and stopping the service.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use metrics_exporter_prometheus::PrometheusHandle;
use postrider_domain::credits::Plans;
use postrider_store::db::DbError;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::api::routes::contract;
use crate::api::row::Row;
use crate::api::table::RouteTable;
use crate::app::{App, FaultPoint, Inner, Keys};
use crate::clock::Clock;
use crate::config::Config;
use crate::data_folder::{self, Lock};
use crate::first_start::{self, Made};
use crate::http::{Site, router};
use crate::installation::{self, OpenError};
use crate::last_used::LastUsed;
use crate::limiter::Limiter;
use crate::listen::listen;
use crate::request_meter::RequestMeter;
use crate::upkeep;

/// How long open requests get to finish after the first signal.
const DRAIN: Duration = Duration::from_secs(30);
/// What the contract promises to a twin.
const TWIN_WAIT: Duration = Duration::from_secs(10);

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Folder(#[from] data_folder::DataFolderError),
    #[error("the database: {0}")]
    Database(#[from] DbError),
    #[error("cannot listen on {address}: {error}")]
    Listen {
        address: SocketAddr,
        error: std::io::Error,
    },
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

pub async fn start(setup: Setup) -> Result<Running, StartError> {
    let Setup {
        mut config,
        clock,
        metrics,
        extra_rows,
        twin_wait,
        fault_point,
    } = setup;
    data_folder::create(&config.data)?;
    let lock = data_folder::lock(&config.data)?;
    // Before the first start makes secrets: they are shown once, and not if this fails.
    let (listener, address) = bind(&mut config).await?;
    let installation = installation::open(&config, &clock).await?;
    let made = first_start::run(&installation.db, clock.now()).await?;
    let routes = Arc::new(RouteTable::new([contract(), extra_rows].concat())?);
    let app = App::new(Inner {
        keys: Keys::derive(&installation.secret),
        plans: Plans::with(config.plans.clone()),
        limiter: Limiter::new(&config.rate_limits, config.rate_window_ms),
        last_used: LastUsed::default(),
        request_meter: RequestMeter::default(),
        operations: routes.rows().map(Row::operation).collect(),
        writes: TaskTracker::new(),
        db: installation.db,
        config,
        clock,
        twin_wait,
        fault_point,
    });
    let running = Running {
        app,
        address,
        made,
        stop: CancellationToken::new(),
        tasks: TaskTracker::new(),
        _lock: lock,
    };
    running.spawn(listener, routes, metrics);
    Ok(running)
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
        let upkeep = upkeep::run(self.app.clone(), metrics.clone(), self.stop.clone());
        let site = Site {
            app: self.app.clone(),
            routes,
            metrics,
        };
        self.tasks
            .spawn(listen(listener, router(site), self.stop.clone()));
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
