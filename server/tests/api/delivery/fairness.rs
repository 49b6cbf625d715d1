//! Nobody waits behind a send that is larger than theirs.

use serde_json::json;

use super::{Post, crowd, read, send, standing};
use crate::domains::verified;
use crate::emails::design;
use crate::sends::campaign;
use crate::support::{TestServer, until};

#[tokio::test]
async fn a_small_send_is_done_while_a_large_one_goes_on() {
    let post = Post::with(TestServer::with().mail_connections(2), "tarpit=20").await;
    let other = post.server.brand().await;
    verified(&post.dns, &other, "news.example.org").await;
    design(&post.server, &other, campaign("news")).await;
    crowd(&post.brand, 400).await;
    crowd(&other, 15).await;
    let large = send(&post.brand, json!({})).await;
    until("the large one is on its way", async || {
        (post.sink.report().accepted >= 10).then_some(())
    })
    .await;
    let before = read(&post.brand, &large).await["delivery"]["delivered"]
        .as_i64()
        .unwrap();
    let small = send(&other, json!({})).await;
    standing(&other, &small, "completed").await;
    let meanwhile = read(&post.brand, &large).await;
    assert_eq!(meanwhile["status"], "running");
    let after = meanwhile["delivery"]["delivered"].as_i64().unwrap();
    assert!(
        after >= before + 5,
        "both make progress: {before} -> {after}"
    );
    assert!(after < 200, "the small one had its share: {after}");
    post.behave("ok");
    standing(&post.brand, &large, "completed").await;
    assert_eq!(
        (post.sink.report().distinct, post.sink.report().duplicates),
        (415, 0)
    );
}
