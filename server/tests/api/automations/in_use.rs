//! What a published automation uses stays.

use futures_util::future::join;
use postrider_domain::designs::design::EmailType;
use serde_json::{Value, json};

use super::{PATH, Rig, way};
use crate::support::{Answer, assert_problem};

#[track_caller]
fn is_used_by(answer: &Answer, code: &str, id: &str) {
    assert_problem(answer, 409, code, None);
    let expected = json!([{ "automationId": id, "name": "Welcome", "published": true }]);
    assert_eq!(
        answer["error"]["details"]["referencingAutomations"],
        expected
    );
}

#[tokio::test]
async fn a_design_that_is_mailed_is_not_deleted() {
    let rig = Rig::start().await;
    let id = rig.published(rig.whole()).await;
    is_used_by(
        &rig.brand.delete("/v1/emails/welcome").await,
        "EMAIL_IN_USE",
        &id,
    );
    // The newest version names another one: the live one counts.
    rig.design("second", EmailType::Automation, json!([])).await;
    let mut nodes = rig.whole()["nodes"].clone();
    nodes[1]["config"]["emailId"] = json!("second");
    nodes[1]["config"]["emailVersionId"] = json!("second-1");
    rig.patch(&id, json!({ "nodes": nodes })).await.expect(200);
    is_used_by(
        &rig.brand.delete("/v1/emails/welcome").await,
        "EMAIL_IN_USE",
        &id,
    );
    rig.brand.delete("/v1/emails/second").await.expect(200);
    rig.patch(&id, json!({ "published": false }))
        .await
        .expect(200);
    rig.brand.delete("/v1/emails/welcome").await.expect(200);
}

#[tokio::test]
async fn a_domain_that_is_mailed_from_is_not_deleted() {
    let rig = Rig::start().await;
    let made = rig
        .brand
        .post("/v1/domains", json!({ "name": "shop.example.org" }))
        .await;
    let domain = made.expect(201)["domainId"].as_str().unwrap().to_owned();
    let verified = "UPDATE domains SET status = 'verified' WHERE name = 'shop.example.org'";
    rig.server.sql(verified).await;
    let mut body = rig.whole();
    body["nodes"][1]["config"]["domainId"] = json!(domain);
    let id = rig.published(body).await;
    let path = format!("/v1/domains/{domain}");
    is_used_by(&rig.brand.delete(&path).await, "DOMAIN_IN_USE", &id);
    rig.patch(&id, json!({ "published": false }))
        .await
        .expect(200);
    rig.brand.delete(&path).await.expect(200);
}

#[tokio::test]
async fn a_field_that_is_looked_at_is_not_deleted() {
    let rig = Rig::start().await;
    let tags = json!([{ "name": "level", "fallback": false }]);
    rig.design("tagged", EmailType::Automation, tags).await;
    for name in ["level", "points", "unused"] {
        let field = json!({ "fieldName": name, "fieldType": "string" });
        rig.brand.post("/v1/fields", field).await.expect(201);
    }
    let filter: Value = json!({ "id": "f", "type": "filter", "config": { "logicalOperator": "and",
        "filters": [{ "field": "contact.points", "operator": "exists" }] } });
    let mut mail = rig.mail("mail");
    mail["config"]["emailId"] = json!("tagged");
    mail["config"]["emailVersionId"] = json!("tagged-1");
    let id = rig
        .published(Rig::graph(
            vec![filter, mail],
            vec![way("start", "f"), way("f", "mail")],
        ))
        .await;
    for name in ["level", "points"] {
        let path = format!("/v1/fields/{name}");
        is_used_by(&rig.brand.delete(&path).await, "FIELD_IN_USE", &id);
    }
    rig.brand.delete("/v1/fields/unused").await.expect(200);
    rig.brand.delete(&format!("{PATH}/{id}")).await.expect(200);
    rig.brand.delete("/v1/fields/level").await.expect(200);
    rig.server.at_rest().await;
}

/// An automation whose mail has the tag `level` without a fallback.
async fn tagged(rig: &Rig) -> String {
    let tags = json!([{ "name": "level", "fallback": false }]);
    rig.design("tagged", EmailType::Automation, tags).await;
    let mut mail = rig.mail("mail");
    mail["config"]["emailId"] = json!("tagged");
    mail["config"]["emailVersionId"] = json!("tagged-1");
    rig.make(Rig::graph(vec![mail], vec![way("start", "mail")]))
        .await
}

async fn define_level(rig: &Rig) {
    let field = json!({ "fieldName": "level", "fieldType": "string" });
    rig.brand.post("/v1/fields", field).await.expect(201);
}

#[tokio::test]
async fn a_field_that_came_after_the_draft_is_not_deleted() {
    let rig = Rig::start().await;
    let id = tagged(&rig).await;
    define_level(&rig).await;
    let publish = json!({ "published": true });
    rig.patch(&id, publish).await.expect(200);
    is_used_by(
        &rig.brand.delete("/v1/fields/level").await,
        "FIELD_IN_USE",
        &id,
    );
}

#[tokio::test]
async fn a_field_that_gives_what_the_trigger_gives_no_more_is_not_deleted() {
    let rig = Rig::start().await;
    let declare = async |more: &[Value]| {
        let email = json!({ "key": "email", "type": "string", "required": true });
        let fields = [&[email], more].concat();
        let body = json!({ "payloadSchema": { "fields": fields } });
        let path = "/v1/automations/triggers/signed-up";
        rig.brand.patch(path, body).await.expect(200);
    };
    declare(&[json!({ "key": "level", "type": "string", "required": false })]).await;
    let id = tagged(&rig).await;
    rig.patch(&id, json!({ "published": true }))
        .await
        .expect(200);
    define_level(&rig).await;
    declare(&[]).await;
    is_used_by(
        &rig.brand.delete("/v1/fields/level").await,
        "FIELD_IN_USE",
        &id,
    );
}

#[tokio::test]
async fn of_a_publish_and_a_delete_at_once_one_comes_first() {
    let rig = Rig::start().await;
    for round in 0..5 {
        let design = format!("design-{round}");
        rig.design(&design, EmailType::Automation, json!([])).await;
        let mut body = rig.whole();
        body["nodes"][1]["config"]["emailId"] = json!(design);
        body["nodes"][1]["config"]["emailVersionId"] = json!(format!("{design}-1"));
        let id = rig.make(body).await;
        let path = format!("/v1/emails/{design}");
        let (published, deleted) = join(
            rig.patch(&id, json!({ "published": true })),
            rig.brand.delete(&path),
        )
        .await;
        match (published.status, deleted.status) {
            (200, 409) => is_used_by(&deleted, "EMAIL_IN_USE", &id),
            (422, 200) => assert_problem(&published, 422, "PUBLISH_VALIDATION_FAILED", None),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn a_trigger_with_automations_is_not_deleted() {
    let rig = Rig::start().await;
    let id = rig.make(rig.whole()).await;
    let path = "/v1/automations/triggers/signed-up";
    let refused = rig.brand.delete(path).await;
    assert_problem(&refused, 409, "TRIGGER_HAS_DEPENDENT_AUTOMATIONS", None);
    assert_eq!(
        refused["error"]["details"]["referencingAutomations"],
        json!([{ "automationId": id, "name": "Welcome", "published": false }])
    );
    rig.brand.delete(&format!("{PATH}/{id}")).await.expect(200);
    rig.brand.delete(path).await.expect(200);
    rig.server.at_rest().await;
}
