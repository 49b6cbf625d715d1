//! Searches that are refused, with the exact place and a hint.

use serde_json::{Value, json};

use super::{assert_refused, condition, five, search, table, value_of};
use crate::support::{TestServer, assert_problem};

const UNKNOWN: &str = r#"
first_name                   | equals     | "x"    | field    | `firstName`
plam                         | equals     | "x"    | field    | `customFields.plan`
customFields.plam            | equals     | "x"    | field    | `customFields.plan`
customFields.nothing like it | equals     | "x"    | field    | GET /v1/fields
engagement.opened            | gt         | 1      | field    | `engagement.opens`
payload.x                    | equals     | "x"    | field    | core column
customFields.                | equals     | "x"    | field    |
email                        | equal      | "x"    | operator | `equals`
email                        | startsWith | "x"    | operator | `starts_with`
email                        | gt         | "x"    | operator | A string field has: equals
customFields.age             | contains   | "1"    | operator | A number field has
subscribed                   | in         | [true] | operator | is_true
createdAt                    | contains   | "2026" | operator | within_last
email                        | LIKE '%'   | "x"    | operator |
"#;

#[tokio::test]
async fn an_unknown_field_or_operator_suggests_the_nearest() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    for [field, operator, value, at, hint] in table(UNKNOWN) {
        let filters = json!([condition(field, operator, &value_of(value))]);
        let refused = search(&brand, json!({ "filters": filters })).await;
        assert_refused(&refused, &format!("filters[0].{at}"), hint);
    }
}

#[tokio::test]
async fn an_unknown_sort_suggests_the_nearest() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    for (sort, hint) in [
        ("created_at", "`createdAt`"),
        ("customFields.ag", "`customFields.age`"),
        ("engagement.opens", "Sort by"),
        ("email; DROP TABLE contacts", "GET /v1/fields"),
    ] {
        assert_refused(&search(&brand, json!({ "sort": sort })).await, "sort", hint);
    }
}

const MISFITS: &str = r#"
customFields.plan | equals      |                                               | value
customFields.plan | equals      | 5                                             | value
customFields.plan | contains    | ""                                            | value
customFields.plan | contains    | ["a"]                                         | value
customFields.plan | in          | []                                            | value
customFields.plan | in          | "pro"                                         | value
customFields.plan | in          | ["a", 5]                                      | value[1]
customFields.plan | exists      | true                                          | value
customFields.age  | equals      | "old"                                         | value
customFields.age  | equals      | ""                                            | value
customFields.age  | in          | [1, "two"]                                    | value[1]
customFields.age  | between     | [1]                                           | value
customFields.age  | between     | [1, 2, 3]                                     | value
customFields.age  | between     | [2, 1]                                        | value
customFields.age  | between     | [1, "two"]                                    | value[1]
subscribed        | equals      | "yes"                                         | value
subscribed        | is_true     | true                                          | value
customFields.born | before      | "soon"                                        | value
customFields.born | before      | "2026-02-30"                                  | value
customFields.born | before      | "10000-01-01"                                 | value
customFields.born | before      | 1772323200000                                 | value
customFields.born | before      | 1e300                                         | value
customFields.born | between     | ["2026-01-01", true]                          | value[1]
customFields.born | within_last | "7 days"                                      | value
customFields.born | within_last | { "amount": 0, "unit": "days" }               | value.amount
customFields.born | within_last | { "amount": 1.5, "unit": "days" }             | value.amount
customFields.born | within_last | { "amount": 9223372036854775807, "unit": "weeks" } | value.amount
customFields.born | within_last | { "amount": 1, "unit": "minutes" }            | value.unit
customFields.born | within_last | { "amount": 1 }                               | value.unit
customFields.born | within_last | { "amount": 1, "unit": "days", "x": 1 }       | value
validationStatus  | equals      | "good"                                        | value
"#;

#[tokio::test]
async fn values_that_do_not_fit_are_refused_at_the_value() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    for [field, operator, value, at] in table(MISFITS) {
        let filters = json!([condition(field, operator, &value_of(value))]);
        let refused = search(&brand, json!({ "filters": filters })).await;
        let param = format!("filters[0].{at}");
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(&param));
    }
    let filters = json!([condition("firstName", "equals", &json!("x".repeat(10_001)))]);
    let refused = search(&brand, json!({ "filters": filters })).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("filters[0].value"));
}

