//! The order of a search, page by page.

use postrider_domain::contacts::field::CoreColumn;
use serde_json::{Value, json};

use super::{NOW, five, names, search};
use crate::support::{Brand, TestServer};

/// Everybody, in pages of two.
async fn walk(brand: &Brand, sort: &str, order: &str) -> Vec<String> {
    let (mut all, mut cursor) = (Vec::new(), Value::Null);
    loop {
        let body = json!({ "sort": sort, "order": order, "limit": 2, "cursor": cursor });
        let page = search(brand, body).await.expect(200);
        all.extend(names(&page).split_whitespace().map(str::to_owned));
        let pagination = &page["pagination"];
        cursor = pagination.get("cursor").cloned().unwrap_or_default();
        assert_eq!(
            pagination["hasMore"],
            cursor.is_string(),
            "a cursor while there is more"
        );
        if cursor.is_null() {
            return all;
        }
    }
}

#[tokio::test]
async fn every_order_pages_through_all_without_repeats_and_backwards_too() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = five(&server).await;
    brand
        .post(
            "/v1/contacts/import-csv",
            json!({ "csv": "Email\nbob@example.com\nfay@example.com\n" }),
        )
        .await
        .expect(200);
    server.sql("UPDATE contacts SET validation_status = 'valid', validated_at = 1 WHERE first_name IN ('Ada', 'Cem')").await;
    server.sql("UPDATE contacts SET suppressed_reason = 'manual', suppressed_at = 1 WHERE first_name = 'Bob'").await;
    let custom = ["plan", "age", "vip", "born"].map(|name| format!("customFields.{name}"));
    let core = CoreColumn::ALL
        .iter()
        .map(|column| column.as_str().to_owned());
    for sort in core.chain(custom) {
        let forward = walk(&brand, &sort, "asc").await;
        let mut everybody = forward.clone();
        everybody.sort();
        assert_eq!(
            everybody,
            ["ada", "bob", "cem", "dee", "eve", "fay"],
            "{sort}"
        );
        let mut backward = walk(&brand, &sort, "desc").await;
        backward.reverse();
        assert_eq!(backward, forward, "{sort}");
        let whole = search(&brand, json!({ "sort": sort, "order": "asc" }))
            .await
            .expect(200);
        assert_eq!(names(&whole), forward.join(" "), "{sort}");
    }
}

#[tokio::test]
async fn values_stand_in_their_natural_order_and_no_value_comes_last() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = five(&server).await;
    for (sort, expected) in [
        ("email", "ada bob cem dee eve"),
        ("firstName", "ada bob cem eve dee"),
        ("lastName", "ada bob cem dee eve"),
        ("subscribed", "eve ada bob cem dee"),
        ("createdAt", "ada bob cem dee eve"),
        ("customFields.plan", "eve cem bob ada dee"),
        ("plan", "eve cem bob ada dee"),
        ("born", "eve ada bob cem dee"),
        ("customFields.age", "eve cem bob ada dee"),
        ("customFields.vip", "bob ada cem dee eve"),
        ("customFields.born", "eve ada bob cem dee"),
    ] {
        assert_eq!(
            walk(&brand, sort, "asc").await.join(" "),
            expected,
            "{sort}"
        );
    }
}

#[tokio::test]
async fn text_is_sorted_without_regard_to_case() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (name, last) in [
        ("a", "beta"),
        ("b", "Alpha"),
        ("c", "ALPHA2"),
        ("d", "Beta"),
        ("e", "ängström"),
    ] {
        brand
            .post(
                "/v1/contacts",
                json!({ "email": format!("{name}@example.com"), "lastName": last }),
            )
            .await
            .expect(201);
    }
    assert_eq!(walk(&brand, "lastName", "asc").await.join(" "), "b c a d e");
    assert_eq!(
        walk(&brand, "lastName", "desc").await.join(" "),
        "e d a c b"
    );
}

#[tokio::test]
async fn long_and_extreme_values_do_not_lose_their_place() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let long = "é".repeat(9_999);
    for (name, number, tail) in [
        ("a", "-1.7976931348623157e308", "a"),
        ("b", "5e-324", "b"),
        ("c", "0.1", "c"),
        ("d", "0.1", "c"),
        ("e", "1.7976931348623157e308", "d"),
    ] {
        let number: Value = serde_json::from_str(number).unwrap();
        let body = json!({ "email": format!("{name}@example.com"), "customFields": { "n": number, "t": format!("{long}{tail}") } });
        brand.post("/v1/contacts", body).await.expect(201);
    }
    for sort in ["customFields.n", "customFields.t"] {
        assert_eq!(
            walk(&brand, sort, "asc").await.join(" "),
            "a b c d e",
            "{sort}"
        );
        assert_eq!(
            walk(&brand, sort, "desc").await.join(" "),
            "e d c b a",
            "{sort}"
        );
    }
}

#[tokio::test]
async fn newest_first_is_the_default_order() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    assert_eq!(
        names(&search(&brand, json!({})).await.expect(200)),
        "eve dee cem bob ada"
    );
    assert_eq!(
        names(&search(&brand, json!({ "order": "asc" })).await.expect(200)),
        "ada bob cem dee eve"
    );
    let body = json!({ "sort": "createdAt", "order": "desc" });
    assert_eq!(
        names(&search(&brand, body).await.expect(200)),
        "eve dee cem bob ada"
    );
}
