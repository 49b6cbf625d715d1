use postrider_store::db::{Db, DbError, Row, Tx, Value};
use postrider_store::{params, statements};
use serde_json::json;

use crate::harness::on_each;

statements! {
    bulk(org: Int, brand: Int, email: Text, subscribed: Bool, custom: Json, first_name: Text, at: Int)
    UPSERT = "
        INSERT INTO contacts (org, brand, id, email, first_name, subscribed, custom, folded,
            created_at, updated_at)
        SELECT r.org, r.brand, r.at, r.email, r.first_name, r.subscribed, r.custom, r.email, r.at, r.at
        FROM {rows} AS r WHERE true
        ON CONFLICT (org, brand, email) DO UPDATE SET
            first_name = COALESCE(excluded.first_name, contacts.first_name),
            custom = {merge}(contacts.custom, excluded.custom),
            updated_at = excluded.updated_at
        RETURNING email, created_at = updated_at";
    bulk(email: Text, subscribed: Bool) SUBSCRIBE = "
        UPDATE contacts SET subscribed = r.subscribed FROM {rows} AS r
        WHERE contacts.org = 1 AND contacts.brand = 2 AND contacts.email = r.email";
    READ = "SELECT email, first_name, subscribed, {json}(custom) FROM contacts ORDER BY email";
    bulk(score: Float, picture: Blob) COPY = "
        INSERT INTO pictures (score, picture) SELECT r.score, r.picture FROM {rows} AS r WHERE true";
    bulk(a: Int, b: Int, c: Int, d: Int, e: Int, f: Text, g: Text, h: Text, i: Text, j: Text, k: Bool,
        l: Bool, m: Float, n: Float, o: Json, p: Json, q: Blob, r: Blob, s: Text, t: Int)
    WIDE = "INSERT INTO wide (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t)
        SELECT w.a, w.b, w.c, w.d, w.e, w.f, w.g, w.h, w.i, w.j, w.k, w.l, w.m, w.n, w.o, w.p, w.q,
            w.r, w.s, w.t FROM {rows} AS w WHERE true";
    PICTURES = "SELECT score, picture FROM pictures ORDER BY score";
}

fn contact(email: &str, first_name: Option<&str>, custom: &str, at: i64) -> Vec<Value> {
    let custom = Value::Json(custom.to_owned());
    vec![
        1.into(),
        2.into(),
        email.into(),
        true.into(),
        custom,
        first_name.into(),
        at.into(),
    ]
}

/// Upserts and says which addresses were new.
async fn upsert(db: &Db, rows: Vec<Vec<Value>>) -> Vec<(String, bool)> {
    let written = db.write_bulk(move |tx| {
        let rows = rows.clone();
        async move { tx.bulk_rows(&UPSERT, rows).await }
    });
    let rows: Vec<Row> = written.await.unwrap();
    let read = |row: &Row| Ok((row.text(0)?, row.bool(1)?));
    let mut found = rows
        .iter()
        .map(read)
        .collect::<Result<Vec<_>, DbError>>()
        .unwrap();
    found.sort();
    found
}

/// Address, first name, whether subscribed, and the custom values.
async fn contacts(db: &Db) -> serde_json::Value {
    let rows = db
        .read(|tx| async move { tx.rows(&READ, params![]).await })
        .await
        .unwrap();
    let read = |row: &Row| {
        let custom: serde_json::Value = serde_json::from_str(row.str(3)?).unwrap();
        Ok(json!([
            row.text(0)?,
            row.opt_text(1)?,
            row.bool(2)?,
            custom
        ]))
    };
    rows.iter()
        .map(read)
        .collect::<Result<Vec<_>, DbError>>()
        .unwrap()
        .into()
}

