//! `GET /v1/emails`.

use std::time::Duration;

use postrider_domain::designs::design::{Category, EmailStatus, EmailType};
use postrider_store::emails::NewEmail;
use serde_json::{Value, json};

use super::{add_version, design, draft, set_status, version};
use crate::support::{Answer, Brand, TestServer, assert_problem};

const DAY: Duration = Duration::from_hours(24);

fn ids(answer: &Answer) -> Vec<&str> {
    let data = answer["data"].as_array().unwrap();
    data.iter()
        .map(|email| email["emailId"].as_str().unwrap())
        .collect()
}

async fn found(brand: &Brand, query: &str) -> Vec<String> {
    let answer = brand.get(&format!("/v1/emails?{query}")).await.expect(200);
    ids(&answer).into_iter().map(str::to_owned).collect()
}

/// `a` to `d`, one a day from 1 January on; `a` was changed last.
async fn four(server: &TestServer, brand: &Brand) {
    let one = NewEmail {
        title: "Grüße aus KÖLN".to_owned(),
        category: Some(Category::Newsletter),
        ..draft("a")
    };
    let two = NewEmail {
        subject: Some("100% Käse_laib".to_owned()),
        kind: EmailType::Transactional,
        ..draft("b")
    };
    let three = NewEmail {
        kind: EmailType::Automation,
        category: Some(Category::Welcome),
        ..draft("c")
    };
    for new in [one, two, three, draft("d")] {
        let made = design(server, brand, new).await;
        if made.public_id == "d" {
            set_status(server, brand, &made, EmailStatus::Failed).await;
        }
        server.clock.advance(DAY);
    }
    add_version(server, brand, "a", version("a-2", "<p>Two</p>")).await;
}

async fn server_of_january() -> TestServer {
    TestServer::with()
        .clock_at("2026-01-01T12:00:00Z")
        .start()
        .await
}

#[tokio::test]
async fn every_filter_narrows() {
    let server = server_of_january().await;
    let brand = server.brand().await;
    four(&server, &brand).await;
    for (query, expect) in [
        ("", "dcba"),
        ("status=ready", "cba"),
        ("status=failed", "d"),
        ("status=generating", ""),
        ("type=campaign", "da"),
        ("type=automation", "c"),
        ("type=transactional", "b"),
        ("category=newsletter", "a"),
        ("category=other", ""),
        ("search=gr%C3%BC%C3%9Fe", "a"),
        ("search=k%C3%B6ln", "a"),
        ("search=TITLE+OF", "dcb"),
        ("search=k%C3%A4se_", "b"),
        ("search=0%25", "b"),
        ("search=%25", "b"),
        ("search=c100", ""),
        ("search=", "dcba"),
        ("sortBy=createdAt", "dcba"),
        ("sortBy=updatedAt", "adcb"),
        ("from=2026-01-03", "dc"),
        ("to=2026-01-03", "ba"),
        ("from=2026-01-02T12:00:00Z&to=2026-01-03T12:00:00Z", "b"),
        ("sortBy=updatedAt&from=2026-01-04", "ad"),
        ("sortBy=updatedAt&to=2026-01-04", "cb"),
        ("type=campaign&status=ready&search=gr", "a"),
    ] {
        assert_eq!(found(&brand, query).await.concat(), expect, "{query}");
    }
}

#[tokio::test]
async fn what_is_no_filter_is_refused() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (query, param) in [
        ("status=streaming", "status"),
        ("status=complete", "status"),
        ("status=sent", "status"),
        ("status=pending", "status"),
        ("type=newsletter", "type"),
        ("category=news", "category"),
        ("sortBy=title", "sortBy"),
        ("include=versions", "include[0]"),
        ("from=yesterday", "from"),
        ("from=20260101", "from"),
        ("to=2026-13-01", "to"),
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("cursor=nonsense", "cursor"),
        ("groupId=ungrouped", "groupId"),
        ("emailId=a", "emailId"),
        ("createdAtFrom=2026-01-01", "createdAtFrom"),
    ] {
        let refused = brand.get(&format!("/v1/emails?{query}")).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
}

