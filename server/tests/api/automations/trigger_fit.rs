//! An automation and its trigger are held against each other again when either changes.

use postrider_domain::designs::design::EmailType;
use serde_json::{Value, json};

use super::{Rig, way};
use crate::support::assert_problem;

fn fields(keys: &[&str]) -> Value {
    let field = |key: &&str| json!({ "key": key, "type": "string", "required": *key == "email" });
    let fields: Vec<Value> = keys.iter().map(field).collect();
    json!({ "payloadSchema": { "fields": fields } })
}

#[tokio::test]
async fn a_contract_that_lost_a_key_is_warned_of_and_blocks_the_next_publish() {
    let rig = Rig::start().await;
    let tags = json!([{ "name": "coupon", "fallback": false }]);
    rig.design("tagged", EmailType::Automation, tags).await;
    let trigger = "/v1/automations/triggers/signed-up";
    rig.brand
        .patch(trigger, fields(&["email", "coupon", "plan"]))
        .await
        .expect(200);
    let filter = json!({ "id": "f", "type": "filter", "config": { "logicalOperator": "and",
        "filters": [{ "field": "payload.plan", "operator": "exists" }] } });
    let mut mail = rig.mail("mail");
    mail["config"]["emailId"] = json!("tagged");
    mail["config"]["emailVersionId"] = json!("tagged-1");
    let graph = Rig::graph(
        vec![filter, mail],
        vec![way("start", "f"), way("f", "mail")],
    );
    let id = rig.published(graph).await;
    assert_eq!(rig.read(&id).await["warnings"], json!([]));

    rig.brand
        .patch(trigger, fields(&["email"]))
        .await
        .expect(200);
    let read = rig.read(&id).await;
    let told = read["warnings"].as_array().unwrap();
    let nodes: Vec<_> = told
        .iter()
        .map(|one| one["nodeId"].as_str().unwrap())
        .collect();
    assert_eq!(nodes, ["mail", "f"]);
    for warning in told {
        assert_eq!(warning["automationVersionId"], read["automationVersionId"]);
        assert_eq!(warning["severity"], "warning");
    }
    assert_eq!(read["published"], true);
    let again = rig.patch(&id, json!({ "published": true })).await;
    let place = Some("nodes[1].config.filters[0].field");
    assert_problem(&again, 422, "PUBLISH_VALIDATION_FAILED", place);

    rig.brand
        .patch(trigger, fields(&["email", "coupon", "plan"]))
        .await
        .expect(200);
    let listed = rig.brand.get(super::PATH).await.expect(200);
    assert_eq!(listed["data"][0]["warnings"], json!([]));
}
