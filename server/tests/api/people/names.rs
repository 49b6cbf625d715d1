//! Names that are scripts are names: JSON that no browser takes for a page, and text on the pages that mails lead to.

use postrider_domain::accounts::role::Role;
use postrider_domain::sending::tracking::{Purpose, TEST_SEND, Token};
use serde_json::json;

use crate::support::{Answer, TestServer};

const SCRIPT: &str = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'";

/// It says the name as it is, and a browser shows it as text whatever it is opened as.
fn assert_plain(answer: &Answer) {
    assert!(
        answer.json.to_string().contains("<script>alert(1)"),
        "{}",
        answer.text()
    );
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
}

#[tokio::test]
async fn scripts_in_names_stay_names() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let brand = org.brand().await;
    let ada = (*org.member(Role::Owner).await).clone().on(&brand);
    let name = json!({ "name": SCRIPT });
    ada.patch("/app/api/profile", name.clone())
        .await
        .expect(200);
    let renamed = format!(
        "UPDATE organizations SET name = '{}' WHERE id = {}",
        SCRIPT.replace('\'', "''"),
        org.number
    );
    server.sql(&renamed).await;
    ada.patch("/v1/brand", name.clone()).await.expect(200);
    let field = json!({ "fieldName": "<script>alert(1)", "fieldType": "string", "label": SCRIPT });
    ada.post("/v1/fields", field).await.expect(201);
    ada.post("/v1/email-groups", name.clone()).await.expect(201);
    let filters = json!({ "logicalOperator": "and", "filters": [] });
    let audience = json!({ "name": SCRIPT, "filters": filters });
    let made = ada.post("/v1/audiences", audience).await;
    assert!([201, 400].contains(&made.status), "{}", made.text());
    for path in [
        "/app/api/session",
        "/app/api/state",
        "/v1/brand",
        "/v1/brands",
        "/v1/fields",
        "/v1/email-groups",
    ] {
        assert_plain(&ada.get(path).await.expect(200));
    }
    // Something that somebody wrote wrong comes back in a problem.
    let wrong = ada
        .get(&format!("/v1/contacts?{}=1", "%3Cscript%3Ealert(1)"))
        .await;
    assert_eq!(wrong.status, 400);
    assert_plain(&wrong);

    let mut token = String::new();
    let test = Token {
        brand: brand.key,
        send: TEST_SEND,
        ordinal: 1,
        purpose: Purpose::Unsubscribe,
    };
    server.app().keys().track.write(&test, &mut token);
    let page = server
        .nobody()
        .get(&format!("/unsubscribe/{token}"))
        .await
        .expect(200);
    assert!(
        page.text().contains("&lt;script&gt;alert(1)"),
        "{}",
        page.text()
    );
    assert!(!page.text().contains("<script") && !page.text().contains("<img src=x"));
}
