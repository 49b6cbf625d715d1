//! Every operator on every type of field.

use std::collections::BTreeSet;

use postrider_domain::contacts::field::FieldType;
use postrider_domain::contacts::filter::Operator;
use serde_json::{Value, json};

use super::{NOW, condition, five, found};
use crate::support::{Brand, TestServer};

type Case = (&'static str, Value, &'static str);

/// Tries the cases, and sees to it that no operator of the type was left out.
async fn try_all(brand: &Brand, field: &str, kind: FieldType, cases: &[Case]) {
    for (operator, value, expected) in cases {
        let found = found(brand, json!([condition(field, operator, value)])).await;
        assert_eq!(&found, expected, "{field} {operator} {value}");
    }
    let tried: BTreeSet<&str> = cases.iter().map(|case| case.0).collect();
    let all: BTreeSet<&str> = Operator::for_type(kind)
        .iter()
        .map(|op| op.as_str())
        .collect();
    assert_eq!(tried, all, "{field}");
}

#[tokio::test]
async fn every_operator_of_a_text() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    let cases = [
        ("equals", json!("PRO"), "ada"),
        ("equals", json!(""), "eve"),
        ("equals", json!("enterprise 100"), ""),
        ("not_equals", json!("pro"), "bob cem dee eve"),
        ("contains", json!("PR"), "ada cem"),
        ("contains", json!("%"), "cem"),
        ("contains", json!("_"), ""),
        ("not_contains", json!("pr"), "bob dee eve"),
        ("starts_with", json!("ENT"), "cem"),
        ("starts_with", json!("%"), ""),
        ("ends_with", json!("100%"), "cem"),
        ("ends_with", json!("e"), "bob"),
        ("in", json!(["pro", "FREE", "x"]), "ada bob"),
        ("in", json!(["pro"]), "ada"),
        ("not_in", json!(["pro", "free"]), "cem dee eve"),
        ("contains_any", json!(["RO", "ee"]), "ada bob"),
        ("contains_any", json!(["%"]), "cem"),
        ("not_contains_any", json!(["ro", "ee"]), "cem dee eve"),
        ("is_empty", Value::Null, "dee eve"),
        ("is_not_empty", Value::Null, "ada bob cem"),
        ("exists", Value::Null, "ada bob cem eve"),
        ("not_exists", Value::Null, "dee"),
    ];
    try_all(&brand, "customFields.plan", FieldType::String, &cases).await;
}

#[tokio::test]
async fn every_operator_of_a_number() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    let cases = [
        ("equals", json!(36), "ada"),
        ("equals", json!(36.0), "ada"),
        ("equals", json!(0), "cem"),
        ("not_equals", json!(36), "bob cem dee eve"),
        ("in", json!([0, 20.5]), "bob cem"),
        ("not_in", json!([0, 20.5]), "ada dee eve"),
        ("gt", json!(20.5), "ada"),
        ("gte", json!(20.5), "ada bob"),
        ("lt", json!(0), "eve"),
        ("lt", json!(1e300), "ada bob cem eve"),
        ("lte", json!(0), "cem eve"),
        ("between", json!([0, 20.5]), "bob cem"),
        ("between", json!([-3, -3]), "eve"),
        ("is_empty", Value::Null, "dee"),
        ("is_not_empty", Value::Null, "ada bob cem eve"),
        ("exists", Value::Null, "ada bob cem eve"),
        ("not_exists", Value::Null, "dee"),
    ];
    try_all(&brand, "customFields.age", FieldType::Number, &cases).await;
}

#[tokio::test]
async fn every_operator_of_a_boolean() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    let cases = [
        ("is_true", Value::Null, "ada cem"),
        ("is_false", Value::Null, "bob"),
        ("equals", json!(true), "ada cem"),
        ("equals", json!(false), "bob"),
        ("not_equals", json!(true), "bob dee eve"),
        ("is_empty", Value::Null, "dee eve"),
        ("is_not_empty", Value::Null, "ada bob cem"),
        ("exists", Value::Null, "ada bob cem"),
        ("not_exists", Value::Null, "dee eve"),
    ];
    try_all(&brand, "customFields.vip", FieldType::Boolean, &cases).await;
}

#[tokio::test]
async fn every_operator_of_a_date() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = five(&server).await;
    let cases = [
        ("equals", json!("2026-03-01"), "ada bob"),
        ("equals", json!("2026-03-01T00:00:00Z"), "ada"),
        ("equals", json!("2026-03-01T01:00:00+01:00"), "ada"),
        ("equals", json!(1_772_323_200), "ada"),
        ("not_equals", json!("2026-03-01"), "cem dee eve"),
        ("gt", json!("2026-03-01"), "cem"),
        ("gte", json!("2026-03-01T23:59:59Z"), "bob cem"),
        ("gte", json!("2026-03-01"), "ada bob cem"),
        ("lt", json!("2026-03-01T23:59:59Z"), "ada eve"),
        ("lte", json!("2026-03-01"), "ada bob eve"),
        ("before", json!("2026-03-01"), "eve"),
        ("before", json!(0), "eve"),
        ("after", json!("2026-03-01"), "cem"),
        ("after", json!("2026-03-01T12:00:00Z"), "bob cem"),
        ("on_date", json!("2026-03-01"), "ada bob"),
        ("on_date", json!("2026-03-01T15:00:00Z"), "ada bob"),
        ("on_date", json!("1969-07-20"), "eve"),
        (
            "between",
            json!(["2026-03-01", "2026-03-10"]),
            "ada bob cem",
        ),
        ("between", json!([0, "2026-03-01T00:00:00Z"]), "ada"),
        (
            "within_last",
            json!({ "amount": 3, "unit": "hours" }),
            "cem",
        ),
        ("within_last", json!({ "amount": 2, "unit": "hours" }), ""),
        (
            "within_last",
            json!({ "amount": 9, "unit": "days" }),
            "bob cem",
        ),
        (
            "within_last",
            json!({ "amount": 2, "unit": "weeks" }),
            "ada bob cem",
        ),
        (
            "not_within_last",
            json!({ "amount": 1, "unit": "days" }),
            "ada bob dee eve",
        ),
        ("is_empty", Value::Null, "dee"),
        ("is_not_empty", Value::Null, "ada bob cem eve"),
        ("exists", Value::Null, "ada bob cem eve"),
        ("not_exists", Value::Null, "dee"),
    ];
    try_all(&brand, "customFields.born", FieldType::Date, &cases).await;
}

