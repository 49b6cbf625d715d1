//! `POST /v1/domains`.

use serde_json::{Value, json};

use super::{add, ed25519, of, start};
use crate::support::{TestServer, assert_problem};

const DOMAINS: &str = "/v1/domains";

const TOLD: [&str; 6] = [
    "DKIM TXT true",
    "SPF TXT true",
    "RETURN_PATH MX true",
    "DKIM TXT false",
    "DMARC TXT false",
    "TRACKING CNAME false",
];

/// Purpose, type and whether it is required, of records that nobody has looked for yet.
fn told(domain: &Value) -> Vec<String> {
    let told = |record: &Value| {
        assert_eq!(record["status"], "pending");
        assert_eq!(record["ttl"], 3600);
        assert!(record.get("found").is_none(), "{record}");
        let text = |key: &str| record[key].as_str().unwrap().to_owned();
        format!("{} {} {}", text("record"), text("type"), record["required"])
    };
    domain["records"]
        .as_array()
        .unwrap()
        .iter()
        .map(told)
        .collect()
}

#[tokio::test]
async fn a_new_domain_tells_what_to_publish() {
    let (server, _dns) = start().await;
    let brand = server.brand().await;
    let made = brand
        .post(DOMAINS, json!({ "name": "News.Example.COM" }))
        .await;
    let row = made.expect(201).json;
    assert_eq!(
        (&row["name"], &row["status"]),
        (&json!("news.example.com"), &json!("pending"))
    );
    assert_eq!(
        (&row["sendable"], &row["defaults"]),
        (&json!(false), &json!({}))
    );
    assert_eq!(
        (&row["openTracking"], &row["clickTracking"]),
        (&json!(true), &json!(true))
    );
    assert!(row.get("verifiedAt").is_none() && row.get("lastCheckedAt").is_none());
    assert_eq!(told(&row), TOLD);
    assert_eq!(
        of(&row, "SPF")["value"],
        "v=spf1 a:mail.postrider.test ~all"
    );
    assert_eq!(of(&row, "SPF")["name"], "bounces.news.example.com");
    assert_eq!(of(&row, "RETURN_PATH")["value"], "mail.postrider.test");
    assert_eq!(of(&row, "RETURN_PATH")["priority"], 10);
    assert_eq!(of(&row, "DMARC")["name"], "_dmarc.news.example.com");
    assert_eq!(of(&row, "TRACKING")["name"], "links.news.example.com");
    assert_eq!(super::read(&brand, &row).await, row);
}

#[tokio::test]
async fn two_keys_are_made_for_it() {
    let (server, _dns) = start().await;
    let brand = server.brand().await;
    let row = add(&brand, "news.example.com").await;
    let rsa = of(&row, "DKIM")["value"].as_str().unwrap();
    assert!(
        rsa.starts_with("v=DKIM1; k=rsa; p=MIIB") && rsa.len() > 390,
        "{rsa}"
    );
    let other = ed25519(&row);
    assert!(
        other["value"]
            .as_str()
            .unwrap()
            .starts_with("v=DKIM1; k=ed25519; p=")
    );
    assert!(
        other["name"]
            .as_str()
            .unwrap()
            .ends_with("._domainkey.news.example.com")
    );
}

#[tokio::test]
async fn names_that_cannot_be_are_refused_each_with_its_code() {
    let (server, _dns) = start().await;
    let brand = server.brand().await;
    for (name, status, code) in [
        (json!("http://example.com"), 400, "INVALID_REQUEST"),
        (json!("localhost"), 400, "INVALID_REQUEST"),
        (json!("ada@example.com"), 400, "INVALID_REQUEST"),
        (json!(""), 400, "INVALID_REQUEST"),
        (json!(7), 400, "INVALID_REQUEST"),
        (json!("com"), 422, "DOMAIN_PROVIDER_ERROR"),
        (json!("co.uk"), 422, "DOMAIN_PROVIDER_ERROR"),
        (json!("mine.sandbox.test"), 422, "DOMAIN_PROVIDER_ERROR"),
    ] {
        let answer = brand.post(DOMAINS, json!({ "name": name })).await;
        assert_problem(&answer, status, code, Some("name"));
    }
    assert_problem(
        &brand.post(DOMAINS, json!({})).await,
        400,
        "INVALID_REQUEST",
        Some("name"),
    );
    let unknown = json!({ "name": "example.com", "verify": true });
    let answer = brand.post(DOMAINS, unknown).await;
    assert_problem(&answer, 400, "INVALID_REQUEST", Some("verify"));
    assert_eq!(brand.get(DOMAINS).await["data"], json!([]));
}

