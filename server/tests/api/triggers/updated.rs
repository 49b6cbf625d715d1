//! Changes of contacts that fire `contact.updated`.

use serde_json::{Value, json};

use super::{INSTANCES, automation, instance, trigger};
use crate::support::{Caller, TestServer};

async fn change(brand: &Caller, path: &str, with: Value) -> Value {
    let mut body = with;
    body["email"] = json!("ada@example.com");
    body["triggerAutomations"] = json!(true);
    let changed = brand.patch(path, body).await.expect(200);
    changed["data"]["automations"].clone()
}

#[tokio::test]
async fn a_change_fires_the_brands_own_trigger() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let ada = json!({ "email": "ada@example.com", "customFields": { "plan": "free" } });
    brand.post("/v1/contacts", ada).await.expect(201);
    let nothing = json!({ "triggered": 0, "errors": [] });
    assert_eq!(change(&brand, "/v1/contacts", json!({})).await, nothing);
    let fields = [
        json!({ "key": "firstName", "type": "string" }),
        json!({ "key": "plan", "type": "string", "required": true }),
    ];
    trigger(&brand, "contact.updated", &fields).await;
    let unpublished = change(&brand, "/v1/contacts", json!({})).await;
    assert_eq!(unpublished["triggered"], 0);
    assert_eq!(unpublished["errors"].as_array().unwrap().len(), 1);
    automation(&brand, "contact.updated").await;
    for (path, plan) in [("/v1/contacts", "pro"), ("/contacts", "team")] {
        let with = json!({ "firstName": "Ada", "customFields": { "plan": plan } });
        let fired = change(&brand, path, with).await;
        assert_eq!(fired, json!({ "triggered": 1, "errors": [] }), "{path}");
        let listed = brand.get(INSTANCES).await.expect(200);
        let read = instance(&brand, &listed["data"][0]["triggerInstanceId"]).await;
        assert_eq!(read["state"], "fired");
        assert_eq!(read["recipientEmail"], "ada@example.com");
        let payload = server
            .sql("SELECT payload FROM trigger_instances ORDER BY id DESC")
            .await[0]
            .text(0)
            .unwrap();
        let payload: Value = serde_json::from_str(&payload).unwrap();
        let expect = json!({
            "email": "ada@example.com", "firstName": "Ada", "plan": plan, "subscribed": true,
        });
        // The empty last name is as good as none.
        let mut payload = payload;
        payload.as_object_mut().unwrap().remove("lastName");
        assert_eq!(payload, expect);
    }
    assert_eq!(server.number("SELECT count(*) FROM runs").await, 2);
}

#[tokio::test]
async fn what_does_not_start_is_told_and_the_change_stays() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    brand
        .post("/v1/contacts", json!({ "email": "ada@example.com" }))
        .await
        .expect(201);
    let plan = json!({ "key": "plan", "type": "string", "required": true });
    trigger(&brand, "contact.updated", &[plan]).await;
    automation(&brand, "contact.updated").await;
    let rejected = change(&brand, "/v1/contacts", json!({ "firstName": "Ada" })).await;
    assert_eq!(rejected["triggered"], 0);
    assert!(rejected["errors"][0].as_str().unwrap().contains("plan"));
    let listed = brand.get(INSTANCES).await.expect(200);
    assert_eq!(listed["data"][0]["state"], "rejected");
    let with = json!({ "subscribed": false, "customFields": { "plan": "pro" } });
    let refused = change(&brand, "/v1/contacts", with).await;
    assert_eq!(refused["triggered"], 0);
    assert_eq!(refused["errors"].as_array().unwrap().len(), 1);
    let ada = super::contact(&brand, "ada@example.com").await;
    assert_eq!(ada["firstName"], "Ada");
    assert_eq!(ada["subscribed"], false);
}

#[tokio::test]
async fn a_change_fires_nothing_unasked() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    brand
        .post("/v1/contacts", json!({ "email": "ada@example.com" }))
        .await
        .expect(201);
    trigger(&brand, "contact.updated", &[]).await;
    automation(&brand, "contact.updated").await;
    let body = json!({ "email": "ada@example.com", "firstName": "Ada" });
    let changed = brand.patch("/v1/contacts", body).await.expect(200);
    assert!(changed["data"].get("automations").is_none());
    let listed = brand.get(INSTANCES).await.expect(200);
    assert_eq!(listed["data"], json!([]));
}
