//! More than the database takes.

use std::time::{Duration, Instant};

use postrider_engine::tracking::Limits;
use postrider_store::db::{DbError, Dialect};
use postrider_store::params;

use super::Campaign;
use crate::support::{TestServer, until};

const WAITING: usize = 16;

/// Keeps everybody from writing until the sender is dropped.
async fn stall(server: &TestServer) -> (std::sync::mpsc::Sender<()>, tokio::task::JoinHandle<()>) {
    let (release, released) = std::sync::mpsc::channel::<()>();
    let (holds, is_held) = tokio::sync::oneshot::channel();
    let holds = std::sync::Arc::new(std::sync::Mutex::new(Some(holds)));
    let db = server.app().db.clone();
    let released = std::sync::Arc::new(std::sync::Mutex::new(released));
    let held = tokio::task::spawn_blocking(move || {
        let runtime = tokio::runtime::Handle::current();
        let done = runtime.block_on(db.write(move |tx| {
            let (released, holds) = (
                std::sync::Arc::clone(&released),
                std::sync::Arc::clone(&holds),
            );
            async move {
                if tx.dialect() == Dialect::Postgres {
                    tx.dynamic("LOCK TABLE recipients IN EXCLUSIVE MODE", params![])
                        .await?;
                }
                let holds = holds.lock().unwrap().take();
                holds.map(|holds| holds.send(()));
                // On purpose: the one who writes does not come to an end.
                let _ = released
                    .lock()
                    .unwrap()
                    .recv_timeout(Duration::from_secs(20));
                Ok::<_, DbError>(())
            }
        }));
        done.unwrap();
    });
    is_held.await.unwrap();
    (release, held)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_flood_against_a_stalled_database_is_answered_and_bounded() {
    let limits = Limits {
        queue: WAITING,
        batch: 4,
        ..Limits::default()
    };
    let server = TestServer::with().tracking(limits).start().await;
    let campaign = Campaign::mailed(&server).await;
    campaign.get(&campaign.link(1, 0)).await.expect(302);
    let (release, held) = stall(&server).await;
    #[expect(clippy::disallowed_methods, reason = "a bound that is required")]
    let since = Instant::now();
    let pixel = campaign.pixel(1);
    let requests = (0..100).map(|_| campaign.get(&pixel));
    for answer in futures_util::future::join_all(requests).await {
        answer.expect(200);
    }
    let redirect = campaign.get(&campaign.link(1, 0)).await.expect(302);
    assert!(redirect.header("location").is_some());
    assert!(
        since.elapsed() < Duration::from_secs(5),
        "nobody waits for the database"
    );
    drop(release);
    held.await.unwrap();
    // What waited is written; what there was no room for is not.
    let written = until("what waited is written", async || {
        let events = campaign.events().await.len();
        (events > WAITING).then_some(events)
    })
    .await;
    assert!(written <= 1 + WAITING + 4 + 1, "{written} of 102");
    campaign.get(&campaign.link(1, 0)).await.expect(302);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_waits_when_the_server_stops_is_written() {
    let mut server = TestServer::with().tracking(Limits::default()).start().await;
    let campaign = Campaign::mailed(&server).await;
    let (pixel, send) = (campaign.pixel(1), campaign.send);
    let (release, held) = stall(&server).await;
    for answer in futures_util::future::join_all((0..20).map(|_| campaign.get(&pixel))).await {
        answer.expect(200);
    }
    drop(campaign);
    drop(release);
    server.stop().await;
    held.await.unwrap();
    let events = format!("SELECT count(*) FROM events WHERE send = {send}");
    assert_eq!(server.database.sql(&events).await[0].int(0).unwrap(), 20);
}
