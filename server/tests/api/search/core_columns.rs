//! Filters on the columns that every contact has.

use std::time::Duration;

use serde_json::{Value, json};

use super::{NOW, condition, five, found};
use crate::support::TestServer;

#[tokio::test]
async fn every_core_column_is_filtered_by_its_type() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = five(&server).await;
    server.clock.advance(Duration::from_secs(24 * 3600));
    let csv = json!({ "csv": "Email\nbob@example.com\n" });
    let import = brand.post("/v1/contacts/import-csv", csv).await.expect(200)["importId"].clone();
    server.sql("UPDATE contacts SET suppressed_reason = 'manual', suppressed_at = 0 WHERE first_name = 'Eve'").await;
    server.sql("UPDATE contacts SET validation_status = 'valid', validated_at = 1773100800000 WHERE first_name = 'Ada'").await;
    let uppercase = json!(import.as_str().unwrap().to_uppercase());
    for (field, operator, value, expected) in [
        ("email", "equals", json!("ADA@example.com"), "ada"),
        ("email", "equals", json!("DEE@MÜLLER.de"), "dee"),
        (
            "email",
            "in",
            json!(["dee@xn--mller-kva.de", "Bob@Example.com", "no address"]),
            "bob dee",
        ),
        ("email", "ends_with", json!("@EXAMPLE.com"), "ada bob"),
        ("email", "not_contains", json!("example"), "dee"),
        ("firstName", "starts_with", json!("c"), "cem"),
        ("firstName", "not_exists", Value::Null, "dee"),
        ("lastName", "equals", json!("MÜLLER"), "bob"),
        ("lastName", "contains", json!("ünal"), "cem"),
        ("lastName", "ends_with", json!("LER"), "bob"),
        ("lastName", "is_empty", Value::Null, "dee eve"),
        ("subscribed", "is_false", Value::Null, "eve"),
        ("subscribed", "equals", json!(true), "ada bob cem dee"),
        ("suppressed", "is_true", Value::Null, "eve"),
        ("suppressed", "not_equals", json!(true), "ada bob cem dee"),
        ("validationStatus", "equals", json!("Valid"), "ada"),
        (
            "validationStatus",
            "not_in",
            json!(["valid", "risky"]),
            "bob cem dee eve",
        ),
        ("lastValidatedAt", "on_date", json!("2026-03-10"), "ada"),
        (
            "lastValidatedAt",
            "not_exists",
            Value::Null,
            "bob cem dee eve",
        ),
        ("importId", "equals", import.clone(), "bob"),
        ("importId", "equals", uppercase, "bob"),
        ("importId", "exists", Value::Null, "bob"),
        (
            "createdAt",
            "on_date",
            json!("2026-03-10"),
            "ada bob cem dee eve",
        ),
        ("createdAt", "after", json!("2026-03-10"), ""),
        (
            "createdAt",
            "within_last",
            json!({ "amount": 1, "unit": "days" }),
            "ada bob cem dee eve",
        ),
        (
            "createdAt",
            "within_last",
            json!({ "amount": 23, "unit": "hours" }),
            "",
        ),
        ("updatedAt", "gt", json!("2026-03-10T12:00:00Z"), "bob"),
        ("updatedAt", "lte", json!("2026-03-10"), "ada cem dee eve"),
    ] {
        let filters = json!([condition(field, operator, &value)]);
        assert_eq!(
            found(&brand, filters).await,
            expected,
            "{field} {operator} {value}"
        );
    }
}
