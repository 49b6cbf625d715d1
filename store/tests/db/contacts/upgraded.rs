//! Contacts that were there before the indexes are found by them.

use postrider_domain::contacts::contact::folded;
use postrider_domain::contacts::field::{FieldType, FieldValue};
use postrider_domain::contacts::filter::{Comparison, FieldRef, Filter, ResolvedFilter};
use postrider_domain::tenant::BrandKey;
use postrider_store::contacts;
use postrider_store::db::{Db, DbError};
use postrider_store::{params, statements};
use serde_json::json;

use super::restoring::delete;
use super::{contact, upload};
use crate::harness::Fresh;

const BRAND: BrandKey = BrandKey {
    org: 1,
    brand: 7_000_001,
};
/// The last version without the indexes.
const BEFORE: usize = 2;

statements! {
    bulk(org: Int, brand: Int, id: Int, email: Text, first_name: Text, custom: Json, folded: Text) OLD = "
        INSERT INTO contacts (org, brand, id, email, first_name, subscribed, custom, folded, created_at,
            updated_at)
        SELECT r.org, r.brand, r.id, r.email, r.first_name, TRUE, r.custom, r.folded, 1, 1
        FROM {rows} AS r WHERE true";
}

async fn fill(db: &Db) {
    let long = "Ü".repeat(100);
    let rows = [
        (
            "a@x.de",
            "Jörg",
            json!({"1": "PRO", "2": 5, "3": true, "4": "Straße"}),
        ),
        (
            "b@x.de",
            "Öz",
            json!({"1": "pro", "2": 5.0, "3": false, "4": long}),
        ),
        (
            "c@y.de",
            "Ann",
            json!({"1": "free", "2": -0.5, "3": true, "5": 1e300}),
        ),
        ("d@y.de", "Öznur", json!({})),
    ];
    db.write(move |tx| {
        let row = |(id, (email, name, custom)): (i64, &(&str, &str, serde_json::Value))| {
            let text = folded(email, Some(name), None);
            let custom = custom.to_string();
            params![BRAND.org, BRAND.brand, id, *email, *name, custom, text].into()
        };
        let rows = (1_i64..).zip(&rows).map(row).collect();
        async move { tx.bulk(&OLD, rows).await }
    })
    .await
    .unwrap();
}

fn is(number: i64, field_type: FieldType, value: FieldValue) -> ResolvedFilter {
    Filter::Condition {
        field: FieldRef::Custom { number, field_type },
        test: Comparison::OneOf(vec![value]),
        negated: false,
    }
}

async fn count(db: &Db, filter: Option<ResolvedFilter>, search: Option<&'static str>) -> i64 {
    let counted = db
        .read(move |tx| async move { contacts::count(&tx, BRAND, filter.as_ref(), search).await });
    counted
        .await
        .unwrap_or_else(|error: DbError| panic!("{error}"))
}

async fn check(db: &Db, pro: i64, from_x: i64) {
    let text = |text: &str| FieldValue::Text(text.to_owned());
    let long = "ü".repeat(100);
    let (string, number) = (FieldType::String, FieldType::Number);
    let cases = [
        (is(1, string, text("pro")), pro),
        (is(1, string, text("gold")), 0),
        (is(2, number, FieldValue::Number(5.0)), pro),
        (is(2, number, FieldValue::Number(-0.5)), 1),
        (is(3, FieldType::Boolean, FieldValue::Bool(true)), pro),
        (is(4, string, text("straße")), pro - 1),
        (is(4, string, text(&long)), 1),
        (is(4, string, text(&"ü".repeat(99))), 0),
        (is(5, number, FieldValue::Number(1e300)), 1),
    ];
    for (filter, expected) in cases {
        let said = format!("{filter:?}");
        assert_eq!(count(db, Some(filter), None).await, expected, "{said}");
    }
    assert_eq!(count(db, None, Some("@x.de")).await, from_x);
    assert_eq!(count(db, None, Some("özn")).await, 1);
    assert_eq!(count(db, None, Some("ö")).await, from_x + 1);
}

#[tokio::test]
async fn contacts_of_an_older_version_are_found_and_followed() {
    for fresh in Fresh::each().await {
        let db = fresh.open().await;
        db.migrate_first(BEFORE).await.unwrap();
        fill(&db).await;
        db.migrate().await.unwrap();
        check(&db, 2, 2).await;
        assert_eq!(delete(&db, BRAND, &["a@x.de"]).await, ["a@x.de"]);
        let mut changed = contact("c@y.de");
        changed.custom = json!({"4": "Straße", "2": -0.5}).to_string();
        upload(&db, BRAND, vec![changed]).await;
        let mut back = contact("b@x.de");
        back.custom = json!({"3": true}).to_string();
        upload(&db, BRAND, vec![back]).await;
        let is_true = is(3, FieldType::Boolean, FieldValue::Bool(true));
        let street = is(4, FieldType::String, FieldValue::Text("straße".to_owned()));
        assert_eq!(count(&db, Some(is_true), None).await, 2);
        assert_eq!(count(&db, Some(street), None).await, 1);
        assert_eq!(count(&db, None, Some("@x.de")).await, 1);
        assert_eq!(count(&db, None, Some("jörg")).await, 0);
        db.close().await;
        fresh.remove().await;
    }
}
