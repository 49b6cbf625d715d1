//! Keys and how they are sent.

use std::time::Duration;

use crate::support::{TestServer, assert_problem, until};

#[tokio::test]
async fn both_headers_carry_a_key() {
    let server = TestServer::start().await;
    let secret = server.brand().await.secret.clone();
    for (name, value) in [
        ("Authorization", format!("Bearer {secret}")),
        ("Authorization", format!("bearer {secret}")),
        ("X-API-Key", secret.clone()),
    ] {
        server
            .nobody()
            .with_header(name, &value)
            .get("/v1/brand")
            .await
            .expect(200);
    }
    for value in [
        format!("Basic {secret}"),
        secret.clone(),
        "Bearer".to_owned(),
    ] {
        let answer = server
            .nobody()
            .with_header("Authorization", &value)
            .get("/v1/brand")
            .await;
        assert_problem(&answer, 401, "INVALID_API_KEY", None);
    }
}

#[tokio::test]
async fn authorization_counts_where_the_two_headers_differ() {
    let server = TestServer::start().await;
    let (one, two) = (server.brand().await, server.brand().await);
    let both = |first: &str, second: &str| {
        let first = format!("Bearer {first}");
        server
            .nobody()
            .with_header("X-API-Key", second)
            .with_header("Authorization", &first)
    };
    let answer = both(&one.secret, &two.secret)
        .get("/v1/brand")
        .await
        .expect(200);
    assert_eq!(answer["brandId"], one.brand_id.as_str());
    both(&one.secret, "nonsense")
        .get("/v1/brand")
        .await
        .expect(200);
    let answer = both("nonsense", &one.secret).get("/v1/brand").await;
    assert_problem(&answer, 401, "INVALID_API_KEY", None);
}

#[tokio::test]
async fn a_known_prefix_with_another_secret_is_refused() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let other = brand.key("all").await;
    let hash = format!(
        "(SELECT hash FROM api_keys WHERE public_id = '{}')",
        other.key_id
    );
    server
        .sql(&format!(
            "UPDATE api_keys SET hash = {hash} WHERE public_id = '{}'",
            brand.key_id
        ))
        .await;
    assert_problem(&brand.get("/v1/brand").await, 401, "INVALID_API_KEY", None);
}

#[tokio::test]
async fn a_key_whose_brand_was_deleted_finds_no_brand() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    server
        .sql(&format!(
            "UPDATE brands SET deleted_at = 1 WHERE public_id = '{}'",
            brand.brand_id
        ))
        .await;
    assert_problem(&brand.get("/v1/brand").await, 404, "BRAND_NOT_FOUND", None);
    assert_problem(
        &brand.get("/v1/contacts").await,
        404,
        "BRAND_NOT_FOUND",
        None,
    );
}

#[tokio::test]
async fn an_unknown_key_is_401_before_its_body_is_looked_at() {
    let server = TestServer::start().await;
    let request = server
        .nobody()
        .request("POST", "/v1/contacts")
        .body("{ not json");
    assert_problem(&request.send().await, 401, "AUTHENTICATION_REQUIRED", None);
}

#[tokio::test]
async fn the_last_use_of_a_key_is_written_at_most_once_a_minute() {
    let mut server = TestServer::with()
        .clock_at("2026-05-05T10:00:00Z")
        .start()
        .await;
    let brand = server.brand().await;
    let written = format!(
        "SELECT coalesce(last_used_at, 0) FROM api_keys WHERE public_id = '{}'",
        brand.key_id
    );
    brand.get("/v1/brand").await.expect(200);
    let first = until("the first use is written", async || {
        Some(server.number(&written).await).filter(|at| *at > 0)
    })
    .await;
    assert_eq!(
        postrider_domain::time::format(first),
        "2026-05-05T10:00:00.000Z"
    );
    server.clock.advance(Duration::from_secs(30));
    brand.get("/v1/brand").await.expect(200);
    // Stopping writes what is due: half a minute later nothing is.
    server.restart().await;
    assert_eq!(server.number(&written).await, first);
    server.clock.advance(Duration::from_secs(31));
    server.again(&brand).get("/v1/brand").await.expect(200);
    server.restart().await;
    assert_eq!(server.number(&written).await, first + 61_000);
}
