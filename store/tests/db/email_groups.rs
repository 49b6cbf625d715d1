//! Groups of designs.

use postrider_domain::patch::Patch;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::DbError;
use postrider_store::emails::{self, EmailPatch, NewEmail};
use postrider_store::groups;

use crate::emails::{MINE, create, email};
use crate::harness::on_each;

const NOW: i64 = 1_800_000_000_000;
const THEIRS: BrandKey = BrandKey { org: 2, brand: 1 };

#[tokio::test]
async fn a_group_counts_its_designs_and_lets_them_go() {
    on_each(|db| async move {
        let made = db.write(|tx| async move {
            let old = groups::create(&tx, MINE, "grp_a", "Old", NOW).await?;
            let new = groups::create(&tx, MINE, "grp_b", "New", NOW + 1).await?;
            assert_eq!(groups::lock(&tx, MINE, "grp_a").await?, Some(old.id));
            assert_eq!(groups::lock(&tx, THEIRS, "grp_a").await?, None);
            Ok::<_, DbError>((old, new))
        });
        let (old, new) = made.await.unwrap();
        let in_old = NewEmail {
            group: Some(old.id),
            ..email("a")
        };
        let first = create(&db, in_old, NOW).await;
        assert_eq!(first.group.as_ref().unwrap().public_id, "grp_a");
        let moved = create(&db, email("b"), NOW).await;
        let seen = db.write(move |tx| async move {
            assert_eq!(groups::count_ungrouped(&tx, MINE).await?, 1);
            let change = EmailPatch {
                group: Patch::Set(old.id),
                ..EmailPatch::default()
            };
            emails::update(&tx, MINE, moved.id, change, NOW).await?;
            let counts: Vec<_> = groups::list(&tx, MINE, None, 10)
                .await?
                .into_iter()
                .map(|group| (group.public_id, group.emails))
                .collect();
            assert_eq!(counts, [("grp_b".to_owned(), 0), ("grp_a".to_owned(), 2)]);
            let after = groups::list(&tx, MINE, Some(new.id), 10).await?;
            assert_eq!(after.len(), 1);
            assert!(
                groups::rename(&tx, THEIRS, "grp_a", "X", NOW)
                    .await?
                    .is_none()
            );
            let renamed = groups::rename(&tx, MINE, "grp_a", "Older", NOW).await?;
            assert_eq!(renamed.unwrap().name, "Older");
            assert!(!groups::delete(&tx, THEIRS, "grp_a").await?);
            assert!(groups::delete(&tx, MINE, "grp_a").await?);
            assert!(!groups::delete(&tx, MINE, "grp_a").await?);
            assert_eq!(groups::count_ungrouped(&tx, MINE).await?, 2);
            let email = emails::get(&tx, MINE, "a").await?.unwrap();
            assert_eq!((email.group, email.updated_at), (None, NOW));
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}

/// Whoever puts designs into a group and whoever deletes it meet: no design is left in a group that is gone.
#[tokio::test(flavor = "multi_thread")]
async fn no_design_stays_in_a_group_that_goes() {
    on_each(|db| async move {
        let made = db.write(|tx| async move { groups::create(&tx, MINE, "grp", "G", NOW).await });
        made.await.unwrap();
        let mut writers = tokio::task::JoinSet::new();
        for number in 0..12 {
            let db = db.clone();
            writers.spawn(async move {
                let written = db.write(move |tx| async move {
                    if number == 6 {
                        groups::delete(&tx, MINE, "grp").await?;
                        return Ok::<_, DbError>(());
                    }
                    let new = NewEmail {
                        group: groups::lock(&tx, MINE, "grp").await?,
                        ..email(&format!("e{number}"))
                    };
                    emails::create(&tx, MINE, new, NOW).await?;
                    Ok(())
                });
                written.await.unwrap();
            });
        }
        writers.join_all().await;
        let ungrouped = db
            .read(|tx| async move { groups::count_ungrouped(&tx, MINE).await })
            .await;
        assert_eq!(ungrouped.unwrap(), 11);
    })
    .await;
}
