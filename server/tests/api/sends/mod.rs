//! Sends. Most of these are scheduled for a day that never comes, so that nothing is mailed meanwhile.

pub mod automated;
mod automation;
mod automation_control;
mod automation_polling;
mod body;
mod control;
mod counting;
mod defaults;
mod in_use;
mod list;
mod notices;
mod once;
mod quota;
mod read;
mod refusals;
mod test_allowance;
mod test_mode;
mod usage;
mod warnings;

use postrider_domain::designs::design::EmailType;
use postrider_store::emails::{EmailRecord, NewEmail};
use serde_json::{Value, json};

use crate::emails::{design, draft};
use crate::support::{Answer, Brand, TestServer};

pub const PATH: &str = "/v1/sends";
/// Far enough away for every test.
pub const LATER: &str = "2099-01-01T00:00:00.000Z";

/// A campaign that could be sent.
pub fn campaign(id: &str) -> NewEmail {
    NewEmail {
        subject: Some(format!("Subject of {id}")),
        ..draft(id)
    }
}

/// A brand with a campaign `news` and two people to send it to.
pub async fn ready(server: &TestServer) -> Brand {
    let brand = server.brand().await;
    design(server, &brand, campaign("news")).await;
    people(&brand, &["ada@example.com", "grace@example.com"]).await;
    brand
}

pub async fn design_of_type(server: &TestServer, brand: &Brand, kind: EmailType) -> EmailRecord {
    let new = NewEmail {
        kind,
        ..campaign(kind.as_str())
    };
    design(server, brand, new).await
}

pub async fn people(brand: &Brand, emails: &[&str]) {
    let rows: Vec<Value> = emails
        .iter()
        .map(|email| json!({ "email": email }))
        .collect();
    let written = brand
        .post("/v1/contacts", json!({ "contacts": rows }))
        .await
        .expect(200);
    assert_eq!(written["summary"]["failed"], 0);
}

/// A send of `news` to everybody, changed by the keys of `with`; `null` takes one out.
pub fn body(with: &Value) -> Value {
    let mut body = json!({ "emailId": "news", "audienceId": "all", "scheduledAt": LATER });
    for (key, value) in with.as_object().unwrap() {
        match value {
            Value::Null => body.as_object_mut().unwrap().remove(key),
            value => body
                .as_object_mut()
                .unwrap()
                .insert(key.clone(), value.clone()),
        };
    }
    body
}

pub async fn send(brand: &Brand, with: Value) -> Answer {
    brand.post(PATH, body(&with)).await
}

/// A send that was accepted, by its id.
pub async fn accepted(brand: &Brand, with: Value) -> String {
    let answer = send(brand, with).await.expect(202);
    answer["sendId"].as_str().unwrap().to_owned()
}

/// The send as it is read alone.
pub async fn read(brand: &Brand, id: &str) -> Value {
    brand.get(&format!("{PATH}/{id}")).await.expect(200).json
}

/// Puts a send where only the work on it would bring it.
pub async fn set_status(server: &TestServer, id: &str, status: &str) {
    server
        .sql(&format!(
            "UPDATE sends SET status = '{status}' WHERE public_id = '{id}'"
        ))
        .await;
}

/// A saved filter on the address.
pub async fn audience(brand: &Brand, name: &str, ending: &str) -> String {
    let filters = json!({
        "logicalOperator": "and",
        "filters": [{ "field": "email", "operator": "ends_with", "value": ending }],
    });
    let made = brand
        .post("/v1/audiences", json!({ "name": name, "filters": filters }))
        .await
        .expect(201);
    made["audienceId"].as_str().unwrap().to_owned()
}
