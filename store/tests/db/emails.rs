//! Designs and their versions.

use postrider_domain::designs::design::{Category, EmailStatus, EmailType, VersionSource};
use postrider_domain::numbers::Millis;
use postrider_domain::patch::Patch;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{Db, DbError};
use postrider_store::emails::{
    self, EmailPatch, EmailRecord, ListQuery, NewEmail, NewVersion, Sort, VersionContent,
};
use postrider_store::{comments, params};

use crate::harness::on_each;

const NOW: i64 = 1_800_000_000_000;
pub const MINE: BrandKey = BrandKey { org: 1, brand: 1 };
const THEIRS: BrandKey = BrandKey { org: 1, brand: 2 };
/// All designs stand behind it.
const FIRST: (BrandKey, i64) = (BrandKey { org: 0, brand: 0 }, 0);

fn content(html: &str) -> VersionContent {
    VersionContent {
        document: "{}".to_owned(),
        html: html.to_owned(),
        plain_text: "text".to_owned(),
        preheader: (1, 2),
        preview_text: None,
        merge_tags: "[]".to_owned(),
        warnings: "[1]".to_owned(),
    }
}

pub fn version(public_id: &str, html: &str) -> NewVersion {
    NewVersion {
        public_id: public_id.to_owned(),
        source: VersionSource::Edited,
        content: content(html),
    }
}

pub fn email(public_id: &str) -> NewEmail {
    NewEmail {
        public_id: public_id.to_owned(),
        title: format!("Title of {public_id}"),
        kind: EmailType::Campaign,
        subject: None,
        preview_text: None,
        category: None,
        group: None,
        version: version(&format!("{public_id}-1"), "<p>1</p>"),
    }
}

pub async fn create(db: &Db, new: NewEmail, now: i64) -> EmailRecord {
    let created = db.write(move |tx| {
        let new = new.clone();
        async move { emails::create(&tx, MINE, new, now).await }
    });
    created.await.unwrap()
}

async fn get(db: &Db, brand: BrandKey, public_id: &'static str) -> Option<EmailRecord> {
    db.read(move |tx| async move { emails::get(&tx, brand, public_id).await })
        .await
        .unwrap()
}

async fn found(db: &Db, query: ListQuery) -> Vec<String> {
    let found = db.read(move |tx| {
        let query = query.clone();
        async move { emails::list(&tx, MINE, &query).await }
    });
    let found = found.await.unwrap();
    found.into_iter().map(|email| email.public_id).collect()
}

#[tokio::test]
async fn a_design_is_made_with_its_first_version() {
    on_each(|db| async move {
        let new = NewEmail {
            subject: Some("Hi".to_owned()),
            preview_text: Some("There".to_owned()),
            category: Some(Category::OrderUpdate),
            kind: EmailType::Transactional,
            ..email("a")
        };
        let made = create(&db, new, NOW).await;
        assert_eq!(get(&db, MINE, "a").await.as_ref(), Some(&made));
        assert_eq!(get(&db, THEIRS, "a").await, None);
        assert_eq!(
            (made.kind, made.status, made.category, made.group.as_ref()),
            (
                EmailType::Transactional,
                EmailStatus::Ready,
                Some(Category::OrderUpdate),
                None
            )
        );
        let head = made.head.unwrap();
        assert_eq!(head.public_id, "a-1");
        let seen = db.read(move |tx| async move {
            let kept = emails::head_content(&tx, MINE, made.id).await?;
            assert_eq!(kept, Some(content("<p>1</p>")));
            assert_eq!(emails::head_content(&tx, THEIRS, made.id).await?, None);
            let first = emails::version(&tx, MINE, made.id, "a-1").await?.unwrap();
            assert_eq!((first.row.id, first.row.version), (head.id, 1));
            assert_eq!(first.content, content("<p>1</p>"));
            let other = emails::version(&tx, MINE, made.id + 1, "a-1").await?;
            assert_eq!(other, None, "a version of another design");
            Ok::<_, DbError>(())
        });
        seen.await.unwrap();
    })
    .await;
}

