use serde_json::json;

use super::{INSTANCES, PATH, automation, design, draft, fired, provided, trigger};
use crate::support::{Answer, Brand, TestServer, assert_problem};

async fn delete_named(brand: &Brand, id: &str) -> Answer {
    let body = json!({ "triggerEventId": id });
    brand.request("DELETE", PATH).json(&body).send().await
}

#[tokio::test]
async fn a_trigger_is_deleted_by_its_path_or_in_the_collection() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for id in ["one", "two"] {
        let mut made = trigger(&brand, id, &[]).await;
        let deleted = if id == "one" {
            brand.delete(&format!("{PATH}/one")).await.expect(200)
        } else {
            delete_named(&brand, "two").await.expect(200)
        };
        made["deleted"] = json!(true);
        assert_eq!(deleted.json, made);
        let gone = brand.get(&format!("{PATH}/{id}")).await;
        assert_problem(&gone, 404, "TRIGGER_EVENT_NOT_FOUND", None);
    }
    assert_eq!(brand.get(PATH).await.expect(200)["data"], json!([]));
    let again = brand.delete(&format!("{PATH}/one")).await;
    assert_problem(&again, 404, "TRIGGER_EVENT_NOT_FOUND", None);
}

#[tokio::test]
async fn a_trigger_that_automations_refer_to_stays() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    trigger(&brand, "signed-up", &[]).await;
    let published = automation(&brand, "signed-up").await;
    let design = design(&brand, "automation", "<p>Hello</p>").await;
    let unpublished = draft(&brand, "signed-up", &design).await;
    for refused in [
        brand.delete(&format!("{PATH}/signed-up")).await,
        delete_named(&brand, "signed-up").await,
    ] {
        assert_problem(&refused, 409, "TRIGGER_HAS_DEPENDENT_AUTOMATIONS", None);
        let expect = json!([
            { "automationId": published, "name": "On signed-up", "published": true },
            { "automationId": unpublished, "name": "On signed-up", "published": false },
        ]);
        let named = &refused["error"]["details"]["referencingAutomations"];
        assert_eq!(named, &expect);
    }
    for id in [published, unpublished] {
        let path = format!("/v1/automations/{id}");
        brand.delete(&path).await.expect(200);
    }
    brand.delete(&format!("{PATH}/signed-up")).await.expect(200);
    server.at_rest().await;
}

#[tokio::test]
async fn the_name_of_a_deleted_trigger_is_free_and_stays_on_its_fires() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    trigger(&brand, "signed-up", &[]).await;
    let id = automation(&brand, "signed-up").await;
    let payload = json!({ "email": "ada@example.com" });
    let first = fired(&brand, "signed-up", payload.clone()).await;
    brand
        .delete(&format!("/v1/automations/{id}"))
        .await
        .expect(200);
    brand.delete(&format!("{PATH}/signed-up")).await.expect(200);
    let listed = brand.get(INSTANCES).await.expect(200);
    assert_eq!(listed["data"][0]["triggerEventId"], "signed-up");
    trigger(&brand, "signed-up", &[]).await;
    automation(&brand, "signed-up").await;
    let second = fired(&brand, "signed-up", payload).await;
    let path = format!("{INSTANCES}?triggerEventId=signed-up");
    let listed = brand.get(&path).await.expect(200);
    let rows = listed["data"].as_array().unwrap().iter();
    let ids: Vec<_> = rows.map(|row| row["triggerInstanceId"].clone()).collect();
    assert_eq!(
        ids,
        [
            second["triggerInstanceId"].clone(),
            first["triggerInstanceId"].clone()
        ]
    );
    server.at_rest().await;
}

#[tokio::test]
async fn what_is_not_ones_own_is_not_deleted() {
    let server = TestServer::start().await;
    let (brand, other) = (server.brand().await, server.brand().await);
    trigger(&other, "foreign", &[]).await;
    provided(&server, &brand, "stripe:c1:invoice.paid").await;
    let foreign = brand.delete(&format!("{PATH}/foreign")).await;
    assert_problem(&foreign, 404, "TRIGGER_EVENT_NOT_FOUND", None);
    let foreign = delete_named(&brand, "foreign").await;
    assert_problem(&foreign, 404, "TRIGGER_EVENT_NOT_FOUND", None);
    for refused in [
        brand
            .delete(&format!("{PATH}/stripe%3Ac1%3Ainvoice.paid"))
            .await,
        delete_named(&brand, "stripe:c1:invoice.paid").await,
    ] {
        assert_problem(&refused, 422, "TRIGGER_IMMUTABLE", None);
    }
    other.get(&format!("{PATH}/foreign")).await.expect(200);
    let nameless = brand.request("DELETE", PATH).json(&json!({})).send().await;
    assert_problem(&nameless, 400, "INVALID_REQUEST", Some("triggerEventId"));
}
