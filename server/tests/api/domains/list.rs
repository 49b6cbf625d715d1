//! `GET /v1/domains`.

use serde_json::{Value, json};

use super::{add, start, verified};
use crate::support::assert_problem;

fn names(page: &Value) -> Vec<&str> {
    let rows = page["data"].as_array().unwrap();
    rows.iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn the_newest_come_first_page_by_page() {
    let (server, dns) = start().await;
    let brand = server.brand().await;
    for name in ["a.test", "b.test", "c.test"] {
        add(&brand, name).await;
    }
    verified(&dns, &brand, "d.test").await;
    let all = brand.get("/v1/domains").await.expect(200).json;
    assert_eq!(names(&all), ["d.test", "c.test", "b.test", "a.test"]);
    assert_eq!(all["pagination"], json!({ "limit": 100, "hasMore": false }));
    let first = brand.get("/v1/domains?limit=3").await.expect(200).json;
    assert_eq!(names(&first), ["d.test", "c.test", "b.test"]);
    let cursor = first["pagination"]["cursor"].as_str().unwrap();
    let rest = brand
        .get(&format!("/v1/domains?limit=3&cursor={cursor}"))
        .await;
    assert_eq!(names(&rest.json), ["a.test"]);
    assert_eq!(rest["data"][0], all["data"][3]);
    let other = brand
        .get(&format!("/v1/domains?sendableOnly=true&cursor={cursor}"))
        .await;
    assert_problem(&other, 400, "INVALID_REQUEST", Some("cursor"));
    let sendable = brand
        .get("/v1/domains?sendableOnly=true")
        .await
        .expect(200)
        .json;
    assert_eq!(names(&sendable), ["d.test"]);
    let every = brand
        .get("/v1/domains?sendableOnly=false")
        .await
        .expect(200)
        .json;
    assert_eq!(every, all);
}

#[tokio::test]
async fn what_a_list_does_not_take_is_named() {
    let (server, _dns) = start().await;
    let brand = server.brand().await;
    for (query, param) in [
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("sendableOnly=perhaps", "sendableOnly"),
        ("cursor=forged", "cursor"),
        ("domainId=x", "domainId"),
        ("verified=true", "verified"),
    ] {
        let answer = brand.get(&format!("/v1/domains?{query}")).await;
        assert_problem(&answer, 400, "INVALID_REQUEST", Some(param));
    }
    let unknown = brand
        .get("/v1/domains/00000000000000000000000000000000")
        .await;
    assert_problem(&unknown, 404, "DOMAIN_NOT_FOUND", None);
}
