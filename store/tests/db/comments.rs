//! Comment threads.

use postrider_domain::tenant::BrandKey;
use postrider_store::comments::{self, NewMessage, NewThread};
use postrider_store::db::DbError;

use crate::emails::{MINE, create, email};
use crate::harness::on_each;

const NOW: i64 = 1_800_000_000_000;
const THEIRS: BrandKey = BrandKey { org: 2, brand: 1 };

fn message(public_id: &str) -> NewMessage {
    NewMessage {
        public_id: public_id.to_owned(),
        author: "Ann".to_owned(),
        body: "Larger.".to_owned(),
    }
}

pub fn thread(public_id: &str) -> NewThread {
    NewThread {
        public_id: public_id.to_owned(),
        element: Some("b3".to_owned()),
        message: message(&format!("{public_id}-1")),
    }
}

#[tokio::test]
async fn threads_are_opened_answered_and_resolved() {
    on_each(|db| async move {
        let email = create(&db, email("a"), NOW).await.id;
        let seen = db.write(move |tx| async move {
            assert!(!comments::open(&tx, MINE, email + 1, &thread("x"), NOW).await?);
            assert!(!comments::open(&tx, THEIRS, email, &thread("x"), NOW).await?);
            assert!(comments::open(&tx, MINE, email, &thread("a"), NOW).await?);
            assert!(comments::open(&tx, MINE, email, &thread("b"), NOW + 1).await?);
            assert!(comments::resolve(&tx, MINE, email, "a", NOW + 2).await?);
            assert!(!comments::resolve(&tx, MINE, email, "a", NOW + 3).await?);
            assert!(!comments::resolve(&tx, THEIRS, email, "b", NOW + 3).await?);
            let list = comments::list(&tx, MINE, email, None, 10).await?;
            let shown: Vec<_> = list
                .iter()
                .map(|thread| (thread.public_id.as_str(), thread.status.as_str()))
                .collect();
            assert_eq!(shown, [("b", "open"), ("a", "resolved")]);
            assert_eq!(list[1].updated_at, NOW + 2);
            assert!(!comments::reply(&tx, THEIRS, email, "a", &message("m"), NOW).await?);
            assert!(comments::reply(&tx, MINE, email, "a", &message("a-2"), NOW + 4).await?);
            let next = comments::list(&tx, MINE, email, Some(list[0].id), 10).await?;
            assert_eq!((next.len(), next[0].status.as_str()), (1, "open"));
            let said: Vec<_> = next[0].messages.iter().map(|m| &*m.public_id).collect();
            assert_eq!(said, ["a-1", "a-2"]);
            assert_eq!(comments::list(&tx, THEIRS, email, None, 10).await?, []);
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}
