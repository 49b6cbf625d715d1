use postrider_store::db::{DbError, Value};
use postrider_store::{params, statements};

use crate::harness::on_each;

statements! {
    INSERT = "INSERT INTO kinds (id, flag, number, words, doc, bytes) VALUES ($1, $2, $3, $4, {jsonb}($5), $6)";
    READ = "SELECT id, flag, number, words, {json}(doc), bytes FROM kinds WHERE id = $1";
    PAGE = "SELECT id FROM kinds WHERE id > $1 ORDER BY id LIMIT $2";
    SMALL = "SELECT COALESCE($1, 0) + 1";
}

const KINDS: &str = "CREATE TABLE kinds (id BIGINT NOT NULL PRIMARY KEY, flag BOOLEAN,
    number DOUBLE PRECISION, words {KEYTEXT}, doc {JSONB}, bytes {BLOB})";

#[tokio::test]
async fn every_kind_comes_back_as_it_went() {
    on_each(|db| async move {
        let done: Result<(), DbError> = db
            .write(|tx| async move {
                tx.dynamic(KINDS, params![]).await?;
                let doc = Value::Json("{\"a\":1}".to_owned());
                tx.execute(
                    &INSERT,
                    params![i64::MAX, true, 3, "ü \u{1f40e}", doc, vec![0_u8, 1]],
                )
                .await?;
                tx.execute(
                    &INSERT,
                    params![
                        -1,
                        None::<bool>,
                        None::<f64>,
                        None::<&str>,
                        None::<&str>,
                        None::<Vec<u8>>
                    ],
                )
                .await?;
                let full = tx.row(&READ, params![i64::MAX]).await?.unwrap();
                assert_eq!(
                    (full.int(0)?, full.bool(1)?, full.float(2)?),
                    (i64::MAX, true, 3.0)
                );
                assert_eq!((full.str(3)?, full.blob(5)?), ("ü \u{1f40e}", vec![0, 1]));
                assert_eq!(full.text(4)?.replace(' ', ""), "{\"a\":1}");
                let empty = tx.row(&READ, params![-1]).await?.unwrap();
                assert_eq!((empty.opt_bool(1)?, empty.opt_float(2)?), (None, None));
                assert_eq!(
                    (empty.opt_text(3)?, empty.opt_text(4)?, empty.opt_blob(5)?),
                    (None, None, None)
                );
                assert!(tx.row(&READ, params![7]).await?.is_none());
                Ok(())
            })
            .await;
        done.unwrap();
    })
    .await;
}

#[tokio::test]
async fn reading_the_wrong_kind_is_an_error_without_the_value() {
    on_each(|db| async move {
        let row = db.read(|tx| async move { tx.dynamic("SELECT 'secret', NULL", params![]).await });
        let row = row.await.unwrap().remove(0);
        assert_eq!(
            row.int(0),
            Err(DbError::Other(
                "column 0 is text, not an integer".to_owned()
            ))
        );
        assert_eq!(
            row.text(1),
            Err(DbError::Other("column 1 is null".to_owned()))
        );
        assert!(row.int(9).is_err());
    })
    .await;
}

#[tokio::test]
async fn integers_fit_where_the_server_expects_a_smaller_one() {
    on_each(|db| async move {
        let done: Result<(), DbError> = db
            .write(|tx| async move {
                tx.dynamic(KINDS, params![]).await?;
                assert_eq!(tx.rows(&PAGE, params![0, 10]).await?.len(), 0);
                assert_eq!(tx.row(&SMALL, params![4]).await?.unwrap().int(0)?, 5);
                Ok(())
            })
            .await;
        done.unwrap();
    })
    .await;
}

#[tokio::test]
async fn what_only_one_database_could_store_is_refused_by_both() {
    on_each(|db| async move {
        let made = db.write(|tx| async move { tx.dynamic(KINDS, params![]).await });
        made.await.unwrap();
        let refused = |number: Value, words: Value, doc: Value| {
            let db = db.clone();
            async move {
                let none = None::<Vec<u8>>;
                let row = params![1, true, number, words, doc, none];
                let write = db.write(move |tx| {
                    let row = row.clone();
                    async move { tx.execute(&INSERT, row).await }
                });
                match write.await {
                    Err(DbError::Other(message)) => message,
                    other => panic!("{other:?}"),
                }
            }
        };
        for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let message = refused(number.into(), Value::Null, Value::Null).await;
            assert!(message.contains("not a finite number"), "{message}");
        }
        let message = refused(Value::Null, "a\0b".into(), Value::Null).await;
        assert!(message.contains("NUL"), "{message}");
        let json = Value::Json(r#"{"a":"x\u0000"}"#.to_owned());
        let message = refused(Value::Null, Value::Null, json).await;
        assert!(message.contains("NUL"), "{message}");
        let row = params![
            1,
            true,
            -0.0,
            "",
            Value::Json(r#"{"a":"\\u0000"}"#.to_owned()),
            None::<Vec<u8>>
        ];
        let fine = db.write(move |tx| {
            let row = row.clone();
            async move { tx.execute(&INSERT, row).await }
        });
        assert_eq!(fine.await, Ok::<_, DbError>(1));
    })
    .await;
}