#[tokio::test]
async fn every_part_of_a_filter_is_checked_where_it_stands() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    let good = condition("subscribed", "is_true", &Value::Null);
    let group = |filters: Value| json!({ "logicalOperator": "and", "filters": filters });
    for (filters, param) in [
        (json!({}), "filters"),
        (json!("email"), "filters"),
        (json!(["email"]), "filters[0]"),
        (json!([null]), "filters[0]"),
        (json!([{}]), "filters[0].field"),
        (json!([good, { "field": "email" }]), "filters[1].operator"),
        (
            json!([good, { "field": 5, "operator": "equals" }]),
            "filters[1].field",
        ),
        (
            json!([{ "field": "email", "operator": "exists", "negate": true }]),
            "filters[0].negate",
        ),
        (
            json!([{ "field": "email", "operator": "exists", "type": "number" }]),
            "filters[0].type",
        ),
        (json!([{ "filters": [good] }]), "filters[0].logicalOperator"),
        (
            json!([{ "logicalOperator": "xor", "filters": [good] }]),
            "filters[0].logicalOperator",
        ),
        (json!([{ "logicalOperator": "and" }]), "filters[0].filters"),
        (json!([group(json!([]))]), "filters[0].filters"),
        (
            json!([{ "logicalOperator": "and", "filters": [good], "not": true }]),
            "filters[0].not",
        ),
        (
            json!([
                good,
                group(json!([
                    good,
                    group(json!([good, { "field": "nope", "operator": "exists" }]))
                ]))
            ]),
            "filters[1].filters[1].filters[1].field",
        ),
    ] {
        let refused = search(&brand, json!({ "filters": filters })).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
}

#[tokio::test]
async fn at_most_100_conditions_at_any_depth() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    let conditions =
        |count: usize| -> Vec<Value> { vec![condition("email", "exists", &Value::Null); count] };
    search(&brand, json!({ "filters": conditions(100) }))
        .await
        .expect(200);
    let refused = search(&brand, json!({ "filters": conditions(101) })).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("filters[100]"));
    let refused = search(&brand, json!({ "filters": conditions(10_000) })).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("filters[100]"));
    let nested = json!([
        { "logicalOperator": "or", "filters": conditions(60) },
        { "logicalOperator": "or", "filters": conditions(41) }
    ]);
    let refused = search(&brand, json!({ "filters": nested })).await;
    assert_problem(
        &refused,
        400,
        "INVALID_REQUEST",
        Some("filters[1].filters[40]"),
    );
}

#[tokio::test]
async fn at_most_five_levels() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    let mut deep = json!([condition("email", "exists", &Value::Null)]);
    for _ in 0..5 {
        deep = json!([{ "logicalOperator": "and", "filters": deep }]);
    }
    let refused = search(&brand, json!({ "filters": deep })).await;
    let at = format!("filters[0]{}", ".filters[0]".repeat(4));
    assert_problem(&refused, 400, "INVALID_REQUEST", Some(&at));
}

#[tokio::test]
async fn lists_have_at_most_1000_values() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    let list =
        |count: usize| -> Vec<String> { (0..count).map(|n| format!("n{n}@example.com")).collect() };
    for operator in ["in", "not_in", "contains_any", "not_contains_any"] {
        let filters = json!([condition("email", operator, &json!(list(1000)))]);
        search(&brand, json!({ "filters": filters }))
            .await
            .expect(200);
        let filters = json!([condition("email", operator, &json!(list(1001)))]);
        let refused = search(&brand, json!({ "filters": filters })).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("filters[0].value"));
    }
}

#[tokio::test]
async fn unknown_keys_and_wrong_kinds_are_refused() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    for (body, param) in [
        (json!({ "limit": 0 }), "limit"),
        (json!({ "limit": 101 }), "limit"),
        (json!({ "limit": "10" }), "limit"),
        (json!({ "order": "up" }), "order"),
        (json!({ "logic": "xor" }), "logic"),
        (json!({ "count": "yes" }), "count"),
        (json!({ "audience_id": "x" }), "audience_id"),
        (json!({ "brandId": "x" }), "brandId"),
        (json!({ "email": "ada@example.com" }), "email"),
        (json!({ "sort": ["email"] }), "sort"),
    ] {
        assert_problem(
            &search(&brand, body).await,
            400,
            "INVALID_REQUEST",
            Some(param),
        );
    }
}
