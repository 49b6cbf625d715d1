//! Keys and scopes on every row.

use postrider_domain::accounts::scope::Scope;
use postrider_server::api::routes::contract;

use super::call;
use crate::support::{Caller, TestServer, assert_problem};

#[tokio::test]
async fn no_key_is_401_on_every_route() {
    let server = TestServer::with().contract_limits().start().await;
    for row in contract() {
        let answer = call(&server.nobody(), &row).await;
        assert_problem(&answer, 401, "AUTHENTICATION_REQUIRED", None);
        let limit = i64::from(row.policy.unwrap().per_minute());
        // Two rows of one path have two policies, and without a key the body is not read.
        if row.body_key.is_none() {
            assert_eq!(
                answer.number("x-ratelimit-limit"),
                Some(limit),
                "{}",
                row.path
            );
            assert_eq!(
                answer.number("x-ratelimit-remaining"),
                Some(limit),
                "{}",
                row.path
            );
        }
    }
}

#[tokio::test]
async fn malformed_mistyped_and_unknown_keys_are_401_on_every_route() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let secret = &brand.secret;
    let mistyped = {
        let last = if secret.ends_with('x') { "y" } else { "x" };
        format!("{}{last}", &secret[..secret.len() - 1])
    };
    // A key of another installation: well-formed, and nobody's.
    let unknown = postrider_domain::accounts::key::mint([7; 64]).secret;
    for key in [
        mistyped.as_str(),
        unknown.as_str(),
        "sk_live_nothing",
        "pr_live_",
        "",
    ] {
        let caller = server
            .nobody()
            .with_header("Authorization", &format!("Bearer {key}"));
        for row in contract() {
            assert_problem(&call(&caller, &row).await, 401, "INVALID_API_KEY", None);
        }
    }
}

#[tokio::test]
async fn a_revoked_key_is_401_on_every_route_at_once() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let key = brand.key("all").await;
    key.get("/v1/brand").await.expect(200);
    brand
        .delete(&format!("/v1/api-keys/{}", key.key_id))
        .await
        .expect(200);
    for row in contract() {
        assert_problem(&call(&key, &row).await, 401, "API_KEY_REVOKED", None);
    }
}

#[tokio::test]
async fn a_key_without_the_scope_is_403_on_every_route_and_param_names_it() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let brand = org.brand().await;
    for granted in Scope::ALL {
        let (brand_key, org_key) = (
            brand.key(granted.as_str()).await,
            org.key(granted.as_str()).await.on(&brand),
        );
        for row in contract() {
            let key: &Caller = if row.path == "/v1/brands" {
                &org_key
            } else {
                &brand_key
            };
            let answer = call(key, &row).await;
            let satisfied = satisfied_by(granted.as_str());
            let mut scopes = row.scopes.iter().map(|scope| scope.as_str());
            match scopes.find(|scope| !satisfied.contains(scope)) {
                Some(scope) => {
                    assert_problem(&answer, 403, "INSUFFICIENT_PERMISSIONS", Some(scope));
                }
                None => assert_ne!(
                    answer.status, 403,
                    "{granted:?} {} {}",
                    row.method, row.path
                ),
            }
        }
    }
    server.at_rest().await;
}

/// The contract's table of implications.
fn satisfied_by(granted: &str) -> &'static [&'static str] {
    match granted {
        "contacts" => &["contacts", "audiences"],
        "emails" => &["emails", "domains", "sends"],
        "automations" => &["automations"],
        "audiences" => &["audiences"],
        "domains" => &["domains"],
        "sends" => &["sends"],
        "transactional" => &["transactional"],
        "all" => &[
            "contacts",
            "emails",
            "automations",
            "audiences",
            "domains",
            "sends",
            "transactional",
            "all",
        ],
        other => panic!("a scope that the contract does not have: {other}"),
    }
}
