//! Comments on designs.

use postrider_domain::accounts::role::Role;
use postrider_store::comments::{self, NewMessage, NewThread, ThreadStatus};
use postrider_store::db::DbError;
use serde_json::json;

use super::emails::{design, draft};
use super::support::members::Member;
use super::support::{Brand, Caller, TestServer, assert_problem};

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
        let done = ("cmt_1", ThreadStatus::Resolved);
        comments::set_status(&tx, key, email, done, at).await?;
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

/// A design whose document has a column in it, and one block of each kind of place.
async fn with_blocks(server: &TestServer, brand: &Brand, id: &str) {
    let mut new = draft(id);
    new.version.content.document = json!({
        "schema": 1, "kind": "blocks",
        "blocks": [
            { "id": "intro", "type": "text", "html": "Hi" },
            { "id": "pair", "type": "columns", "columns": [
                { "id": "left", "width": 50, "blocks": [{ "id": "inner", "type": "text", "html": "a" }] },
                { "id": "right", "width": 50, "blocks": [] },
            ] },
        ],
    })
    .to_string();
    design(server, brand, new).await;
}

#[tokio::test]
async fn a_thread_is_started_answered_resolved_and_opened_again() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    with_blocks(&server, &brand, "a").await;
    let body = json!({ "body": "<b>Larger</b>,\nplease.", "target": { "kind": "element", "elementId": "inner" } });
    let made = brand.post(PATH, body).await.expect(201);
    let id = made["commentId"].as_str().unwrap();
    assert!(id.starts_with("cmt_") && id.len() == 25, "{id}");
    assert_eq!(made["status"], "open");
    assert_eq!(
        made["target"],
        json!({ "kind": "element", "elementId": "inner" })
    );
    assert_eq!(made["messages"][0]["body"], "<b>Larger</b>,\nplease.");
    let message = made["messages"][0]["messageId"].as_str().unwrap();
    assert!(message.starts_with("cmm_") && message.len() == 25);
    let author = made["messages"][0]["author"]["name"].as_str().unwrap();
    assert!(!author.is_empty());
    let thread = format!("{PATH}/{id}");
    let resolved = brand
        .patch(&thread, json!({ "status": "resolved" }))
        .await
        .expect(200);
    assert_eq!(resolved["status"], "resolved");
    let again = brand
        .patch(&thread, json!({ "status": "resolved" }))
        .await
        .expect(200);
    assert_eq!(again.json, resolved.json);
    let answered = brand
        .post(&format!("{thread}/messages"), json!({ "body": "Done." }))
        .await
        .expect(201);
    assert_eq!(answered["status"], "open");
    assert_eq!(answered["messages"].as_array().unwrap().len(), 2);
    let list = brand.get(PATH).await.expect(200);
    assert_eq!(list["data"], json!([answered.json]));
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "a list of cases")]
async fn comments_that_cannot_be_are_refused() {
    let server = TestServer::start().await;
    let (brand, stranger) = (server.brand().await, server.brand().await);
    with_blocks(&server, &brand, "a").await;
    let long = "x".repeat(4_001);
    for (body, param) in [
        (json!({}), "body"),
        (json!({ "body": " " }), "body"),
        (json!({ "body": "a\0b" }), "body"),
        (json!({ "body": long }), "body"),
        (
            json!({ "body": "x", "target": { "kind": "element" } }),
            "target.elementId",
        ),
        (
            json!({ "body": "x", "target": { "kind": "email", "elementId": "intro" } }),
            "target.elementId",
        ),
        (
            json!({ "body": "x", "target": { "kind": "page" } }),
            "target.kind",
        ),
    ] {
        assert_problem(
            &brand.post(PATH, body).await,
            400,
            "INVALID_REQUEST",
            Some(param),
        );
    }
    for element in ["nothing", "intro ", "Intro"] {
        let body = json!({ "body": "x", "target": { "kind": "element", "elementId": element } });
        assert_problem(
            &brand.post(PATH, body).await,
            404,
            "NOT_FOUND",
            Some("target.elementId"),
        );
    }
    for element in ["intro", "pair", "left"] {
        let body = json!({ "body": "x", "target": { "kind": "element", "elementId": element } });
        brand.post(PATH, body).await.expect(201);
    }
    let made = brand.post(PATH, json!({ "body": "x" })).await.expect(201);
    assert_eq!(made["target"], json!({ "kind": "email" }));
    let thread = format!("{PATH}/{}", made["commentId"].as_str().unwrap());
    let body = json!({ "body": "x" });
    for caller in [&stranger, &brand] {
        let (path, code, param) = if caller.key == brand.key {
            (format!("{PATH}/cmt_none"), "NOT_FOUND", Some("commentId"))
        } else {
            (thread.clone(), "EMAIL_NOT_FOUND", None)
        };
        let answer = caller.post(&format!("{path}/messages"), body.clone()).await;
        assert_problem(&answer, 404, code, param);
        let answer = caller.patch(&path, json!({ "status": "resolved" })).await;
        assert_problem(&answer, 404, code, param);
    }
    let answer = brand.patch(&thread, json!({ "status": "closed" })).await;
    assert_problem(&answer, 400, "INVALID_REQUEST", Some("status"));
    let answer = brand.key("contacts").await.post(PATH, body.clone()).await;
    assert_problem(&answer, 403, "INSUFFICIENT_PERMISSIONS", Some("emails"));
    brand.delete("/v1/emails/a").await.expect(200);
    let answer = brand
        .post(&format!("{thread}/messages"), body.clone())
        .await;
    assert_problem(&answer, 404, "EMAIL_NOT_FOUND", None);
    assert_problem(&brand.post(PATH, body).await, 404, "EMAIL_NOT_FOUND", None);
}

