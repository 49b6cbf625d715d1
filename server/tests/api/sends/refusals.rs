//! What keeps a campaign from being accepted, in its order.

use postrider_domain::designs::design::{EmailStatus, EmailType};
use serde_json::json;

use super::{PATH, accepted, campaign, design_of_type, people, ready, send};
use crate::emails::{design, set_status};
use crate::support::{TestServer, assert_problem};

#[tokio::test]
async fn ids_that_are_not_there_are_404_in_their_order() {
    let server = TestServer::start().await;
    let (brand, other) = (ready(&server).await, ready(&server).await);
    design(&server, &brand, campaign("second")).await;
    let theirs = super::audience(&other, "Theirs", "@example.com").await;
    let named = |email: &str, version: &str, domain: &str, audience: &str| {
        json!({
            "emailId": email, "emailVersionId": version, "domainId": domain, "audienceId": audience,
        })
    };
    let good = &brand.brand_id;
    for (with, code, param) in [
        (named("x", "x", "x", "x"), "EMAIL_NOT_FOUND", "emailId"),
        (
            named("news", "second-1", "x", "x"),
            "EMAIL_VERSION_NOT_FOUND",
            "emailVersionId",
        ),
        (
            named("news", "news-1", &other.brand_id, "x"),
            "DOMAIN_NOT_FOUND",
            "domainId",
        ),
        (
            named("news", "news-1", good, &theirs),
            "AUDIENCE_NOT_FOUND",
            "audienceId",
        ),
    ] {
        assert_problem(&send(&brand, with).await, 404, code, Some(param));
    }
}

#[tokio::test]
async fn only_a_campaign_that_is_ready_is_sent() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    for kind in [EmailType::Automation, EmailType::Transactional] {
        let wrong = design_of_type(&server, &brand, kind).await;
        let refused = send(&brand, json!({ "emailId": wrong.public_id })).await;
        assert_problem(&refused, 422, "EMAIL_WRONG_TYPE", Some("emailId"));
    }
    for (id, status) in [
        ("making", EmailStatus::Generating),
        ("broken", EmailStatus::Failed),
    ] {
        let made = design(&server, &brand, campaign(id)).await;
        set_status(&server, &brand, &made, status).await;
        let refused = send(&brand, json!({ "emailId": id })).await;
        assert_problem(&refused, 422, "EMAIL_NOT_READY", Some("emailId"));
    }
}

#[tokio::test]
async fn a_domain_must_be_verified() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    server
        .sql(&format!(
            "UPDATE domains SET status = 'failed' WHERE public_id = '{}'",
            brand.brand_id
        ))
        .await;
    let named = json!({ "domainId": brand.brand_id });
    assert_problem(
        &send(&brand, named).await,
        422,
        "DOMAIN_NOT_READY",
        Some("domainId"),
    );
    let left_out = send(&brand, json!({})).await;
    assert_problem(&left_out, 400, "INVALID_REQUEST", Some("domainId"));
}

#[tokio::test]
async fn nobody_to_mail_is_said_and_reserves_nothing() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    design(&server, &brand, campaign("news")).await;
    people(&brand, &["ada@example.com"]).await;
    let left = json!({ "email": "ada@example.com", "subscribed": false });
    brand.patch("/v1/contacts", left).await.expect(200);
    for with in [
        json!({}),
        json!({ "audienceId": null, "to": ["Ada@Example.com", "ada@example.com"] }),
    ] {
        let refused = send(&brand, with).await;
        assert_problem(&refused, 422, "NO_ELIGIBLE_RECIPIENTS", None);
        assert_eq!(refused["error"]["details"]["exclusions"]["unsubscribed"], 1);
    }
    assert_eq!(server.number("SELECT count(*) FROM sends").await, 0);
    let email = brand.get("/v1/emails/news").await.expect(200);
    assert!(email["sendState"].is_null());
    people(&brand, &["grace@example.com"]).await;
    accepted(&brand, json!({})).await;
}

#[tokio::test]
async fn a_refused_list_of_addresses_makes_no_contacts() {
    let server = TestServer::start().await;
    let brand = ready(&server).await;
    accepted(&brand, json!({})).await;
    let again = json!({ "audienceId": null, "to": ["new@example.com"] });
    let refused = send(&brand, again).await;
    assert_problem(&refused, 409, "EMAIL_ALREADY_SENT", Some("emailId"));
    let contact = brand.get("/v1/contacts/new@example.com").await;
    assert_problem(&contact, 404, "CONTACT_NOT_FOUND", None);
}

#[tokio::test]
async fn the_sandbox_is_there_only_while_mail_is_captured() {
    let server = TestServer::with().mail_leaves().start().await;
    let brand = ready(&server).await;
    let named = json!({ "domainId": brand.brand_id, "dryRun": true });
    let refused = send(&brand, named).await;
    assert_problem(&refused, 404, "DOMAIN_NOT_FOUND", Some("domainId"));
}

#[tokio::test]
async fn another_brands_send_is_not_found() {
    let server = TestServer::start().await;
    let (brand, other) = (ready(&server).await, ready(&server).await);
    let id = accepted(&brand, json!({})).await;
    let path = format!("{PATH}/{id}");
    assert_problem(&other.get(&path).await, 404, "SEND_NOT_FOUND", None);
    for step in ["cancel", "pause", "resume"] {
        let refused = other.post(&format!("{path}/{step}"), json!({})).await;
        assert_problem(&refused, 404, "SEND_NOT_FOUND", None);
    }
    assert_eq!(other.get(PATH).await.expect(200)["data"], json!([]));
    assert_eq!(super::read(&brand, &id).await["status"], "scheduled");
}
