//! Conditions together: `logic`, nested groups, and an audience around them.

use serde_json::{Value, json};

use super::{condition, five, found, names, search};
use crate::support::{TestServer, assert_problem};

fn plan(value: &str) -> Value {
    condition("customFields.plan", "equals", &json!(value))
}

fn vip() -> Value {
    condition("customFields.vip", "is_true", &Value::Null)
}

#[tokio::test]
async fn conditions_are_joined_by_logic_which_is_and_by_default() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    let filters = json!([plan("free"), vip()]);
    for (logic, expected) in [
        (json!(null), ""),
        (json!("and"), ""),
        (json!("or"), "ada bob cem"),
    ] {
        let body = json!({ "filters": filters, "logic": logic, "sort": "email", "order": "asc" });
        assert_eq!(
            names(&search(&brand, body).await.expect(200)),
            expected,
            "{logic}"
        );
    }
}

#[tokio::test]
async fn no_filters_match_everybody_whatever_the_logic() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    for body in [
        json!({}),
        json!({ "filters": [] }),
        json!({ "filters": [], "logic": "or" }),
        json!({ "filters": null }),
    ] {
        assert_eq!(
            names(&search(&brand, body).await.expect(200)),
            "eve dee cem bob ada"
        );
    }
}

#[tokio::test]
async fn groups_nest_five_levels_deep() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    let group =
        |operator: &str, filters: Value| json!({ "logicalOperator": operator, "filters": filters });
    let either = group("or", json!([plan("free"), plan("pro")]));
    assert_eq!(found(&brand, json!([either, vip()])).await, "ada");
    let both = group("and", json!([vip(), plan("pro")]));
    assert_eq!(
        found(&brand, json!([group("or", json!([both, plan("free")]))])).await,
        "ada bob"
    );
    let mut deep = json!([plan("pro")]);
    for level in 2..=5 {
        deep = json!([group(if level % 2 == 0 { "or" } else { "and" }, deep)]);
    }
    assert_eq!(found(&brand, deep).await, "ada");
}

#[tokio::test]
async fn a_negated_condition_inside_an_or_matches_those_without_a_value() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    let not_vip = condition("customFields.vip", "not_equals", &json!(true));
    let group = json!({ "logicalOperator": "or", "filters": [not_vip, plan("pro")] });
    assert_eq!(found(&brand, json!([group])).await, "ada bob dee eve");
}

#[tokio::test]
async fn an_audience_narrows_the_search() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    let filters = json!({ "logicalOperator": "or", "filters": [plan("free"), vip()] });
    let made = brand
        .post("/v1/audiences", json!({ "name": "A", "filters": filters }))
        .await
        .expect(201);
    let id = &made["audienceId"];
    let order = |mut body: Value| {
        (body["sort"], body["order"]) = (json!("email"), json!("asc"));
        body
    };
    let members = search(&brand, order(json!({ "audienceId": id, "count": true })))
        .await
        .expect(200);
    assert_eq!(
        (names(&members).as_str(), &members["total"]),
        ("ada bob cem", &json!(3))
    );
    // Every filter of the search applies inside the audience, `or` too.
    let body = json!({ "audienceId": id, "logic": "or", "filters": [plan("pro"), plan("")], "search": "a" });
    assert_eq!(names(&search(&brand, order(body)).await.expect(200)), "ada");
    let refused = search(&brand, json!({ "audienceId": "nobody" })).await;
    assert_problem(&refused, 404, "AUDIENCE_NOT_FOUND", Some("audienceId"));
}

#[tokio::test]
async fn total_is_there_only_when_asked_for_and_counts_all_pages() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    let counted = search(&brand, json!({ "count": true, "limit": 2 }))
        .await
        .expect(200);
    assert_eq!(
        (&counted["total"], &counted["pagination"]["hasMore"]),
        (&json!(5), &json!(true))
    );
    for count in [json!(false), json!(null)] {
        let plain = search(&brand, json!({ "count": count })).await.expect(200);
        assert_eq!(plain.json.get("total"), None);
        assert_eq!(
            plain["pagination"],
            json!({ "limit": 50, "hasMore": false })
        );
    }
    let both = search(&brand, json!({ "count": true, "search": "example.com" }))
        .await
        .expect(200);
    assert_eq!(both["total"], 2);
}
