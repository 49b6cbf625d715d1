//! Comment threads.

use postrider_domain::tenant::BrandKey;
use postrider_store::comments::{self, NewMessage, NewThread, ThreadStatus};
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
            let done = ThreadStatus::Resolved;
            assert!(comments::set_status(&tx, MINE, email, ("a", done), NOW + 2).await?);
            assert!(!comments::set_status(&tx, MINE, email, ("a", done), NOW + 3).await?);
            assert!(!comments::set_status(&tx, THEIRS, email, ("b", done), NOW + 3).await?);
            assert!(!comments::set_status(&tx, MINE, email + 1, ("b", done), NOW + 3).await?);
            let list = comments::list(&tx, MINE, email, None, 10).await?.rows;
            let shown: Vec<_> = list
                .iter()
                .map(|thread| (thread.public_id.as_str(), thread.status.as_str()))
                .collect();
            assert_eq!(shown, [("b", "open"), ("a", "resolved")]);
            assert_eq!(list[1].updated_at, NOW + 2);
            let answer = message("m");
            let theirs = comments::reply(&tx, THEIRS, email, "a", &answer, NOW);
            assert_eq!(theirs.await?, None);
            let answer = message("a-2");
            let mine = comments::reply(&tx, MINE, email, "a", &answer, NOW + 4);
            assert_eq!(mine.await?, Some(list[1].id));
            assert_eq!(comments::count_threads(&tx, MINE, email).await?, 2);
            assert_eq!(comments::count_messages(&tx, MINE, list[1].id).await?, 2);
            let next = comments::list(&tx, MINE, email, Some(list[0].id), 10)
                .await?
                .rows;
            assert_eq!((next.len(), next[0].status.as_str()), (1, "open"));
            let said: Vec<_> = next[0].messages.iter().map(|m| &*m.public_id).collect();
            assert_eq!(said, ["a-1", "a-2"]);
            assert_eq!(
                comments::get(&tx, MINE, email, "a").await?.as_ref(),
                Some(&next[0])
            );
            assert_eq!(comments::get(&tx, THEIRS, email, "a").await?, None);
            assert_eq!(comments::list(&tx, THEIRS, email, None, 10).await?.rows, []);
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}
