//! PostgreSQL dies every few seconds, under load: every acknowledged write is there.

use std::path::PathBuf;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::future::{join, join_all};
use serde_json::json;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use super::{Two, shared};
use crate::kill::sending::{Rig, evidence, patiently};
use crate::support::{Binary, Caller, Installation, settings};

const WRITERS: usize = 4;

/// A PostgreSQL server of the test's own; it ends when this goes out of scope.
struct Server {
    url: String,
    restart: PathBuf,
    _process: Child,
}

impl Server {
    async fn start() -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/with-postgres");
        // It lives for as long as its standard input is open.
        let say = "echo \"$POSTRIDER_TEST_POSTGRES\"; echo \"$POSTRIDER_TEST_POSTGRES_RESTART\"; exec cat";
        let mut process = Command::new(script)
            .args(["sh", "-c", say])
            .env_remove("POSTRIDER_TEST_POSTGRES")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let url = lines.next_line().await.unwrap().unwrap();
        let restart = lines.next_line().await.unwrap().unwrap().into();
        Self {
            url,
            restart,
            _process: process,
        }
    }

    /// As if the power had failed.
    async fn restart(&self) {
        let restarted = Command::new(&self.restart).status().await.unwrap();
        assert!(restarted.success());
    }
}

/// A key for another brand, whose contacts are no recipients.
async fn other_brand(rig: &Rig, made: &serde_json::Value) -> String {
    let org = made["organizationId"].as_str().unwrap();
    let brand = ["brand", "create", "Other", "--org", org, "--json"];
    let brand = rig.installation.command(&brand).await.json();
    let id = brand["brandId"].as_str().unwrap();
    let key = ["key", "create", "--brand", id, "--scopes", "all", "--json"];
    let key = rig.installation.command(&key).await.json();
    key["secret"].as_str().unwrap().to_owned()
}

/// How far the writers are.
#[derive(Default)]
struct Progress {
    acknowledged: AtomicUsize,
    is_over: AtomicBool,
}

impl Progress {
    /// Until the writers have got on by so much: the load is back.
    async fn further(&self, by: usize) {
        let enough = self.acknowledged.load(Ordering::Relaxed) + by;
        patiently("more is written", async || {
            (self.acknowledged.load(Ordering::Relaxed) >= enough).then_some(())
        })
        .await;
    }
}

/// Writes until it is over; gives the addresses that were acknowledged.
async fn write(callers: [Caller; 2], name: usize, progress: &Progress) -> Vec<String> {
    let mut there = Vec::new();
    let mut count = 0;
    while !progress.is_over.load(Ordering::Relaxed) {
        let email = format!("w{name}-{count}@people.test");
        let body = json!({ "email": email });
        let request = callers[count % 2]
            .request("POST", "/v1/contacts")
            .json(&body);
        let answer = request.try_send().await.expect("the processes live");
        match answer.status {
            201 => {
                there.push(email);
                progress.acknowledged.fetch_add(1, Ordering::Relaxed);
            }
            503 => tokio::time::sleep(Duration::from_millis(50)).await,
            other => panic!("{other}: {}", answer.text()),
        }
        count += 1;
    }
    there
}

async fn assert_there(caller: &Caller, emails: &[String]) {
    for some in emails.chunks(32) {
        let asked = some.iter().map(async |email| {
            let path = format!("/v1/contacts/{email}");
            caller.get(&path).await.expect(200);
        });
        join_all(asked).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn torture_restarts_of_the_database_lose_nothing_that_was_acknowledged() {
    if settings::postgres().is_none() {
        return;
    }
    // How many are mailed, how often the database dies, and what is written before it does.
    let (people, restarts, between) = if settings::torture() {
        (40_000, 24, 3_000)
    } else {
        (4_000, 3, 300)
    };
    let server = Server::start().await;
    let installation = shared(Installation::on_server(&server.url).await);
    let Two { rig, first, second } = Two::start(installation, people).await;
    let secret = other_brand(&rig, &first.made()).await;
    let callers = |first: &Binary, second: &Binary| [first.caller(&secret), second.caller(&secret)];
    rig.misbehave("tarpit=10");
    let send = rig.send(&first).await;
    rig.until_mailed(10).await;
    let progress = Progress::default();
    let writers = (0..WRITERS).map(|name| write(callers(&first, &second), name, &progress));
    let faults = async {
        for _ in 0..restarts {
            progress.further(between).await;
            server.restart().await;
        }
        progress.is_over.store(true, Ordering::Relaxed);
    };
    let (written, ()) = join(join_all(writers), faults).await;
    rig.misbehave("ok");
    patiently("the database answers both", async || {
        let ready = async |server: &Binary| server.nobody().get("/readyz").await.status == 200;
        (ready(&first).await && ready(&second).await).then_some(())
    })
    .await;
    let written: Vec<String> = written.into_iter().flatten().collect();
    assert!(written.len() > 100, "{} writes are no load", written.len());
    assert_there(&second.caller(&secret), &written).await;
    let figures = evidence::of_ended(&rig, &first, &send).await;
    assert!(
        figures.in_doubt <= 2 * 2 * rig.connections,
        "{} in doubt",
        figures.in_doubt
    );
    println!(
        "{restarts} restarts: {} writes acknowledged, {} of {people} mailed, {} in doubt",
        written.len(),
        figures.mailed,
        figures.in_doubt
    );
}
