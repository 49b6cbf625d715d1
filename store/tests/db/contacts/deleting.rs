use postrider_store::{params, statements};

use super::restoring::delete;
use super::{a_brand, contact, get, upload};
use crate::harness::on_each;

statements! {
    ENGAGE = "
        INSERT INTO engagement (org, brand, contact, sends, opens, clicks) VALUES ($1, $2, $3, 1, 1, 1)";
    ENGAGED = "SELECT contact FROM engagement WHERE org = $1 AND brand = $2";
}

#[tokio::test]
async fn deletes_many_with_their_engagement_and_says_which_were_there() {
    on_each(|db| async move {
        let mine = a_brand(&db).await;
        let theirs = crate::tenants::brand(&db, mine.org, "other").await;
        let made = upload(
            &db,
            mine,
            vec![contact("a@x.de"), contact("b@x.de"), contact("c@x.de")],
        )
        .await;
        upload(&db, theirs, vec![contact("a@x.de")]).await;
        for row in &made {
            let id = row.id;
            let engaged = db.write(move |tx| async move {
                tx.execute(&ENGAGE, params![mine.org, mine.brand, id]).await
            });
            engaged.await.unwrap();
        }
        let mut deleted =
            delete(&db, mine, &["c@x.de", "a@x.de", "nobody@x.de", "it's@x.de"]).await;
        deleted.sort();
        assert_eq!(deleted, ["a@x.de", "c@x.de"]);
        assert_eq!(get(&db, mine, "a@x.de").await, None);
        assert!(get(&db, mine, "b@x.de").await.is_some());
        assert!(
            get(&db, theirs, "a@x.de").await.is_some(),
            "another brand's contact stays"
        );
        let left = db
            .read(move |tx| async move { tx.rows(&ENGAGED, params![mine.org, mine.brand]).await });
        let left: Vec<_> = left
            .await
            .unwrap()
            .iter()
            .map(|row| row.int(0).unwrap())
            .collect();
        assert_eq!(left, [made[1].id]);
        assert!(delete(&db, mine, &["nobody@x.de"]).await.is_empty());
    })
    .await;
}
