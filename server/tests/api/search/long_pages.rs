//! Pages end once they hold about 8 MiB, whatever the contacts are.

use serde_json::{Map, Value, json};

use crate::support::{Answer, Brand, TestServer};

const PAGE_BYTES: usize = 8 << 20;

/// Writes contacts that all have these values.
async fn add(brand: &Brand, count: usize, at_once: usize, custom: &Value) {
    let people: Vec<usize> = (0..count).collect();
    for some in people.chunks(at_once) {
        let row = |number: &usize| json!({ "email": format!("p{number:03}@example.com"), "firstName": "Al", "customFields": custom });
        let rows: Vec<Value> = some.iter().map(row).collect();
        let batch = brand
            .post("/v1/contacts", json!({ "contacts": rows }))
            .await;
        assert_eq!(batch.expect(200)["summary"]["created"], some.len());
    }
}

/// Every page up to the last; none is much longer than a page may be, and none but the last is much shorter.
async fn walk(count: usize, entry: usize, mut next: impl AsyncFnMut(Option<&str>) -> Answer) {
    let (mut emails, mut pages) = (Vec::new(), 0);
    let mut cursor: Option<String> = None;
    loop {
        let page = next(cursor.as_deref()).await.expect(200);
        pages += 1;
        let length = page.bytes.len();
        assert!(length < PAGE_BYTES + 2 * entry, "{length} bytes");
        let data = page["data"].as_array().unwrap();
        emails.extend(
            data.iter()
                .map(|contact| contact["email"].as_str().unwrap().to_owned()),
        );
        assert_eq!(page["pagination"]["limit"], 100);
        cursor = page["pagination"]["cursor"].as_str().map(str::to_owned);
        assert_eq!(page["pagination"]["hasMore"], cursor.is_some());
        if cursor.is_none() {
            break;
        }
        assert!(length > PAGE_BYTES - 2 * entry, "{length} bytes");
    }
    let total = emails.len();
    emails.sort();
    emails.dedup();
    assert_eq!((total, emails.len()), (count, count));
    assert!(pages > 1);
}

#[tokio::test]
async fn a_page_of_contacts_with_long_values_ends_early_in_every_order() {
    const COUNT: usize = 45;
    let server = TestServer::start().await;
    let brand = server.brand().await;
    // Four bytes each: a value has at most 10,000 characters.
    let long = "\u{1f40e}".repeat(10_000);
    let values = (0..6).map(|number| (format!("f{number}"), json!(long)));
    let values: Map<String, Value> = values.collect();
    add(&brand, COUNT, 20, &values.into()).await;
    let entry = 260_000;
    for query in [
        "limit=100",
        "limit=100&order=asc",
        "sort=email&limit=100",
        "search=example&limit=100",
    ] {
        walk(COUNT, entry, async |cursor| {
            let cursor = cursor.map_or_else(String::new, |cursor| format!("&cursor={cursor}"));
            brand.get(&format!("/v1/contacts?{query}{cursor}")).await
        })
        .await;
    }
    walk(COUNT, entry, async |cursor| {
        let mut body = json!({ "limit": 100, "sort": "firstName" });
        if let Some(cursor) = cursor {
            body["cursor"] = json!(cursor);
        }
        brand.post("/v1/contacts/search", body).await
    })
    .await;
    let export = brand.get("/v1/contacts/export").await.expect(200);
    assert_eq!(export.text().lines().count(), COUNT + 1);
}

#[tokio::test]
async fn a_page_of_contacts_with_long_names_of_fields_ends_early() {
    const COUNT: usize = 60;
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let name = |number: usize| format!("{}{number:03}", "\u{1f40e}".repeat(97));
    let values: Map<String, Value> = (0..490).map(|number| (name(number), json!(1))).collect();
    add(&brand, COUNT, 25, &values.into()).await;
    walk(COUNT, 220_000, async |cursor| {
        let cursor = cursor.map_or_else(String::new, |cursor| format!("&cursor={cursor}"));
        brand.get(&format!("/v1/contacts?limit=100{cursor}")).await
    })
    .await;
}
