use serde_json::json;

use super::{PATH, provided, trigger};
use crate::support::{TestServer, assert_problem};

#[tokio::test]
async fn triggers_are_listed_newest_first_in_pages() {
    let server = TestServer::start().await;
    let (brand, other) = (server.brand().await, server.brand().await);
    for id in ["one", "two", "three"] {
        trigger(&brand, id, &[]).await;
    }
    trigger(&other, "foreign", &[]).await;
    let first = brand.get(&format!("{PATH}?limit=2")).await.expect(200);
    assert_eq!(first["data"][0]["triggerEventId"], "three");
    assert_eq!(first["data"][1]["triggerEventId"], "two");
    assert_eq!(first["pagination"]["hasMore"], true);
    let cursor = first["pagination"]["cursor"].as_str().unwrap();
    let second = brand
        .get(&format!("{PATH}?limit=2&cursor={cursor}"))
        .await
        .expect(200);
    assert_eq!(second["data"].as_array().unwrap().len(), 1);
    assert_eq!(second["data"][0]["triggerEventId"], "one");
    assert_eq!(
        second["pagination"],
        json!({ "limit": 2, "hasMore": false })
    );
    let refused = brand.get(&format!("{PATH}?triggerEventId=one")).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("triggerEventId"));
}

#[tokio::test]
async fn a_connections_triggers_are_read_by_their_composite_id() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    provided(&server, &brand, "stripe:c1:invoice.paid").await;
    let read = brand
        .get(&format!("{PATH}/stripe%3Ac1%3Ainvoice.paid"))
        .await
        .expect(200);
    assert_eq!(read["provider"], "stripe");
    assert_eq!(read["providerEventKey"], "invoice.paid");
    let listed = brand.get(PATH).await.expect(200);
    assert_eq!(listed["data"][0], read.json);
}

#[tokio::test]
async fn nobody_reads_anothers_trigger() {
    let server = TestServer::start().await;
    let (brand, other) = (server.brand().await, server.brand().await);
    trigger(&other, "foreign", &[]).await;
    for id in ["foreign", "nothing", "%00"] {
        for path in [format!("{PATH}/{id}"), format!("{PATH}/{id}/readiness")] {
            let refused = brand.get(&path).await;
            assert_problem(&refused, 404, "TRIGGER_EVENT_NOT_FOUND", None);
        }
        let path = format!("{PATH}/{id}/fire");
        let body = json!({ "payload": { "email": "ada@example.com" } });
        let refused = brand.post(&path, body).await;
        assert_problem(&refused, 404, "TRIGGER_EVENT_NOT_FOUND", None);
    }
    assert_problem(
        &brand.get(&format!("{PATH}/foreign/fire")).await,
        404,
        "NOT_FOUND",
        None,
    );
}
