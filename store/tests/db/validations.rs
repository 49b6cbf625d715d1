//! Validations: their pieces are answered once, counted once and paid back once.

use postrider_domain::numbers::Millis;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{Db, DbError};
use postrider_store::validations::{self, End, Settled, Tally, ValidationRecord};

use crate::harness::on_each;
use crate::tenants::{brand, organization};

const NOW: i64 = 1_800_000_000_000;

/// A validation of four addresses in two pieces.
async fn filled(db: &Db) -> (BrandKey, i64) {
    let org = organization(db, "acme").await;
    let brand = brand(db, org, "acme").await;
    let id = db.write(move |tx| async move {
        let id = validations::open(&tx, brand, "v1", NOW).await?;
        validations::append(&tx, brand, id, vec!["[1,2]".into()], 2).await?;
        validations::append(&tx, brand, id, vec!["[3]".into(), "[4]".into()], 2).await?;
        validations::charged(&tx, brand, id, 8, Millis(NOW)).await?;
        Ok::<_, DbError>(id)
    });
    (brand, id.await.unwrap())
}

async fn record(db: &Db, brand: BrandKey) -> ValidationRecord {
    let found = db.read(move |tx| async move { validations::get(&tx, brand, "v1").await });
    found.await.unwrap().unwrap()
}

async fn settle(db: &Db, brand: BrandKey, id: i64, settled: Settled) -> bool {
    let settle = move |tx| {
        let settled = settled.clone();
        async move { validations::settle(&tx, brand, id, settled).await }
    };
    db.write(settle).await.unwrap()
}

fn settled(piece: i64, answers: Option<&str>) -> Settled {
    let tally = Tally {
        valid: 1,
        unknown: 1,
        ..Tally::default()
    };
    Settled {
        piece,
        tally,
        answers: answers.map(str::to_owned),
    }
}

async fn start(db: &Db, brand: BrandKey, id: i64) {
    db.write(move |tx| async move { validations::start(&tx, brand, id).await })
        .await
        .unwrap();
}

#[tokio::test]
async fn pieces_keep_their_order_over_several_appends() {
    on_each(|db| async move {
        let (brand, id) = filled(&db).await;
        let found = record(&db, brand).await;
        assert_eq!((found.total, found.pieces, found.position), (4, 3, 0));
        assert_eq!((found.status.as_str(), found.charged), ("queued", 8));
        for (piece, expected) in [
            (0, Some("[1,2]")),
            (1, Some("[3]")),
            (2, Some("[4]")),
            (3, None),
        ] {
            let read =
                db.read(move |tx| async move { validations::piece(&tx, brand, id, piece).await });
            assert_eq!(read.await.unwrap().as_deref(), expected);
        }
    })
    .await;
}

#[tokio::test]
async fn a_piece_is_counted_once_and_in_its_order() {
    on_each(|db| async move {
        let (brand, id) = filled(&db).await;
        assert!(
            !settle(&db, brand, id, settled(0, None)).await,
            "not started"
        );
        start(&db, brand, id).await;
        assert!(
            !settle(&db, brand, id, settled(1, None)).await,
            "not its turn"
        );
        assert!(settle(&db, brand, id, settled(0, Some("[\"a\"]"))).await);
        assert!(!settle(&db, brand, id, settled(0, Some("[\"b\"]"))).await);
        assert!(settle(&db, brand, id, settled(1, None)).await);
        assert!(settle(&db, brand, id, settled(2, Some("[\"c\"]"))).await);
        let found = record(&db, brand).await;
        assert_eq!((found.processed, found.position), (6, 3));
        assert_eq!(
            (found.tally.valid, found.tally.unknown, found.tally.risky),
            (3, 3, 0)
        );
        let answers = db
            .read(move |tx| async move { validations::answers(&tx, brand, id).await })
            .await
            .unwrap();
        assert_eq!(answers, ["[\"a\"]", "[\"c\"]"], "the second was not kept");
        let gone = db.read(move |tx| async move { validations::piece(&tx, brand, id, 1).await });
        assert_eq!(gone.await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn it_ends_once_takes_nothing_more_and_its_addresses_go() {
    on_each(|db| async move {
        let (brand, id) = filled(&db).await;
        start(&db, brand, id).await;
        settle(&db, brand, id, settled(0, Some("[]"))).await;
        let end = move |status| {
            move |tx| async move {
                let end = End {
                    status,
                    error: None,
                    refund: 8,
                    at: NOW + 1,
                    kept_until: NOW + 2,
                };
                validations::end(&tx, brand, id, end).await
            }
        };
        assert!(db.write(end("failed")).await.unwrap());
        assert!(!db.write(end("completed")).await.unwrap());
        let found = record(&db, brand).await;
        assert_eq!((found.status.as_str(), found.charged), ("failed", 0));
        assert!(!settle(&db, brand, id, settled(1, None)).await);
        let late = db.write(move |tx| async move {
            validations::append(&tx, brand, id, vec!["[5]".into()], 1).await
        });
        assert!(late.await.is_err());
        let purge = |now| {
            let db = db.clone();
            async move {
                let purge =
                    db.write(move |tx| async move { validations::purge(&tx, now, 2).await });
                purge.await.unwrap()
            }
        };
        assert!(!purge(NOW + 1).await, "its time is not over");
        let more = [
            purge(NOW + 2).await,
            purge(NOW + 2).await,
            purge(NOW + 2).await,
        ];
        assert_eq!(more, [true; 3], "two pieces, one piece, none");
        assert!(!purge(NOW + 2).await);
        let answers = db.read(move |tx| async move { validations::answers(&tx, brand, id).await });
        assert_eq!(answers.await.unwrap(), Vec::<String>::new());
        assert_eq!(record(&db, brand).await.status, "failed", "the row stays");
    })
    .await;
}

#[tokio::test]
async fn another_brand_finds_nothing() {
    on_each(|db| async move {
        let (brand, id) = filled(&db).await;
        let org = organization(&db, "other").await;
        for other in [
            crate::tenants::brand(&db, org, "other").await,
            BrandKey {
                org: brand.org,
                brand: brand.brand + 1000,
            },
        ] {
            let found = db.read(move |tx| async move {
                let by_id = validations::get(&tx, other, "v1").await?;
                let by_number = validations::by_number(&tx, other, id).await?;
                let piece = validations::piece(&tx, other, id, 0).await?;
                Ok::<_, DbError>((by_id, by_number, piece))
            });
            assert_eq!(found.await.unwrap(), (None, None, None));
            start(&db, other, id).await;
            assert!(!settle(&db, other, id, settled(0, None)).await);
        }
        assert_eq!(record(&db, brand).await.status, "queued");
    })
    .await;
}
