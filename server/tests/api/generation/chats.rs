//! What was said.

use serde_json::json;

use super::{made, served};
use crate::support::{StandIn, assert_problem};

#[tokio::test]
async fn chats_are_listed_the_newest_first() {
    let server = served(&StandIn::default()).await;
    let brand = server.brand().await;
    let empty = brand.get("/v1/chats").await.expect(200);
    let expected = json!({ "data": [], "pagination": { "limit": 100, "hasMore": false } });
    assert_eq!(empty.json, expected);
    let mut designs = Vec::new();
    for prompt in ["One", "Two", "Three"] {
        designs.push(made(&brand, prompt).await);
    }
    let mut seen = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = brand.get(&format!("/v1/chats?limit=2{cursor}")).await;
        let page = page.expect(200);
        assert_eq!(page["pagination"]["limit"], 2);
        seen.extend(page["data"].as_array().unwrap().clone());
        match page["pagination"]["cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(seen.len(), 3);
    for (chat, design) in seen.iter().zip(designs.iter().rev()) {
        assert_eq!(chat["chatId"], design["chatId"]);
        assert_eq!(chat["title"], "A title");
        let about = json!([{ "type": "email", "id": design["emailId"] }]);
        assert_eq!(chat["artifacts"], about);
        let id = chat["chatId"].as_str().unwrap();
        let read = brand.get(&format!("/v1/chats/{id}")).await.expect(200);
        assert_eq!(read.json, *chat);
        assert_eq!(chat["messages"].as_array().unwrap().len(), 2);
    }
}

#[tokio::test]
async fn another_brand_sees_nothing_and_the_scope_is_needed() {
    let server = served(&StandIn::default()).await;
    let org = server.org().await;
    let (brand, sister, stranger) = (org.brand().await, org.brand().await, server.brand().await);
    let design = made(&brand, "One").await;
    let path = format!("/v1/chats/{}", design["chatId"].as_str().unwrap());
    brand.get(&path).await.expect(200);
    for other in [&sister, &stranger] {
        assert_problem(&other.get(&path).await, 404, "CHAT_NOT_FOUND", None);
        assert_eq!(other.get("/v1/chats").await["data"], json!([]));
    }
    let contacts = brand.key("contacts").await;
    for path in ["/v1/chats", &path] {
        let refused = contacts.get(path).await;
        assert_problem(&refused, 403, "INSUFFICIENT_PERMISSIONS", Some("emails"));
    }
    let refused = brand.get("/v1/chats?status=open").await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("status"));
}
