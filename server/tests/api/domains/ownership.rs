//! Whose a domain is.

use serde_json::json;

use super::{add, path, publish, read, start, verified, verify};
use crate::support::assert_problem;

const DOMAINS: &str = "/v1/domains";

#[tokio::test]
async fn a_domain_is_in_one_brand_of_an_organization() {
    let (server, _dns) = start().await;
    let org = server.org().await;
    let (one, other) = (org.brand().await, org.brand().await);
    let body = json!({ "name": "example.com" });
    let domain = add(&one, "example.com").await;
    let again = one.post(DOMAINS, body.clone()).await;
    assert_problem(&again, 409, "DOMAIN_ALREADY_EXISTS", None);
    let elsewhere = other.post(DOMAINS, body.clone()).await;
    assert_problem(&elsewhere, 409, "DOMAIN_OTHER_BRAND", None);
    one.delete(&path(&domain)).await.expect(200);
    other.post(DOMAINS, body).await.expect(201);
}

#[tokio::test]
async fn whoever_verifies_first_has_the_name() {
    let (server, dns) = start().await;
    let (first, second, third) = (
        server.brand().await,
        server.brand().await,
        server.brand().await,
    );
    let (one, two) = (
        add(&first, "example.com").await,
        add(&second, "example.com").await,
    );
    assert_ne!(one["records"][0]["name"], two["records"][0]["name"]);
    publish(&dns, &two);
    publish(&dns, &one);
    verify(&first, &one).await.expect(200);
    assert_problem(
        &verify(&second, &two).await,
        409,
        "DOMAIN_VERIFIED_ELSEWHERE",
        None,
    );
    assert_eq!(read(&second, &two).await["status"], "pending");
    let late = third.post(DOMAINS, json!({ "name": "example.com" })).await;
    assert_problem(&late, 409, "DOMAIN_VERIFIED_ELSEWHERE", None);
    first.delete(&path(&one)).await.expect(200);
    verify(&second, &two).await.expect(200);
}

#[tokio::test]
async fn two_that_verify_at_the_same_moment_do_not_both_win() {
    let (server, dns) = start().await;
    let (first, second) = (server.brand().await, server.brand().await);
    for turn in 0..5 {
        let name = format!("example-{turn}.com");
        let (one, two) = (add(&first, &name).await, add(&second, &name).await);
        publish(&dns, &two);
        publish(&dns, &one);
        let answers = <[_; 2]>::from(tokio::join!(verify(&first, &one), verify(&second, &two)));
        let won = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(won, 1, "{answers:?}");
        let lost = answers.iter().find(|answer| answer.status != 200).unwrap();
        assert_problem(lost, 409, "DOMAIN_VERIFIED_ELSEWHERE", None);
    }
}

#[tokio::test]
async fn strangers_see_nothing_of_a_domain() {
    let (server, dns) = start().await;
    let (brand, stranger) = (server.brand().await, server.brand().await);
    let sibling = brand.org.brand().await;
    let domain = verified(&dns, &brand, "example.com").await;
    for caller in [&stranger, &sibling] {
        let path = path(&domain);
        let verify = format!("{path}/verify");
        for answer in [
            caller.get(&path).await,
            caller.patch(&path, json!({ "openTracking": false })).await,
            caller.delete(&path).await,
            caller.post(&verify, json!({})).await,
        ] {
            assert_problem(&answer, 404, "DOMAIN_NOT_FOUND", None);
        }
        assert_eq!(caller.get(DOMAINS).await["data"], json!([]));
    }
    assert_eq!(read(&brand, &domain).await, domain);
}

#[tokio::test]
async fn domains_or_emails_opens_them() {
    let (server, _dns) = start().await;
    let brand = server.brand().await;
    for scope in ["domains", "emails", "all"] {
        let caller = brand.key(scope).await;
        caller.get(DOMAINS).await.expect(200);
    }
    for scope in ["contacts", "sends", "audiences"] {
        let caller = brand.key(scope).await;
        assert_problem(
            &caller.get(DOMAINS).await,
            403,
            "INSUFFICIENT_PERMISSIONS",
            Some("domains"),
        );
    }
}
