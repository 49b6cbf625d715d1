//! Audiences: saved filters.

use std::time::Duration;

use postrider_engine::housekeeping;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::support::{Answer, Brand, TestServer, assert_problem, until};

const NOW: &str = "2026-01-01T00:00:00Z";

fn group(filters: Value) -> Value {
    let mut group = json!({ "logicalOperator": "and" });
    group["filters"] = filters;
    group
}

fn subscribed() -> Value {
    json!({ "field": "subscribed", "operator": "is_true" })
}

async fn create(brand: &Brand, name: &str, filters: Value) -> Answer {
    brand
        .post("/v1/audiences", json!({ "name": name, "filters": filters }))
        .await
}

fn path(audience: &Answer) -> String {
    format!("/v1/audiences/{}", audience["audienceId"].as_str().unwrap())
}

async fn contacts(brand: &Brand, count: usize) {
    let rows: Value = (0..count)
        .map(|n| json!({ "email": format!("n{n}@example.com"), "subscribed": n % 2 == 0 }))
        .collect();
    brand
        .post("/v1/contacts", json!({ "contacts": rows }))
        .await
        .expect(200);
}

#[tokio::test]
async fn a_new_audience_is_201_with_its_members_counted() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = server.brand().await;
    contacts(&brand, 5).await;
    let filters = json!({
        "logicalOperator": "or",
        "filters": [
            { "field": "email", "operator": "equals", "value": "N1@example.com", "type": "string" },
            { "logicalOperator": "and", "filters": [subscribed()] }
        ]
    });
    let made = create(&brand, "Mine", filters.clone()).await.expect(201);
    let id = made["audienceId"].as_str().unwrap();
    assert!(
        id.len() == 32
            && id
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    );
    let whole = json!({
        "audienceId": id, "name": "Mine", "filters": filters, "count": 4,
        "countedAt": "2026-01-01T00:00:00.000Z",
        "createdAt": "2026-01-01T00:00:00.000Z", "updatedAt": "2026-01-01T00:00:00.000Z"
    });
    assert_eq!(made.json, whole);
    assert_eq!(brand.get(&path(&made)).await.expect(200).json, whole);
    assert_eq!(
        brand.get("/v1/audiences").await.expect(200)["data"],
        json!([whole])
    );
}

#[tokio::test]
async fn an_audience_without_conditions_holds_everybody_whatever_their_subscription() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    contacts(&brand, 4).await;
    for operator in ["and", "or"] {
        let filters = json!({ "logicalOperator": operator, "filters": [] });
        assert_eq!(create(&brand, "All", filters).await.expect(201)["count"], 4);
    }
}

#[tokio::test]
async fn the_count_is_kept_and_include_count_counts_now() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = server.brand().await;
    contacts(&brand, 2).await;
    let made = create(&brand, "All", group(json!([]))).await.expect(201);
    contacts(&brand, 5).await;
    server.clock.advance(Duration::from_mins(1));
    let kept = brand.get(&path(&made)).await.expect(200);
    assert_eq!(
        (&kept["count"], &kept["countedAt"]),
        (&json!(2), &json!("2026-01-01T00:00:00.000Z"))
    );
    let live = brand
        .get(&format!("{}?include=count", path(&made)))
        .await
        .expect(200);
    assert_eq!(
        (&live["count"], &live["countedAt"]),
        (&json!(5), &json!("2026-01-01T00:01:00.000Z"))
    );
    until("what was counted is kept", async || {
        let list = brand.get("/v1/audiences").await.expect(200);
        (list["data"][0]["count"] == 5).then_some(())
    })
    .await;
    for query in [
        "include=members",
        "include=count,members",
        "include=",
        "count=true",
    ] {
        let refused = brand.get(&format!("{}?{query}", path(&made))).await;
        let param = if query.starts_with("count") {
            "count"
        } else {
            "include"
        };
        assert_eq!(
            (refused.status, refused.code()),
            (400, "INVALID_REQUEST"),
            "{query}"
        );
        assert!(
            refused["error"]["param"]
                .as_str()
                .unwrap()
                .starts_with(param),
            "{query}"
        );
    }
}

#[tokio::test]
async fn housekeeping_counts_again_what_grew_old() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = server.brand().await;
    let made = create(&brand, "All", group(json!([]))).await.expect(201);
    contacts(&brand, 3).await;
    server.clock.advance(Duration::from_hours(1));
    let app = server.app();
    housekeeping::sweep(&app.db, app.clock.now(), &CancellationToken::new())
        .await
        .unwrap();
    let kept = brand.get(&path(&made)).await.expect(200);
    assert_eq!(
        (&kept["count"], &kept["countedAt"]),
        (&json!(3), &json!("2026-01-01T01:00:00.000Z"))
    );
    assert_eq!(kept["updatedAt"], "2026-01-01T00:00:00.000Z");
}