#[tokio::test]
async fn threads_and_messages_have_an_end() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let email = design(&server, &brand, draft("a")).await.id;
    for number in 0..499 {
        open(
            &server,
            &brand,
            email,
            thread(&format!("cmt_{number}"), None),
        )
        .await;
    }
    brand
        .post(PATH, json!({ "body": "The last" }))
        .await
        .expect(201);
    let refused = brand.post(PATH, json!({ "body": "One more" })).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", None);
    let key = brand.key;
    let said = server.app().db.write(move |tx| async move {
        for number in 0..98 {
            let message = message(&format!("cmm_{number}"), "x");
            comments::reply(&tx, key, email, "cmt_7", &message, 0).await?;
        }
        Ok::<_, DbError>(())
    });
    said.await.unwrap();
    let path = format!("{PATH}/cmt_7/messages");
    brand
        .post(&path, json!({ "body": "The last" }))
        .await
        .expect(201);
    let refused = brand.post(&path, json!({ "body": "One more" })).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", None);
}

#[tokio::test]
async fn a_person_writes_under_their_name_and_the_log_tells_of_it() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let brand = org.brand().await;
    design(&server, &brand, draft("a")).await;
    let (editor, viewer) = (
        org.member(Role::Editor).await,
        org.member(Role::Viewer).await,
    );
    let on_brand = |member: &Member| Caller::clone(member).on(&brand);
    let refused = on_brand(&viewer).post(PATH, json!({ "body": "x" })).await;
    assert_eq!(refused.status, 403);
    let made = on_brand(&editor)
        .post(PATH, json!({ "body": "x" }))
        .await
        .expect(201);
    let name = made["messages"][0]["author"]["name"].as_str().unwrap();
    assert!(!name.is_empty());
    let id = made["commentId"].as_str().unwrap();
    let thread = format!("{PATH}/{id}");
    let resolved = on_brand(&editor)
        .patch(&thread, json!({ "status": "resolved" }))
        .await;
    resolved.expect(200);
    let sql = format!(
        "SELECT act, target_kind, target FROM audit_log WHERE org = {} ORDER BY id",
        org.number
    );
    let rows = server.sql(&sql).await;
    let told: Vec<_> = rows
        .iter()
        .map(|row| {
            (
                row.text(0).unwrap(),
                row.text(1).unwrap(),
                row.text(2).unwrap(),
            )
        })
        .collect();
    let expected = |act: &str| (act.to_owned(), "comment".to_owned(), id.to_owned());
    assert_eq!(
        told,
        [
            expected("emails.createComment"),
            expected("emails.updateComment")
        ]
    );
}
