//! Prompts on designs, and what was said about them.

use postrider_domain::designs::design::{Category, EmailStatus, EmailType, VersionSource};
use postrider_domain::numbers::Millis;
use postrider_domain::tenant::BrandKey;
use postrider_store::chats::{self, MessageRecord, Speaker};
use postrider_store::db::{DbError, Tx};
use postrider_store::emails::{self, GeneratedTexts, UnmadeEmail};
use postrider_store::generations::{self, NewGeneration};

use crate::emails::{MINE, version};
use crate::harness::on_each;

const NOW: i64 = 1_800_000_000_000;
const THEIRS: BrandKey = BrandKey { org: 2, brand: 1 };

async fn unmade(tx: &Tx) -> Result<i64, DbError> {
    let new = UnmadeEmail {
        public_id: "e".to_owned(),
        title: "Untitled".to_owned(),
        kind: EmailType::Campaign,
        subject: None,
        preview_text: None,
        category: None,
        group: None,
    };
    emails::create_unmade(tx, MINE, new, NOW).await
}

async fn prompt(tx: &Tx, email: i64, version_id: &str) -> Result<i64, DbError> {
    let new = NewGeneration {
        email,
        chat: chats::open(tx, MINE, email, "c", NOW).await?,
        version_id: version_id.to_owned(),
        request: "{}".to_owned(),
    };
    generations::create(tx, MINE, &new, NOW).await
}

fn texts() -> GeneratedTexts {
    GeneratedTexts {
        title: "Grüße".to_owned(),
        subject: Some("Hallo".to_owned()),
        preview_text: None,
        category: Some(Category::Event),
    }
}

#[tokio::test]
async fn a_design_is_made_once() {
    on_each(|db| async move {
        let made = db.write(|tx| async move {
            let email = unmade(&tx).await?;
            let id = prompt(&tx, email, "e-1").await?;
            let stands = emails::get(&tx, MINE, "e").await?.unwrap();
            assert_eq!(
                (stands.status, stands.head),
                (EmailStatus::Generating, None)
            );
            assert_eq!(stands.making.as_deref(), Some("e-1"));
            assert_eq!(stands.chat_id.as_deref(), Some("c"));
            assert!(generations::progress(&tx, MINE, id, 10, NOW + 1).await?);
            assert!(!generations::progress(&tx, THEIRS, id, 10, NOW + 1).await?);
            let (new, then) = (version("e-1", "<p>1</p>"), Millis(NOW + 2));
            assert!(!emails::add_generated(&tx, THEIRS, email, &new, &texts(), then).await?);
            assert!(emails::add_generated(&tx, MINE, email, &new, &texts(), then).await?);
            assert!(generations::end(&tx, MINE, id, None, NOW + 2).await?);
            assert!(!generations::end(&tx, MINE, id, Some("{}"), NOW + 3).await?);
            assert!(!emails::add_generated(&tx, MINE, email, &new, &texts(), then).await?);
            assert!(!emails::end_generating(&tx, MINE, email, "{}", then).await?);
            let stands = emails::get(&tx, MINE, "e").await?.unwrap();
            assert_eq!((stands.status, stands.making), (EmailStatus::Ready, None));
            assert_eq!(
                (stands.title.as_str(), stands.category),
                ("Grüße", Some(Category::Event))
            );
            let versions = emails::versions(&tx, MINE, email).await?;
            assert_eq!((versions.len(), versions[0].version), (1, 1));
            assert_eq!(versions[0].source, VersionSource::Edited);
            assert_eq!(generations::running(&tx, MINE, id).await?, None);
            Ok::<_, DbError>(())
        });
        made.await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn of_two_prompts_one_begins_and_a_failure_leaves_what_was_there() {
    on_each(|db| async move {
        let made = db.write(|tx| async move {
            let (email, then) = (unmade(&tx).await?, Millis(NOW));
            let id = prompt(&tx, email, "e-1").await?;
            assert!(emails::end_generating(&tx, MINE, email, "{}", then).await?);
            assert!(generations::end(&tx, MINE, id, Some("{}"), NOW).await?);
            let failed = emails::get(&tx, MINE, "e").await?.unwrap();
            assert_eq!(
                (failed.status, failed.error.as_deref()),
                (EmailStatus::Failed, Some("{}"))
            );
            let ready = crate::emails::email("other");
            let ready = emails::create(&tx, MINE, ready, NOW).await?;
            let head = ready.head.unwrap().id;
            assert!(!emails::begin_generating(&tx, MINE, ready.id, head + 1, then).await?);
            assert!(emails::begin_generating(&tx, MINE, ready.id, head, then).await?);
            assert!(!emails::begin_generating(&tx, MINE, ready.id, head, then).await?);
            assert!(emails::end_generating(&tx, MINE, ready.id, "{}", then).await?);
            let after = emails::get(&tx, MINE, "other").await?.unwrap();
            assert_eq!((after.status, after.error), (EmailStatus::Ready, None));
            Ok::<_, DbError>(())
        });
        made.await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_design_has_one_prompt_at_a_time() {
    on_each(|db| async move {
        let begun = db.write(|tx| async move {
            let email = unmade(&tx).await?;
            prompt(&tx, email, "e-1").await?;
            Ok::<_, DbError>(email)
        });
        let email = begun.await.unwrap();
        let second = db.write(move |tx| async move { prompt(&tx, email, "e-2").await });
        assert!(matches!(second.await, Err(DbError::Conflict { .. })));
    })
    .await;
}

#[tokio::test]
async fn a_chat_is_read_in_its_order_and_goes_with_its_design() {
    on_each(|db| async move {
        let made = db.write(|tx| async move {
            let email = unmade(&tx).await?;
            let chat = chats::open(&tx, MINE, email, "c", NOW).await?;
            assert_eq!(chats::open(&tx, MINE, email, "d", NOW).await?, chat);
            let message = |role, body: &str, created_at| MessageRecord {
                role,
                body: body.to_owned(),
                version_id: None,
                created_at,
            };
            let said = [
                message(Speaker::User, "Größer", NOW + 1),
                message(Speaker::Assistant, "Done.", NOW + 2),
            ];
            for message in &said {
                chats::say(&tx, MINE, chat, message).await?;
            }
            assert_eq!(chats::messages(&tx, MINE, chat).await?, said);
            assert_eq!(chats::messages(&tx, THEIRS, chat).await?, []);
            let listed = chats::list(&tx, MINE, None, 10).await?;
            assert_eq!((listed.len(), listed[0].updated_at), (1, NOW + 2));
            assert_eq!(chats::list(&tx, MINE, Some(chat), 10).await?, []);
            assert_eq!(chats::get(&tx, THEIRS, "c").await?, None);
            assert!(emails::delete(&tx, MINE, email, NOW).await?);
            assert_eq!(chats::get(&tx, MINE, "c").await?, None);
            assert_eq!(chats::messages(&tx, MINE, chat).await?, []);
            Ok::<_, DbError>(())
        });
        made.await.unwrap();
    })
    .await;
}
