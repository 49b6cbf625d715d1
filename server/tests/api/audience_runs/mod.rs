//! Manual automations on their way through an audience.

mod control;
mod guards;
mod launch;
mod members;
mod read;
mod refusals;
mod schedule;

use serde_json::{Value, json};

use crate::support::{Answer, Caller, until};
use crate::walking::{Walk, line, wait};

pub const PATH: &str = "/v1/automations/audience-runs";

/// A manual automation of these nodes in a line; `audience` is what its trigger node says.
pub async fn manual(brand: &Caller, audience: Option<&str>, nodes: Vec<Value>) -> String {
    let ids: Vec<&str> = nodes
        .iter()
        .map(|node| node["id"].as_str().unwrap())
        .collect();
    let connections = line(&ids);
    let mut config = json!({ "mode": "manualAudience" });
    if let Some(audience) = audience {
        config["audienceId"] = json!(audience);
    }
    let trigger = json!({ "id": "start", "type": "trigger", "config": config });
    let nodes = [vec![trigger], nodes].concat();
    let body = json!({ "name": "Newsletter", "nodes": nodes, "connections": connections });
    let made = brand.post("/v1/automations", body).await.expect(201);
    made["automationId"].as_str().unwrap().to_owned()
}

/// New contacts `p0@example.com` and so on, on this plan.
pub async fn crowd(brand: &Caller, count: usize, plan: &str) {
    let contact =
        |n| json!({ "email": format!("p{n}@example.com"), "customFields": { "plan": plan } });
    let contacts: Vec<Value> = (0..count).map(contact).collect();
    for some in contacts.chunks(1000) {
        let made = brand
            .post("/v1/contacts", json!({ "contacts": some }))
            .await;
        assert_eq!(made.expect(200)["summary"]["failed"], 0);
    }
}

/// Everybody on a plan.
pub async fn on_plan(brand: &Caller, plan: &str) -> String {
    let filters = json!({ "logicalOperator": "and", "filters": [
        { "field": "customFields.plan", "operator": "equals", "value": plan } ] });
    let body = json!({ "name": format!("On {plan}"), "filters": filters });
    let made = brand.post("/v1/audiences", body).await.expect(201);
    made["audienceId"].as_str().unwrap().to_owned()
}

pub async fn try_launch(brand: &Caller, automation: &str, body: Value) -> Answer {
    brand
        .post(&format!("/v1/automations/{automation}/run"), body)
        .await
}

/// Launches an automation on everybody, unless the body says otherwise; gives the audience run.
pub async fn launch(brand: &Caller, automation: &str, mut body: Value) -> String {
    if body.get("audienceId").is_none() {
        body["audienceId"] = json!("all");
    }
    let launched = try_launch(brand, automation, body).await.expect(202);
    launched["audienceRunId"].as_str().unwrap().to_owned()
}

pub async fn read(brand: &Caller, id: &str) -> Answer {
    brand.get(&format!("{PATH}/{id}")).await.expect(200)
}

/// Waits until the audience run stands so.
pub async fn standing(brand: &Caller, id: &str, status: &str) -> Answer {
    until(&format!("the audience run is {status}"), async || {
        let run = read(brand, id).await;
        (run["status"] == status).then_some(run)
    })
    .await
}

pub async fn control(brand: &Caller, id: &str, verb: &str) -> Answer {
    brand.post(&format!("{PATH}/{id}/{verb}"), json!({})).await
}

/// Its members' runs in this status.
pub async fn members(brand: &Caller, id: &str, status: &str) -> usize {
    let path = format!("/v1/automations/runs?audienceRunId={id}&status={status}&limit=100");
    let page = brand.get(&path).await.expect(200);
    page["data"].as_array().unwrap().len()
}

/// A walk whose three contacts wait for a day before their mail; gives the audience run.
async fn waiting(walk: &Walk) -> String {
    crowd(&walk.brand, 3, "pro").await;
    let nodes = vec![
        wait("pause", 1, "days"),
        walk.send_email("late", "automation").await,
    ];
    let automation = manual(&walk.brand, None, nodes).await;
    let id = launch(&walk.brand, &automation, json!({})).await;
    until("all members wait", async || {
        let run = read(&walk.brand, &id).await;
        (run["nodeStats"][0]["entered"] == 3).then_some(())
    })
    .await;
    id
}

/// The send of a node.
fn send_of(run: &Answer, node: usize) -> String {
    run["nodeStats"][node]["sendId"]
        .as_str()
        .unwrap()
        .to_owned()
}

async fn send(brand: &Caller, id: &str) -> Answer {
    brand.get(&format!("/v1/sends/{id}")).await.expect(200)
}
