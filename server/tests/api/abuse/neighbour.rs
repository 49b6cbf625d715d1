//! A tenant that works as ever: reads a page, writes a contact, looks at a design.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::json;
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep};

use crate::support::Caller;

const PAUSE: Duration = Duration::from_millis(20);

pub(super) struct Neighbour(Caller);

/// How long each call took, and what was not answered as it should be.
#[derive(Default)]
pub(super) struct Calls {
    took: Vec<(&'static str, Duration)>,
    pub(super) refused: Vec<String>,
}

impl Calls {
    pub(super) fn count(&self) -> usize {
        self.took.len()
    }

    pub(super) fn percentile(&self, percent: usize) -> Duration {
        percentile(self.took.iter().map(|(_, took)| *took).collect(), percent)
    }

    /// The same of each kind of call.
    pub(super) fn by_kind(&self, percent: usize) -> BTreeMap<&'static str, Duration> {
        let mut kinds = BTreeMap::<_, Vec<Duration>>::new();
        for (kind, took) in &self.took {
            kinds.entry(*kind).or_default().push(*took);
        }
        let kinds = kinds.into_iter();
        kinds
            .map(|(kind, took)| (kind, percentile(took, percent)))
            .collect()
    }
}

fn percentile(mut took: Vec<Duration>, percent: usize) -> Duration {
    took.sort_unstable();
    let at = (took.len() * percent).div_ceil(100).saturating_sub(1);
    took.get(at).copied().unwrap_or_default()
}

impl Neighbour {
    pub(super) async fn new(caller: Caller) -> Self {
        for number in 0..20 {
            let contact =
                json!({ "email": format!("member{number}@example.com"), "firstName": "Ada" });
            caller.post("/v1/contacts", contact).await.expect(201);
        }
        Self(caller)
    }

    /// Works on a thread of its own: what the attackers take of theirs says nothing about the service.
    pub(super) async fn work_apart(self, until: Instant) -> Calls {
        let (done, calls) = oneshot::channel();
        let working = move || {
            let runtime = Builder::new_current_thread().enable_all().build();
            let calls = runtime.expect("a runtime").block_on(self.work(until));
            let _ = done.send(calls);
        };
        std::thread::Builder::new()
            .name("neighbour".to_owned())
            .spawn(working)
            .expect("a thread");
        calls.await.expect("it works to the end")
    }

    async fn work(&self, until: Instant) -> Calls {
        let mut calls = Calls::default();
        let mut number = 0;
        while Instant::now() < until {
            number += 1;
            let contact = json!({ "email": format!("new{number}@example.com") });
            let search = json!({ "filters": [{ "field": "firstName", "operator": "equals", "value": "Ada" }] });
            let design = json!({ "format": "html", "content": "<p>Hello</p>" });
            let post = |path, body| self.0.request("POST", path).json(body);
            let (kind, request) = match number % 4 {
                0 => ("write", post("/v1/contacts", &contact)),
                1 => ("list", self.0.request("GET", "/v1/contacts?limit=10")),
                2 => ("search", post("/v1/contacts/search", &search)),
                _ if number % 20 == 3 => ("design", post("/v1/emails/import", &design)),
                _ => ("usage", self.0.request("GET", "/v1/usage")),
            };
            let began = Instant::now();
            let answer = request.try_send().await;
            calls.took.push((kind, began.elapsed()));
            match answer {
                Ok(answer) if answer.status < 300 => {}
                Ok(answer) => calls.refused.push(answer.text().to_owned()),
                Err(error) => calls.refused.push(error.to_string()),
            }
            sleep(PAUSE).await;
        }
        calls
    }
}
