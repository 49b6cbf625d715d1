//! Nobody with a second factor gets in without it.

use std::time::Duration;

use postrider_domain::accounts::recovery_code;
use postrider_domain::accounts::role::Role;
use postrider_domain::accounts::totp::TotpSecret;
use postrider_server::entropy;
use postrider_store::db::DbError;
use postrider_store::people::{self, second_factors};
use serde_json::json;

use super::claims::link;
use super::{authenticator, post, sign_in};
use crate::support::members::PASSWORD;
use crate::support::{Answer, Member, TestServer, assert_problem};

/// The secret of the examples of RFC 4226, whose codes of the first steps are known.
const SECRET: [u8; 20] = *b"12345678901234567890";
const CODES: [&str; 4] = ["755224", "287082", "359152", "969429"];

/// A server whose clock stands in the third step.
async fn server() -> TestServer {
    let server = TestServer::with().clock_at("1970-01-01T00:01:00Z");
    server.start().await
}

/// Gives somebody a second factor, and says their recovery codes.
async fn protect(server: &TestServer, member: &Member) -> Vec<String> {
    let (app, person) = (server.app().clone(), member.number);
    let codes = recovery_code::mint(entropy_of_codes());
    let hashes: Vec<[u8; 32]> = codes
        .iter()
        .filter_map(|code| recovery_code::hash(code))
        .collect();
    let seal = std::sync::Arc::clone(&app.keys().people);
    let protected = app.db.write(move |tx| {
        let (seal, hashes) = (std::sync::Arc::clone(&seal), hashes.clone());
        async move {
            let record = people::get(&tx, person).await?.expect("the person");
            let secret = TotpSecret::new(SECRET);
            let sealed = seal.seal(&record.public_id, secret.as_bytes().to_vec());
            let sealed = sealed.expect("sealed");
            assert!(second_factors::offer(&tx, person, &sealed).await?);
            assert!(second_factors::confirm(&tx, person, &sealed, 0).await?);
            second_factors::replace_codes(&tx, person, hashes).await?;
            Ok::<_, DbError>(())
        }
    });
    protected.await.unwrap();
    codes
}

fn entropy_of_codes() -> [u8; 100] {
    let mut all = [0; 100];
    for piece in all.chunks_mut(20) {
        piece.copy_from_slice(&entropy::bytes::<20>());
    }
    all
}

async fn enter(server: &TestServer, email: &str, code: Option<&str>) -> Answer {
    let mut body = json!({ "email": email, "password": PASSWORD });
    if let Some(code) = code {
        body["code"] = json!(code);
    }
    post(&server.nobody(), "/app/api/session", body).await
}

#[tokio::test]
async fn the_password_alone_is_not_enough_and_a_code_is_used_once() {
    let server = server().await;
    let ada = server.org().await.member(Role::Owner).await;
    protect(&server, &ada).await;
    let without = enter(&server, &ada.email, None).await;
    assert_problem(&without, 401, "SECOND_FACTOR_REQUIRED", Some("code"));
    assert!(without.header("set-cookie").is_none());
    for code in ["", "000000", CODES[0]] {
        let answer = enter(&server, &ada.email, Some(code)).await;
        assert_problem(&answer, 401, "SECOND_FACTOR_REQUIRED", Some("code"));
    }
    let right = enter(&server, &ada.email, Some(CODES[2])).await.expect(201);
    assert_eq!(right["person"]["hasSecondFactor"], true);
    let again = enter(&server, &ada.email, Some(CODES[2])).await;
    assert_problem(&again, 401, "SECOND_FACTOR_REQUIRED", Some("code"));
    // Whoever does not know the password learns nothing of a second factor.
    let body = json!({ "email": ada.email, "password": "a wrong password", "code": CODES[3] });
    let wrong = post(&server.nobody(), "/app/api/session", body).await;
    assert_problem(&wrong, 401, "INVALID_CREDENTIALS", None);
    server.all_written().await;
}

#[tokio::test]
async fn of_two_sign_ins_with_one_code_one_is_right() {
    let server = server().await;
    let ada = server.org().await.member(Role::Owner).await;
    let codes = protect(&server, &ada).await;
    for code in [CODES[2], codes[0].as_str()] {
        let (one, two) = tokio::join!(
            enter(&server, &ada.email, Some(code)),
            enter(&server, &ada.email, Some(code))
        );
        let mut answers = [one.status, two.status];
        answers.sort_unstable();
        assert_eq!(answers, [201, 401], "{code}");
    }
}

