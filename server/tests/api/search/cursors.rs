//! Where a search goes on.

use std::time::Duration;

use serde_json::{Value, json};

use super::{NOW, five, names, search};
use crate::support::{Brand, TestServer, assert_problem};

async fn first_cursor(brand: &Brand, body: Value) -> String {
    let page = search(brand, body).await.expect(200);
    page["pagination"]["cursor"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_page_size_may_change_between_pages() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    let cursor = first_cursor(
        &brand,
        json!({ "sort": "email", "order": "asc", "limit": 1 }),
    )
    .await;
    let body = json!({ "sort": "email", "order": "asc", "limit": 3, "cursor": cursor });
    let page = search(&brand, body).await.expect(200);
    assert_eq!(names(&page), "bob cem dee");
    assert_eq!(page["pagination"]["hasMore"], true);
}

#[tokio::test]
async fn counting_on_one_page_only_is_no_other_filter() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    let cursor = first_cursor(&brand, json!({ "limit": 2, "count": true })).await;
    let page = search(&brand, json!({ "limit": 2, "cursor": cursor }))
        .await
        .expect(200);
    assert_eq!(names(&page), "cem bob");
}

#[tokio::test]
async fn a_cursor_belongs_to_its_filters_and_order() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    let cursor = first_cursor(
        &brand,
        json!({ "limit": 1, "sort": "email", "search": "example" }),
    )
    .await;
    let good = json!({ "limit": 1, "sort": "email", "search": "example", "cursor": cursor });
    search(&brand, good.clone()).await.expect(200);
    for (key, value) in [
        ("search", json!("exampl")),
        ("sort", json!("firstName")),
        ("order", json!("asc")),
        ("logic", json!("or")),
        (
            "filters",
            json!([{ "field": "subscribed", "operator": "is_true" }]),
        ),
    ] {
        let mut other = good.clone();
        other[key] = value;
        assert_problem(
            &search(&brand, other).await,
            400,
            "INVALID_REQUEST",
            Some("cursor"),
        );
    }
}

#[tokio::test]
async fn a_cursor_belongs_to_its_route_and_its_brand() {
    let server = TestServer::start().await;
    let (brand, other) = (five(&server).await, five(&server).await);
    let cursor = first_cursor(&brand, json!({ "limit": 1 })).await;
    for path in ["/v1/contacts", "/v1/fields", "/v1/audiences"] {
        let refused = brand.get(&format!("{path}?cursor={cursor}")).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("cursor"));
    }
    let refused = search(&other, json!({ "limit": 1, "cursor": cursor })).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("cursor"));
}

#[tokio::test]
async fn a_cursor_that_was_touched_is_refused() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    let cursor = first_cursor(&brand, json!({ "limit": 1 })).await;
    let mut touched: Vec<String> = (0..cursor.len())
        .map(|at| {
            let other = if &cursor[at..=at] == "A" { "B" } else { "A" };
            format!("{}{other}{}", &cursor[..at], &cursor[at + 1..])
        })
        .collect();
    let rest = [
        "",
        "x",
        "é",
        "=",
        " ",
        "null",
        &cursor[1..],
        &format!("{cursor}A"),
        &format!("{cursor}="),
    ];
    touched.extend(rest.map(str::to_owned));
    touched.push("A".repeat(200_000));
    for text in touched {
        let refused = search(&brand, json!({ "limit": 1, "cursor": text })).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("cursor"));
    }
}

#[tokio::test]
async fn a_cursor_is_good_for_24_hours() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = five(&server).await;
    let cursor = first_cursor(&brand, json!({ "limit": 1 })).await;
    server.clock.advance(Duration::from_hours(24));
    search(&brand, json!({ "limit": 1, "cursor": cursor }))
        .await
        .expect(200);
    server.clock.advance(Duration::from_millis(1));
    let refused = search(&brand, json!({ "limit": 1, "cursor": cursor })).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("cursor"));
}

#[tokio::test]
async fn a_full_last_page_has_no_cursor() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    let page = search(&brand, json!({ "limit": 5 })).await.expect(200);
    assert_eq!(page["pagination"], json!({ "limit": 5, "hasMore": false }));
}

#[tokio::test]
async fn contacts_written_meanwhile_neither_shift_nor_repeat_a_page() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    let newest = json!({ "limit": 2 });
    let by_name = json!({ "limit": 2, "sort": "firstName", "order": "asc" });
    let cursors = [
        first_cursor(&brand, newest.clone()).await,
        first_cursor(&brand, by_name.clone()).await,
    ];
    for (name, first) in [("aaa", "Aaa"), ("bzz", "Bzz"), ("zed", "Zed")] {
        brand
            .post(
                "/v1/contacts",
                json!({ "email": format!("{name}@example.com"), "firstName": first }),
            )
            .await
            .expect(201);
    }
    let rest = |mut body: Value, cursor: &str| {
        body["cursor"] = json!(cursor);
        body["limit"] = json!(100);
        search(&brand, body)
    };
    assert_eq!(names(&rest(newest, &cursors[0]).await), "cem bob ada");
    assert_eq!(
        names(&rest(by_name, &cursors[1]).await),
        "bzz cem eve zed dee"
    );
}

#[tokio::test]
async fn a_page_goes_on_where_a_deleted_contact_had_been_the_last() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    let cursor = first_cursor(&brand, json!({ "limit": 2 })).await;
    let body = json!({ "email": "dee@müller.de" });
    brand
        .request("DELETE", "/v1/contacts")
        .json(&body)
        .send()
        .await
        .expect(200);
    assert_eq!(
        names(&search(&brand, json!({ "limit": 2, "cursor": cursor })).await),
        "cem bob"
    );
}

#[tokio::test]
async fn a_cursor_over_a_field_that_came_back_with_another_type_is_refused() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let rows = json!([
        { "email": "a@example.com", "customFields": { "rank": "one" } },
        { "email": "b@example.com", "customFields": { "rank": "two" } }
    ]);
    brand
        .post("/v1/contacts", json!({ "contacts": rows }))
        .await
        .expect(200);
    let body = json!({ "sort": "customFields.rank", "order": "asc", "limit": 1 });
    let cursor = first_cursor(&brand, body.clone()).await;
    brand.delete("/v1/fields/rank").await.expect(200);
    let again = json!({ "fieldName": "rank", "fieldType": "number" });
    brand.post("/v1/fields", again).await.expect(201);
    let mut next = body;
    next["cursor"] = json!(cursor);
    let refused = search(&brand, next).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("cursor"));
}
