use postrider_domain::sending::send::{EventType, RecipientState, Tally};
use serde_json::{Value, json};

use super::{ADA, Campaign};
use crate::support::TestServer;

const UNSUBSCRIBED: i64 = EventType::Unsubscribed as i64;
const ONE_CLICK: &str = "List-Unsubscribe=One-Click";

#[tokio::test]
async fn a_mail_program_unsubscribes_with_one_click() {
    let server = TestServer::start().await;
    let campaign = Campaign::mailed(&server).await;
    let path = campaign.unsubscribe(1);
    for _ in 0..2 {
        let answer = campaign.post(&path, ONE_CLICK).await.expect(200);
        assert_eq!(
            answer.header("content-type"),
            Some("text/plain; charset=utf-8")
        );
    }
    assert_eq!(campaign.ada().await["subscribed"], false);
    let unsubscribed_at = "SELECT count(*) FROM contacts WHERE unsubscribed_at IS NOT NULL";
    assert_eq!(server.number(unsubscribed_at).await, 1);
    assert_eq!(campaign.events().await, [(UNSUBSCRIBED, Value::Null)]);
    assert_eq!(
        campaign.tally().await,
        Tally {
            unsubscribed: 1,
            ..Tally::default()
        }
    );
}

#[tokio::test]
async fn looking_at_the_page_changes_nothing() {
    let server = TestServer::start().await;
    let campaign = Campaign::mailed(&server).await;
    let path = campaign.unsubscribe(1);
    let page = campaign.get(&path).await.expect(200);
    campaign
        .reader
        .request("HEAD", &path)
        .send()
        .await
        .expect(200);
    assert_eq!(campaign.ada().await["subscribed"], true);
    assert_eq!(campaign.events().await, []);
    assert!(page.text().contains("Unsubscribe from Test brand?"));
    assert!(page.text().contains("<form method=\"post\">"));
    assert!(!page.text().contains("<script"));
    assert!(!page.text().contains(ADA), "a mail may have been passed on");
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"));
    assert_eq!(page.header("x-robots-tag"), Some("noindex, nofollow"));
    assert_eq!(page.header("cache-control"), Some("private, no-store"));
    assert_eq!(page.header("referrer-policy"), Some("no-referrer"));
}

#[tokio::test]
async fn the_form_unsubscribes_and_leads_back() {
    let server = TestServer::start().await;
    let campaign = Campaign::mailed(&server).await;
    let path = campaign.unsubscribe(1);
    let out = campaign.post(&path, "action=unsubscribe").await.expect(200);
    assert!(out.text().contains("You are unsubscribed"));
    assert!(out.text().contains("value=\"resubscribe\""));
    assert_eq!(campaign.ada().await["subscribed"], false);
    let again = campaign.get(&path).await.expect(200);
    assert!(again.text().contains("You are unsubscribed"));
    let back = campaign.post(&path, "action=resubscribe").await.expect(200);
    assert!(back.text().contains("Welcome back"));
    assert_eq!(campaign.ada().await["subscribed"], true);
    campaign.post(&path, "action=unsubscribe").await.expect(200);
    assert_eq!(campaign.ada().await["subscribed"], false);
    // Once for the recipient, however often they change their mind.
    assert_eq!(campaign.events().await, [(UNSUBSCRIBED, Value::Null)]);
    assert_eq!(campaign.tally().await.unsubscribed, 1);
}

#[tokio::test]
async fn a_link_takes_back_only_what_it_did() {
    let server = TestServer::start().await;
    let campaign = Campaign::mailed(&server).await;
    let path = campaign.unsubscribe(1);
    let change = json!({ "email": ADA, "subscribed": false });
    campaign
        .brand
        .patch("/v1/contacts", change)
        .await
        .expect(200);
    let page = campaign.get(&path).await.expect(200);
    assert!(page.text().contains("You are unsubscribed"));
    assert!(!page.text().contains("resubscribe"));
    campaign.post(&path, "action=unsubscribe").await.expect(200);
    let refused = campaign.post(&path, "action=resubscribe").await.expect(200);
    assert!(refused.text().contains("You are unsubscribed"));
    assert_eq!(campaign.ada().await["subscribed"], false);
    assert_eq!(campaign.events().await, [], "they had left before");
}

