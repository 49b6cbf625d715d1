//! Deleted automations.

use serde_json::json;

use super::{PATH, Rig};
use crate::support::assert_problem;

#[tokio::test]
async fn a_deleted_automation_is_unpublished_and_gone() {
    let rig = Rig::start().await;
    let id = rig.published(rig.whole()).await;
    let path = format!("{PATH}/{id}");
    let deleted = rig.brand.delete(&path).await.expect(200);
    assert_eq!(deleted.json, json!({ "automationId": id, "deleted": true }));
    for answer in [
        rig.brand.get(&path).await,
        rig.brand.delete(&path).await,
        rig.brand.patch(&path, json!({ "published": true })).await,
    ] {
        assert_problem(&answer, 404, "AUTOMATION_NOT_FOUND", None);
    }
    let listed = rig.brand.get(PATH).await.expect(200);
    assert_eq!(listed["data"], json!([]));
    let stopped = "SELECT count(*) FROM automations WHERE NOT published AND live IS NULL \
        AND stop_before IS NOT NULL AND deleted_at IS NOT NULL";
    assert_eq!(rig.server.number(stopped).await, 1);
    let fire = "/v1/automations/triggers/signed-up/fire";
    let fired = rig
        .brand
        .post(fire, json!({ "payload": { "email": "ada@example.com" } }))
        .await;
    assert_problem(&fired, 422, "NO_PUBLISHED_AUTOMATION", None);
    rig.server.at_rest().await;
}

#[tokio::test]
async fn what_a_deleted_automation_used_is_free() {
    let rig = Rig::start().await;
    let id = rig.published(rig.whole()).await;
    rig.brand.delete(&format!("{PATH}/{id}")).await.expect(200);
    rig.brand.delete("/v1/emails/welcome").await.expect(200);
    rig.brand
        .delete("/v1/automations/triggers/signed-up")
        .await
        .expect(200);
    rig.server.at_rest().await;
}