/// Each began on the same head.
#[tokio::test(flavor = "multi_thread")]
async fn of_edits_that_race_one_wins_and_the_others_are_told() {
    on_each(|db| async move {
        let made = create(&db, email("a"), NOW).await;
        let head = made.head.unwrap().id;
        let mut edits = tokio::task::JoinSet::new();
        for number in 0..8 {
            let db = db.clone();
            edits.spawn(async move {
                let edit = db.write(move |tx| async move {
                    let new = version(&format!("edit-{number}"), "<p>2</p>");
                    emails::add_version(&tx, MINE, made.id, head, &new, Millis(NOW + 1)).await
                });
                edit.await.unwrap()
            });
        }
        let won: Vec<_> = edits.join_all().await.into_iter().flatten().collect();
        assert_eq!(won.len(), 1);
        assert_eq!(won[0].updated_at, NOW + 1);
        let kept = db
            .read(move |tx| async move { emails::versions(&tx, MINE, made.id).await })
            .await
            .unwrap();
        let kept: Vec<_> = kept
            .iter()
            .map(|row| (row.version, row.public_id.as_str()))
            .collect();
        let head = won[0].head.as_ref().unwrap().public_id.as_str();
        assert_eq!(kept, [(2, head), (1, "a-1")]);
    })
    .await;
}

