//! The process dies while a prompt is taken or worked on: it is finished all the same, and charged once.

use std::time::Duration;

use serde_json::{Value, json};

use super::{PATH, ended, made, path, said};
use crate::kill::Doomed;
use crate::support::{Answer, Brand, Caller, StandIn, TestServer};

/// What is asked for when the process dies, and what is there when it was done once.
struct Deed {
    name: &'static str,
    method: &'static str,
    path: String,
    body: Value,
    status: u16,
    versions: usize,
    messages: usize,
    credits: i64,
}

const PROMPT: &str = "Hello";
/// Where it is taken, worked on, and paid.
const POINTS: [&str; 6] = [
    "write.claimed",
    "write.settled",
    "write.committed",
    "maker",
    "generate.charged",
    "generate.completed",
];
/// The same where something is looked at first: whoever dies before that has taken nothing.
const LATE_POINTS: [&str; 4] = [
    "outside.finished",
    "maker",
    "generate.charged",
    "generate.completed",
];

impl Deed {
    fn design() -> Self {
        Self {
            name: "design",
            method: "POST",
            path: PATH.to_owned(),
            body: json!({ "prompt": PROMPT }),
            status: 202,
            versions: 1,
            messages: 2,
            credits: 3,
        }
    }

    fn change(email: &Answer) -> Self {
        Self {
            name: "change",
            method: "PATCH",
            path: path(email),
            versions: 2,
            messages: 4,
            credits: 6,
            ..Self::design()
        }
    }

    fn cleaning() -> Self {
        let content = format!("<h1>{PROMPT}</h1><p>Some words.</p>");
        Self {
            name: "cleaning",
            path: format!("{PATH}/import"),
            body: json!({ "format": "html", "content": content, "cleanUp": true }),
            status: 201,
            versions: 2,
            ..Self::design()
        }
    }

    async fn ask(&self, caller: &Caller) -> Option<Answer> {
        let request = caller.request(self.method, &self.path);
        let request = request.header("Idempotency-Key", "k").json(&self.body);
        request.try_send().await.ok()
    }

    /// In another life.
    async fn assert_done_once(&self, brand: &Brand, point: &str) {
        let place = format!("{} at {point}", self.name);
        let asked = match self.method {
            "POST" => self.ask(brand).await.unwrap().expect(self.status),
            // Has no key by which it could be asked for again.
            _ => brand.get(&self.path).await.expect(200),
        };
        let email = ended(brand, &asked).await;
        assert_eq!(email["status"], "ready", "{place}");
        let versions = email["versions"].as_array().unwrap().len();
        assert_eq!(versions, self.versions, "{place}");
        let said = said(brand, &email).await.len();
        assert_eq!(said, self.messages, "{place}");
        let list = brand.get(PATH).await.expect(200);
        assert_eq!(list["data"].as_array().unwrap().len(), 1, "{place}");
        let usage = brand.get("/v1/usage").await.expect(200);
        assert_eq!(usage["credits"]["used"], self.credits, "{place}");
    }
}

/// The first life ends at `point`, or in the hands of the maker; the next does what was asked for.
async fn done_by_the_next_life(point: &str, deed: impl AsyncFn(&Brand) -> Deed) {
    let maker = StandIn::metered(3);
    let mut server = TestServer::with()
        .maker(maker.shared())
        .plan("five", Some(5), None)
        .start()
        .await;
    let mut brand = server.org_on("five").await.brand().await;
    let deed = deed(&brand).await;
    let before = maker.count();
    server.stop().await;
    let doomed = Doomed::start(&server, point).await;
    let mut caller = (*brand).clone();
    caller.url.clone_from(&doomed.url);
    // Whether it was answered is a matter of luck where the maker dies.
    let _ = deed.ask(&caller).await;
    doomed.died().await;
    server.restart().await;
    brand.follow(&server);
    deed.assert_done_once(&brand, point).await;
    server.at_rest().await;
    assert!(maker.count() <= before + 1, "{} at {point}", deed.name);
}

#[tokio::test]
async fn a_design_is_finished_by_the_next_life() {
    for point in POINTS {
        done_by_the_next_life(point, async |_| Deed::design()).await;
    }
}

#[tokio::test]
async fn a_change_is_finished_by_the_next_life() {
    for point in LATE_POINTS {
        let deed = async |brand: &Brand| Deed::change(&made(brand, PROMPT).await);
        done_by_the_next_life(point, deed).await;
    }
}

#[tokio::test]
async fn an_import_is_tidied_up_by_the_next_life() {
    for point in LATE_POINTS {
        done_by_the_next_life(point, async |_| Deed::cleaning()).await;
    }
}

/// Past the lease of the key.
const LEASE: Duration = Duration::from_mins(3);

#[tokio::test]
async fn suggestions_are_paid_once_by_whichever_life_makes_them() {
    for point in ["outside.begun", "outside.worked", "outside.settled"] {
        let builder = TestServer::with().maker(StandIn::metered(3).shared());
        let builder = builder.plan("five", Some(5), None).clock_stopped();
        let mut server = builder.start().await;
        let brand = server.org_on("five").await.brand().await;
        server.stop().await;
        let doomed = Doomed::start(&server, point).await;
        let mut caller = (*brand).clone();
        caller.url.clone_from(&doomed.url);
        let path = "/v1/content/generate";
        let body = json!({ "kind": "subjects", "prompt": PROMPT });
        let request = caller.request("POST", path);
        let request = request.header("Idempotency-Key", "k").json(&body);
        let sent = request.try_send().await;
        assert!(sent.is_err(), "{point}: it died before it answered");
        doomed.died().await;
        server.restart().await;
        let caller = server.again(&brand);
        let used = async || {
            let usage = caller.get("/v1/usage").await.expect(200);
            usage["credits"]["used"].clone()
        };
        assert_eq!(used().await, 0, "{point}");
        server.clock.advance(LEASE);
        for _ in 0..2 {
            caller.post_once("k", path, body.clone()).await.expect(200);
            assert_eq!(used().await, 3, "{point}");
        }
    }
}