#[tokio::test]
async fn recovery_codes_are_good_once_each() {
    let server = server().await;
    let ada = server.org().await.member(Role::Owner).await;
    let codes = protect(&server, &ada).await;
    let typed = codes[0].to_uppercase().replace('-', " ");
    enter(&server, &ada.email, Some(&typed)).await.expect(201);
    let again = enter(&server, &ada.email, Some(&codes[0])).await;
    assert_problem(&again, 401, "SECOND_FACTOR_REQUIRED", Some("code"));
    enter(&server, &ada.email, Some(&codes[1]))
        .await
        .expect(201);
}

/// Six digits are a million: they are guessed no faster than passwords.
#[tokio::test]
async fn codes_are_guessed_slowly() {
    let server = server().await;
    let ada = server.org().await.member(Role::Owner).await;
    protect(&server, &ada).await;
    for number in 0..5 {
        let answer = enter(&server, &ada.email, Some(&format!("00000{number}"))).await;
        assert_problem(&answer, 401, "SECOND_FACTOR_REQUIRED", Some("code"));
    }
    let answer = enter(&server, &ada.email, Some(CODES[2])).await;
    assert_problem(&answer, 429, "RATE_LIMITED", None);
    let told = "SELECT count(*) FROM audit_log WHERE act = 'session.refuse'";
    assert_eq!(server.number(told).await, 5);
}

#[tokio::test]
async fn the_password_again_takes_the_code_too() {
    let server = server().await;
    let ada = server.org().await.member(Role::Owner).await;
    protect(&server, &ada).await;
    server.clock.advance(Duration::from_mins(15));
    let session = ada.get("/app/api/session").await.expect(200);
    assert_eq!(session["wantsPassword"], true);
    let path = "/app/api/session/password";
    let wrong = post(&ada, path, json!({ "password": "a wrong password" })).await;
    assert_problem(&wrong, 401, "INVALID_CREDENTIALS", None);
    let without = post(&ada, path, json!({ "password": PASSWORD })).await;
    assert_problem(&without, 401, "SECOND_FACTOR_REQUIRED", Some("code"));
    let session = ada.get("/app/api/session").await.expect(200);
    assert_eq!(session["wantsPassword"], true);
    let code = authenticator(&server, &SECRET);
    post(&ada, path, json!({ "password": PASSWORD, "code": code }))
        .await
        .expect(200);
    let session = ada.get("/app/api/session").await.expect(200);
    assert_eq!(session["wantsPassword"], false);
    server.all_written().await;
}

/// A link stands for the password alone.
#[tokio::test]
async fn a_link_opens_an_account_with_its_second_factor_alone() {
    let server = server().await;
    let ada = server.org().await.member(Role::Owner).await;
    let codes = protect(&server, &ada).await;
    let token = link(&server, &ada.email).await;
    let new = "another horse battery";
    let claim = |code: Option<&str>| {
        let mut body = json!({ "token": token, "password": new });
        if let Some(code) = code {
            body["code"] = json!(code);
        }
        let caller = server.nobody();
        async move { post(&caller, "/app/api/claim", body).await }
    };
    for code in [None, Some("000000"), Some(CODES[0])] {
        let answer = claim(code).await;
        assert_problem(&answer, 401, "SECOND_FACTOR_REQUIRED", Some("code"));
        assert!(answer.header("set-cookie").is_none());
    }
    // Nothing has come of it: the link is good, the old password and session too.
    ada.get("/app/api/session").await.expect(200);
    let old = sign_in(&server.nobody(), &ada.email, PASSWORD).await;
    assert_problem(&old, 401, "SECOND_FACTOR_REQUIRED", Some("code"));
    let claimed = claim(Some(&codes[0])).await.expect(201);
    assert_eq!(claimed["person"]["hasSecondFactor"], true);
    let without = sign_in(&server.nobody(), &ada.email, new).await;
    assert_problem(&without, 401, "SECOND_FACTOR_REQUIRED", Some("code"));
    server.all_written().await;
}
