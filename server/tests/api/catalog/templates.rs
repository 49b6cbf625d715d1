//! `GET /v1/templates` and `GET /v1/templates/{emailId}`.

use std::collections::BTreeMap;

use super::{TEMPLATES, titles};
use crate::support::{TestServer, assert_problem};

#[tokio::test]
async fn the_list_is_lean_and_has_all_of_them() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let page = brand.get(TEMPLATES).await.expect(200);
    let rows = page["data"].as_array().unwrap();
    assert_eq!(rows.len(), 76);
    assert_eq!(page["pagination"]["hasMore"], false);
    let mut categories: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows {
        assert!(row.get("html").is_none(), "{row}");
        for key in ["emailId", "title", "brand", "description"] {
            assert!(!row[key].as_str().unwrap().is_empty(), "{key}: {row}");
        }
        assert!(!row["tags"].as_array().unwrap().is_empty(), "{row}");
        let updated = row["updatedAt"].as_str().unwrap();
        assert!(updated.ends_with("T00:00:00.000Z"), "{updated}");
        *categories
            .entry(row["category"].as_str().unwrap())
            .or_default() += 1;
    }
    assert_eq!(categories.len(), 15, "{categories:?}");
}

#[tokio::test]
async fn one_is_read_by_its_id_with_its_html_if_somebody_asks() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let list = brand
        .get(&format!("{TEMPLATES}?limit=3&include=html"))
        .await;
    let list = list.expect(200);
    for row in list["data"].as_array().unwrap() {
        let path = format!("{TEMPLATES}/{}", row["emailId"].as_str().unwrap());
        let lean = brand.get(&path).await.expect(200);
        assert!(lean.json.get("html").is_none(), "{}", lean.text());
        let whole = brand.get(&format!("{path}?include=html")).await.expect(200);
        assert_eq!(whole.json, *row);
        let html = whole["html"].as_str().unwrap();
        assert!(html.contains("<title>") && html.contains("{{"), "{html}");
        assert!(!html.contains("<title></title>"), "{html}");
    }
    let missing = brand.get(&format!("{TEMPLATES}/nothing")).await;
    assert_problem(&missing, 404, "EMAIL_NOT_FOUND", None);
}

#[tokio::test]
async fn every_template_has_a_picture_that_anybody_may_see() {
    let server = TestServer::start().await;
    let (brand, nobody) = (server.brand().await, server.nobody());
    let page = brand.get(TEMPLATES).await.expect(200);
    for row in page["data"].as_array().unwrap() {
        let url = row["previewImage"].as_str().unwrap();
        let path = url.strip_prefix(&brand.url).unwrap();
        let picture = nobody.get(path).await.expect(200);
        assert_eq!(picture.header("content-type"), Some("image/webp"));
        let tag = picture.header("etag").unwrap();
        let request = nobody.request("GET", path).header("If-None-Match", tag);
        request.send().await.expect(304);
    }
    for name in ["nothing.webp", "nothing", "welcome.png"] {
        nobody.get(&format!("/pictures/{name}")).await.expect(404);
    }
}

#[tokio::test]
async fn pages_follow_each_other_without_a_gap() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let all = brand.get(TEMPLATES).await.expect(200);
    for words in ["", "&semantic=discount"] {
        let whole = brand.get(&format!("{TEMPLATES}?limit=100{words}")).await;
        let whole = whole.expect(200);
        let mut seen = Vec::new();
        let mut path = format!("{TEMPLATES}?limit=7{words}");
        loop {
            let page = brand.get(&path).await.expect(200);
            seen.extend(page["data"].as_array().unwrap().clone());
            let Some(cursor) = page["pagination"]["cursor"].as_str() else {
                break;
            };
            path = format!("{TEMPLATES}?limit=7{words}&cursor={cursor}");
        }
        assert_eq!(seen, *whole["data"].as_array().unwrap());
        assert!(seen.len() > 7);
    }
    assert_eq!(all["data"].as_array().unwrap().len(), 76);
    let first = brand.get(&format!("{TEMPLATES}?limit=7")).await.expect(200);
    let cursor = first["pagination"]["cursor"].as_str().unwrap();
    let other = brand
        .get(&format!("{TEMPLATES}?category=event&cursor={cursor}"))
        .await;
    assert_problem(&other, 400, "INVALID_REQUEST", Some("cursor"));
}

#[tokio::test]
async fn it_is_narrowed_by_category_by_style_and_by_meaning() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let events = brand.get(&format!("{TEMPLATES}?category=event")).await;
    assert_eq!(titles(&events.expect(200)).len(), 5);
    let mut in_styles = 0;
    for style in [
        "Harbor", "Meadow", "Ember", "Linen", "Midnight", "Citrus", "Orchid", "Slate",
    ] {
        let page = brand
            .get(&format!("{TEMPLATES}?brand={style}"))
            .await
            .expect(200);
        let rows = page["data"].as_array().unwrap();
        assert!(rows.iter().all(|row| row["brand"] == style) && !rows.is_empty());
        in_styles += rows.len();
    }
    assert_eq!(in_styles, 76);
    let found = brand
        .get(&format!("{TEMPLATES}?semantic=where+is+my+parcel"))
        .await;
    let found = found.expect(200);
    assert!(
        titles(&found)[..3].contains(&"On its way"),
        "{}",
        found.text()
    );
    let both = format!("{TEMPLATES}?semantic=reminder&category=event");
    let both = brand.get(&both).await.expect(200);
    let rows = both["data"].as_array().unwrap();
    assert!(rows.iter().all(|row| row["category"] == "event") && !rows.is_empty());
    let nothing = brand
        .get(&format!("{TEMPLATES}?semantic=xyzzy"))
        .await
        .expect(200);
    assert_eq!(titles(&nothing).len(), 0);
}

#[tokio::test]
async fn what_cannot_be_asked_for_is_refused() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (query, param) in [
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("category=nothing", "category"),
        ("brand=Nobody", "brand"),
        ("include=versions", "include[0]"),
        ("semantic=", "semantic"),
        ("cursor=x", "cursor"),
        ("colour=red", "colour"),
    ] {
        let refused = brand.get(&format!("{TEMPLATES}?{query}")).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
}

#[tokio::test]
async fn every_key_with_the_scope_sees_the_same() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (brand, other) = (org.brand().await, server.brand().await);
    let seen = brand.get(TEMPLATES).await.expect(200);
    for caller in [
        &org.key("emails").await,
        &brand.key("emails").await,
        &*other,
    ] {
        assert_eq!(caller.get(TEMPLATES).await.expect(200).json, seen.json);
    }
    let refused = brand.key("automations").await.get(TEMPLATES).await;
    assert_problem(&refused, 403, "INSUFFICIENT_PERMISSIONS", Some("emails"));
}
