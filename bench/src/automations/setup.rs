//! Triggers and automations, made as callers make them.

use serde_json::{Value, json};

use crate::child::Served;
use crate::http::{Connection, request};
use crate::outcome::Result;
use crate::sending::prepare::{self, call};

/// An automation that is published, and what fires it.
pub struct Automation {
    pub id: String,
    pub trigger: String,
}

#[derive(Clone, Copy)]
pub enum Shape {
    /// The mail comes first.
    Mails,
    /// Two waits of a day, then the mail.
    SleepsTwice,
}

pub async fn automation(server: &Served, shape: Shape) -> Result<Automation> {
    let (trigger, steps) = match shape {
        Shape::Mails => ("bench-mails", vec!["mail"]),
        Shape::SleepsTwice => ("bench-sleeps", vec!["first", "second", "mail"]),
    };
    let fields = json!([
        { "key": "email", "type": "string", "required": true },
        { "key": "plan", "type": "string", "required": false },
    ]);
    let made = json!({ "title": trigger, "triggerEventId": trigger, "payloadSchema": { "fields": fields } });
    call(server, "/v1/automations/triggers", &made).await?;
    let mail = mail_node(server).await?;
    let node = |id: &&str| match *id {
        "mail" => mail.clone(),
        id => json!({ "id": id, "type": "wait", "config": { "duration": 1, "unit": "days" } }),
    };
    let start = json!({ "id": "start", "type": "trigger",
        "config": { "mode": "event", "triggerEventId": trigger } });
    let nodes: Vec<Value> = std::iter::once(start)
        .chain(steps.iter().map(node))
        .collect();
    let connections = nodes
        .windows(2)
        .map(|pair| json!({ "from": pair[0]["id"], "to": pair[1]["id"] }));
    let connections: Vec<Value> = connections.collect();
    let body = json!({ "name": trigger, "nodes": nodes, "connections": connections });
    let made = call(server, "/v1/automations", &body).await?;
    let id = text(&made, "automationId");
    publish(server, &id).await?;
    Ok(Automation {
        id,
        trigger: trigger.to_owned(),
    })
}

async fn mail_node(server: &Served) -> Result<Value> {
    let email = prepare::design_of(server, "automation").await?;
    let mut connection = Connection::open(&server.address).await?;
    let domains = request("GET", "/v1/domains", &server.secret, "");
    let domains: Value = serde_json::from_slice(&connection.exchange(&domains).await?.body)?;
    let rows = domains["data"].as_array().cloned().unwrap_or_default();
    let domain = rows.iter().find(|row| row["name"] == prepare::DOMAIN);
    let domain = domain.ok_or("the domain is not there")?;
    Ok(json!({ "id": "mail", "type": "sendEmail", "config": {
        "emailId": email["emailId"], "emailVersionId": email["emailVersionId"],
        "domainId": domain["domainId"], "subject": "Welcome", "previewText": "Good to see you",
    } }))
}

async fn publish(server: &Served, id: &str) -> Result<()> {
    let mut connection = Connection::open(&server.address).await?;
    let body = json!({ "published": true }).to_string();
    let path = format!("/v1/automations/{id}");
    let answer = connection
        .exchange(&request("PATCH", &path, &server.secret, &body))
        .await?;
    if answer.status != 200 {
        return Err(format!("{path}: {}", answer.text()).into());
    }
    Ok(())
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

impl Automation {
    /// A fire for somebody.
    pub fn fire(&self, server: &Served, email: &str) -> Vec<u8> {
        let body = json!({ "payload": { "email": email, "plan": "pro" } }).to_string();
        let path = format!("/v1/automations/triggers/{}/fire", self.trigger);
        request("POST", &path, &server.secret, &body)
    }
}
