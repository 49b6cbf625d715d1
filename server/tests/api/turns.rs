//! Organizations have their turn one after the other wherever they wait, and one that asks for too much is refused alone.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::http::Method;
use futures_util::future::select_all;
use postrider_domain::accounts::scope::Scope;
use postrider_domain::contract::policy::Policy;
use postrider_domain::turns::Asker;
use postrider_server::api::cx::Cx;
use postrider_server::api::failure::ApiResult;
use postrider_server::api::input::Nothing;
use postrider_server::api::reply::Reply;
use postrider_server::api::row::Row;
use postrider_store::db::{Dialect, Place, Tx};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

use crate::support::{Answer, Brand, Builder, TestServer, assert_problem, until};

const IMPORT: &str = "/v1/emails/import";

#[derive(Serialize, JsonSchema)]
struct Read {
    org: i64,
}

/// Heavy reads that end when the test says so, and in which order they began.
#[derive(Clone)]
struct Reads {
    began: Arc<Mutex<Vec<i64>>>,
    gate: Arc<Semaphore>,
}

impl Reads {
    fn new() -> Self {
        Self {
            began: Arc::default(),
            gate: Arc::new(Semaphore::new(0)),
        }
    }

    fn row(&self) -> Row {
        let reads = self.clone();
        Row::new("heavy", Method::GET, "/probe/heavy", Policy::ContactsRead)
            .scope(Scope::Contacts)
            .heavy_read(move |tx: Tx, cx: Cx, _: Arc<Nothing>| {
                let reads = reads.clone();
                async move { reads.read(&tx, cx.caller().org).await }
            })
    }

    async fn read(&self, tx: &Tx, org: i64) -> ApiResult<Reply<Read>> {
        self.began.lock().expect("the list").push(org);
        let passed = match tx.dialect() {
            Dialect::Postgres => self.gate.acquire().await,
            // A thread of its own, which must not wait as a task does.
            Dialect::Sqlite => tokio::runtime::Handle::current().block_on(self.gate.acquire()),
        };
        passed.expect("the gate").forget();
        Ok(Reply::ok(Read { org }))
    }

    fn began(&self) -> Vec<i64> {
        self.began.lock().expect("the list").clone()
    }
}

/// How often requests have come to a point in the pipeline.
fn counting(builder: Builder, point: &'static str) -> (Builder, Arc<AtomicUsize>) {
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    let builder = builder.fault_point(move |at| {
        if at == point {
            counted.fetch_add(1, Ordering::SeqCst);
        }
    });
    (builder, count)
}

async fn reaches(count: &AtomicUsize, number: usize) {
    until("all have asked", async || {
        (count.load(Ordering::SeqCst) >= number).then_some(())
    })
    .await;
}

#[expect(
    clippy::disallowed_methods,
    reason = "a caller that the test may send away"
)]
fn ask(brand: &Brand) -> JoinHandle<Answer> {
    let caller = brand.request("GET", "/probe/heavy");
    tokio::spawn(caller.send())
}

/// Heavy reads that run at the same time: one reader of four is for quick reads, and a quarter of 16 connections.
fn heavy_places(server: &TestServer) -> usize {
    if server.database.is_sqlite() { 3 } else { 12 }
}

#[tokio::test]
async fn a_heavy_read_of_another_is_next_however_many_wait_of_one() {
    let reads = Reads::new();
    let (builder, asked) = counting(TestServer::with().rows(vec![reads.row()]), "heavy.asked");
    let server = builder.start().await;
    let (abuser, other) = (server.brand().await, server.brand().await);
    let places = heavy_places(&server);
    let mut waiting: Vec<_> = (0..30).map(|_| ask(&abuser)).collect();
    reaches(&asked, 30).await;
    until("all places are taken", async || {
        (reads.began().len() == places).then_some(())
    })
    .await;
    waiting.push(ask(&other));
    reaches(&asked, 31).await;
    reads.gate.add_permits(1);
    until("the next is read", async || {
        (reads.began().len() > places).then_some(())
    })
    .await;
    assert_eq!(reads.began()[places], other.key.org);
    reads.gate.add_permits(31);
    for answer in waiting {
        answer.await.unwrap().expect(200);
    }
}

#[tokio::test]
async fn heavy_reads_keep_nobody_from_a_plain_list() {
    let reads = Reads::new();
    let (builder, asked) = counting(TestServer::with().rows(vec![reads.row()]), "heavy.asked");
    let server = builder.start().await;
    let (abuser, other) = (server.brand().await, server.brand().await);
    let waiting: Vec<_> = (0..30).map(|_| ask(&abuser)).collect();
    reaches(&asked, 30).await;
    other.get("/v1/fields").await.expect(200);
    abuser.get("/v1/fields").await.expect(200);
    reads.gate.add_permits(30);
    for answer in waiting {
        answer.await.unwrap().expect(200);
    }
}