#[tokio::test]
async fn values_may_be_text_and_custom_fields_have_their_bare_names() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = five(&server).await;
    for (field, operator, value, same) in [
        ("age", "equals", json!("20.5"), json!(20.5)),
        ("age", "gte", json!(" 30 "), json!(30)),
        ("age", "in", json!(["36", "20.5"]), json!([36, 20.5])),
        ("age", "between", json!(["1", "30"]), json!([1, 30])),
        ("vip", "equals", json!("true"), json!(true)),
        ("vip", "not_equals", json!("false"), json!(false)),
        ("vip", "is_true", json!(""), Value::Null),
        ("plan", "is_empty", json!(""), Value::Null),
        ("plan", "equals", json!("PRO"), json!("pro")),
        ("born", "gte", json!("1772323200"), json!(1_772_323_200)),
        (
            "born",
            "within_last",
            json!({ "amount": "2", "unit": "weeks" }),
            json!({ "amount": 2, "unit": "weeks" }),
        ),
    ] {
        let full = json!([condition(&format!("customFields.{field}"), operator, &same)]);
        let bare = json!([condition(field, operator, &value)]);
        let expected = found(&brand, full).await;
        assert!(!expected.is_empty(), "{field} {operator}");
        assert_eq!(found(&brand, bare).await, expected, "{field} {operator}");
    }
}

#[tokio::test]
async fn a_day_is_a_day_where_the_brand_is() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = five(&server).await;
    brand
        .patch("/v1/brand", json!({ "timeZone": "America/New_York" }))
        .await
        .expect(200);
    // Midnight there is 05:00 in UTC: ada's moment belongs to the day before.
    for (operator, value, expected) in [
        ("on_date", json!("2026-03-01"), "bob"),
        ("on_date", json!("2026-02-28"), "ada"),
        ("equals", json!("2026-02-28"), "ada"),
        ("after", json!("2026-02-28"), "bob cem"),
        ("before", json!("2026-03-01"), "ada eve"),
        // A time without an offset is a time there; one with an offset is that moment.
        ("gte", json!("2026-03-01T18:59:59"), "bob cem"),
        ("gte", json!("2026-03-01T19:00:00"), "cem"),
        ("gte", json!("2026-03-01T18:59:59Z"), "bob cem"),
    ] {
        let filters = json!([condition("customFields.born", operator, &value)]);
        assert_eq!(found(&brand, filters).await, expected, "{operator} {value}");
    }
}

#[tokio::test]
async fn engagement_is_filtered_like_any_number_or_date() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = five(&server).await;
    let (sent, opened) = (1_773_100_800_000_i64, 1_773_133_200_000_i64); // 2026-03-10, 00:00 and 09:00
    for (name, values) in [
        ("ada", format!("{sent}, {opened}, {opened}, 5, 3, 1")),
        ("bob", format!("{sent}, NULL, NULL, 2, 0, 0")),
    ] {
        server.sql(&format!(
            "INSERT INTO engagement (org, brand, contact, last_sent_at, last_opened_at, last_clicked_at, \
             sends, opens, clicks) SELECT org, brand, id, {values} FROM contacts WHERE email = '{name}@example.com'"
        )).await;
    }
    for (field, operator, value, expected) in [
        ("sends", "gt", json!(1), "ada bob"),
        ("sends", "equals", json!(0), "cem dee eve"),
        ("sends", "not_equals", json!(5), "bob cem dee eve"),
        ("sends", "in", json!([2, 5, 2.5]), "ada bob"),
        ("opens", "gte", json!(0.5), "ada"),
        ("opens", "between", json!([0, 3]), "ada bob cem dee eve"),
        ("opens", "exists", Value::Null, "ada bob cem dee eve"),
        ("clicks", "lt", json!(1), "bob cem dee eve"),
        ("lastSentAt", "on_date", json!("2026-03-10"), "ada bob"),
        ("lastSentAt", "exists", Value::Null, "ada bob"),
        (
            "lastOpenedAt",
            "within_last",
            json!({ "amount": 3, "unit": "hours" }),
            "ada",
        ),
        (
            "lastOpenedAt",
            "not_within_last",
            json!({ "amount": 3, "unit": "hours" }),
            "bob cem dee eve",
        ),
        ("lastClickedAt", "is_empty", Value::Null, "bob cem dee eve"),
        ("lastClickedAt", "after", json!("2026-03-09"), "ada"),
    ] {
        let filters = json!([condition(&format!("engagement.{field}"), operator, &value)]);
        assert_eq!(
            found(&brand, filters).await,
            expected,
            "{field} {operator} {value}"
        );
    }
}
