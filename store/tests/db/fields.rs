use std::collections::BTreeMap;

use postrider_domain::contacts::contact::Intent;
use postrider_domain::contacts::field::{FieldBounds, FieldType};
use postrider_domain::patch::Patch;
use postrider_domain::tenant::BrandKey;
use postrider_store::contacts::{self, ContactUpsert, UpsertRules};
use postrider_store::db::{Db, DbError};
use postrider_store::fields::{self, FieldRecord, NewField};
use serde_json::Value;

use crate::harness::on_each;
use crate::tenants::{brand, organization};

const NOW: i64 = 1_800_000_000_000;

fn new(name: &str, field_type: FieldType) -> NewField {
    NewField {
        name: name.to_owned(),
        field_type,
        label: None,
    }
}

async fn a_brand(db: &Db) -> BrandKey {
    let org = organization(db, "acme").await;
    brand(db, org, "acme").await
}

async fn create(db: &Db, brand: BrandKey, fields: Vec<NewField>) -> BTreeMap<String, FieldRecord> {
    let created = db.write(move |tx| {
        let fields = fields.clone();
        async move { fields::create(&tx, brand, &fields, 1_000, NOW).await }
    });
    created
        .await
        .unwrap()
        .into_iter()
        .map(|field| (field.name.clone(), field))
        .collect()
}

async fn delete(db: &Db, brand: BrandKey, name: &'static str) -> Option<FieldRecord> {
    db.write(move |tx| async move { fields::delete(&tx, brand, name).await })
        .await
        .unwrap()
}

#[tokio::test]
async fn a_name_that_exists_keeps_its_row() {
    on_each(|db| async move {
        let brand = a_brand(&db).await;
        let first = create(
            &db,
            brand,
            vec![new("plan", FieldType::String), new("Plan", FieldType::Date)],
        )
        .await;
        assert_eq!(first.len(), 2, "names differ by case");
        let second = create(
            &db,
            brand,
            vec![
                new("plan", FieldType::Number),
                new("age", FieldType::Number),
            ],
        )
        .await;
        assert_eq!(second["plan"], first["plan"]);
        assert_eq!(second["age"].id, 3);
        let all = db
            .read(move |tx| async move { fields::all(&tx, brand).await })
            .await
            .unwrap();
        let ids: Vec<_> = all.iter().map(|field| field.id).collect();
        assert_eq!(ids, [3, 2, 1], "newest first");
        let known = db
            .read(move |tx| async move { fields::known(&tx, brand).await })
            .await
            .unwrap();
        assert_eq!(known.get("age").unwrap().number, 3);
        assert_eq!(known.get("Plan").unwrap().field_type, FieldType::Date);
        let one = db
            .read(move |tx| async move { fields::get(&tx, brand, "age").await })
            .await
            .unwrap();
        assert_eq!(one.as_ref(), second.get("age"));
    })
    .await;
}

#[tokio::test]
async fn a_deleted_fields_number_never_comes_back() {
    on_each(|db| async move {
        let brand = a_brand(&db).await;
        let first = create(&db, brand, vec![new("plan", FieldType::String)]).await;
        assert_eq!(delete(&db, brand, "plan").await.as_ref(), first.get("plan"));
        assert_eq!(delete(&db, brand, "plan").await, None);
        let again = create(&db, brand, vec![new("plan", FieldType::Number)]).await;
        assert_ne!(again["plan"].id, first["plan"].id);
    })
    .await;
}

#[tokio::test]
async fn two_at_once_create_a_name_once() {
    on_each(|db| async move {
        let brand = a_brand(&db).await;
        let tasks: Vec<_> = [
            FieldType::String,
            FieldType::Number,
            FieldType::Date,
            FieldType::Boolean,
        ]
        .into_iter()
        .map(|kind| {
            let db = db.clone();
            let own = kind.as_str();
            tokio::spawn(async move {
                create(
                    &db,
                    brand,
                    vec![new("shared", kind), new(own, kind), new("z", kind)],
                )
                .await
            })
        })
        .collect();
        let mut shared = Vec::new();
        for task in tasks {
            let made = task.await.unwrap();
            assert_eq!(made.len(), 3);
            shared.push((made["shared"].clone(), made["z"].clone()));
        }
        assert!(
            shared.windows(2).all(|pair| pair[0] == pair[1]),
            "{shared:?}"
        );
        let all = db
            .read(move |tx| async move { fields::all(&tx, brand).await })
            .await
            .unwrap();
        assert_eq!(all.len(), 6);
    })
    .await;
}

fn contact(index: usize) -> ContactUpsert {
    ContactUpsert {
        email: format!("{index:03}@x.de"),
        first_name: Patch::Keep,
        last_name: Patch::Keep,
        subscribed: None,
        custom: match index % 3 {
            0 => r#"{"1": "a", "2": 2, "11": true}"#,
            1 => r#"{"1": "a"}"#,
            _ => r#"{"2": 2}"#,
        }
        .to_owned(),
        consent: None,
        import: None,
        verdict: None,
        suppress: false,
    }
}

async fn custom_values(db: &Db, brand: BrandKey) -> Vec<Value> {
    let mut values = Vec::new();
    for index in 0..25 {
        let stored = db
            .read(move |tx| async move { contacts::get(&tx, brand, &contact(index).email).await });
        values.push(serde_json::from_str(&stored.await.unwrap().unwrap().custom).unwrap());
    }
    values
}

#[tokio::test]
async fn values_of_deleted_fields_leave_in_chunks() {
    on_each(|db| async move {
        let mine = a_brand(&db).await;
        let theirs = brand(&db, mine.org, "other").await;
        for brand in [mine, theirs] {
            create(
                &db,
                brand,
                vec![new("one", FieldType::String), new("two", FieldType::Number)],
            )
            .await;
            let written = db.write(move |tx| async move {
                let rows = (0..25).map(contact).collect();
                let terms = UpsertRules {
                    intent: Intent::Upload,
                    now: NOW,
                    bounds: FieldBounds::default(),
                    address_hash: &|_| Vec::new(),
                };
                let outcome = contacts::upsert(&tx, brand, rows, terms).await?;
                Ok::<_, DbError>(outcome.written)
            });
            written.await.unwrap();
        }
        delete(&db, mine, "one").await;
        delete(&db, theirs, "two").await;
        let mut chunks = 0;
        while db
            .write_bulk(|tx| async move { fields::purge_deleted(&tx, 10).await })
            .await
            .unwrap()
        {
            chunks += 1;
        }
        assert_eq!(chunks, 6, "three for each field");
        let without = |key: &str| -> Vec<Value> {
            let kept = |index| {
                let mut value: Value = serde_json::from_str(&contact(index).custom).unwrap();
                value.as_object_mut().unwrap().remove(key);
                value
            };
            (0..25).map(kept).collect()
        };
        assert_eq!(custom_values(&db, mine).await, without("1"));
        assert_eq!(custom_values(&db, theirs).await, without("2"));
        let more = db
            .write_bulk(|tx| async move { fields::purge_deleted(&tx, 10).await })
            .await;
        assert_eq!(more, Ok::<_, DbError>(false));
    })
    .await;
}
