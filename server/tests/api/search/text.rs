//! Free text: any part of address and names, and nothing in it means anything but itself.

use serde_json::json;

use super::{five, found, names, search};
use crate::support::{Brand, TestServer, assert_problem};

async fn hits(brand: &Brand, text: &str) -> String {
    let body = json!({ "search": text, "sort": "email", "order": "asc", "count": true });
    let answer = search(brand, body).await.expect(200);
    let hits = names(&answer);
    assert_eq!(answer["total"], hits.split_whitespace().count());
    hits
}

#[tokio::test]
async fn any_part_of_address_and_names_is_found_in_any_case() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    for (text, expected) in [
        ("ADA", "ada"),
        ("example.com", "ada bob"),
        ("LoveLace", "ada"),
        ("ada love", "ada"),
        ("müller", "bob dee"),
        ("MÜLLER", "bob dee"),
        ("ünal", "cem"),
        ("xn--mller", "dee"),
        ("", "ada bob cem dee eve"),
        // Custom fields are searched by filters, and email and name are two texts.
        ("enterprise", ""),
        ("com ada", ""),
    ] {
        assert_eq!(hits(&brand, text).await, expected, "{text:?}");
    }
}

/// Addresses are stored in one spelling of their domain, and found in both.
#[tokio::test]
async fn international_domains_are_found_in_both_spellings() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for email in [
        "ada@bücher.example",
        "bob@xn--bcher-kva.example",
        "cem@shop.bücher.example",
        "bücher@example.com",
        "eve@example.com",
    ] {
        brand
            .post("/v1/contacts", json!({ "email": email }))
            .await
            .expect(201);
    }
    for domain in ["bücher.example", "xn--bcher-kva.example", "BÜCHER。Example"] {
        assert_eq!(hits(&brand, domain).await, "ada bob cem", "{domain}");
        assert_eq!(
            hits(&brand, &format!("@{domain}")).await,
            "ada bob",
            "{domain}"
        );
        for (operator, value, expected) in [
            ("ends_with", json!(domain), "ada bob cem"),
            ("ends_with", json!(format!("@{domain}")), "ada bob"),
            ("ends_with", json!(format!("da@{domain}")), "ada"),
            ("starts_with", json!(format!("bob@{domain}")), "bob"),
            ("contains", json!(domain), "ada bob cem"),
            ("contains", json!(format!("@{domain}")), "ada bob"),
            ("contains_any", json!([domain, "eve@"]), "ada bob cem eve"),
            ("not_contains", json!(domain), "bücher eve"),
            ("equals", json!(format!("ada@{domain}")), "ada"),
        ] {
            let filters = json!([{ "field": "email", "operator": operator, "value": value }]);
            let found = found(&brand, filters).await;
            let found: std::collections::BTreeSet<&str> = found.split(' ').collect();
            assert_eq!(found, expected.split(' ').collect(), "{operator} {value}");
        }
    }
    // Before the `@` there is one spelling alone, and a label is found as a whole.
    let mut everybody: Vec<String> = hits(&brand, "bücher")
        .await
        .split(' ')
        .map(str::to_owned)
        .collect();
    everybody.sort();
    assert_eq!(everybody, ["ada", "bob", "bücher", "cem"]);
    for (operator, value, expected) in [
        ("starts_with", "bücher", "bücher"),
        ("ends_with", "bücher@example.com", "bücher"),
        ("contains", "bücher@", "bücher"),
        ("contains", "ücher.example", ""),
    ] {
        let filters = json!([{ "field": "email", "operator": operator, "value": value }]);
        assert_eq!(found(&brand, filters).await, expected, "{operator} {value}");
    }
}

#[tokio::test]
async fn wildcards_quotes_and_sql_are_plain_text() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (name, first) in [
        ("percent", "100%"),
        ("under", "snake_case"),
        ("back", "back\\slash"),
        ("quote", "O'Brien"),
        ("double", "the \"Bob\""),
        ("sql", "x'; DROP TABLE contacts; --"),
        ("star", "a*b?c[d]"),
        ("plain", "Plain"),
    ] {
        let body = json!({ "email": format!("{name}@example.com"), "firstName": first, "customFields": { "note": first } });
        brand.post("/v1/contacts", body).await.expect(201);
    }
    for (text, expected) in [
        ("%", "percent"),
        ("_", "under"),
        ("\\", "back"),
        ("'", "quote sql"),
        ("\"", "double"),
        ("; drop table", "sql"),
        ("*", "star"),
        ("?", "star"),
        ("[d]", "star"),
        ("100%", "percent"),
        ("k\\s", "back"),
        ("' OR '1'='1", ""),
        ("$1", ""),
    ] {
        assert_eq!(hits(&brand, text).await, expected, "{text:?}");
        let filters =
            json!([{ "field": "customFields.note", "operator": "contains", "value": text }]);
        assert_eq!(found(&brand, filters).await, expected, "{text:?}");
        let filters = json!([{ "field": "firstName", "operator": "contains_any", "value": [text, "\u{1f984}"] }]);
        assert_eq!(found(&brand, filters).await, expected, "{text:?}");
    }
    assert_eq!(hits(&brand, "").await.split_whitespace().count(), 8);
}

#[tokio::test]
async fn a_name_that_was_changed_later_is_found_like_one_that_was_there_from_the_start() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (number, name) in ["Ünal", "İlker", "ΟΔΥΣΣΕΥΣ", "ẞpitz", "ǅordan", "ЖУК"]
        .into_iter()
        .enumerate()
    {
        brand
            .post(
                "/v1/contacts",
                json!({ "email": format!("new{number}@example.com"), "lastName": name }),
            )
            .await
            .expect(201);
        brand
            .post(
                "/v1/contacts",
                json!({ "email": format!("old{number}@example.com") }),
            )
            .await
            .expect(201);
        brand
            .patch(
                "/v1/contacts",
                json!({ "email": format!("old{number}@example.com"), "lastName": name }),
            )
            .await
            .expect(200);
        for text in [name.to_owned(), name.to_lowercase()] {
            assert_eq!(
                hits(&brand, &text).await,
                format!("new{number} old{number}"),
                "{text}"
            );
        }
        let filters =
            json!([{ "field": "lastName", "operator": "equals", "value": name.to_lowercase() }]);
        assert_eq!(
            found(&brand, filters).await,
            format!("new{number} old{number}"),
            "{name}"
        );
    }
}

#[tokio::test]
async fn a_cleared_name_is_no_longer_found() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    brand
        .patch(
            "/v1/contacts",
            json!({ "email": "ada@example.com", "firstName": null, "lastName": "King" }),
        )
        .await
        .expect(200);
    assert_eq!(hits(&brand, "lovelace").await, "");
    assert_eq!(hits(&brand, "king").await, "ada");
}

#[tokio::test]
async fn the_text_has_at_most_200_characters_and_no_control_characters() {
    let server = TestServer::start().await;
    let brand = five(&server).await;
    assert_eq!(hits(&brand, &"ü".repeat(200)).await, "");
    for text in ["ü".repeat(201), "a\0b".to_owned(), "\u{1b}[2J".to_owned()] {
        let refused = search(&brand, json!({ "search": text })).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("search"));
    }
}
