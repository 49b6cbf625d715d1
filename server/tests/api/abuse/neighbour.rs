//! A tenant that works as ever: reads a page, writes a contact, looks at a design.

use std::time::Duration;

use serde_json::json;
use tokio::time::{Instant, sleep};

use crate::support::Caller;

const PAUSE: Duration = Duration::from_millis(20);

pub(super) struct Neighbour(Caller);

/// How long each call took, and what was not answered as it should be.
#[derive(Default)]
pub(super) struct Calls {
    took: Vec<Duration>,
    pub(super) refused: Vec<String>,
}

impl Calls {
    pub(super) fn count(&self) -> usize {
        self.took.len()
    }

    pub(super) fn percentile(&self, percent: usize) -> Duration {
        let mut sorted = self.took.clone();
        sorted.sort_unstable();
        let at = (sorted.len() * percent).div_ceil(100).saturating_sub(1);
        sorted.get(at).copied().unwrap_or_default()
    }
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

    pub(super) async fn work(&self, until: Instant) -> Calls {
        let mut calls = Calls::default();
        let mut number = 0;
        while Instant::now() < until {
            number += 1;
            let contact = json!({ "email": format!("new{number}@example.com") });
            let search = json!({ "filters": [{ "field": "firstName", "operator": "equals", "value": "Ada" }] });
            let design = json!({ "format": "html", "content": "<p>Hello</p>" });
            let request = match number % 4 {
                0 => self.0.request("POST", "/v1/contacts").json(&contact),
                1 => self.0.request("GET", "/v1/contacts?limit=10"),
                2 => self.0.request("POST", "/v1/contacts/search").json(&search),
                _ if number % 20 == 3 => self.0.request("POST", "/v1/emails/import").json(&design),
                _ => self.0.request("GET", "/v1/usage"),
            };
            let began = Instant::now();
            let answer = request.try_send().await;
            calls.took.push(began.elapsed());
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
