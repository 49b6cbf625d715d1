//! What goes on, told from the rows of the work itself.

use postrider_domain::tenant::BrandKey;
use postrider_store::db::{Db, DbError};
use postrider_store::generations::{self, NewGeneration};
use postrider_store::imports::{self, NewImport, Tally};
use postrider_store::notifications::{self, Kind};
use postrider_store::validations;

use crate::emails::{MINE, create, email};
use crate::harness::on_each;

const NOW: i64 = 1_800_000_000_000;

async fn import(db: &Db, public_id: &'static str, source: Option<&'static str>) {
    let made = db.write(move |tx| async move {
        let new = NewImport {
            id: tx.number(),
            public_id: public_id.to_owned(),
            status: "running".to_owned(),
            total_rows: Some(10),
            processed_rows: 4,
            tally: Tally::default(),
            errors: "[]".to_owned(),
            fields_created: "[]".to_owned(),
            warnings: "[]".to_owned(),
            source: source.map(|source| (source.to_owned(), 0)),
            completed_at: None,
        };
        imports::create(&tx, MINE, &new, NOW).await
    });
    made.await.unwrap();
}

/// The number of a prompt on a design.
async fn prompt(db: &Db, email: i64) -> i64 {
    let made = db.write(move |tx| async move {
        let new = NewGeneration {
            email,
            chat: 1,
            version_id: "its version".to_owned(),
            request: "{}".to_owned(),
        };
        generations::create(&tx, MINE, &new, NOW).await
    });
    made.await.unwrap()
}

#[tokio::test]
async fn work_of_all_kinds_stands_in_one_order() {
    on_each(|db| async move {
        import(&db, "first", Some("{}")).await;
        import(&db, "done at once", None).await;
        let failed = create(&db, email("failed"), NOW).await.id;
        let failed = prompt(&db, failed).await;
        let opened = db.write(|tx| async move { validations::open(&tx, MINE, "val", NOW).await });
        opened.await.unwrap();
        create(&db, email("ready"), NOW).await;
        import(&db, "last", Some("{}")).await;
        let seen = db.write(move |tx| async move {
            let error = Some("{\"message\":\"No.\"}");
            assert!(generations::end(&tx, MINE, failed, error, NOW + 1).await?);
            let all = notifications::list(&tx, MINE, None, 10).await?;
            let shown: Vec<_> = all
                .iter()
                .map(|row| (row.kind, row.about.as_str()))
                .collect();
            assert_eq!(
                shown,
                [
                    (Kind::ContactImport, "last"),
                    (Kind::ContactValidation, "val"),
                    (Kind::EmailDesign, "failed"),
                    (Kind::ContactImport, "first"),
                ]
            );
            assert_eq!((all[0].done, all[0].total), (Some(4), Some(10)));
            assert_eq!((all[2].done, all[2].updated_at), (Some(100), NOW + 1));
            assert_eq!(all[2].public_id, "its version");
            assert_eq!(all[2].error.as_deref(), error);
            let page = notifications::list(&tx, MINE, Some(all[0].id), 2).await?;
            assert_eq!(page, all[1..3]);
            let other = BrandKey { org: 1, brand: 2 };
            assert_eq!(notifications::list(&tx, other, None, 10).await?, []);
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}
