use postrider_domain::contacts::contact::{Intent, folded};
use postrider_domain::patch::Patch;
use postrider_store::contacts::{Upserted, unsuppress};
use postrider_store::imports::{self, NewImport, Tally};
use postrider_store::{params, statements};
use serde_json::{Value, json};

use super::{NOW, a_brand, contact, get, upload, upsert};
use crate::harness::on_each;

statements! {
    SUPPRESS = "
        UPDATE contacts SET suppressed_reason = $4, suppressed_at = 1
        WHERE org = $1 AND brand = $2 AND email = $3";
    FOLDED = "SELECT folded FROM contacts WHERE org = $1 AND brand = $2 AND email = $3";
}

#[tokio::test]
async fn a_batch_creates_and_updates_and_says_which() {
    on_each(|db| async move {
        let brand = a_brand(&db).await;
        let first = upload(&db, brand, vec![contact("b@x.de")]).await;
        let both = upload(
            &db,
            brand,
            vec![contact("c@x.de"), contact("b@x.de"), contact("a@x.de")],
        )
        .await;
        let flags: Vec<_> = both
            .iter()
            .map(|row| (row.email.as_str(), row.created))
            .collect();
        assert_eq!(
            flags,
            [("a@x.de", true), ("b@x.de", false), ("c@x.de", true)]
        );
        assert_eq!(both[1].id, first[0].id);
        let stored = get(&db, brand, "c@x.de").await.unwrap();
        assert_eq!(
            (stored.id, stored.created_at, stored.updated_at),
            (both[2].id, NOW, NOW)
        );
        assert!(stored.subscribed);
    })
    .await;
}

#[tokio::test]
async fn a_new_number_is_greater_than_every_older_one() {
    on_each(|db| async move {
        let brand = a_brand(&db).await;
        let rows = (0..50).map(|n| contact(&format!("{n:03}@x.de"))).collect();
        let made: Vec<Upserted> = upload(&db, brand, rows).await;
        assert!(
            made.is_sorted_by_key(|row| row.id),
            "in the order of the addresses"
        );
    })
    .await;
}

#[tokio::test]
async fn custom_values_merge_and_null_clears() {
    on_each(|db| async move {
        let brand = a_brand(&db).await;
        let custom = |email: &str, custom: Value| {
            let mut row = contact(email);
            row.custom = custom.to_string();
            row
        };
        let first = vec![
            custom("a@x.de", json!({"1": "pro", "2": 5, "3": null})),
            custom("b@x.de", json!({"1": "free"})),
        ];
        upload(&db, brand, first).await;
        let second = vec![
            custom("a@x.de", json!({"2": null, "3": true, "4": 1.5})),
            custom("b@x.de", json!({})),
            custom("c@x.de", json!({"9": "it's \"quoted\" \\ ünï"})),
        ];
        upload(&db, brand, second).await;
        let expected = [
            ("a@x.de", json!({"1": "pro", "3": true, "4": 1.5})),
            ("b@x.de", json!({"1": "free"})),
            ("c@x.de", json!({"9": "it's \"quoted\" \\ ünï"})),
        ];
        for (email, wanted) in expected {
            let stored = get(&db, brand, email).await.unwrap().custom;
            assert_eq!(
                serde_json::from_str::<Value>(&stored).unwrap(),
                wanted,
                "{email}"
            );
        }
    })
    .await;
}