#[tokio::test]
async fn an_upsert_of_many_rows_says_which_were_new() {
    on_each(|db| async move {
        let [a, b, c] = ["a@x.test", "b@x.test", "c@x.test"].map(str::to_owned);
        let first = vec![
            contact(&a, Some("Ann"), r#"{"1":"gold","2":3.5}"#, 10),
            contact(&b, None, "{}", 11),
        ];
        assert_eq!(
            upsert(&db, first).await,
            [(a.clone(), true), (b.clone(), true)]
        );
        let second = vec![
            contact(&a, None, r#"{"1":null,"3":true}"#, 20),
            contact(&c, Some("Cyd"), "{}", 21),
        ];
        assert_eq!(
            upsert(&db, second).await,
            [(a.clone(), false), (c.clone(), true)]
        );
        assert!(upsert(&db, Vec::new()).await.is_empty());

        let subscribe = |tx: Tx| async move {
            let rows = ["b@x.test", "z@x.test"].map(|email| params![email, false].to_vec());
            tx.bulk(&SUBSCRIBE, rows.to_vec()).await
        };
        assert_eq!(db.write(subscribe).await, Ok::<_, DbError>(1));
        let expected = json!([
            [a, "Ann", true, { "2": 3.5, "3": true }],
            [b, null, false, {}],
            [c, "Cyd", true, {}],
        ]);
        assert_eq!(contacts(&db).await, expected);
    })
    .await;
}

#[tokio::test]
async fn every_kind_of_column_may_be_null() {
    on_each(|db| async move {
        let copied = db.write(|tx| async move {
            let create = "CREATE TABLE pictures (score DOUBLE PRECISION, picture {BLOB})";
            tx.dynamic(create, params![]).await?;
            let rows = vec![
                params![Some(1.5), Some(vec![0_u8, 255])].to_vec(),
                vec![Value::Float(2.0), Value::Null],
                vec![Value::Null, Value::Null],
            ];
            tx.bulk(&COPY, rows).await
        });
        assert_eq!(copied.await, Ok::<_, DbError>(3));
        let rows = db
            .read(|tx| async move { tx.rows(&PICTURES, params![]).await })
            .await
            .unwrap();
        let mut found: Vec<_> = rows
            .iter()
            .map(|row| (row.opt_float(0).unwrap(), row.opt_blob(1).unwrap()))
            .collect();
        // The two databases disagree about where nulls sort.
        found.sort_by(|a, b| a.partial_cmp(b).unwrap());
        assert_eq!(
            found,
            [
                (None, None),
                (Some(1.5), Some(vec![0, 255])),
                (Some(2.0), None)
            ]
        );
    })
    .await;
}

#[tokio::test]
async fn rows_of_the_wrong_width_are_refused() {
    on_each(|db| async move {
        let refused = db.write(|tx| async move {
            tx.bulk(&SUBSCRIBE, vec![params!["a@x.test"].to_vec()])
                .await
        });
        let message = refused.await.unwrap_err().to_string();
        assert!(
            message.contains("SUBSCRIBE takes rows of 2 values"),
            "{message}"
        );
        let refused = db.write(|tx| async move { tx.bulk(&READ, Vec::new()).await });
        assert!(
            refused
                .await
                .unwrap_err()
                .to_string()
                .contains("not a bulk statement")
        );
    })
    .await;
}

#[tokio::test]
async fn values_of_the_wrong_kind_are_refused_before_they_are_stored() {
    on_each(|db| async move {
        let refused = |row: Vec<Value>| {
            let db = db.clone();
            async move {
                let write = db.write(move |tx| {
                    let rows = vec![row.clone()];
                    async move { tx.bulk(&SUBSCRIBE, rows).await }
                });
                write.await.unwrap_err().to_string()
            }
        };
        let message = refused(params![1, true].to_vec()).await;
        assert!(
            message.ends_with("SUBSCRIBE takes another kind of value for email"),
            "{message}"
        );
        let message = refused(params!["secret", 1.5].to_vec()).await;
        assert!(
            message.ends_with("SUBSCRIBE takes another kind of value for subscribed"),
            "{message}"
        );
    })
    .await;
}

#[tokio::test]
async fn a_thousand_rows_of_twenty_columns_are_one_call() {
    on_each(|db| async move {
        let written = db.write_bulk(|tx| async move {
            let create = "CREATE TABLE wide (a BIGINT, b BIGINT, c BIGINT, d BIGINT, e BIGINT,
                f TEXT, g TEXT, h TEXT, i TEXT, j TEXT, k BOOLEAN, l BOOLEAN, m DOUBLE PRECISION,
                n DOUBLE PRECISION, o {JSONB}, p {JSONB}, q {BLOB}, r {BLOB}, s TEXT, t BIGINT)";
            tx.dynamic(create, params![]).await?;
            let row = |n: i64| {
                let text = format!("row {n}");
                let (text, json) = (text.as_str(), Value::Json("{\"1\":\"x\"}".to_owned()));
                params![
                    n,
                    n,
                    n,
                    n,
                    n,
                    text,
                    text,
                    text,
                    text,
                    text,
                    true,
                    false,
                    0.5,
                    2.0,
                    json.clone(),
                    json,
                    vec![0_u8; 100],
                    vec![1_u8; 100],
                    "x".repeat(1000),
                    None::<i64>
                ]
                .to_vec()
            };
            tx.bulk(&WIDE, (0..1000).map(row).collect()).await
        });
        assert_eq!(written.await, Ok::<_, DbError>(1000));
        let sums = db.read(|tx| async move {
            let sums = "SELECT count(*), CAST(sum(e) AS BIGINT), sum(m), sum(length(s)) FROM wide";
            let rows = tx.dynamic(sums, params![]).await?;
            Ok::<_, DbError>((
                rows[0].int(0)?,
                rows[0].int(1)?,
                rows[0].float(2)?,
                rows[0].int(3)?,
            ))
        });
        assert_eq!(sums.await, Ok((1000, 499_500, 500.0, 1_000_000)));
    })
    .await;
}