/// Whatever changes contacts: housekeeping within the minute counts what they belong to, and nothing else.
#[tokio::test]
async fn counts_follow_a_change_within_a_minute() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let (brand, other) = (server.brand().await, server.brand().await);
    contacts(&brand, 3).await;
    for brand in [&brand, &other] {
        create(brand, "All", group(json!([subscribed()])))
            .await
            .expect(201);
    }
    let minute_passes = async || {
        server.clock.advance(Duration::from_mins(1));
        let app = server.app();
        let stop = CancellationToken::new();
        housekeeping::sweep(&app.db, app.clock.now(), &stop)
            .await
            .unwrap();
    };
    let counted = async |brand: &Brand| {
        let list = brand.get("/v1/audiences").await.expect(200);
        let row = &list["data"][0];
        (
            row["count"].as_i64().unwrap(),
            row["countedAt"].as_str().unwrap().to_owned(),
        )
    };
    // What came shortly before the count may have come shortly after.
    minute_passes().await;
    minute_passes().await;
    let (count, at) = counted(&brand).await;
    assert_eq!(
        (count, at.as_str()),
        (2, "2026-01-01T00:01:00.000Z"),
        "nothing has changed"
    );
    contacts(&brand, 5).await;
    minute_passes().await;
    assert_eq!(counted(&brand).await.0, 3);
    let out = json!({ "email": "n0@example.com", "subscribed": false });
    brand.patch("/v1/contacts", out).await.expect(200);
    minute_passes().await;
    assert_eq!(counted(&brand).await.0, 2);
    let gone = json!({ "emails": ["n2@example.com"] });
    let deleted = brand.post("/v1/contacts/batch-delete", gone).await;
    deleted.expect(200);
    minute_passes().await;
    let (count, at) = counted(&brand).await;
    assert_eq!((count, at.as_str()), (1, "2026-01-01T00:05:00.000Z"));
    let (_, at) = counted(&other).await;
    assert_eq!(at, "2026-01-01T00:00:00.000Z", "of another brand");
}

#[tokio::test]
async fn a_change_keeps_what_it_does_not_name() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = server.brand().await;
    contacts(&brand, 3).await;
    let made = create(&brand, "All", group(json!([]))).await.expect(201);
    server.clock.advance(Duration::from_secs(1));
    let renamed = brand
        .patch(&path(&made), json!({ "name": "Everybody" }))
        .await
        .expect(200);
    let mut whole = made.json.clone();
    whole["name"] = json!("Everybody");
    whole["updatedAt"] = json!("2026-01-01T00:00:01.000Z");
    assert_eq!(renamed.json, whole);
    let narrowed = brand
        .patch(
            &path(&made),
            json!({ "filters": group(json!([subscribed()])) }),
        )
        .await
        .expect(200);
    whole["filters"] = group(json!([subscribed()]));
    whole["count"] = json!(2);
    whole["countedAt"] = json!("2026-01-01T00:00:01.000Z");
    assert_eq!(narrowed.json, whole);
    assert_eq!(
        brand.patch(&path(&made), json!({})).await.expect(200).json,
        whole
    );
}

#[tokio::test]
async fn a_deleted_audience_is_shown_once_more_and_gone() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let made = create(&brand, "All", group(json!([]))).await.expect(201);
    let mut whole = made.json.clone();
    whole["deleted"] = json!(true);
    assert_eq!(brand.delete(&path(&made)).await.expect(200).json, whole);
    assert_problem(
        &brand.get(&path(&made)).await,
        404,
        "AUDIENCE_NOT_FOUND",
        None,
    );
    assert_problem(
        &brand.delete(&path(&made)).await,
        404,
        "AUDIENCE_NOT_FOUND",
        None,
    );
    let refused = brand.patch(&path(&made), json!({ "name": "x" })).await;
    assert_problem(&refused, 404, "AUDIENCE_NOT_FOUND", None);
    assert_eq!(brand.get("/v1/audiences").await["data"], json!([]));
}

