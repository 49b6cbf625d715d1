//! Claims on idempotency keys: one winner, leases, fences, expiry.

use postrider_store::db::{Db, DbError};
use postrider_store::idempotency::{self, KeptBody, KeyState, NewClaim, StoredAnswer};

use crate::harness::on_each;

const ORG: i64 = 7;
const KEY: &str = "order-1";
const REQUEST: &[u8] = b"request";
const OTHER: &[u8] = b"another request";
const NOW: i64 = 1_800_000_000_000;
const LEASE: i64 = 120_000;
const DAY: i64 = 86_400_000;
const MOST: u64 = 64 << 20;

fn answer() -> StoredAnswer {
    StoredAnswer {
        status: 201,
        body: KeptBody::Whole(b"{\"id\":1}".to_vec()),
        cost: Some(10),
    }
}

async fn claim(db: &Db, fingerprint: &'static [u8], fence: i64, now: i64) -> KeyState {
    let claimed = db.write(move |tx| async move {
        let new = NewClaim {
            org: ORG,
            key: KEY,
            fingerprint,
            fence,
            lease_until: now + LEASE,
            expires_at: now + DAY,
        };
        idempotency::claim(&tx, &new, now).await
    });
    claimed.await.unwrap()
}

async fn look(db: &Db, fingerprint: &'static [u8], now: i64) -> KeyState {
    let found =
        db.read(move |tx| async move { idempotency::look(&tx, ORG, KEY, fingerprint, now).await });
    found.await.unwrap()
}

async fn finish(db: &Db, fence: i64) -> bool {
    let finished = db.write(move |tx| async move {
        idempotency::finish(&tx, ORG, KEY, fence, answer(), MOST).await
    });
    finished.await.unwrap()
}

