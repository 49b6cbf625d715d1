use serde_json::json;

use super::{PATH, automation_with, design, draft, fired, publish, schema, trigger};
use crate::support::TestServer;

#[tokio::test]
async fn readiness_says_what_a_fire_would_start() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let plan = json!({ "key": "plan", "type": "string", "required": false });
    trigger(&brand, "shop/paid", std::slice::from_ref(&plan)).await;
    let path = format!("{PATH}/shop%2Fpaid/readiness");
    let nothing = brand.get(&path).await.expect(200);
    assert_eq!(nothing["ready"], false);
    assert_eq!(nothing["blockers"][0]["code"], "NO_PUBLISHED_AUTOMATION");
    assert!(nothing["blockers"][0].get("automationId").is_none());
    let mail = design(&brand, "automation", "<p>{{ plan }}</p>").await;
    let automation = draft(&brand, "shop/paid", &mail).await;
    let drafted = brand.get(&path).await.expect(200);
    assert_eq!(drafted["ready"], false);
    let counts = json!({ "automations": 1, "published": 0, "instances": 0, "runs": 0 });
    assert_eq!(drafted["counts"], counts);
    publish(&brand, &automation).await;
    fired(&brand, "shop%2Fpaid", json!({ "email": "ada@example.com" })).await;
    let ready = brand.get(&path).await.expect(200);
    let url = format!("{}{PATH}/shop%2Fpaid/fire", brand.url);
    let expect = json!({
        "triggerEventId": "shop/paid", "ready": true, "blockers": [],
        "payloadSchema": schema(&[plan]), "endpoint": { "method": "POST", "url": url },
        "publishedAutomations": [{ "automationId": automation, "name": "On shop/paid" }],
        "counts": { "automations": 1, "published": 1, "instances": 1, "runs": 1 },
    });
    assert_eq!(ready.json, expect);
}

#[tokio::test]
async fn each_automation_that_cannot_start_is_a_blocker() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let plan = json!({ "key": "plan", "type": "string" });
    trigger(&brand, "signed-up", &[plan]).await;
    let tagged = automation_with(&brand, "signed-up", "automation", "<p>{{ plan }}</p>").await;
    automation_with(&brand, "signed-up", "automation", "<p>Hello</p>").await;
    let body = json!({ "payloadSchema": schema(&[]) });
    brand
        .patch(&format!("{PATH}/signed-up"), body)
        .await
        .expect(200);
    let path = format!("{PATH}/signed-up/readiness");
    let read = brand.get(&path).await.expect(200);
    assert_eq!(read["ready"], false);
    let blockers = read["blockers"].as_array().unwrap();
    assert_eq!(blockers.len(), 1, "{blockers:?}");
    assert_eq!(blockers[0]["code"], "undeclared_merge_tag");
    assert_eq!(blockers[0]["automationId"], tagged.as_str());
    server.sql("UPDATE domains SET status = 'failed'").await;
    let read = brand.get(&path).await.expect(200);
    let blockers = read["blockers"].as_array().unwrap().iter();
    let codes: Vec<_> = blockers.map(|one| one["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["undeclared_merge_tag", "domain_not_ready"]);
}
