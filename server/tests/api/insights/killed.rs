//! The process dies in a look: the next life looks anew, and what is found is written once.

use std::time::Duration;

use postrider_domain::time;
use postrider_server::clock::Clock;

use super::{looked, sent};
use crate::emails::{design, draft};
use crate::kill::Doomed;
use crate::support::{TestServer, until};

const HOUR_MS: i64 = 60 * 60 * 1000;

/// The first life ends at `point`; when the finding that there is then was written, by the clock of the next life: before
/// that began or in it.
async fn killed_at(point: &str) -> bool {
    // The look is due for whoever goes by the right clock, and not yet here.
    let hour_ago = time::format(Clock::machine().now() - HOUR_MS);
    let mut server = TestServer::with().clock_at(&hour_ago).start().await;
    let brand = server.brand().await;
    let email = design(&server, &brand, draft("a")).await.id;
    sent(&server, &brand, email, 8).await;
    server.stop().await;
    Doomed::start(&server, point).await.died().await;
    // What the dead had taken is free by then.
    server.clock.advance(Duration::from_hours(2));
    server.restart().await;
    let now = server.app().clock.now();
    until("the next life has looked", async || {
        (looked(&server, &brand).await >= now).then_some(())
    })
    .await;
    let complaints = async |what: &str| {
        let sql = format!("SELECT {what} FROM insights WHERE detector = 'complaints'");
        server.number(&sql).await
    };
    assert_eq!(complaints("count(*)").await, 1, "{point}");
    complaints("min(created_at)").await < now
}

#[tokio::test]
async fn a_look_that_was_killed_is_made_again_and_finds_once() {
    assert!(!killed_at("insights.judged").await, "nothing was written");
    assert!(killed_at("insights.written").await, "it was written");
}