#[tokio::test]
async fn the_list_is_newest_first_and_paged() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for name in ["a", "b", "c"] {
        create(&brand, name, group(json!([]))).await.expect(201);
    }
    let names = |page: &Answer| -> Vec<Value> {
        page["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["name"].clone())
            .collect()
    };
    let whole = brand.get("/v1/audiences").await.expect(200);
    assert_eq!(
        whole["pagination"],
        json!({ "limit": 100, "hasMore": false })
    );
    assert_eq!(names(&whole), ["c", "b", "a"]);
    let first = brand.get("/v1/audiences?limit=2").await.expect(200);
    create(&brand, "meanwhile", group(json!([])))
        .await
        .expect(201);
    let cursor = first["pagination"]["cursor"].as_str().unwrap();
    let last = brand
        .get(&format!("/v1/audiences?limit=2&cursor={cursor}"))
        .await
        .expect(200);
    assert_eq!(
        (names(&first), names(&last)),
        (vec![json!("c"), json!("b")], vec![json!("a")])
    );
    assert_eq!(last["pagination"], json!({ "limit": 2, "hasMore": false }));
    for (query, param) in [
        ("limit=0", "limit"),
        ("audienceId=x", "audienceId"),
        ("include=count", "include"),
        ("name=a", "name"),
    ] {
        let refused = brand.get(&format!("/v1/audiences?{query}")).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
}

#[tokio::test]
async fn filters_are_refused_at_their_exact_place() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let good = create(&brand, "Good", group(json!([]))).await.expect(201);
    let field = |name: &str| json!({ "field": name, "operator": "exists" });
    let many = vec![subscribed(); 101];
    let mut deep = group(json!([subscribed()]));
    for _ in 0..5 {
        deep = group(json!([deep]));
    }
    for (filters, param) in [
        (json!([]), "filters"),
        (json!("all"), "filters"),
        (json!({}), "filters.logicalOperator"),
        (
            json!({ "logicalOperator": "not", "filters": [] }),
            "filters.logicalOperator",
        ),
        (json!({ "logicalOperator": "and" }), "filters.filters"),
        (json!({ "logic": "and", "filters": [] }), "filters.logic"),
        (
            group(json!([field("customFields.nope")])),
            "filters.filters[0].field",
        ),
        (
            group(json!([subscribed(), group(json!([field("nope")]))])),
            "filters.filters[1].filters[0].field",
        ),
        (
            group(json!([{ "field": "email", "operator": "gt", "value": 1 }])),
            "filters.filters[0].operator",
        ),
        (
            group(json!([{ "field": "email", "operator": "in", "value": [] }])),
            "filters.filters[0].value",
        ),
        (group(json!(many)), "filters.filters[100]"),
        (
            deep,
            "filters.filters[0].filters[0].filters[0].filters[0].filters[0]",
        ),
    ] {
        let refused = create(&brand, "Bad", filters.clone()).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
        let refused = brand
            .patch(&path(&good), json!({ "name": "Bad", "filters": filters }))
            .await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
    assert_eq!(brand.get("/v1/audiences").await["data"], json!([good.json]));
}

#[tokio::test]
async fn name_and_filters_are_needed_and_nothing_else_is_taken() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let all = group(json!([]));
    for (body, param) in [
        (json!({ "filters": all }), "name"),
        (json!({ "name": "A" }), "filters"),
        (json!({ "name": "", "filters": all }), "name"),
        (json!({ "name": "x".repeat(201), "filters": all }), "name"),
        (json!({ "name": 5, "filters": all }), "name"),
        (
            json!({ "name": "A", "filters": all, "description": "x" }),
            "description",
        ),
        (
            json!({ "name": "A", "filters": all, "brandId": "x" }),
            "brandId",
        ),
        (json!({ "name": "A", "filters": all, "count": 5 }), "count"),
    ] {
        assert_problem(
            &brand.post("/v1/audiences", body).await,
            400,
            "INVALID_REQUEST",
            Some(param),
        );
    }
    assert_eq!(server.number("SELECT count(*) FROM audiences").await, 0);
}

#[tokio::test]
async fn a_page_of_audiences_with_long_filters_ends_early() {
    const COUNT: usize = 12;
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let long = |number: usize| json!({ "field": "email", "operator": "equals", "value": "x".repeat(9_000 + number) });
    let filters = group((0..100).map(long).collect());
    for number in 0..COUNT {
        create(&brand, &number.to_string(), filters.clone())
            .await
            .expect(201);
    }
    let first = brand.get("/v1/audiences").await.expect(200);
    assert!(first.bytes.len() < (8 << 20) + 2_000_000);
    let cursor = first["pagination"]["cursor"].as_str().unwrap();
    let next = brand.get(&format!("/v1/audiences?cursor={cursor}")).await;
    let next = next.expect(200);
    assert_eq!(next["pagination"]["hasMore"], false);
    let rows = |page: &Answer| page["data"].as_array().unwrap().len();
    assert_eq!(rows(&first) + rows(&next), COUNT);
}
