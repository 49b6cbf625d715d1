//! A clock that is set wrong mails nobody twice.

use std::time::Duration;

use serde_json::json;

use super::{Post, crowd, ended, send};
use crate::support::{TestServer, until};

#[tokio::test]
async fn a_clock_that_jumps_mails_nobody_twice() {
    let builder = TestServer::with().clock_stopped().mail_connections(4);
    let post = Post::with(builder, "tarpit=20,tempfail=20%").await;
    let addresses = crowd(&post.brand, 120).await;
    let id = send(&post.brand, json!({})).await;
    let clock = &post.server.clock;
    for jump in 1..=6_u64 {
        until("more is mailed", async || {
            (post.sink.report().accepted >= jump * 10).then_some(())
        })
        .await;
        match jump % 3 {
            // Past the end of what was taken, and of a process that stays away.
            0 => clock.advance(Duration::from_mins(30)),
            1 => clock.set_back(Duration::from_hours(2)),
            _ => clock.advance(Duration::from_hours(3)),
        }
        post.server.nudge().await;
    }
    post.behave("ok");
    let sent = ended(&post.server, &post.brand, &id).await;
    assert_eq!(
        (&sent["status"], &sent["delivery"]["delivered"]),
        (&json!("completed"), &json!(120))
    );
    post.assert_mailed(&addresses);
}
