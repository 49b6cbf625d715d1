//! SIGKILL under 32 concurrent writers.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::future::{join, join_all};
use postrider_server::entropy;
use serde_json::{Value, json};

use crate::support::{Answer, Binary, Caller, Installation, settings, until};

const WRITERS: usize = 32;

/// A request that was sent, and its answer if there was one.
struct Sent {
    key: String,
    contacts: usize,
    body: Value,
    answer: Option<Answer>,
}

impl Sent {
    /// Every fourth is a batch.
    fn new(key: String, number: usize) -> Self {
        let contact = |suffix: usize| json!({ "email": format!("{key}-{suffix}@example.com") });
        let (contacts, body) = if number % 4 == 3 {
            (
                3,
                json!({ "contacts": [contact(0), contact(1), contact(2)] }),
            )
        } else {
            (1, contact(0))
        };
        Self {
            key,
            contacts,
            body,
            answer: None,
        }
    }

    async fn send(&self, caller: &Caller) -> Option<Answer> {
        let request = caller
            .request("POST", "/v1/contacts")
            .header("Idempotency-Key", &self.key);
        request.json(&self.body).try_send().await.ok()
    }

    /// The contacts are this request's own: a second effect would find them there and say so.
    fn assert_first_effect(&self, answer: &Answer) {
        let shown = answer.text();
        if self.contacts == 1 {
            assert_eq!(answer.status, 201, "{}: {shown}", self.key);
        } else {
            assert_eq!(answer.status, 200, "{}: {shown}", self.key);
            assert_eq!(
                answer["summary"]["created"], self.contacts,
                "{}: {shown}",
                self.key
            );
        }
    }
}

/// Writes until the server is gone.
async fn write(caller: &Caller, name: String, answers: &AtomicUsize) -> Vec<Sent> {
    let mut all = Vec::new();
    loop {
        let mut sent = Sent::new(format!("{name}-{}", all.len()), all.len());
        sent.answer = sent.send(caller).await;
        let gone = sent.answer.is_none();
        if let Some(answer) = &sent.answer {
            sent.assert_first_effect(answer);
            answers.fetch_add(1, Ordering::SeqCst);
        }
        all.push(sent);
        if gone {
            return all;
        }
    }
}

/// Kills the server in the middle of the work of all writers, and says what they had sent.
async fn kill_under_load(
    server: Binary,
    caller: &Caller,
    round: u64,
    moment: Duration,
) -> Vec<Sent> {
    let answers = AtomicUsize::new(0);
    let writers = (0..WRITERS).map(|writer| write(caller, format!("r{round}-w{writer}"), &answers));
    let kill = async {
        until("the writers are at it", async || {
            (answers.load(Ordering::SeqCst) >= WRITERS).then_some(())
        })
        .await;
        tokio::time::sleep(moment).await;
        server.kill().await;
    };
    let (sent, ()) = join(join_all(writers), kill).await;
    sent.into_iter().flatten().collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn torture_kill_under_32_writers() {
    let rounds = if settings::torture() { 10 } else { 2 };
    let seed = u64::from_be_bytes(entropy::bytes());
    println!("seed {seed}");
    let installation = Installation::new().await;
    let mut server = installation.serve().await;
    let secret = server.made()["secret"].as_str().unwrap().to_owned();
    let mut expected = 0;
    for round in 0..rounds {
        let caller = server.caller(&secret);
        let sent = kill_under_load(server, &caller, round, moment(seed, round)).await;
        server = installation.serve().await;
        let caller = server.caller(&secret);
        for some in sent.chunks(WRITERS) {
            join_all(some.iter().map(|sent| assert_one_effect(&caller, sent))).await;
        }
        expected += sent.iter().map(|sent| sent.contacts).sum::<usize>();
        let count = json!({ "limit": 1, "count": true });
        let found = caller.post("/v1/contacts/search", count).await.expect(200);
        assert_eq!(found["total"], expected, "round {round}");
        println!(
            "round {round}: {} requests, {expected} contacts in all",
            sent.len()
        );
    }
}

/// An answered write is there and is answered the same again; any other has its effect now, once.
async fn assert_one_effect(caller: &Caller, sent: &Sent) {
    if sent.answer.is_some() {
        let path = format!("/v1/contacts/{}-0@example.com", sent.key);
        caller.get(&path).await.expect(200);
    }
    let again = sent.send(caller).await.expect("the server runs");
    sent.assert_first_effect(&again);
    if let Some(answer) = &sent.answer {
        assert_eq!(again.bytes, answer.bytes, "{}", sent.key);
        assert_eq!(
            again.header("idempotent-replayed"),
            Some("true"),
            "{}",
            sent.key
        );
    }
    let third = sent.send(caller).await.expect("the server runs");
    assert_eq!(third.bytes, again.bytes, "{}", sent.key);
}

/// Up to half a second, or three where the run is a long one.
fn moment(seed: u64, round: u64) -> Duration {
    let mixed =
        (seed ^ round.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let longest = if settings::torture() { 3000 } else { 500 };
    Duration::from_millis((mixed >> 33) % longest)
}
