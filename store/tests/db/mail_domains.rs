//! Mail domains: registered once, due in their order, swept when they turn.

use postrider_domain::contacts::validation::DomainHistory;
use postrider_store::db::{Db, DbError};
use postrider_store::mail_domains::{self, MailDomainCheck, Registered};

use crate::harness::on_each;

const NOW: i64 = 1_800_000_000_000;

const DEAD: DomainHistory = DomainHistory {
    definite_answers: 3,
    last_definite_at: Some(NOW),
    dead_since: Some(NOW),
};

async fn register(db: &Db, names: &'static [&'static str], due_at: i64) {
    db.write(move |tx| async move { mail_domains::register(&tx, names, due_at).await })
        .await
        .unwrap();
}

async fn due(db: &Db, now: i64) -> Vec<(String, i64)> {
    let due = db.read(move |tx| async move { mail_domains::due(&tx, now, 10).await });
    let due = due.await.unwrap();
    due.into_iter()
        .map(|domain| (domain.name, domain.waited))
        .collect()
}

/// What a look came to, beside the history.
#[derive(Clone, Copy, PartialEq)]
enum News {
    None,
    Turned,
}

async fn record(db: &Db, name: &str, history: DomainHistory, news: News) {
    let looked = [MailDomainCheck {
        name: name.to_owned(),
        history,
        turned: news == News::Turned,
        due_at: NOW + 100,
    }];
    db.write(move |tx| {
        let looked = looked.clone();
        async move { mail_domains::record(&tx, &looked, NOW).await }
    })
    .await
    .unwrap();
}

async fn unswept(db: &Db) -> Vec<Registered> {
    db.read(|tx| async move { mail_domains::unswept(&tx, 10).await })
        .await
        .unwrap()
}

#[tokio::test]
async fn a_domain_is_registered_once_and_comes_due() {
    on_each(|db| async move {
        register(&db, &["a.test", "b.test"], NOW).await;
        register(&db, &["a.test", "c.test"], NOW + 5).await;
        assert_eq!(due(&db, NOW - 1).await, []);
        let names =
            |due: Vec<(String, i64)>| due.into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        assert_eq!(names(due(&db, NOW).await), ["a.test", "b.test"]);
        assert_eq!(due(&db, NOW + 5).await.len(), 3);
        record(&db, "a.test", DomainHistory::default(), News::None).await;
        assert_eq!(names(due(&db, NOW + 5).await), ["b.test", "c.test"]);
        let again = due(&db, NOW + 100).await;
        assert!(again.contains(&("a.test".to_owned(), 100)), "{again:?}");
        assert!(again.contains(&("b.test".to_owned(), 0)), "{again:?}");
        let next = db.read(|tx| async move { mail_domains::next_due(&tx).await });
        assert_eq!(next.await.unwrap(), Some(NOW));
    })
    .await;
}

#[tokio::test]
async fn a_domain_that_turned_is_swept_once() {
    on_each(|db| async move {
        register(&db, &["a.test", "b.test"], NOW).await;
        record(&db, "a.test", DEAD, News::Turned).await;
        // A look that finds nothing new does not take the sweep away.
        record(&db, "a.test", DEAD, News::None).await;
        let dead = Registered {
            name: "a.test".to_owned(),
            dead_since: Some(NOW),
        };
        assert_eq!(unswept(&db).await, [dead]);
        let found = db.read(|tx| async move {
            let found = mail_domains::look(&tx, ["a.test", "b.test", "no.test"]).await?;
            Ok::<_, DbError>(found.len())
        });
        assert_eq!(found.await.unwrap(), 2);
        let history = db.read(|tx| async move { mail_domains::due(&tx, NOW + 100, 10).await });
        let history = history.await.unwrap();
        let kept = history.iter().find(|domain| domain.name == "a.test");
        assert_eq!(kept.unwrap().history, DEAD);
        db.write(|tx| async move { mail_domains::swept(&tx, &["a.test".to_owned()]).await })
            .await
            .unwrap();
        assert_eq!(unswept(&db).await, []);
    })
    .await;
}
