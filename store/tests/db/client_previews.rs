//! Pictures that are kept for a while: their bytes count as long as their rows are there.

use postrider_domain::tenant::BrandKey;
use postrider_store::client_previews::{self, NewClientPreview};
use postrider_store::db::{Db, DbError};
use postrider_store::removal::{self, Tenant};
use postrider_store::storage;

use crate::harness::on_each;

const FIRST: BrandKey = BrandKey { org: 1, brand: 1 };
const SISTER: BrandKey = BrandKey { org: 1, brand: 2 };
const OTHER: BrandKey = BrandKey { org: 2, brand: 3 };

async fn keep(db: &Db, brand: BrandKey, names: &'static [&'static str], expires_at: i64) {
    let kept = db.write(move |tx| async move {
        let picture = |name: &&str| NewClientPreview {
            name: (*name).to_owned(),
            bytes: 10,
        };
        let pictures: Vec<_> = names.iter().map(picture).collect();
        storage::take(&tx, brand.org, 10 * names.len() as i64, None).await?;
        client_previews::add(&tx, brand, &pictures, expires_at).await
    });
    kept.await.unwrap();
}

async fn used(db: &Db) -> (i64, i64) {
    let read = db.read(|tx| async move {
        let first = storage::used(&tx, 1).await?;
        Ok::<_, DbError>((first, storage::used(&tx, 2).await?))
    });
    read.await.unwrap()
}

async fn named(db: &Db) -> Vec<String> {
    let read = db.read(|tx| async move {
        client_previews::named(&tx, ["a", "b", "c", "d", "e", "strange"]).await
    });
    let mut names = read.await.unwrap();
    names.sort();
    names
}

async fn forget(db: &Db, before: i64, limit: i64) -> bool {
    let forgotten =
        db.write(move |tx| async move { client_previews::forget(&tx, before, limit).await });
    forgotten.await.unwrap()
}

#[tokio::test]
async fn what_has_expired_leaves_with_its_bytes_some_at_a_time() {
    on_each(|db| async move {
        keep(&db, FIRST, &["a", "b"], 100).await;
        keep(&db, OTHER, &["c"], 101).await;
        keep(&db, SISTER, &["d"], 102).await;
        keep(&db, OTHER, &["e"], 200).await;
        assert_eq!(used(&db).await, (30, 20));
        assert!(!forget(&db, 100, 10).await);
        assert!(forget(&db, 150, 3).await);
        assert_eq!(
            (named(&db).await, used(&db).await),
            (vec!["d".into(), "e".into()], (10, 10))
        );
        assert!(forget(&db, 150, 3).await);
        assert!(!forget(&db, 150, 3).await);
        assert_eq!(
            (named(&db).await, used(&db).await),
            (vec!["e".into()], (0, 10))
        );
    })
    .await;
}

#[tokio::test]
async fn those_of_a_brand_that_is_removed_give_their_bytes_back() {
    on_each(|db| async move {
        keep(&db, FIRST, &["a", "b"], 100).await;
        keep(&db, SISTER, &["c"], 100).await;
        keep(&db, OTHER, &["d"], 100).await;
        let removed = db.write(|tx| async move {
            let tenant = Tenant::Brand(FIRST);
            let names = removal::images(&tx, tenant, 10).await?;
            removal::remove_images(&tx, tenant, &names).await?;
            // Whoever knows the name of another's can do nothing with it.
            removal::remove_images(&tx, tenant, &["c".to_owned(), "d".to_owned()]).await?;
            Ok::<_, DbError>(names)
        });
        assert_eq!(removed.await.unwrap(), ["a", "b"]);
        assert_eq!(
            (named(&db).await, used(&db).await),
            (vec!["c".into(), "d".into()], (10, 10))
        );
    })
    .await;
}
