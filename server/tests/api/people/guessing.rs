//! Guessing passwords, and telling who is known.

use postrider_domain::accounts::role::Role;
use postrider_domain::proxies::TrustedProxies;
use serde_json::Value;

use super::sign_in;
use crate::support::members::PASSWORD;
use crate::support::{Answer, TestServer, assert_problem};

/// A server behind a proxy on this machine, so that a test has as many addresses as it likes.
async fn behind_a_proxy() -> TestServer {
    let trusted: TrustedProxies = "127.0.0.1".parse().unwrap();
    let server = TestServer::with()
        .clock_stopped()
        .configure(move |config| config.trusted_proxies = trusted.clone());
    server.start().await
}

/// A try from an address.
async fn guess(server: &TestServer, email: &str, password: &str, address: &str) -> Answer {
    let caller = server.nobody().with_header("X-Forwarded-For", address);
    sign_in(&caller, email, password).await
}

#[tokio::test]
async fn an_account_is_guessed_at_slowly_from_wherever() {
    let server = behind_a_proxy().await;
    let ada = server.org().await.member(Role::Owner).await;
    for number in 0..5 {
        let answer = guess(
            &server,
            &ada.email,
            "a wrong password",
            &format!("192.0.2.{number}"),
        )
        .await;
        assert_problem(&answer, 401, "INVALID_CREDENTIALS", None);
    }
    let hashes = server.app().passwords.hashes();
    for password in ["a wrong password", PASSWORD] {
        let answer = guess(&server, &ada.email, password, "192.0.2.99").await;
        assert_problem(&answer, 429, "RATE_LIMITED", None);
        assert_eq!(answer.number("retry-after"), Some(60));
    }
    assert_eq!(
        server.app().passwords.hashes(),
        hashes,
        "nothing was hashed for it"
    );
    // Nobody is locked out: the next that is let through may be right.
    server.clock.advance(std::time::Duration::from_mins(1));
    let answer = guess(&server, &ada.email, PASSWORD, "192.0.2.99").await;
    answer.expect(201);
    server.all_written().await;
}

#[tokio::test]
async fn an_address_tries_few_accounts_and_what_it_forwards_itself_is_not_believed() {
    let server = behind_a_proxy().await;
    for number in 0..20 {
        // It writes another address before the one that the proxy adds.
        let forwarded = format!("10.9.8.{number}, 198.51.100.7");
        let answer = guess(
            &server,
            &format!("{number}@example.test"),
            PASSWORD,
            &forwarded,
        )
        .await;
        assert_problem(&answer, 401, "INVALID_CREDENTIALS", None);
    }
    let answer = guess(&server, "x@example.test", PASSWORD, "198.51.100.7").await;
    assert_problem(&answer, 429, "RATE_LIMITED", None);
    let answer = guess(&server, "x@example.test", PASSWORD, "198.51.100.8").await;
    assert_problem(&answer, 401, "INVALID_CREDENTIALS", None);
    server.all_written().await;
}

#[tokio::test]
async fn without_trusted_proxies_all_addresses_are_one() {
    let server = TestServer::with().clock_stopped().start().await;
    for number in 0..20 {
        let email = format!("{number}@example.test");
        guess(&server, &email, PASSWORD, &format!("192.0.2.{number}"))
            .await
            .expect(401);
    }
    let answer = guess(&server, "x@example.test", PASSWORD, "192.0.2.99").await;
    assert_problem(&answer, 429, "RATE_LIMITED", None);
    server.all_written().await;
}

/// Many at once are not all let through before the first has failed.
#[tokio::test]
async fn guesses_at_once_are_counted_from_their_beginning() {
    let server = behind_a_proxy().await;
    let ada = server.org().await.member(Role::Owner).await;
    let guesses = (0..20).map(|number| {
        let (server, email) = (&server, ada.email.clone());
        async move {
            let address = format!("192.0.2.{number}");
            guess(server, &email, "a wrong password", &address)
                .await
                .status
        }
    });
    let answers = futures_util::future::join_all(guesses).await;
    let let_through = answers.iter().filter(|status| **status == 401).count();
    assert_eq!(let_through, 5, "{answers:?}");
    server.all_written().await;
}

/// The same answer, for the same price.
#[tokio::test]
async fn nobody_learns_which_addresses_are_known() {
    let server = behind_a_proxy().await;
    let ada = server.org().await.member(Role::Owner).await;
    let unclaimed = "owner@localhost".to_owned();
    let mut told: Vec<(Value, u64)> = Vec::new();
    let tries = [
        (ada.email.clone(), 1),
        ("nobody@example.test".to_owned(), 2),
        (unclaimed, 3),
        ("no address at all".to_owned(), 4),
        (String::new(), 5),
    ];
    for (email, number) in tries {
        let before = server.app().passwords.hashes();
        let address = format!("192.0.2.{number}");
        let answer = guess(&server, &email, "a wrong password", &address).await;
        let mut json = answer.expect(401).json;
        json["error"]["docs"].take();
        told.push((json, server.app().passwords.hashes() - before));
    }
    for one in &told {
        assert_eq!(one, &told[0]);
    }
    assert_eq!(told[0].1, 1, "one hash each");
    // Waiting tells nothing either.
    for email in [ada.email.as_str(), "nobody@example.test"] {
        for number in 10..14 {
            guess(
                &server,
                email,
                "a wrong password",
                &format!("192.0.2.{number}"),
            )
            .await
            .expect(401);
        }
        guess(&server, email, "a wrong password", "192.0.2.50")
            .await
            .expect(429);
    }
    server.all_written().await;
}

/// Megabytes are not hashed.
#[tokio::test]
async fn a_long_password_is_refused_before_it_costs_anything() {
    let server = TestServer::start().await;
    let answer = sign_in(&server.nobody(), "ada@example.test", &"é".repeat(800)).await;
    assert_problem(&answer, 400, "INVALID_REQUEST", Some("password"));
    assert_eq!(server.app().passwords.hashes(), 0);
}