#[tokio::test]
async fn names_are_kept_cleared_or_set_and_search_follows() {
    on_each(|db| async move {
        let brand = a_brand(&db).await;
        let set = |name: &str| Patch::Set(name.to_owned());
        let cases = [
            (set("Jörg"), set("MÜLLER")),
            (Patch::Keep, Patch::Keep),
            (Patch::Keep, set("Ünal")),
            (Patch::Clear, Patch::Keep),
            (Patch::Keep, Patch::Clear),
            (set("Zoë"), Patch::Keep),
            (Patch::Clear, set("Öz")),
        ];
        let (mut first, mut last) = (None, None);
        for (first_name, last_name) in cases {
            first = first_name.clone().apply(first);
            last = last_name.clone().apply(last);
            let mut row = contact("a@x.de");
            (row.first_name, row.last_name) = (first_name, last_name);
            upload(&db, brand, vec![row]).await;
            let stored = get(&db, brand, "a@x.de").await.unwrap();
            assert_eq!((&stored.first_name, &stored.last_name), (&first, &last));
            let row = db.read(move |tx| async move {
                tx.row(&FOLDED, params![brand.org, brand.brand, "a@x.de"])
                    .await
            });
            let expected = folded("a@x.de", first.as_deref(), last.as_deref());
            assert_eq!(row.await.unwrap().unwrap().text(0).unwrap(), expected);
        }
    })
    .await;
}

#[tokio::test]
async fn consent_and_import_stay_unless_given_again() {
    on_each(|db| async move {
        let brand = a_brand(&db).await;
        let import = NewImport {
            id: 77,
            public_id: "imp_a".to_owned(),
            status: "completed".to_owned(),
            total_rows: Some(1),
            processed_rows: 1,
            tally: Tally {
                created: 1,
                ..Tally::default()
            },
            errors: "[]".to_owned(),
            fields_created: "[]".to_owned(),
            warnings: "[]".to_owned(),
            source: None,
            completed_at: Some(NOW),
        };
        db.write(move |tx| {
            let import = import.clone();
            async move { imports::create(&tx, brand, &import, NOW).await }
        })
        .await
        .unwrap();
        let mut row = contact("a@x.de");
        row.consent = Some((r#"{"source":"form"}"#.to_owned(), 5));
        row.import = Some(77);
        upload(&db, brand, vec![row]).await;
        upsert(&db, brand, vec![contact("a@x.de")], Intent::Upload, NOW + 1).await;
        let stored = get(&db, brand, "a@x.de").await.unwrap();
        assert_eq!(stored.consent.as_deref(), Some(r#"{"source":"form"}"#));
        assert_eq!(stored.import_id.as_deref(), Some("imp_a"));
        assert_eq!((stored.created_at, stored.updated_at), (NOW, NOW + 1));
        let read = db.read(move |tx| async move { imports::get(&tx, brand, "imp_a").await });
        assert_eq!(read.await.unwrap().unwrap().id, 77);
    })
    .await;
}

#[tokio::test]
async fn a_contact_of_another_brand_is_another_contact() {
    on_each(|db| async move {
        let mine = a_brand(&db).await;
        let theirs = crate::tenants::brand(&db, mine.org, "other").await;
        upload(&db, mine, vec![contact("a@x.de")]).await;
        assert_eq!(get(&db, theirs, "a@x.de").await, None);
        assert!(upload(&db, theirs, vec![contact("a@x.de")]).await[0].created);
    })
    .await;
}

#[tokio::test]
async fn a_person_lifts_every_suppression_but_a_complaint() {
    on_each(|db| async move {
        let brand = a_brand(&db).await;
        for (reason, lifted) in [("bounced", true), ("manual", true), ("complained", false)] {
            let email = format!("{reason}@x.de");
            upload(&db, brand, vec![contact(&email)]).await;
            let unsuppressed = db.write(move |tx| {
                let email = format!("{reason}@x.de");
                async move {
                    let nothing = unsuppress(&tx, brand, &email, NOW).await?;
                    let values = params![brand.org, brand.brand, &email, reason];
                    tx.execute(&SUPPRESS, values).await?;
                    Ok::<_, postrider_store::db::DbError>((
                        nothing,
                        unsuppress(&tx, brand, &email, NOW).await?,
                    ))
                }
            });
            assert_eq!(unsuppressed.await.unwrap(), (false, lifted), "{reason}");
            let stored = get(&db, brand, &email).await.unwrap();
            assert_eq!(stored.suppressed_reason.is_none(), lifted);
        }
    })
    .await;
}
