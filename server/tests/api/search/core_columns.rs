//! Filters on the columns that every contact has.

use std::time::Duration;

use serde_json::json;

use super::{NOW, condition, five, found, table, value_of};
use crate::support::TestServer;

const CASES: &str = r#"
email            | equals       | "ADA@example.com"                 | ada
email            | equals       | "DEE@MÜLLER.de"                   | dee
email            | in           | ["dee@xn--mller-kva.de", "Bob@Example.com", "no address"] | bob dee
email            | ends_with    | "@EXAMPLE.com"                    | ada bob
email            | not_contains | "example"                         | dee
firstName        | starts_with  | "c"                               | cem
firstName        | not_exists   |                                   | dee
lastName         | equals       | "MÜLLER"                          | bob
lastName         | contains     | "ünal"                            | cem
lastName         | ends_with    | "LER"                             | bob
lastName         | is_empty     |                                   | dee eve
subscribed       | is_false     |                                   | eve
subscribed       | equals       | true                              | ada bob cem dee
suppressed       | is_true      |                                   | eve
suppressed       | not_equals   | true                              | ada bob cem dee
validationStatus | equals       | "Valid"                           | ada
validationStatus | not_in       | ["valid", "risky"]                | bob cem dee eve
lastValidatedAt  | on_date      | "2026-03-10"                      | ada
lastValidatedAt  | not_exists   |                                   | bob cem dee eve
importId         | exists       |                                   | bob
createdAt        | on_date      | "2026-03-10"                      | ada bob cem dee eve
createdAt        | after        | "2026-03-10"                      |
createdAt        | within_last  | { "amount": 1, "unit": "days" }   | ada bob cem dee eve
createdAt        | within_last  | { "amount": 23, "unit": "hours" } |
updatedAt        | gt           | "2026-03-10T12:00:00Z"            | bob
updatedAt        | lte          | "2026-03-10"                      | ada cem dee eve
"#;

#[tokio::test]
async fn every_core_column_is_filtered_by_its_type() {
    let server = TestServer::with().clock_at(NOW).start().await;
    let brand = five(&server).await;
    server.clock.advance(Duration::from_hours(24));
    let csv = json!({ "csv": "Email\nbob@example.com\n" });
    let import = brand.post("/v1/contacts/import-csv", csv).await.expect(200);
    for change in [
        "suppressed_reason = 'manual', suppressed_at = 0 WHERE first_name = 'Eve'",
        "validation_status = 'valid', validated_at = 1773100800000 WHERE first_name = 'Ada'",
    ] {
        server.sql(&format!("UPDATE contacts SET {change}")).await;
    }
    for [field, operator, value, expected] in table(CASES) {
        let filters = json!([condition(field, operator, &value_of(value))]);
        assert_eq!(
            found(&brand, filters).await,
            expected,
            "{field} {operator} {value}"
        );
    }
    let id = import["importId"].as_str().unwrap();
    for id in [id.to_owned(), id.to_uppercase()] {
        let filters = json!([condition("importId", "equals", &json!(id))]);
        assert_eq!(found(&brand, filters).await, "bob");
    }
}
