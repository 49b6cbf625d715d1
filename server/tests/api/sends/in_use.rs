//! What an unfinished send needs stays.

use futures_util::future::join;
use serde_json::json;

use super::{PATH, accepted, audience, campaign, read, ready, set_status};
use crate::emails::{add_version, design, version};
use crate::support::{TestServer, assert_problem};

#[tokio::test]
async fn a_design_on_its_way_is_not_deleted() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let id = accepted(&brand, json!({})).await;
    for status in ["scheduled", "paused"] {
        set_status(&server, &id, status).await;
        let refused = brand.delete("/v1/emails/news").await;
        assert_problem(&refused, 409, "EMAIL_IN_USE", None);
        assert_eq!(
            refused["error"]["details"],
            json!({ "referencingAutomations": [], "sends": [{ "sendId": id, "status": status }] })
        );
    }
    brand.get("/v1/emails/news").await.expect(200);
}

#[tokio::test]
async fn a_sent_design_can_be_deleted_and_what_was_sent_of_it_stays() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let id = accepted(&brand, json!({})).await;
    let pictured = "UPDATE email_versions SET preview_image = 'a.webp'";
    server.sql(pictured).await;
    add_version(&server, &brand, "news", version("news-2", "<p>Two</p>")).await;
    set_status(&server, &id, "completed").await;
    let deleted = brand.delete("/v1/emails/news").await.expect(200);
    assert_eq!(deleted.json, json!({ "emailId": "news", "deleted": true }));
    for path in ["/v1/emails/news", "/v1/emails/news/comments"] {
        assert_problem(&brand.get(path).await, 404, "EMAIL_NOT_FOUND", None);
    }
    let patched = brand
        .patch("/v1/emails/news", json!({ "title": "Back" }))
        .await;
    assert_problem(&patched, 404, "EMAIL_NOT_FOUND", None);
    let again = brand.delete("/v1/emails/news").await;
    assert_problem(&again, 404, "EMAIL_NOT_FOUND", None);
    let copied = brand.post("/v1/emails/news/duplicate", json!({})).await;
    assert_problem(&copied, 404, "EMAIL_NOT_FOUND", None);
    let listed = brand.get("/v1/emails").await.expect(200);
    assert_eq!(listed["data"], json!([]));
    let groups = brand.get("/v1/email-groups").await.expect(200);
    assert_eq!(groups["data"][0]["emailCount"], 0);
    let resent = super::send(&brand, json!({})).await;
    assert_problem(&resent, 404, "EMAIL_NOT_FOUND", Some("emailId"));
    let sent = read(&brand, &id).await;
    assert_eq!(
        (&sent["emailId"], &sent["emailVersionId"]),
        (&json!("news"), &json!("news-1"))
    );
    let by_email = brand.get(&format!("{PATH}?emailId=news")).await.expect(200);
    assert_eq!(by_email["data"].as_array().unwrap().len(), 1);
    let kept = "SELECT count(*) FROM email_versions";
    assert_eq!(server.number(kept).await, 1);
    // Its picture showed the design, which is gone.
    let shown = "SELECT count(*) FROM email_versions WHERE preview_image IS NOT NULL";
    assert_eq!(server.number(shown).await, 0);
}

#[tokio::test]
async fn an_audience_that_a_send_waits_for_is_not_deleted() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let people = audience(&brand, "People", "@example.com").await;
    let id = accepted(&brand, json!({ "audienceId": people })).await;
    let path = format!("/v1/audiences/{people}");
    let refused = brand.delete(&path).await;
    assert_problem(&refused, 409, "AUDIENCE_IN_USE", None);
    assert_eq!(
        refused["error"]["details"],
        json!({ "referencingAutomations": [], "sends": [{ "sendId": id, "status": "scheduled" }] })
    );
    brand
        .post(&format!("{PATH}/{id}/cancel"), json!({}))
        .await
        .expect(200);
    brand.delete(&path).await.expect(200);
    let sent = read(&brand, &id).await;
    assert_eq!(sent["audienceName"], "People");
    assert_eq!(sent["audienceId"], people);
}

/// Whoever comes first wins, and the other is told: no send is without what it needs.
#[tokio::test]
async fn of_a_send_and_a_delete_at_once_one_is_refused() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    for round in 0..6 {
        let name = format!("race-{round}");
        design(&server, &brand, campaign(&name)).await;
        let people = audience(&brand, &name, "@example.com").await;
        let path = format!("/v1/audiences/{people}");
        let with = json!({ "emailId": name, "audienceId": people });
        let (sent, deleted) = join(super::send(&brand, with), brand.delete(&path)).await;
        match (sent.status, deleted.status) {
            (202, 409) => assert_eq!(deleted.code(), "AUDIENCE_IN_USE"),
            (404, 200) => assert_eq!(sent.code(), "AUDIENCE_NOT_FOUND"),
            other => panic!("{other:?}: {} {}", sent.text(), deleted.text()),
        }
        let name = format!("design-{round}");
        design(&server, &brand, campaign(&name)).await;
        let (path, with) = (format!("/v1/emails/{name}"), json!({ "emailId": name }));
        let (sent, deleted) = join(super::send(&brand, with), brand.delete(&path)).await;
        match (sent.status, deleted.status) {
            (202, 409) => assert_eq!(deleted.code(), "EMAIL_IN_USE"),
            (404, 200) => assert_eq!(sent.code(), "EMAIL_NOT_FOUND"),
            other => panic!("{other:?}: {} {}", sent.text(), deleted.text()),
        }
    }
}

#[tokio::test]
async fn another_audience_is_deleted_meanwhile() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    let (used, free) = (
        audience(&brand, "Used", "@example.com").await,
        audience(&brand, "Free", "@example.com").await,
    );
    accepted(&brand, json!({ "audienceId": used })).await;
    brand
        .delete(&format!("/v1/audiences/{free}"))
        .await
        .expect(200);
}
