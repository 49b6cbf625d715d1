//! Each token of the dialect gives the same answer on both databases.

use postrider_store::db::{Db, DbError, Row, Value};
use postrider_store::params;

use crate::harness::on_each;

async fn one(db: &Db, sql: &'static str, params: Vec<Value>) -> Row {
    let rows = db
        .read(move |tx| async move { tx.dynamic(sql, params).await })
        .await;
    rows.unwrap_or_else(|error: DbError| panic!("{sql}: {error}"))
        .into_iter()
        .next()
        .unwrap()
}

async fn text(db: &Db, sql: &'static str, params: Vec<Value>) -> String {
    one(db, sql, params).await.text(0).unwrap()
}

#[tokio::test]
async fn fold_knows_more_than_ascii() {
    on_each(|db| async move {
        assert_eq!(
            text(&db, "SELECT {fold}($1)", vec!["MÜLLER Straße ÉÑ".into()]).await,
            "müller straße éñ"
        );
        let position = "SELECT {position}({fold}($1), $2)";
        let found = one(&db, position, vec!["Frau MÜLLER".into(), "müll".into()]).await;
        assert_eq!(found.int(0), Ok(6));
    })
    .await;
}

#[tokio::test]
async fn json_goes_in_and_out_and_is_looked_into() {
    on_each(|db| async move {
        let custom = Value::Json(r#"{"7":true,"8":"x","9":2.5,"10":false}"#.to_owned());
        let back = text(&db, "SELECT {json}({jsonb}($1))", vec![custom.clone()]).await;
        let back: serde_json::Value = serde_json::from_str(&back).unwrap();
        assert_eq!(
            back,
            serde_json::json!({ "7": true, "8": "x", "9": 2.5, "10": false })
        );
        let looked = "SELECT {json_bool}(c, 7), NOT {json_bool}(c, 10), {json_text}(c, 8) = 'x',
            {json_number}(c, 9) > 2, {json_text}(c, 11) IS NULL, {json_number}(c, 8) IS NULL,
            {json_text}(c, 9) IS NULL, {json_bool}(c, 8) IS NULL
            FROM (SELECT {jsonb}($1) AS c) AS s";
        let row = one(&db, looked, vec![custom]).await;
        for index in 0..8 {
            assert_eq!(row.bool(index), Ok(true), "{index}");
        }
    })
    .await;
}

#[tokio::test]
async fn merge_overwrites_and_removes() {
    on_each(|db| async move {
        let merge = "SELECT {json}({merge}({jsonb}($1), {jsonb}($2)))";
        let [a, b] =
            [r#"{"1":"a","2":"b"}"#, r#"{"2":null,"3":"c"}"#].map(|t| Value::Json(t.to_owned()));
        let merged: serde_json::Value =
            serde_json::from_str(&text(&db, merge, vec![a, b]).await).unwrap();
        assert_eq!(merged, serde_json::json!({ "1": "a", "3": "c" }));
    })
    .await;
}

#[tokio::test]
async fn lists_are_one_parameter() {
    on_each(|db| async move {
        let texts = vec![Value::texts(["a", "b'\"ü"]), "b'\"ü".into()];
        assert_eq!(
            one(&db, "SELECT $2 IN {texts}($1)", texts).await.bool(0),
            Ok(true)
        );
        let ints = vec![Value::ints([1, i64::MAX]), i64::MAX.into(), 2.into()];
        let row = one(&db, "SELECT $2 IN {ints}($1), $3 IN {ints}($1)", ints).await;
        assert_eq!((row.bool(0), row.bool(1)), (Ok(true), Ok(false)));
        let none = vec![Value::ints([]), 1.into()];
        assert_eq!(
            one(&db, "SELECT $2 IN {ints}($1)", none).await.bool(0),
            Ok(false)
        );
    })
    .await;
}

#[tokio::test]
async fn claiming_skips_locked_rows() {
    on_each(|db| async move {
        let claim = "SELECT name FROM counters WHERE name = $1 {skip_locked}";
        let claimed = db
            .write(move |tx| async move { tx.dynamic(claim, params!["node"]).await })
            .await;
        assert_eq!(claimed.unwrap().len(), 1);
    })
    .await;
}
