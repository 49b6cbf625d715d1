//! A process that serves the probe's rows and ends at a fault point as if the power had failed. It is
//! this test binary, started again with orders in its environment.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use postrider_media::browser::{BrowserSettings, Sandbox};
use serde_json::{Value, json};
use tokio::process::{Child, Command};

use crate::support::probe::Probe;
use crate::support::{StandIn, TestServer, settings, until};

const ORDERS: &str = "POSTRIDER_TEST_ORDERS";
/// Should the parent be gone, nobody else ends it.
const LIFETIME: Duration = Duration::from_mins(1);
/// How often it is started that ends before it serves.
const STARTS: u32 = 5;

pub struct Doomed {
    process: Child,
    pub url: String,
}

impl Doomed {
    /// Serves the data of a stopped server, and dies at `point`.
    pub async fn start(server: &TestServer, point: &str) -> Self {
        Self::seeing(server, point, &BrowserSettings::default()).await
    }

    /// The same with a browser.
    pub async fn seeing(server: &TestServer, point: &str, browser: &BrowserSettings) -> Self {
        let (folder, database) = (server.folder(), server.database.url());
        let address = address_file(folder);
        let _ = std::fs::remove_file(&address);
        let orders = json!({ "folder": folder, "database": database, "point": point,
            "browser": browser.program, "held": browser.sandbox == Sandbox::On });
        let log = folder.join("child.log");
        let spawn = || {
            Command::new(std::env::current_exe().unwrap())
                .args([
                    "--exact",
                    "--nocapture",
                    "kill::child::serves_until_it_is_killed",
                ])
                .env(ORDERS, orders.to_string())
                .stdout(Stdio::null())
                .stderr(std::fs::File::create(&log).unwrap())
                .kill_on_drop(true)
                .spawn()
                .unwrap()
        };
        let mut process = spawn();
        let mut starts = 1;
        let url = until("the child serves", async || {
            if process.try_wait().unwrap().is_some() {
                // On a busy machine it does so now and then; if it does each time, its words say why.
                let words = std::fs::read_to_string(&log).unwrap();
                assert!(starts < STARTS, "{words}");
                process = spawn();
                starts += 1;
            }
            std::fs::read_to_string(&address).ok()
        })
        .await;
        Self { process, url }
    }

    pub async fn died(mut self) {
        let status = tokio::time::timeout(LIFETIME, self.process.wait())
            .await
            .unwrap()
            .unwrap();
        assert!(!status.success(), "it was to die, not to end");
    }
}

fn address_file(folder: &Path) -> std::path::PathBuf {
    folder.join("child.url")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn serves_until_it_is_killed() {
    let Some(orders) = settings::get(ORDERS) else {
        return;
    };
    let orders: Value = serde_json::from_str(&orders).unwrap();
    let text = |key: &str| orders[key].as_str().unwrap().to_owned();
    let (folder, database, fatal) = (text("folder"), text("database"), text("point"));
    let folder = Path::new(&folder);
    let maker = match fatal.as_str() {
        "maker" => StandIn::deadly(),
        _ => StandIn::metered(3),
    };
    let browser = BrowserSettings {
        program: orders["browser"].as_str().map(Into::into),
        sandbox: if orders["held"] == true {
            Sandbox::On
        } else {
            Sandbox::Off
        },
    };
    // Where a test has put some.
    let weights = folder.join("weights");
    let weights = weights.exists().then_some(weights);
    let server = TestServer::with()
        .configure(move |config| {
            config.browser = browser.clone();
            config.embeddings.clone_from(&weights);
        })
        .plan("five", Some(5), None)
        .allow_loopback()
        .maker(maker.shared())
        .rows(Probe::new().rows())
        .fault_point(move |point| {
            if point == fatal {
                std::process::abort();
            }
        });
    let running = server.launch(folder, &database).await;
    let draft = folder.join("child.url.tmp");
    std::fs::write(&draft, format!("http://{}", running.address)).unwrap();
    std::fs::rename(draft, address_file(folder)).unwrap();
    tokio::time::sleep(LIFETIME).await;
}