#[tokio::test]
async fn a_design_that_is_not_ready_takes_no_version() {
    on_each(|db| async move {
        let made = create(&db, email("a"), NOW).await;
        let head = made.head.unwrap().id;
        let refused = db.write(move |tx| async move {
            let generating = EmailStatus::Generating;
            assert!(emails::set_status(&tx, MINE, made.id, generating, None, NOW + 1).await?);
            assert!(!emails::set_status(&tx, THEIRS, made.id, generating, None, NOW + 1).await?);
            emails::add_version(&tx, MINE, made.id, head, &version("b", ""), Millis(NOW + 2)).await
        });
        assert_eq!(refused.await.unwrap(), None);
        let stored = get(&db, MINE, "a").await.unwrap();
        assert_eq!(stored.status, EmailStatus::Generating);
        assert_eq!(stored.updated_at, NOW + 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_at_once_are_both_kept_and_found() {
    on_each(|db| async move {
        let made = create(&db, email("a"), NOW).await;
        let title = EmailPatch {
            title: Some("Grüße".to_owned()),
            ..EmailPatch::default()
        };
        let subject = EmailPatch {
            subject: Patch::Set("ÄPFEL".to_owned()),
            preview_text: Patch::Set("x".to_owned()),
            ..EmailPatch::default()
        };
        let change = |change: EmailPatch| {
            let db = db.clone();
            async move {
                let changed = db.write(move |tx| {
                    let change = change.clone();
                    async move { emails::update(&tx, MINE, made.id, change, NOW + 1).await }
                });
                changed.await.unwrap()
            }
        };
        tokio::join!(change(title), change(subject));
        let stored = get(&db, MINE, "a").await.unwrap();
        assert_eq!(
            (stored.title.as_str(), stored.subject.as_deref()),
            ("Grüße", Some("ÄPFEL"))
        );
        for search in ["grüß", "äpf"] {
            let query = ListQuery {
                search: Some(search.to_owned()),
                limit: 10,
                ..ListQuery::default()
            };
            assert_eq!(found(&db, query).await, ["a"]);
        }
        let cleared = change(EmailPatch {
            preview_text: Patch::Clear,
            ..EmailPatch::default()
        });
        assert_eq!(cleared.await.unwrap().preview_text, None);
        let nothing = db.write(move |tx| async move {
            emails::update(&tx, THEIRS, made.id, EmailPatch::default(), NOW).await
        });
        assert_eq!(nothing.await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn lists_go_by_either_time() {
    on_each(|db| async move {
        for (number, name) in ["a", "b", "c", "d"].into_iter().enumerate() {
            let created_at = NOW + number as i64;
            let made = create(&db, email(name), created_at).await;
            // The older, the later it was changed; two at the same time.
            let at = NOW + 100 - (number as i64 / 2) * 10;
            let touched = db.write(move |tx| async move {
                emails::update(&tx, MINE, made.id, EmailPatch::default(), at).await
            });
            touched.await.unwrap();
        }
        let all = |sort| ListQuery {
            sort,
            limit: 10,
            ..ListQuery::default()
        };
        assert_eq!(found(&db, all(Sort::CreatedAt)).await, ["d", "c", "b", "a"]);
        assert_eq!(found(&db, all(Sort::UpdatedAt)).await, ["b", "a", "d", "c"]);
        for sort in [Sort::CreatedAt, Sort::UpdatedAt] {
            let whole = found(&db, all(sort)).await;
            let mut paged = Vec::new();
            let mut before = None;
            loop {
                let query = ListQuery {
                    before,
                    limit: 1,
                    ..all(sort)
                };
                let page = db.read(move |tx| {
                    let query = query.clone();
                    async move { emails::list(&tx, MINE, &query).await }
                });
                let page = page.await.unwrap();
                let Some(email) = page.first() else { break };
                let time = match sort {
                    Sort::CreatedAt => email.created_at,
                    Sort::UpdatedAt => email.updated_at,
                };
                before = Some((time, email.id));
                paged.push(email.public_id.clone());
            }
            assert_eq!(paged, whole, "{sort:?}");
        }
        let bounded = ListQuery {
            from: Some(NOW + 1),
            to: Some(NOW + 3),
            ..all(Sort::CreatedAt)
        };
        assert_eq!(found(&db, bounded).await, ["c", "b"]);
        let bounded = ListQuery {
            from: Some(NOW + 100),
            ..all(Sort::UpdatedAt)
        };
        assert_eq!(found(&db, bounded).await, ["b", "a"]);
    })
    .await;
}

#[tokio::test]
async fn deleting_takes_versions_and_comments_along() {
    on_each(|db| async move {
        let made = create(&db, email("a"), NOW).await;
        let kept = create(&db, email("b"), NOW).await;
        let ids = [made.id, kept.id];
        let deleted = db.write(move |tx| async move {
            for id in ids {
                let thread = crate::comments::thread(&format!("cmt_{id}"));
                assert!(comments::open(&tx, MINE, id, &thread, NOW).await?);
            }
            assert!(!emails::delete(&tx, THEIRS, made.id, NOW).await?);
            assert!(emails::delete(&tx, MINE, made.id, NOW).await?);
            emails::delete(&tx, MINE, made.id, NOW).await
        });
        assert!(!deleted.await.unwrap(), "once");
        for table in [
            "emails",
            "email_versions",
            "comment_threads",
            "comment_messages",
        ] {
            let sql = format!("SELECT count(*) FROM {table}");
            let counted = db.read(move |tx| {
                let sql = sql.clone();
                async move { tx.dynamic(&sql, params![]).await }
            });
            assert_eq!(counted.await.unwrap()[0].int(0), Ok(1), "{table}");
        }
        assert_eq!(get(&db, MINE, "b").await, Some(kept));
    })
    .await;
}

#[tokio::test]
async fn designs_without_a_picture_are_asked_for_in_their_order_and_not_all_at_once() {
    on_each(|db| async move {
        let mut designs = Vec::new();
        for name in ["a", "b", "c"] {
            designs.push((MINE, create(&db, email(name), NOW).await.id));
        }
        let ask = async |after: (BrandKey, i64)| {
            let asked = db.write(move |tx| async move {
                tx.dynamic("DELETE FROM jobs", params![]).await?;
                let asked = emails::want_unseen(&tx, after, NOW, 2).await?;
                let due = "SELECT due_at FROM jobs ORDER BY due_at";
                let due = tx.dynamic(due, params![]).await?;
                let due: Result<Vec<i64>, DbError> = due.iter().map(|row| row.int(0)).collect();
                Ok::<_, DbError>((asked, due?))
            });
            asked.await.unwrap()
        };
        let (asked, due) = ask(FIRST).await;
        assert_eq!(asked, designs[..2]);
        assert!(due[0] > NOW && due[1] - due[0] > 1_000, "{due:?}");
        assert_eq!(ask(asked[1]).await.0, designs[2..]);
        assert!(ask(designs[2]).await.0.is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_head_is_unseen_until_it_has_a_picture_or_will_have_none() {
    on_each(|db| async move {
        let (seen, hopeless) = (
            create(&db, email("seen"), NOW).await,
            create(&db, email("hopeless"), NOW).await,
        );
        let unasked = async || {
            let wanted = db.write(|tx| async move {
                let wanted = emails::want_unseen(&tx, FIRST, NOW, 10).await?;
                tx.dynamic("DELETE FROM jobs", params![]).await?;
                Ok::<_, DbError>(wanted.len())
            });
            wanted.await.unwrap()
        };
        assert_eq!(unasked().await, 0, "they are asked for already");
        assert_eq!(unasked().await, 2);
        let [shown, given_up] = [&seen, &hopeless].map(|email| email.head.as_ref().unwrap().id);
        let settled = db.write(move |tx| async move {
            emails::set_preview(&tx, MINE, (seen.id, shown), "a.webp").await?;
            emails::go_unseen(&tx, MINE, given_up).await
        });
        settled.await.unwrap();
        assert_eq!(unasked().await, 0);
        let added = db.write(move |tx| async move {
            let new = version("seen-2", "<p>2</p>");
            emails::add_version(&tx, MINE, seen.id, shown, &new, Millis(NOW)).await?;
            emails::delete(&tx, MINE, hopeless.id, NOW).await?;
            tx.dynamic("DELETE FROM jobs", params![]).await?;
            Ok::<_, DbError>(())
        });
        added.await.unwrap();
        assert_eq!(unasked().await, 1, "the new head");
    })
    .await;
}
