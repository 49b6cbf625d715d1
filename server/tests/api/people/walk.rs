//! The life of an account over HTTP, from the first link to the last row of the audit log.

use postrider_domain::accounts::token;
use postrider_engine::accounts::people;
use postrider_server::entropy;
use serde_json::json;

use super::{code_of, notices, post, sign_in, token_in, token_of};
use crate::support::members::with_session;
use crate::support::{TestServer, assert_problem};

const OWNERS: &str = "a long first password";
const EDITORS: &str = "another long password";

#[tokio::test]
#[expect(
    clippy::too_many_lines,
    reason = "one life, told from its beginning to its end"
)]
async fn from_the_first_link_to_the_audit_log() {
    let server = TestServer::with().clock_stopped().start().await;
    let nobody = server.nobody();

    // Claim.
    let now = server.app().clock.now();
    let link = server.app().db.write(move |tx| async move {
        let entropy: postrider_engine::assets::Entropy = std::sync::Arc::new(entropy::bytes);
        people::link(&tx, &entropy, "owner@localhost", now).await
    });
    let link = link.await.unwrap();
    let body =
        json!({ "token": link, "email": "ada@example.com", "name": "Ada", "password": OWNERS });
    let claimed = post(&nobody, "/app/api/claim", body).await.expect(201);
    let owner = with_session(&nobody, &token_of(&claimed));
    let organization = claimed["organizations"][0]["organizationId"].clone();
    let brand = owner.get("/v1/brands").await.expect(200)["data"][0]["brandId"].clone();

    // Invite, by mail and by link.
    let body = json!({ "email": "Bob@Example.com", "role": "admin" });
    let invited = owner.post("/app/api/invitations", body).await.expect(201);
    assert_eq!(
        (&invited["mailed"], &invited["email"]),
        (&json!(true), &json!("bob@example.com"))
    );
    let link = invited["link"].as_str().unwrap();
    let [mail] = notices(&server, "bob@example.com").try_into().ok().unwrap();
    assert!(mail.html.contains(link) && mail.text.contains(link));
    let token = token_in(link, &server, "invitation");
    let looked = post(
        &nobody,
        "/app/api/invitations/look",
        json!({ "token": token }),
    )
    .await;
    assert_eq!(
        looked.expect(200).json,
        json!({ "organizationName": "My organization", "email": "bob@example.com", "role": "admin",
            "hasAccount": false })
    );

    // Accept.
    let body = json!({ "token": token, "password": EDITORS, "name": "Bob" });
    let joined = post(&nobody, "/app/api/invitations/accept", body)
        .await
        .expect(201);
    assert_eq!(joined["organizationId"], organization);
    assert_eq!(joined["organizations"][0]["role"], "admin");
    let bob_id = joined["person"]["personId"].clone();
    let bob = with_session(&nobody, &token_of(&joined));

    // A second factor, and signing in with it.
    let offered = bob
        .post("/app/api/profile/totp", json!({}))
        .await
        .expect(201);
    let secret = offered["secret"].as_str().unwrap();
    assert!(
        offered["url"]
            .as_str()
            .unwrap()
            .starts_with("otpauth://totp/Postrider:bob@example.com?")
    );
    let confirmed = bob
        .put(
            "/app/api/profile/totp",
            json!({ "code": code_of(&server, secret) }),
        )
        .await;
    let codes = confirmed.expect(200)["recoveryCodes"].clone();
    assert_eq!(codes.as_array().unwrap().len(), 10);
    bob.delete("/app/api/session").await.expect(200);
    let without = sign_in(&nobody, "bob@example.com", EDITORS).await;
    assert_problem(&without, 401, "SECOND_FACTOR_REQUIRED", Some("code"));
    let body = json!({ "email": "bob@example.com", "password": EDITORS, "code": codes[0] });
    let entered = post(&nobody, "/app/api/session", body).await.expect(201);
    let bob = with_session(&nobody, &token_of(&entered));

    // A key: made, used, replaced, revoked.
    let body = json!({ "name": "Shop", "scopes": ["contacts"], "brandId": brand });
    let made = bob.post("/app/api/keys", body).await.expect(201);
    let key = |secret: &serde_json::Value| nobody.clone().with_key("", secret.as_str().unwrap());
    let old = key(&made["secret"]);
    old.get("/v1/contacts").await.expect(200);
    assert_problem(
        &old.get("/v1/sends").await,
        403,
        "INSUFFICIENT_PERMISSIONS",
        Some("sends"),
    );
    let path = format!("/app/api/keys/{}/rotate", made["keyId"].as_str().unwrap());
    let rotated = bob
        .post(&path, json!({ "overlapMinutes": 5 }))
        .await
        .expect(201);
    let new = key(&rotated["secret"]);
    old.get("/v1/contacts").await.expect(200);
    new.get("/v1/contacts").await.expect(200);
    server.clock.advance(std::time::Duration::from_mins(5));
    assert_problem(&old.get("/v1/contacts").await, 401, "API_KEY_REVOKED", None);
    new.get("/v1/contacts").await.expect(200);
    let revoke = format!("/v1/api-keys/{}", rotated["keyId"].as_str().unwrap());
    bob.delete(&revoke).await.expect(200);
    assert_problem(&new.get("/v1/contacts").await, 401, "API_KEY_REVOKED", None);

    // Removed, and out at once.
    let path = format!("/app/api/people/{}", bob_id.as_str().unwrap());
    owner.delete(&path).await.expect(200);
    assert_problem(
        &bob.get("/app/api/session").await,
        401,
        "AUTHENTICATION_REQUIRED",
        None,
    );

    // All of it is in the log, the newest first.
    let log = owner.get("/app/api/audit-log").await.expect(200);
    let entries = log["data"].as_array().unwrap();
    let acts: Vec<&str> = entries
        .iter()
        .map(|entry| entry["act"].as_str().unwrap())
        .collect();
    assert_eq!(
        acts,
        [
            "people.remove",
            "apiKeys.revoke",
            "keys.rotate",
            "keys.create",
            "session.create",
            "session.delete",
            "profile.confirmTotp",
            "profile.offerTotp",
            "invitations.accept",
            "invitations.create",
            "account.claim",
        ]
    );
    let removed = &entries[0];
    assert_eq!(removed["person"]["email"], "ada@example.com");
    assert_eq!(removed["target"], json!({ "kind": "person", "id": bob_id }));
    assert_eq!(removed["before"]["role"], "admin");
    let text = log.text();
    for secret in [secret, codes[0].as_str().unwrap(), token, OWNERS, EDITORS] {
        assert!(!text.contains(secret), "{secret}");
    }
    for secret in [&made["secret"], &rotated["secret"]] {
        assert!(!text.contains(secret.as_str().unwrap()));
    }
    assert!(token::parse(token).is_some());
    server.at_rest().await;
}