#[tokio::test]
async fn a_deleted_contact_can_still_leave() {
    let server = TestServer::start().await;
    let campaign = Campaign::mailed(&server).await;
    let path = campaign.unsubscribe(1);
    let delete = async || {
        let request = campaign.brand.request("DELETE", "/v1/contacts");
        request
            .json(&json!({ "email": ADA }))
            .send()
            .await
            .expect(200)
    };
    delete().await;
    assert!(
        campaign
            .get(&path)
            .await
            .expect(200)
            .text()
            .contains("Unsubscribe from")
    );
    let out = campaign.post(&path, "action=unsubscribe").await.expect(200);
    assert!(
        !out.text().contains("resubscribe"),
        "there is nobody to subscribe"
    );
    campaign.post(&path, ONE_CLICK).await.expect(200);
    assert!(
        campaign
            .get(&path)
            .await
            .text()
            .contains("You are unsubscribed")
    );
    assert_eq!(campaign.events().await.len(), 1);
    let back = campaign
        .brand
        .post("/v1/contacts", json!({ "email": ADA }))
        .await;
    assert_eq!(back.expect(201)["subscribed"], false);
}

#[tokio::test]
async fn an_old_link_speaks_for_whoever_came_back_under_the_address() {
    let server = TestServer::start().await;
    let campaign = Campaign::mailed(&server).await;
    let path = campaign.unsubscribe(1);
    for _ in 0..2 {
        let request = campaign.brand.request("DELETE", "/v1/contacts");
        request
            .json(&json!({ "email": ADA }))
            .send()
            .await
            .expect(200);
        campaign
            .brand
            .post("/v1/contacts", json!({ "email": ADA }))
            .await
            .expect(201);
    }
    assert_eq!(campaign.ada().await["subscribed"], true);
    campaign.post(&path, ONE_CLICK).await.expect(200);
    assert_eq!(campaign.ada().await["subscribed"], false);
    campaign.post(&path, "action=resubscribe").await.expect(200);
    assert_eq!(campaign.ada().await["subscribed"], true);
}

#[tokio::test]
async fn the_page_speaks_the_recipients_language() {
    let server = TestServer::start().await;
    let campaign = Campaign::mailed(&server).await;
    let path = campaign.unsubscribe(1);
    let swedish = campaign.reader.request("GET", &path);
    let swedish = swedish
        .header("Accept-Language", "sv-SE,sv;q=0.9,en;q=0.1")
        .send()
        .await;
    assert!(swedish.text().contains("<html lang=\"sv\">") && swedish.text().contains("Avsluta"));
    let missing = campaign.reader.request("GET", "/unsubscribe/x");
    let missing = missing
        .header("Accept-Language", "ja")
        .send()
        .await
        .expect(404);
    assert!(missing.text().contains("<html lang=\"ja\">"));
    let contact = json!({ "email": ADA, "customFields": { "Language": "de_AT" } });
    campaign
        .brand
        .post("/v1/contacts", contact)
        .await
        .expect(200);
    let german = campaign.reader.request("GET", &path);
    let german = german
        .header("Accept-Language", "sv")
        .send()
        .await
        .expect(200);
    assert!(german.text().contains("<html lang=\"de\">") && german.text().contains("Abmelden"));
}

#[tokio::test]
async fn the_page_wears_the_brands_looks_and_trusts_none_of_them() {
    let server = TestServer::start().await;
    let campaign = Campaign::mailed(&server).await;
    let change = json!({
        "identity": { "brandName": "<b>Tom & \"Ada\"</b>", "address": "1 <i>Way</i>\nLondon" },
        "theme": { "primaryColor": "#0a7", "bodyFont": "x;}</style><script>alert(1)</script>" },
    });
    campaign.brand.patch("/v1/brand", change).await.expect(200);
    let page = campaign.get(&campaign.unsubscribe(1)).await.expect(200);
    let html = page.text();
    assert!(html.contains("--brand:#00aa77"));
    assert!(html.contains("&lt;b&gt;Tom &amp; &quot;Ada&quot;&lt;/b&gt;"));
    assert!(html.contains("1 &lt;i&gt;Way&lt;/i&gt;, London"));
    assert!(!html.contains("<script") && !html.contains("<b>") && !html.contains("<i>"));
}

#[tokio::test]
async fn what_is_too_long_is_not_read() {
    let server = TestServer::start().await;
    let campaign = Campaign::mailed(&server).await;
    let path = campaign.unsubscribe(1);
    campaign.post(&path, &"x".repeat(4097)).await.expect(413);
    assert_eq!(campaign.ada().await["subscribed"], true);
}

#[tokio::test]
async fn who_leaves_has_got_the_mail() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    brand
        .post("/v1/contacts", json!({ "email": ADA }))
        .await
        .expect(201);
    let campaign = Campaign::of(&server, brand, RecipientState::InDoubt).await;
    campaign
        .post(&campaign.unsubscribe(1), ONE_CLICK)
        .await
        .expect(200);
    let expect = Tally {
        accepted: 1,
        delivered: 1,
        in_doubt: -1,
        unsubscribed: 1,
        ..Tally::default()
    };
    assert_eq!(campaign.tally().await, expect);
}
