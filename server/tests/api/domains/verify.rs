//! `POST /v1/domains/{domainId}/verify`.

use std::time::Duration;

use serde_json::{Value, json};

use super::{add, ed25519, of, path, publish, publish_those, read, start, verified, verify};
use crate::support::assert_problem;
use crate::support::dns_server::{Published, Says};

#[tokio::test]
async fn all_records_in_place_make_it_sendable() {
    let (server, dns) = start().await;
    let brand = server.brand().await;
    let domain = add(&brand, "example.com").await;
    publish(&dns, &domain);
    let row = verify(&brand, &domain).await.expect(200).json;
    assert_eq!(
        (&row["status"], &row["sendable"]),
        (&json!("verified"), &json!(true))
    );
    assert!(row["verifiedAt"].is_string() && row["lastCheckedAt"].is_string());
    for record in row["records"].as_array().unwrap() {
        assert_eq!(record["status"], "verified", "{record}");
        let found = record["found"][0].as_str().unwrap();
        assert!(
            found.ends_with(record["value"].as_str().unwrap()),
            "{record}"
        );
        assert!(record.get("message").is_none(), "{record}");
    }
    assert_eq!(
        of(&row, "RETURN_PATH")["found"],
        json!(["10 mail.postrider.test"])
    );
    assert_eq!(read(&brand, &domain).await, row);
}

#[tokio::test]
async fn a_call_without_a_body_is_one() {
    let (server, dns) = start().await;
    let brand = server.brand().await;
    let domain = add(&brand, "example.com").await;
    publish(&dns, &domain);
    let bare = brand.request("POST", &format!("{}/verify", path(&domain)));
    bare.send().await.expect(200);
    let answer = brand
        .post(
            &format!("{}/verify", path(&domain)),
            json!({ "force": true }),
        )
        .await;
    assert_problem(&answer, 400, "INVALID_REQUEST", Some("force"));
    let answer = brand
        .post(
            "/v1/domains/00000000000000000000000000000000/verify",
            json!({}),
        )
        .await;
    assert_problem(&answer, 404, "DOMAIN_NOT_FOUND", None);
}

/// The refusal shows what the row shows from now on.
#[track_caller]
fn assert_failed(refused: &Value, row: &Value, status: &str) {
    let details = &refused["error"]["details"];
    assert_eq!(details["status"], status, "{details}");
    assert_eq!(row["status"], status, "{row}");
    assert_eq!(row["sendable"], false);
    assert_eq!(details["records"], row["records"]);
    assert!(row["lastCheckedAt"].is_string());
}

#[tokio::test]
async fn what_is_missing_is_refused_and_kept() {
    let (server, dns) = start().await;
    let brand = server.brand().await;
    let domain = add(&brand, "example.com").await;
    let refused = verify(&brand, &domain).await;
    assert_problem(&refused, 422, "DOMAIN_VERIFICATION_FAILED", None);
    assert_failed(&refused.json, &read(&brand, &domain).await, "failed");
    for missing in ["SPF", "RETURN_PATH", "DKIM"] {
        publish_those(&dns, &domain, |record| record["record"] != missing);
        let refused = verify(&brand, &domain).await;
        assert_problem(&refused, 422, "DOMAIN_VERIFICATION_FAILED", None);
        let row = read(&brand, &domain).await;
        assert_failed(&refused.json, &row, "partially_verified");
        assert_eq!(of(&row, missing)["status"], "failed");
        assert_eq!(of(&row, missing)["found"], json!([]));
    }
}

#[tokio::test]
async fn what_is_advised_is_not_required() {
    let (server, dns) = start().await;
    let brand = server.brand().await;
    let domain = add(&brand, "example.com").await;
    publish_those(&dns, &domain, |record| record["required"] == true);
    let row = verify(&brand, &domain).await.expect(200).json;
    assert_eq!(row["status"], "verified");
    for record in [of(&row, "DMARC"), of(&row, "TRACKING"), ed25519(&row)] {
        assert_eq!(record["status"], "failed", "{record}");
    }
}

#[tokio::test]
async fn a_policy_of_the_organizational_domain_counts() {
    let (server, dns) = start().await;
    let brand = server.brand().await;
    let domain = add(&brand, "news.shop.example.co.uk").await;
    publish_those(&dns, &domain, |record| record["required"] == true);
    dns.says("_dmarc.news.shop.example.co.uk", Says::NoSuchDomain);
    let policy = "v=DMARC1; p=reject";
    dns.says(
        "_dmarc.example.co.uk",
        Says::Publishes(vec![super::text(policy)]),
    );
    let row = verify(&brand, &domain).await.expect(200).json;
    assert_eq!(of(&row, "DMARC")["status"], "verified");
    assert_eq!(of(&row, "DMARC")["found"], json!([policy]));
}

