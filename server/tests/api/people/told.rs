//! What people do is told in the audit log, in the transaction that does it.

use std::num::NonZeroU32;

use postrider_domain::accounts::role::Role;
use serde_json::json;

use super::{sign_in, token_of};
use crate::support::members::{PASSWORD, with_session};
use crate::support::{Org, TestServer, until};

/// Acts with their targets, the oldest first.
async fn acts(server: &TestServer, org: &Org) -> Vec<String> {
    let sql = format!(
        "SELECT act, coalesce(target_kind, '-'), coalesce(address, '-') FROM audit_log WHERE org = {} ORDER BY id",
        org.number
    );
    let rows = server.sql(&sql).await;
    let text = |row: &postrider_store::db::Row, at| row.text(at).unwrap();
    rows.iter()
        .map(|row| format!("{} {} {}", text(row, 0), text(row, 1), text(row, 2)))
        .collect()
}

#[tokio::test]
async fn signing_in_and_out_and_failing_to_is_told() {
    let server = TestServer::start().await;
    let (org, other) = (server.org().await, server.org().await);
    let ada = org.member(Role::Viewer).await;
    let everywhere = postrider_domain::accounts::membership::BrandLimit::AllBrands;
    other.join(ada.number, Role::Viewer, everywhere).await;
    sign_in(&server.nobody(), &ada.email, "a wrong password")
        .await
        .expect(401);
    sign_in(&server.nobody(), "nobody@example.test", "a wrong password")
        .await
        .expect(401);
    server.all_written().await;
    let answer = sign_in(&server.nobody(), &ada.email, PASSWORD)
        .await
        .expect(201);
    let caller = with_session(&server.nobody(), &token_of(&answer));
    let path = "/app/api/profile/password";
    let body = json!({ "currentPassword": PASSWORD, "password": "another horse battery" });
    caller.put(path, body).await.expect(200);
    caller.delete("/app/api/profile/sessions").await.expect(200);
    caller.delete("/app/api/session").await.expect(200);
    for org in [&org, &other] {
        assert_eq!(
            acts(&server, org).await,
            [
                "session.refuse - 127.0.0.1",
                "session.create - 127.0.0.1",
                "profile.setPassword - 127.0.0.1",
                "profile.endSessions - 127.0.0.1",
                "session.delete - 127.0.0.1",
            ]
        );
    }
}

#[tokio::test]
async fn what_a_person_writes_is_told_and_what_a_key_does_is_not() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let brand = org.brand().await;
    let ada = org.member(Role::Admin).await;
    let caller = (*ada).clone().on(&brand);
    let contact = json!({ "email": "secret@example.com" });
    caller
        .post("/v1/contacts", contact.clone())
        .await
        .expect(201);
    caller.get("/v1/contacts").await.expect(200);
    caller
        .post("/v1/contacts/search", json!({}))
        .await
        .expect(200);
    caller
        .post("/v1/contacts", json!({ "email": "nonsense" }))
        .await
        .expect(400);
    caller
        .post_once(
            "k1",
            "/v1/fields",
            json!({ "fieldName": "plan", "fieldType": "string" }),
        )
        .await
        .expect(201);
    let again = caller
        .post_once(
            "k1",
            "/v1/fields",
            json!({ "fieldName": "plan", "fieldType": "string" }),
        )
        .await;
    assert_eq!(
        again.expect(201).header("idempotent-replayed"),
        Some("true")
    );
    caller
        .post("/v1/contacts/secret@example.com/unsuppress", json!({}))
        .await
        .expect(200);
    let path = format!("/v1/api-keys/{}", brand.key_id);
    brand.post("/v1/contacts", contact).await.expect(200);
    caller.delete(&path).await.expect(200);
    assert_eq!(
        acts(&server, &org).await,
        [
            "contacts.upsert contact 127.0.0.1",
            "fields.create field 127.0.0.1",
            "contacts.unsuppress contact 127.0.0.1",
            "apiKeys.revoke key 127.0.0.1",
        ]
    );
    let about = format!(
        "SELECT count(*) FROM audit_log WHERE person = {} AND session IS NOT NULL AND of_brand = {}",
        ada.number.0, brand.key.brand
    );
    assert_eq!(server.number(&about).await, 4);
    server.at_rest().await;
}

#[tokio::test]
async fn rows_are_kept_as_long_as_is_wanted() {
    let server = TestServer::with().configure(|config| config.audit_days = NonZeroU32::new(30));
    let server = server.start().await;
    let org = server.org().await;
    let days_ago = |days: i64| server.app().clock.now() - days * 24 * 60 * 60 * 1000;
    for days in [29, 31, 400] {
        let row = format!(
            "INSERT INTO audit_log (org, id, at, act) VALUES ({}, {days}, {}, 'act {days}')",
            org.number,
            days_ago(days)
        );
        server.sql(&row).await;
    }
    until("older rows are gone", async || {
        let left = acts(&server, &org).await;
        (left == ["act 29 - -"]).then_some(())
    })
    .await;
}

/// A fire that does not fit its trigger is kept, and whoever fired is told of the problem.
#[tokio::test]
async fn what_a_refusal_leaves_behind_is_told_too() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let brand = org.brand().await;
    let fields = json!([{ "key": "email", "type": "string", "required": true }]);
    let trigger =
        json!({ "title": "Up", "triggerEventId": "up", "payloadSchema": { "fields": fields } });
    let made = brand.post("/v1/automations/triggers", trigger).await;
    made.expect(201);
    let ada = (*org.member(Role::Editor).await).clone().on(&brand);
    let path = "/v1/automations/triggers/up/fire";
    let refused = ada.post(path, json!({ "payload": { "email": 7 } })).await;
    assert_eq!(refused.code(), "INVALID_PAYLOAD", "{}", refused.text());
    let kept = "SELECT count(*) FROM trigger_instances";
    assert_eq!(server.number(kept).await, 1);
    assert_eq!(
        acts(&server, &org).await,
        ["triggers.fire triggerEvent 127.0.0.1"]
    );
}

/// What a body names is looked for before its handler has judged it.
#[tokio::test]
async fn names_that_cannot_be_are_refused_as_ever() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let ada = (*org.member(Role::Owner).await)
        .clone()
        .on(&org.brand().await);
    for name in ["a\0b", "", "\u{202e}", &"x".repeat(5000)] {
        let field = json!({ "fieldName": name, "fieldType": "string" });
        let made = ada.post("/v1/fields", field).await;
        let named = json!({ "fieldName": name });
        let request = ada.request("DELETE", "/v1/fields").json(&named);
        let deleted = request.send().await;
        let contact = ada.post("/v1/contacts", json!({ "email": name })).await;
        for answer in [made, deleted, contact] {
            assert!(answer.status < 500, "{name:?}: {}", answer.text());
        }
    }
}