#[tokio::test]
async fn pages_follow_each_other_in_either_order() {
    let server = server_of_january().await;
    let brand = server.brand().await;
    four(&server, &brand).await;
    for (query, expect) in [
        ("limit=1", "dcba"),
        ("limit=3", "dcba"),
        ("limit=1&sortBy=updatedAt", "adcb"),
        ("limit=1&type=campaign", "da"),
    ] {
        let mut seen = String::new();
        let mut next = Some(String::new());
        while let Some(cursor) = next.take() {
            let page = brand.get(&format!("/v1/emails?{query}{cursor}")).await;
            let page = page.expect(200);
            seen.extend(ids(&page));
            let cursor = page["pagination"]["cursor"].as_str();
            assert_eq!(page["pagination"]["hasMore"], cursor.is_some());
            next = cursor.map(|cursor| format!("&cursor={cursor}"));
        }
        assert_eq!(seen, expect, "{query}");
    }
}

#[tokio::test]
async fn a_cursor_fits_its_filters_and_its_brand_alone() {
    let server = server_of_january().await;
    let org = server.org().await;
    let (brand, sister) = (org.brand().await, org.brand().await);
    four(&server, &brand).await;
    let page = brand.get("/v1/emails?limit=1").await.expect(200);
    assert_eq!(page["pagination"]["limit"], 1);
    let cursor = page["pagination"]["cursor"].as_str().unwrap();
    let next = format!("/v1/emails?cursor={cursor}");
    assert_eq!(
        ids(&brand.get(&format!("{next}&limit=2")).await),
        ["c", "b"]
    );
    for refused in [
        brand.get(&format!("{next}&status=ready")).await,
        brand.get(&format!("{next}&sortBy=updatedAt")).await,
        brand
            .get(&format!("/v1/email-groups?cursor={cursor}"))
            .await,
        sister.get(&next).await,
    ] {
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("cursor"));
    }
    assert_eq!(found(&sister, "").await, [""; 0]);
}

#[tokio::test]
async fn include_adds_the_html_of_each() {
    let server = server_of_january().await;
    let brand = server.brand().await;
    four(&server, &brand).await;
    let with = brand.get("/v1/emails?include=html").await.expect(200);
    assert_eq!(with["data"][3]["html"], "<p>Two</p>");
    assert_eq!(with["data"][2]["html"], "<p>Hi</p>");
    let without = brand.get("/v1/emails").await.expect(200);
    for email in without["data"].as_array().unwrap() {
        for key in ["html", "versions", "document", "mergeTags", "warnings"] {
            assert_eq!(email[key], Value::Null, "{key}");
        }
    }
}

/// A hundred designs of 5 MB would be half a gigabyte in one answer.
#[tokio::test]
async fn a_page_of_large_designs_ends_early_and_goes_on() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let large = "x".repeat(5 << 20);
    for id in ["a", "b", "c"] {
        let new = NewEmail {
            version: version(&format!("{id}-1"), &large),
            ..draft(id)
        };
        design(&server, &brand, new).await;
    }
    let first = brand
        .get("/v1/emails?include=html&limit=3")
        .await
        .expect(200);
    assert_eq!(ids(&first), ["c", "b"]);
    assert_eq!(first["pagination"]["limit"], 3);
    assert_eq!(first["pagination"]["hasMore"], true);
    let cursor = first["pagination"]["cursor"].as_str().unwrap();
    let path = format!("/v1/emails?include=html&limit=3&cursor={cursor}");
    let next = brand.get(&path).await.expect(200);
    assert_eq!(ids(&next), ["a"]);
    assert_eq!(next["pagination"], json!({ "limit": 3, "hasMore": false }));
}
