//! Automations: their graphs, versions and states. What their runs do is told elsewhere.

mod blockers;
mod create;
mod delete;
mod dry_run;
mod in_use;
mod input;
mod issues;
mod publish;
mod read;
mod sizes;
mod trigger_fit;
mod versions;

use postrider_domain::designs::design::EmailType;
use postrider_store::emails::NewEmail;
use serde_json::{Value, json};

use crate::emails::{design, draft};
use crate::support::{Answer, Brand, TestServer};

pub const PATH: &str = "/v1/automations";

/// A server and a brand with a trigger `signed-up`, and a design `welcome` that can be mailed.
pub struct Rig {
    pub server: TestServer,
    pub brand: Brand,
}

impl Rig {
    pub async fn start() -> Self {
        let server = TestServer::start().await;
        let brand = equip(&server).await;
        Self { server, brand }
    }

    /// A design with these merge tags; its only version is `<id>-1`.
    pub async fn design(&self, id: &str, kind: EmailType, tags: Value) {
        put(&self.server, &self.brand, id, kind, tags).await;
    }

    /// The first node, bound to `signed-up`.
    pub fn trigger() -> Value {
        json!({ "id": "start", "type": "trigger",
            "config": { "mode": "event", "triggerEventId": "signed-up" } })
    }

    /// A node that lacks nothing.
    pub fn mail(&self, id: &str) -> Value {
        json!({ "id": id, "type": "sendEmail", "config": self.welcome() })
    }

    pub fn welcome(&self) -> Value {
        json!({
            "emailId": "welcome", "emailVersionId": "welcome-1", "domainId": self.brand.brand_id,
            "subject": "Welcome", "previewText": "Good to see you"
        })
    }

    /// An automation that could be published.
    pub fn whole(&self) -> Value {
        json!({ "name": "Welcome", "nodes": [Self::trigger(), self.mail("mail")],
            "connections": [way("start", "mail")] })
    }

    /// The trigger, and whatever comes then.
    pub fn graph(nodes: Vec<Value>, connections: Vec<Value>) -> Value {
        let nodes = [vec![Self::trigger()], nodes].concat();
        let mut body = json!({ "name": "Welcome", "nodes": nodes });
        body["connections"] = Value::Array(connections);
        body
    }

    pub async fn make(&self, body: Value) -> String {
        let made = self.brand.post(PATH, body).await.expect(201);
        made["automationId"].as_str().unwrap().to_owned()
    }

    pub async fn published(&self, body: Value) -> String {
        let id = self.make(body).await;
        self.patch(&id, json!({ "published": true }))
            .await
            .expect(200);
        id
    }

    pub async fn patch(&self, id: &str, body: Value) -> Answer {
        self.brand.patch(&format!("{PATH}/{id}"), body).await
    }

    pub async fn read(&self, id: &str) -> Value {
        let path = format!("{PATH}/{id}?include=graph,versions");
        self.brand.get(&path).await.expect(200).json
    }
}

/// What a brand needs before it has an automation.
pub async fn equip(server: &TestServer) -> Brand {
    let brand = server.brand().await;
    let trigger = json!({
        "title": "Signed up",
        "triggerEventId": "signed-up",
        "payloadSchema": { "fields": [
            { "key": "email", "type": "string", "required": true },
            { "key": "plan", "type": "string", "required": false },
            { "key": "trialEnds", "type": "date", "required": false },
            { "key": "cart", "type": "object", "required": false }
        ] }
    });
    let made = brand.post("/v1/automations/triggers", trigger).await;
    made.expect(201);
    put(server, &brand, "welcome", EmailType::Automation, json!([])).await;
    brand
}

async fn put(server: &TestServer, brand: &Brand, id: &str, kind: EmailType, tags: Value) {
    let mut new = NewEmail { kind, ..draft(id) };
    new.version.content.merge_tags = tags.to_string();
    design(server, brand, new).await;
}

pub fn way(from: &str, to: &str) -> Value {
    json!({ "from": from, "to": to })
}

pub fn branch(from: &str, branch: &str, to: &str) -> Value {
    json!({ "from": from, "to": to, "branch": branch })
}

pub fn wait(id: &str) -> Value {
    json!({ "id": id, "type": "wait", "config": { "duration": 1, "unit": "days" } })
}

/// `kind` and `nodeId` of the issues of a refused graph, in order.
#[track_caller]
pub fn issues_of(answer: &Answer) -> Vec<(String, String)> {
    let issues = answer["error"]["details"]["issues"].as_array().unwrap();
    let text = |issue: &Value, key: &str| issue[key].as_str().unwrap().to_owned();
    let both = |issue: &Value| {
        assert!(!text(issue, "message").is_empty());
        (text(issue, "kind"), text(issue, "nodeId"))
    };
    issues.iter().map(both).collect()
}
