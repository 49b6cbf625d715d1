//! Passwords are hashed a few at a time, and nobody learns whose they are from how long that takes.

use std::sync::Arc;

use argon2::Params;
use postrider_domain::turns::Asker;
use postrider_engine::accounts::passwords::{PasswordError, Passwords, Verdict};

use super::entropy;

const TEXT: &str = "correct horse battery";

/// Cheap, and told from each other by how often they go through the memory.
fn cheap(passes: u32) -> Passwords {
    Passwords::with_params(entropy(), Params::new(64, passes, 1, None).unwrap())
}

async fn verify(passwords: &Passwords, text: &str, stored: Option<&str>) -> Verdict {
    let stored = stored.map(ToOwned::to_owned);
    let judged = passwords.verify(Asker::Stranger, text.to_owned(), stored);
    judged.await.unwrap()
}

#[tokio::test]
async fn a_password_is_told_from_another() {
    let passwords = Passwords::new(entropy());
    let stored = passwords
        .hash(Asker::Stranger, TEXT.to_owned())
        .await
        .unwrap();
    assert!(
        stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
        "{stored}"
    );
    assert_eq!(
        verify(&passwords, TEXT, Some(&stored)).await,
        Verdict::Right
    );
    assert_eq!(
        verify(&passwords, "correct horse", Some(&stored)).await,
        Verdict::Wrong
    );
    let again = passwords
        .hash(Asker::Stranger, TEXT.to_owned())
        .await
        .unwrap();
    assert_ne!(stored, again, "each has a salt of its own");
}

#[tokio::test]
async fn a_hash_of_other_parameters_is_right_and_outdated() {
    let (before, today) = (cheap(1), cheap(2));
    let stored = before.hash(Asker::Stranger, TEXT.to_owned()).await.unwrap();
    assert_eq!(
        verify(&today, TEXT, Some(&stored)).await,
        Verdict::RightAndOutdated
    );
    assert_eq!(
        verify(&today, "wrong password", Some(&stored)).await,
        Verdict::Wrong
    );
    let renewed = today.hash(Asker::Stranger, TEXT.to_owned()).await.unwrap();
    assert_eq!(verify(&today, TEXT, Some(&renewed)).await, Verdict::Right);
}

#[tokio::test]
async fn whoever_is_not_known_costs_one_hash_too() {
    let passwords = cheap(1);
    let stored = passwords
        .hash(Asker::Stranger, TEXT.to_owned())
        .await
        .unwrap();
    for stored in [None, Some(stored.as_str())] {
        let before = passwords.hashes();
        assert_eq!(
            verify(&passwords, "a guess at it", stored).await,
            Verdict::Wrong
        );
        assert_eq!(passwords.hashes() - before, 1, "{stored:?}");
    }
}

#[tokio::test]
async fn what_is_stored_and_is_no_hash_is_told() {
    let passwords = cheap(1);
    let judged = passwords.verify(
        Asker::Stranger,
        TEXT.to_owned(),
        Some("nonsense".to_owned()),
    );
    assert!(matches!(judged.await, Err(PasswordError::Failed(_))));
}

/// More than may wait, of callers who are not known; one of an organization still gets in.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn too_many_at_once_are_told_to_come_later() {
    // A hash that takes a while, so that all have come before the first is made.
    let params = Params::new(64 * 1024, 8, 1, None).unwrap();
    let passwords = Arc::new(Passwords::with_params(entropy(), params));
    let mut guesses = tokio::task::JoinSet::new();
    for _ in 0..100 {
        let passwords = Arc::clone(&passwords);
        guesses.spawn(async move {
            let judged = passwords
                .verify(Asker::Stranger, TEXT.to_owned(), None)
                .await;
            matches!(judged, Err(PasswordError::Busy))
        });
    }
    let mut refused = 0;
    while refused < 30 {
        let judged = guesses.join_next().await.expect("some are refused");
        refused += usize::from(judged.unwrap());
    }
    let asker = Asker::Organization(1);
    let known = passwords.hash(asker, TEXT.to_owned()).await;
    assert!(known.is_ok(), "{known:?}");
    assert!(!guesses.is_empty(), "the others still wait");
    guesses.abort_all();
}