async fn release(db: &Db, fence: i64) {
    let released =
        db.write(move |tx| async move { idempotency::release(&tx, ORG, KEY, fence).await });
    released.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn of_sixteen_claims_one_wins() {
    on_each(|db| async move {
        let mut claims = tokio::task::JoinSet::new();
        for fence in 1..=16 {
            let db = db.clone();
            claims.spawn(async move { (fence, claim(&db, REQUEST, fence, NOW).await) });
        }
        let claims = claims.join_all().await;
        let won: Vec<_> = claims
            .iter()
            .filter(|(_, found)| *found == KeyState::Free)
            .collect();
        assert_eq!(won.len(), 1, "{claims:?}");
        let running = claims
            .iter()
            .filter(|(_, found)| *found == KeyState::Running)
            .count();
        assert_eq!(running, 15, "{claims:?}");
        assert!(finish(&db, won[0].0).await);
    })
    .await;
}

/// The whole of a write in one transaction: whoever comes second finds the answer of the first.
#[tokio::test(flavor = "multi_thread")]
async fn of_sixteen_writes_one_has_an_effect() {
    on_each(|db| async move {
        let mut writes = tokio::task::JoinSet::new();
        for fence in 1..=16 {
            let db = db.clone();
            writes.spawn(async move {
                let write = db.write(move |tx| async move {
                    let new = NewClaim {
                        org: ORG,
                        key: KEY,
                        fingerprint: REQUEST,
                        fence,
                        lease_until: NOW + LEASE,
                        expires_at: NOW + DAY,
                    };
                    let found = idempotency::claim(&tx, &new, NOW).await?;
                    if found == KeyState::Free {
                        assert!(idempotency::finish(&tx, ORG, KEY, fence, answer(), MOST).await?);
                    }
                    Ok::<_, DbError>(found)
                });
                write.await.unwrap()
            });
        }
        let found = writes.join_all().await;
        assert_eq!(
            found
                .iter()
                .filter(|found| **found == KeyState::Free)
                .count(),
            1,
            "{found:?}"
        );
        let replayed = found
            .iter()
            .filter(|found| **found == KeyState::Done(answer()))
            .count();
        assert_eq!(replayed, 15, "{found:?}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_kept_for_its_day() {
    on_each(|db| async move {
        assert_eq!(look(&db, REQUEST, NOW).await, KeyState::Free);
        assert_eq!(claim(&db, REQUEST, 1, NOW).await, KeyState::Free);
        assert_eq!(look(&db, REQUEST, NOW).await, KeyState::Running);
        assert!(finish(&db, 1).await);
        // Long after the lease: a finished claim has none.
        for now in [NOW, NOW + LEASE, NOW + DAY - 1] {
            assert_eq!(look(&db, REQUEST, now).await, KeyState::Done(answer()));
            assert_eq!(claim(&db, REQUEST, 2, now).await, KeyState::Done(answer()));
        }
        assert_eq!(look(&db, REQUEST, NOW + DAY).await, KeyState::Free);
        assert_eq!(claim(&db, OTHER, 2, NOW + DAY).await, KeyState::Free);
        assert_eq!(
            look(&db, OTHER, NOW + DAY).await,
            KeyState::Running,
            "the old answer is gone"
        );
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_stands_for_one_request() {
    on_each(|db| async move {
        assert_eq!(claim(&db, REQUEST, 1, NOW).await, KeyState::Free);
        assert_eq!(claim(&db, OTHER, 2, NOW).await, KeyState::Conflict);
        assert_eq!(look(&db, OTHER, NOW).await, KeyState::Conflict);
        assert!(finish(&db, 1).await);
        assert_eq!(claim(&db, OTHER, 2, NOW).await, KeyState::Conflict);
        assert_eq!(look(&db, OTHER, NOW).await, KeyState::Conflict);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_is_taken_over_when_its_lease_ends() {
    on_each(|db| async move {
        assert_eq!(claim(&db, REQUEST, 1, NOW).await, KeyState::Free);
        assert_eq!(
            claim(&db, REQUEST, 2, NOW + LEASE - 1).await,
            KeyState::Running
        );
        assert_eq!(look(&db, REQUEST, NOW + LEASE).await, KeyState::Free);
        assert_eq!(claim(&db, REQUEST, 2, NOW + LEASE).await, KeyState::Free);
        assert!(!finish(&db, 1).await, "the first holder comes too late");
        release(&db, 1).await;
        assert_eq!(
            look(&db, REQUEST, NOW + LEASE).await,
            KeyState::Running,
            "nor may it free the key"
        );
        assert!(finish(&db, 2).await);
        assert!(!finish(&db, 2).await, "an answer is final");
        release(&db, 2).await;
        assert_eq!(
            look(&db, REQUEST, NOW + LEASE).await,
            KeyState::Done(answer())
        );
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_released_key_is_free() {
    on_each(|db| async move {
        assert_eq!(claim(&db, REQUEST, 1, NOW).await, KeyState::Free);
        release(&db, 1).await;
        assert_eq!(claim(&db, OTHER, 2, NOW).await, KeyState::Free);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn expired_keys_are_purged_in_portions() {
    on_each(|db| async move {
        let filled = db.write(|tx| async move {
            for (number, key) in ["a", "b", "c", "d"].into_iter().enumerate() {
                let expires_at = NOW + number as i64;
                let new = NewClaim {
                    org: ORG,
                    key,
                    fingerprint: REQUEST,
                    fence: 1,
                    lease_until: NOW,
                    expires_at,
                };
                idempotency::claim(&tx, &new, NOW - 1).await?;
            }
            Ok::<_, DbError>(())
        });
        filled.await.unwrap();
        let purge =
            || db.write(|tx| async move { idempotency::purge_expired(&tx, NOW + 2, 2).await });
        assert_eq!(purge().await.unwrap(), 2);
        assert_eq!(purge().await.unwrap(), 1);
        assert_eq!(purge().await.unwrap(), 0);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bytes_of_answers_are_counted_until_they_expire() {
    on_each(|db| async move {
        let long = || StoredAnswer {
            status: 200,
            body: KeptBody::Whole(vec![b'x'; 2_000]),
            cost: None,
        };
        let store = |key: &'static str, now: i64| {
            let (db, long) = (db.clone(), long());
            async move {
                let stored = db.write(move |tx| {
                    let long = long.clone();
                    async move {
                        let new = NewClaim {
                            org: ORG,
                            key,
                            fingerprint: REQUEST,
                            fence: now,
                            lease_until: now + LEASE,
                            expires_at: now + DAY,
                        };
                        let found = idempotency::claim(&tx, &new, now).await?;
                        assert_eq!(found, KeyState::Free);
                        assert!(idempotency::finish(&tx, ORG, key, now, long, 5_000).await?);
                        idempotency::look(&tx, ORG, key, REQUEST, now).await
                    }
                });
                match stored.await.unwrap() {
                    KeyState::Done(stored) => stored.body,
                    other => panic!("{other:?}"),
                }
            }
        };
        assert_eq!(store("a", NOW).await, long().body);
        assert_eq!(store("b", NOW).await, long().body);
        assert_eq!(store("c", NOW).await, KeptBody::Dropped);
        // Taken again after its time and before it was purged: counted with what it had.
        let later = NOW + DAY;
        assert_eq!(store("a", later).await, KeptBody::Dropped);
        let purge = |now: i64| {
            db.write(move |tx| async move { idempotency::purge_expired(&tx, now, 10).await })
        };
        assert_eq!(purge(later).await.unwrap(), 2);
        assert_eq!(store("d", later).await, long().body);
        assert_eq!(store("e", later).await, KeptBody::Dropped);
        assert_eq!(purge(later + DAY).await.unwrap(), 3);
        assert_eq!(store("f", later + DAY).await, long().body);
        assert_eq!(store("g", later + DAY).await, long().body);
        assert_eq!(store("h", later + DAY).await, KeptBody::Dropped);
    })
    .await;
}
