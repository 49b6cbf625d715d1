//! Invitations: for one address, used once, worth no more than whoever sent them.

use std::time::Duration;

use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::role::Role;
use serde_json::{Value, json};

use super::{notices, post, sign_in, token_in, token_of};
use crate::support::members::{PASSWORD, with_session};
use crate::support::{Answer, Caller, Member, TestServer, assert_problem};

const PATH: &str = "/app/api/invitations";
const CHOSEN: &str = "a password of my own";

async fn invite(inviter: &Member, email: &str, role: &str) -> Answer {
    inviter
        .post(PATH, json!({ "email": email, "role": role }))
        .await
}

/// What stands behind the `#` of its link.
fn token(server: &TestServer, invited: &Answer) -> String {
    token_in(invited["link"].as_str().unwrap(), server, "invitation").to_owned()
}

async fn accept(caller: &Caller, body: Value) -> Answer {
    post(caller, "/app/api/invitations/accept", body).await
}

#[tokio::test]
async fn a_link_is_good_once_and_a_newer_one_takes_its_place() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let owner = org.member(Role::Owner).await;
    let first = token(
        &server,
        &invite(&owner, "eve@example.com", "viewer")
            .await
            .expect(201),
    );
    let invited = invite(&owner, "eve@example.com", "editor")
        .await
        .expect(201);
    let second = token(&server, &invited);
    let listed = owner.get(PATH).await.expect(200);
    assert_eq!(listed["data"].as_array().unwrap().len(), 1);
    assert_eq!(listed["data"][0]["role"], "editor");
    assert!(!listed.text().contains(&second));
    let body = |token: &str| json!({ "token": token, "password": CHOSEN });
    let nobody = server.nobody();
    for token in [&first, "x", &second.to_lowercase(), ""] {
        assert_problem(
            &accept(&nobody, body(token)).await,
            404,
            "LINK_NOT_FOUND",
            None,
        );
    }
    let (one, two) = tokio::join!(
        accept(&nobody, body(&second)),
        accept(&nobody, body(&second))
    );
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses[0], 201, "{} {}", one.text(), two.text());
    assert!([401, 404].contains(&statuses[1]));
    assert_problem(
        &accept(&nobody, body(&second)).await,
        404,
        "LINK_NOT_FOUND",
        None,
    );
    assert_eq!(owner.get(PATH).await.expect(200)["data"], json!([]));
    let again = invite(&owner, "eve@example.com", "viewer").await;
    assert_problem(&again, 409, "ALREADY_MEMBER", Some("email"));
    server.all_written().await;
}

