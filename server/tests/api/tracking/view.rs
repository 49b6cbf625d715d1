use postrider_domain::sending::tracking::Purpose;
use serde_json::json;

use super::{ADA, Campaign};
use crate::support::TestServer;

#[tokio::test]
async fn a_mail_is_shown_as_its_recipient_got_it_and_can_do_nothing() {
    let server = TestServer::start().await;
    let campaign = Campaign::mailed(&server).await;
    let path = format!("/view/{}", campaign.token(1, Purpose::View));
    let page = campaign.get(&path).await.expect(200);
    assert!(page.text().contains("Hi Ada"));
    assert!(
        page.text()
            .contains("href=\"https://shop.example.com/Ada\"")
    );
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("sandbox"));
    assert!(!policy.contains("allow-scripts") && !policy.contains("script-src"));
    assert_eq!(page.header("x-robots-tag"), Some("noindex, nofollow"));
    assert_eq!(campaign.events().await, [], "nothing is counted");
    let gone = campaign.brand.request("DELETE", "/v1/contacts");
    gone.json(&json!({ "email": ADA })).send().await.expect(200);
    campaign.get(&path).await.expect(404);
}
