//! `GET /v1/emails/{emailId}/comments`.

use postrider_store::comments::{self, NewMessage, NewThread};
use postrider_store::db::DbError;
use serde_json::json;

use super::emails::{design, draft};
use super::support::{Brand, TestServer, assert_problem};

const PATH: &str = "/v1/emails/a/comments";

fn message(id: &str, body: &str) -> NewMessage {
    NewMessage {
        public_id: id.to_owned(),
        author: "Ann Müller".to_owned(),
        body: body.to_owned(),
    }
}

fn thread(id: &str, element: Option<&str>) -> NewThread {
    NewThread {
        public_id: id.to_owned(),
        element: element.map(str::to_owned),
        message: message(&format!("{id}-1"), "Larger, <b>please</b>."),
    }
}

async fn open(server: &TestServer, brand: &Brand, email: i64, new: NewThread) {
    let (key, now) = (brand.key, server.app().clock.now());
    let opened = server.app().db.write(move |tx| {
        let new = new.clone();
        async move { comments::open(&tx, key, email, &new, now).await }
    });
    assert!(opened.await.unwrap());
}

#[tokio::test]
async fn threads_come_newest_first_with_their_messages() {
    let server = TestServer::with()
        .clock_at("2026-01-01T00:00:00Z")
        .start()
        .await;
    let brand = server.brand().await;
    let email = design(&server, &brand, draft("a")).await.id;
    let empty = brand.get(PATH).await.expect(200);
    assert_eq!(
        empty.json,
        json!({ "data": [], "pagination": { "limit": 100, "hasMore": false } })
    );
    open(&server, &brand, email, thread("cmt_1", None)).await;
    open(&server, &brand, email, thread("cmt_2", Some("b3"))).await;
    let key = brand.key;
    let said = server.app().db.write(move |tx| async move {
        let at = postrider_domain::time::parse_iso("2026-01-02T00:00:00Z").unwrap();
        comments::reply(&tx, key, email, "cmt_1", &message("cmm_2", "Done."), at).await?;
        comments::resolve(&tx, key, email, "cmt_1", at).await?;
        Ok::<_, DbError>(())
    });
    said.await.unwrap();
    let (first, second) = ("2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z");
    let said = |id: &str, body: &str, at: &str| json!({ "messageId": id, "author": { "name": "Ann Müller" }, "body": body, "createdAt": at });
    let list = brand.get(PATH).await.expect(200);
    assert_eq!(
        list["data"],
        json!([
            {
                "commentId": "cmt_2", "status": "open", "target": { "kind": "element", "elementId": "b3" },
                "messages": [said("cmt_2-1", "Larger, <b>please</b>.", first)],
                "createdAt": first, "updatedAt": first,
            },
            {
                "commentId": "cmt_1", "status": "resolved", "target": { "kind": "email" },
                "messages": [
                    said("cmt_1-1", "Larger, <b>please</b>.", first), said("cmm_2", "Done.", second),
                ],
                "createdAt": first, "updatedAt": second,
            },
        ])
    );
}

#[tokio::test]
async fn pages_follow_each_other() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let email = design(&server, &brand, draft("a")).await.id;
    let other = design(&server, &brand, draft("b")).await.id;
    for id in ["1", "2", "3"] {
        open(&server, &brand, email, thread(id, None)).await;
        open(&server, &brand, other, thread(id, None)).await;
    }
    let first = brand.get(&format!("{PATH}?limit=2")).await.expect(200);
    assert_eq!(first["data"][1]["commentId"], "2");
    let cursor = first["pagination"]["cursor"].as_str().unwrap();
    let next = brand
        .get(&format!("{PATH}?cursor={cursor}"))
        .await
        .expect(200);
    assert_eq!(next["data"].as_array().unwrap().len(), 1);
    assert_eq!(next["data"][0]["commentId"], "1");
    for query in ["limit=0", "limit=101"] {
        let refused = brand.get(&format!("{PATH}?{query}")).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("limit"));
    }
}

#[tokio::test]
async fn comments_belong_to_a_design_of_the_brand() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (brand, sister) = (org.brand().await, org.brand().await);
    let email = design(&server, &brand, draft("a")).await.id;
    open(&server, &brand, email, thread("1", None)).await;
    assert_problem(&sister.get(PATH).await, 404, "EMAIL_NOT_FOUND", None);
    let refused = brand.get("/v1/emails/b/comments").await;
    assert_problem(&refused, 404, "EMAIL_NOT_FOUND", None);
    let refused = brand.key("contacts").await.get(PATH).await;
    assert_problem(&refused, 403, "INSUFFICIENT_PERMISSIONS", Some("emails"));
}