#[tokio::test]
async fn another_address_cannot_accept_it() {
    let server = TestServer::start().await;
    let (org, other) = (server.org().await, server.org().await);
    let owner = org.member(Role::Owner).await;
    let (eve, bob) = (
        other.member(Role::Owner).await,
        other.member(Role::Owner).await,
    );
    let token = token(
        &server,
        &invite(&owner, &bob.email, "editor").await.expect(201),
    );
    // Signed in as somebody else, with their own password, with a new one: it is not theirs.
    let alone = accept(&eve, json!({ "token": token })).await;
    assert_problem(&alone, 400, "INVALID_REQUEST", Some("password"));
    let chosen = accept(&eve, json!({ "token": token, "password": CHOSEN })).await;
    assert_problem(&chosen, 401, "INVALID_CREDENTIALS", None);
    let looked = post(
        &server.nobody(),
        "/app/api/invitations/look",
        json!({ "token": token }),
    )
    .await;
    assert_eq!(looked.expect(200)["hasAccount"], true);
    // Whoever is invited needs no password if they are signed in, and joins what they were invited to alone.
    let joined = accept(&bob, json!({ "token": token })).await.expect(201);
    assert_eq!(joined["organizations"].as_array().unwrap().len(), 2);
    let bob = with_session(&server.nobody(), &token_of(&joined));
    let session = bob.get("/app/api/session").await.expect(200);
    let roles: Vec<_> = session["organizations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|org| &org["role"])
        .collect();
    assert_eq!(roles, ["editor", "owner"]);
    server.all_written().await;
}

#[tokio::test]
async fn an_account_without_a_password_is_not_come_into_by_inviting_it() {
    let server = TestServer::start().await;
    let owner = server.org().await.member(Role::Owner).await;
    // The first owner of the installation, before anybody has claimed it.
    let sql = "UPDATE people SET email = 'first@example.com' WHERE email = 'owner@localhost'";
    server.sql(sql).await;
    let token = token(
        &server,
        &invite(&owner, "first@example.com", "viewer")
            .await
            .expect(201),
    );
    let refused = accept(
        &server.nobody(),
        json!({ "token": token, "password": CHOSEN }),
    )
    .await;
    assert_problem(&refused, 401, "INVALID_CREDENTIALS", None);
    assert!(
        sign_in(&server.nobody(), "first@example.com", CHOSEN)
            .await
            .status
            == 401
    );
    server.all_written().await;
}

#[tokio::test]
async fn it_ends_with_its_time_with_being_taken_back_and_with_its_sender() {
    let server = TestServer::with().clock_stopped().start().await;
    let org = server.org().await;
    let (owner, admin) = (org.member(Role::Owner).await, org.member(Role::Admin).await);
    let accept = |token: String| {
        let nobody = server.nobody();
        async move { accept(&nobody, json!({ "token": token, "password": CHOSEN })).await }
    };
    let gone = |answer: Answer| assert_problem(&answer, 404, "LINK_NOT_FOUND", None);
    let invited = invite(&owner, "a@example.com", "viewer").await.expect(201);
    let path = format!("{PATH}/{}", invited["invitationId"].as_str().unwrap());
    owner.delete(&path).await.expect(200);
    assert_problem(
        &owner.delete(&path).await,
        404,
        "INVITATION_NOT_FOUND",
        None,
    );
    gone(accept(token(&server, &invited)).await);
    // An admin who is none any more has invited nobody.
    let invited = invite(&admin, "b@example.com", "admin").await.expect(201);
    let person = owner.get("/app/api/people").await.expect(200);
    let people = person["data"].as_array().unwrap();
    let admins = people
        .iter()
        .find(|person| person["email"] == admin.email.as_str());
    let path = format!(
        "/app/api/people/{}",
        admins.unwrap()["personId"].as_str().unwrap()
    );
    owner
        .patch(&path, json!({ "role": "editor" }))
        .await
        .expect(200);
    gone(accept(token(&server, &invited)).await);
    let invited = invite(&owner, "c@example.com", "viewer").await.expect(201);
    server.clock.advance(Duration::from_hours(7 * 24));
    gone(accept(token(&server, &invited)).await);
    server.all_written().await;
}

#[tokio::test]
async fn nobody_invites_above_themselves_or_beyond_their_brands() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (own, other) = (org.brand().await, org.brand().await);
    let admin = org.member(Role::Admin).await;
    let limit = BrandLimit::Brands(vec![own.key.brand]);
    let limited = org.member_of(Role::Admin, limit).await;
    let refused = invite(&admin, "a@example.com", "owner").await;
    assert_problem(&refused, 403, "INSUFFICIENT_ROLE", Some("owner"));
    let to =
        |brands: Value| json!({ "email": "a@example.com", "role": "admin", "brandIds": brands });
    let unlimited = invite(&limited, "a@example.com", "viewer").await;
    assert_problem(&unlimited, 403, "INSUFFICIENT_ROLE", Some("brandIds"));
    let beyond = limited
        .post(PATH, to(json!([own.brand_id, other.brand_id])))
        .await;
    assert_problem(&beyond, 404, "BRAND_NOT_FOUND", Some("brandIds[1]"));
    let none = admin.post(PATH, to(json!([]))).await;
    assert_problem(&none, 400, "INVALID_REQUEST", Some("brandIds"));
    let invited = limited
        .post(PATH, to(json!([own.brand_id])))
        .await
        .expect(201);
    assert_eq!(invited["brandIds"], json!([own.brand_id]));
    let body = json!({ "token": token(&server, &invited), "password": CHOSEN });
    let joined = accept(&server.nobody(), body).await.expect(201);
    assert_eq!(joined["organizations"][0]["limited"], true);
    assert_eq!(
        joined["organizations"][0]["brands"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    // Whoever sees other brands alone is not there for them.
    invite(&admin, "b@example.com", "viewer").await.expect(201);
    let hidden =
        json!({ "email": "c@example.com", "role": "viewer", "brandIds": [other.brand_id] });
    admin.post(PATH, hidden).await.expect(201);
    let listed = limited.get(PATH).await.expect(200);
    let seen: Vec<_> = listed["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["email"])
        .collect();
    assert_eq!(seen, ["b@example.com"]);
    server.all_written().await;
}

#[tokio::test]
async fn a_link_leads_home_whatever_host_was_named_and_names_are_names() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let owner = org.member(Role::Owner).await;
    let name = "<script>alert(1)</script>\r\nBcc: eve@example.com";
    owner
        .patch("/app/api/profile", json!({ "name": name }))
        .await
        .expect(200);
    let poisoned = (*owner).clone();
    let request = poisoned.request("POST", PATH);
    let request = request
        .header("Host", "evil.test")
        .header("X-Forwarded-Host", "evil.test");
    let body = json!({ "email": "eve@example.com", "role": "viewer" });
    let invited = request.json(&body).send().await.expect(201);
    token(&server, &invited);
    let [mail] = notices(&server, "eve@example.com").try_into().ok().unwrap();
    for text in [&mail.html, &mail.text, &mail.subject] {
        assert!(!text.contains("evil.test"), "{text}");
    }
    assert!(!mail.html.contains("<script>"), "{}", mail.html);
    assert!(
        mail.text
            .contains("<script>alert(1)</script> Bcc: eve@example.com invites you")
    );
    // Once more under its key: one invitation, and the link is not shown again.
    let body = json!({ "email": "d@example.com", "role": "viewer" });
    let first = owner
        .post_once("once", PATH, body.clone())
        .await
        .expect(201);
    let again = owner.post_once("once", PATH, body).await.expect(201);
    assert_eq!(first["invitationId"], again["invitationId"]);
    assert!(first["link"].is_string() && again["link"].is_null());
    assert_eq!(notices(&server, "d@example.com").len(), 1);
    assert!(PASSWORD != CHOSEN);
}