#[tokio::test]
async fn a_line_that_is_full_for_one_is_open_to_others() {
    let reads = Reads::new();
    let builder = TestServer::with().waiting(2).rows(vec![reads.row()]);
    let (builder, asked) = counting(builder, "heavy.asked");
    let server = builder.start().await;
    let (abuser, other) = (server.brand().await, server.brand().await);
    let (places, room) = (heavy_places(&server), heavy_places(&server) + 2);
    let mut waiting = Vec::new();
    for taken in 1..=places {
        waiting.push(ask(&abuser));
        until("a place is taken", async || {
            (reads.began().len() == taken).then_some(())
        })
        .await;
    }
    // Two may wait. Whichever of three finds no room is answered; nobody else can be before the gate opens.
    let (refused, _, two) = select_all((0..3).map(|_| ask(&abuser))).await;
    let refused = refused.unwrap();
    waiting.extend(two);
    assert_problem(&refused, 503, "SERVICE_UNAVAILABLE", None);
    assert!(refused.number("retry-after") > Some(0));
    waiting.push(ask(&other));
    reaches(&asked, room + 2).await;
    // Whoever goes away makes room again.
    waiting.remove(room - 1).abort();
    reads.gate.add_permits(room + 2);
    until("there is room again", async || {
        (abuser.get("/probe/heavy").await.status == 200).then_some(())
    })
    .await;
    for answer in waiting {
        answer.await.unwrap().expect(200);
    }
}

/// Keeps so many places of those where designs are made.
async fn occupy(server: &TestServer, places: usize) -> Vec<Place> {
    let mut held = Vec::new();
    for _ in 0..places {
        let place = server.app().workshop.places.take(Asker::Service).await;
        held.push(place.expect("a place"));
    }
    held
}

#[expect(
    clippy::disallowed_methods,
    reason = "a caller that the test may send away"
)]
fn import(brand: &Brand, done: &Arc<Mutex<Vec<i64>>>) -> JoinHandle<Answer> {
    let body = json!({ "format": "html", "content": "<p>Hello</p>" });
    let request = brand.request("POST", IMPORT).json(&body);
    let (org, done) = (brand.key.org, Arc::clone(done));
    tokio::spawn(async move {
        let answer = request.send().await;
        done.lock().expect("the list").push(org);
        answer
    })
}

#[tokio::test]
async fn a_design_of_another_is_made_after_two_more_of_one_at_most() {
    let (builder, begun) = counting(TestServer::with(), "outside.begun");
    let server = builder.start().await;
    let (abuser, other) = (server.brand().await, server.brand().await);
    let mut held = occupy(&server, 4).await;
    let done = Arc::default();
    let mut imports: Vec<_> = (0..12).map(|_| import(&abuser, &done)).collect();
    reaches(&begun, 12).await;
    imports.push(import(&other, &done));
    reaches(&begun, 13).await;
    held.pop();
    for answer in imports {
        answer.await.unwrap().expect(201);
    }
    let done = done.lock().unwrap();
    let at = done.iter().position(|org| *org == other.key.org);
    // Answers overtake each other on their way to here. Whoever takes no turns serves the other last of thirteen.
    assert!(at <= Some(6), "{done:?}");
}

#[tokio::test]
async fn designs_of_one_that_wait_too_many_are_refused_for_that_one_alone() {
    let (builder, begun) = counting(TestServer::with().waiting(2), "outside.begun");
    let server = builder.start().await;
    let (abuser, other) = (server.brand().await, server.brand().await);
    let held = occupy(&server, 4).await;
    let done = Arc::default();
    let mut imports: Vec<_> = (0..2).map(|_| import(&abuser, &done)).collect();
    reaches(&begun, 2).await;
    let body = json!({ "format": "html", "content": "<p>Hello</p>" });
    let refused = abuser.post(IMPORT, body).await;
    assert_problem(&refused, 503, "SERVICE_UNAVAILABLE", None);
    assert!(refused.number("retry-after") > Some(0));
    imports.push(import(&other, &done));
    reaches(&begun, 4).await;
    drop(held);
    for answer in imports {
        answer.await.unwrap().expect(201);
    }
}

#[tokio::test]
async fn a_caller_that_went_away_has_left_the_line() {
    let (builder, begun) = counting(TestServer::with(), "outside.begun");
    let server = builder.start().await;
    let brand = server.brand().await;
    let held = occupy(&server, 4).await;
    let import = import(&brand, &Arc::default());
    reaches(&begun, 1).await;
    import.abort();
    until("nothing is under way for it", async || {
        server.app().writes.is_empty().then_some(())
    })
    .await;
    drop(held);
    let list = brand.get("/v1/emails").await.expect(200);
    assert_eq!(list["data"], json!([]));
}