#[tokio::test]
async fn a_name_in_its_own_script_is_stored_for_dns() {
    let (server, _dns) = start().await;
    let brand = server.brand().await;
    assert_eq!(
        add(&brand, "Müller.example").await["name"],
        "xn--mller-kva.example"
    );
}

#[tokio::test]
async fn private_keys_are_stored_sealed() {
    let (server, _dns) = start().await;
    let brand = server.brand().await;
    let row = add(&brand, "example.com").await;
    let id = row["domainId"].as_str().unwrap();
    let sql = format!("SELECT keys FROM domains WHERE public_id = '{id}'");
    let sealed = server.sql(&sql).await[0].blob(0).unwrap();
    // PKCS#8 of both, and what is around them.
    assert!(sealed.len() > 1200, "{}", sealed.len());
    let text = String::from_utf8_lossy(&sealed);
    assert!(!text.contains("MII") && !text.contains("selector"));
}

#[tokio::test]
async fn the_same_key_makes_one_domain() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let body = json!({ "name": "example.com" });
    let first = brand
        .post_once("key-1", DOMAINS, body.clone())
        .await
        .expect(201);
    let again = brand.post_once("key-1", DOMAINS, body).await.expect(201);
    assert_eq!(again.header("idempotent-replayed"), Some("true"));
    assert_eq!(again.bytes, first.bytes);
}

#[tokio::test]
async fn ten_at_once_make_one() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (one, other) = (org.brand().await, org.brand().await);
    let body = json!({ "name": "example.com" });
    let mut calls = tokio::task::JoinSet::new();
    for turn in 0..10 {
        let (brand, body) = (
            if turn % 2 == 0 {
                one.clone()
            } else {
                other.clone()
            },
            body.clone(),
        );
        calls.spawn(async move { brand.post(DOMAINS, body).await });
    }
    let answers = calls.join_all().await;
    let made = answers.iter().filter(|answer| answer.status == 201).count();
    assert_eq!(made, 1);
    for refused in answers.iter().filter(|answer| answer.status != 201) {
        let code = refused.code();
        assert!(
            ["DOMAIN_ALREADY_EXISTS", "DOMAIN_OTHER_BRAND"].contains(&code),
            "{code}"
        );
    }
}

/// An RSA key costs up to a second of CPU: whoever cannot have a name makes the machine work for nothing.
#[tokio::test]
async fn no_key_is_made_for_a_name_that_is_refused() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (one, other) = (org.brand().await, org.brand().await);
    add(&one, "example.com").await;
    assert_eq!(server.app().domain_keys.made(), 1);
    for name in ["localhost", "co.uk", "mine.sandbox.test"] {
        let refused = one.post(DOMAINS, json!({ "name": name })).await;
        assert!(refused.status >= 400, "{name}");
    }
    let taken = json!({ "name": "example.com" });
    for (brand, code) in [
        (&one, "DOMAIN_ALREADY_EXISTS"),
        (&other, "DOMAIN_OTHER_BRAND"),
    ] {
        assert_eq!(brand.post(DOMAINS, taken.clone()).await.code(), code);
    }
    server
        .sql("UPDATE domains SET status = 'verified' WHERE name = 'example.com'")
        .await;
    let stranger = server.brand().await;
    assert_eq!(
        stranger.post(DOMAINS, taken).await.code(),
        "DOMAIN_VERIFIED_ELSEWHERE"
    );
    assert_eq!(server.app().domain_keys.made(), 1);
}