#[tokio::test]
async fn a_name_server_without_an_answer_is_no_failure_of_the_domain() {
    for says in [Says::Silence, Says::ServerFailure, Says::Refused] {
        let (server, dns) = start().await;
        let brand = server.brand().await;
        let (new, old) = (
            add(&brand, "example.com").await,
            verified(&dns, &brand, "old.test").await,
        );
        for domain in [&new, &old] {
            for record in domain["records"].as_array().unwrap() {
                dns.says(record["name"].as_str().unwrap(), says.clone());
            }
        }
        let refused = verify(&brand, &new).await;
        assert_problem(&refused, 422, "DOMAIN_VERIFICATION_FAILED", None);
        assert_failed(
            &refused.json,
            &read(&brand, &new).await,
            "temporary_failure",
        );
        // It proves nothing against a domain that was in order.
        let refused = verify(&brand, &old).await;
        assert_problem(&refused, 422, "DOMAIN_VERIFICATION_FAILED", None);
        assert_eq!(refused["error"]["details"]["status"], "temporary_failure");
        let row = read(&brand, &old).await;
        assert_eq!(
            (&row["status"], &row["sendable"]),
            (&json!("verified"), &json!(true))
        );
        assert_eq!(of(&row, "SPF")["status"], "temporary_failure");
    }
}

#[tokio::test]
async fn one_silent_record_holds_up_the_others_for_a_few_seconds_at_most() {
    let (server, dns) = start().await;
    let brand = server.brand().await;
    let domain = add(&brand, "example.com").await;
    publish(&dns, &domain);
    dns.says("_dmarc.example.com", Says::Silence);
    let since = tokio::time::Instant::now();
    let row = verify(&brand, &domain).await.expect(200).json;
    assert!(since.elapsed() < Duration::from_secs(10));
    assert_eq!(of(&row, "DMARC")["status"], "temporary_failure");
}

#[tokio::test]
async fn the_owner_hears_at_once_that_a_record_is_gone() {
    let (server, dns) = start().await;
    let brand = server.brand().await;
    let domain = verified(&dns, &brand, "example.com").await;
    dns.says("bounces.example.com", Says::Publishes(vec![]));
    let refused = verify(&brand, &domain).await;
    assert_problem(&refused, 422, "DOMAIN_VERIFICATION_FAILED", None);
    assert_failed(
        &refused.json,
        &read(&brand, &domain).await,
        "partially_verified",
    );
}

#[tokio::test]
async fn nothing_is_remembered_between_two_looks() {
    let (server, dns) = start().await;
    let brand = server.brand().await;
    let domain = add(&brand, "example.com").await;
    verify(&brand, &domain).await.expect(422);
    publish(&dns, &domain);
    verify(&brand, &domain).await.expect(200);
}

#[tokio::test]
async fn a_refusal_frees_its_key_and_a_success_is_replayed() {
    let (server, dns) = start().await;
    let brand = server.brand().await;
    let domain = add(&brand, "example.com").await;
    let path = format!("{}/verify", path(&domain));
    let refused = brand.post_once("key-1", &path, json!({})).await;
    assert_problem(&refused, 422, "DOMAIN_VERIFICATION_FAILED", None);
    publish(&dns, &domain);
    let first = brand.post_once("key-1", &path, json!({})).await.expect(200);
    assert_eq!(first.header("idempotent-replayed"), None);
    dns.says("bounces.example.com", Says::NoSuchDomain);
    let again = brand.post_once("key-1", &path, json!({})).await.expect(200);
    assert_eq!(again.header("idempotent-replayed"), Some("true"));
    assert_eq!(again.bytes, first.bytes);
}

#[tokio::test]
async fn strange_answers_are_shown_and_harm_nobody() {
    let (server, dns) = start().await;
    let brand = server.brand().await;
    let domain = add(&brand, "example.com").await;
    let rubbish: Vec<Published> = (0..40)
        .map(|n| super::text(&format!("{n} <script>\u{1b}[31m {}", "x".repeat(500))))
        .collect();
    dns.says("bounces.example.com", Says::Publishes(rubbish));
    let refused = verify(&brand, &domain).await;
    assert_problem(&refused, 422, "DOMAIN_VERIFICATION_FAILED", None);
    let row = read(&brand, &domain).await;
    let found = of(&row, "SPF")["found"].as_array().unwrap();
    assert_eq!(found.len(), 10);
    assert!(!found[0].as_str().unwrap().contains('\u{1b}'));
}
