//! What is kept of imports, and for how long.

use postrider_domain::tenant::BrandKey;
use postrider_store::db::Db;
use postrider_store::imports::{
    self, ImportError, NewImport, Tally, add_errors, errors_page, forget_old,
};

use crate::harness::on_each;

const BRAND: BrandKey = BrandKey { org: 1, brand: 1 };
const ENDED: i64 = 1_768_435_200_000;

async fn failed_import(db: &Db, id: i64) {
    db.write(move |tx| async move {
        let errors: Vec<_> = (0..5)
            .map(|row| ImportError {
                row,
                email: Some("ada@x.test".to_owned()),
                code: "INVALID_REQUEST".to_owned(),
                message: "no".to_owned(),
                param: None,
            })
            .collect();
        let new = NewImport {
            id,
            public_id: format!("imp_{id}"),
            status: "failed".to_owned(),
            total_rows: Some(5),
            processed_rows: 5,
            tally: Tally {
                failed: 5,
                ..Tally::default()
            },
            errors: "[{}]".to_owned(),
            fields_created: "[]".to_owned(),
            warnings: "[]".to_owned(),
            source: None,
            completed_at: Some(ENDED + id),
        };
        imports::create(&tx, BRAND, &new, ENDED).await?;
        add_errors(&tx, BRAND, id, &errors).await
    })
    .await
    .unwrap();
}

async fn kept(db: &Db, id: i64) -> (usize, String) {
    db.read(move |tx| async move {
        let errors = errors_page(&tx, BRAND, id, -1, 100).await?;
        let import = imports::get(&tx, BRAND, &format!("imp_{id}")).await?;
        Ok::<_, postrider_store::db::DbError>((errors.len(), import.unwrap().errors))
    })
    .await
    .unwrap()
}

#[tokio::test]
async fn row_errors_are_forgotten_in_pieces_when_they_are_old() {
    on_each(|db| async move {
        failed_import(&db, 1).await;
        failed_import(&db, 2).await;
        let forget = async || {
            let piece = db.write(|tx| async move { forget_old(&tx, ENDED + 2, 2).await });
            piece.await.unwrap()
        };
        assert!(forget().await);
        assert_eq!(kept(&db, 1).await, (3, "[{}]".to_owned()));
        while forget().await {}
        assert_eq!(kept(&db, 1).await, (0, "[]".to_owned()));
        assert_eq!(kept(&db, 2).await, (5, "[{}]".to_owned()), "not old yet");
    })
    .await;
}
