//! Runs on their way: fires go in, mails come out, and time passes as the test says.

mod engagement;
mod graph;
mod overtaking;
mod people;
mod reading;
mod suspended;
mod waits;

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Answer, Brand, Builder, TestServer, until};

pub use reading::{Deed, MailOf, visit};

pub const NOW: &str = "2026-03-02T10:00:00.000Z";
pub const ADA: &str = "ada@example.com";
pub const DAY: Duration = Duration::from_hours(24);

/// A server whose clock stands still, and a brand with a trigger `signed-up`.
pub struct Walk {
    pub server: TestServer,
    pub brand: Brand,
}

impl Walk {
    pub async fn begin() -> Self {
        Self::with(TestServer::with()).await
    }

    pub async fn with(builder: Builder) -> Self {
        let server = builder.clock_at(NOW).start().await;
        let brand = server.brand().await;
        Self::of(server, brand).await
    }

    pub async fn of(server: TestServer, brand: Brand) -> Self {
        let trigger = json!({
            "title": "Signed up",
            "triggerEventId": "signed-up",
            "payloadSchema": { "fields": [
                { "key": "email", "type": "string", "required": true },
                { "key": "plan", "type": "string", "required": false },
                { "key": "firstName", "type": "string", "required": false },
                { "key": "trialEnds", "type": "date", "required": false }
            ] }
        });
        brand
            .post("/v1/automations/triggers", trigger)
            .await
            .expect(201);
        Self { server, brand }
    }

    /// A published automation of these nodes between the trigger and nothing.
    pub async fn publish(&self, nodes: Vec<Value>, connections: Vec<Value>) -> String {
        let body =
            json!({ "name": "Welcome", "nodes": with_trigger(nodes), "connections": connections });
        let made = self.brand.post("/v1/automations", body).await.expect(201);
        let id = made["automationId"].as_str().unwrap().to_owned();
        let path = format!("/v1/automations/{id}");
        let answer = self.brand.patch(&path, json!({ "published": true })).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        id
    }

    /// A `sendEmail` node with a design of its own.
    pub async fn send_email(&self, id: &str, kind: &str) -> Value {
        let html = format!(
            "<html><body><p>{id} for {{{{ plan | none }}}}</p><a href=\"https://shop.example.com/{id}\">Shop</a>\
             <p><a href=\"{{{{ unsubscribeUrl }}}}\">Leave</a></p></body></html>"
        );
        let body = json!({
            "format": "html", "content": html, "type": kind, "title": id, "subject": format!("Subject of {id}"),
            "previewText": "A preview"
        });
        let made = self.brand.post("/v1/emails/import", body).await.expect(201);
        json!({ "id": id, "type": "sendEmail", "config": {
            "emailId": made["emailId"], "emailVersionId": made["emailVersionId"], "domainId": self.brand.brand_id,
            "subject": format!("Subject of {id}")
        } })
    }

    /// Starts what is published; gives the run.
    pub async fn fire(&self, payload: Value) -> String {
        let fired = self.try_fire(payload).await.expect(200);
        let runs = fired["details"]["automationRunIds"].as_array().unwrap();
        assert_eq!(runs.len(), 1, "{}", fired.text());
        runs[0].as_str().unwrap().to_owned()
    }

    pub async fn try_fire(&self, payload: Value) -> Answer {
        let body = json!({ "payload": payload });
        self.brand
            .post("/v1/automations/triggers/signed-up/fire", body)
            .await
    }

    pub async fn run(&self, run: &str) -> Answer {
        let path = format!("/v1/automations/runs/{run}?include=logs");
        self.brand.get(&path).await.expect(200)
    }

    /// Waits until the run stands as it is asked for.
    pub async fn until(&self, run: &str, what: &str, is_so: impl Fn(&Answer) -> bool) -> Answer {
        until(what, async || {
            let answer = self.run(run).await;
            is_so(&answer).then_some(answer)
        })
        .await
    }

    pub async fn ended(&self, run: &str) -> Answer {
        self.until(run, "the run ends", |run| {
            run["status"] != "queued" && run["status"] != "running"
        })
        .await
    }

    /// Waits until the run stands at this node.
    pub async fn at(&self, run: &str, node: &str) -> Answer {
        self.until(run, "the run comes to the node", |run| {
            run["status"] == "running" && run["currentNodeId"] == node
        })
        .await
    }

    /// The mails of a run, once there are so many that have left.
    pub async fn mails(&self, run: &str, count: usize) -> Vec<Value> {
        let path = format!("/v1/sends?automationRunId={run}");
        until("the mails have left", async || {
            let sends = self.brand.get(&path).await.expect(200);
            let rows = sends["data"].as_array().unwrap().clone();
            let left = rows.iter().filter(|send| send["status"] == "completed");
            assert!(rows.len() <= count, "{}", sends.text());
            (left.count() == count).then_some(rows)
        })
        .await
    }
}

pub fn with_trigger(nodes: Vec<Value>) -> Vec<Value> {
    let trigger = json!({ "id": "start", "type": "trigger",
        "config": { "mode": "event", "triggerEventId": "signed-up" } });
    [vec![trigger], nodes].concat()
}

/// Connections along a line of nodes, from the trigger on.
pub fn line(nodes: &[&str]) -> Vec<Value> {
    let all = [&["start"], nodes].concat();
    all.windows(2)
        .map(|pair| json!({ "from": pair[0], "to": pair[1] }))
        .collect()
}

pub fn wait(id: &str, duration: u32, unit: &str) -> Value {
    json!({ "id": id, "type": "wait", "config": { "duration": duration, "unit": unit } })
}

/// Node, status and branch of each log row.
pub fn logged(run: &Answer) -> Vec<(String, String, Option<String>)> {
    let text = |value: &Value| value.as_str().map(ToOwned::to_owned);
    let rows = run["logs"].as_array().unwrap().iter();
    let row = |row: &Value| {
        (
            text(&row["nodeId"]).unwrap(),
            text(&row["status"]).unwrap(),
            text(&row["branch"]),
        )
    };
    rows.map(row).collect()
}

/// The same without branches, as words.
pub fn steps(run: &Answer) -> Vec<String> {
    let step = |(node, status, _): (String, String, _)| format!("{node} {status}");
    logged(run).into_iter().map(step).collect()
}
