//! Scanners that click everything.

use std::time::Duration;

use postrider_domain::sending::send::Tally;

use super::Campaign;
use crate::support::TestServer;

#[tokio::test]
async fn who_clicks_everything_within_seconds_never_clicked() {
    let server = TestServer::with().clock_stopped().start().await;
    let campaign = Campaign::mailed(&server).await;
    // Somebody reads, and clicks.
    campaign.get(&campaign.link(1, 0)).await.expect(302);
    let clicked_at = "SELECT last_clicked_at FROM engagement";
    let before = server.number(clicked_at).await;
    server.clock.advance(Duration::from_mins(1));
    for link in [0, 2] {
        campaign.get(&campaign.link(1, link)).await.expect(302);
        server.clock.advance(Duration::from_millis(500));
    }
    assert_eq!(server.number(clicked_at).await, before + 60_500);
    campaign.get(&campaign.link(1, 3)).await.expect(302);
    let expect = Tally {
        opened: 1,
        clicked: 1,
        machine_clicks: 3,
        ..Tally::default()
    };
    assert_eq!(campaign.tally().await, expect, "the first click stands");
    assert_eq!(server.number(clicked_at).await, before);
    let opened_at = "SELECT last_opened_at FROM engagement WHERE opens = 1";
    assert_eq!(server.number(opened_at).await, before);
    let reasons: Vec<_> = campaign
        .events()
        .await
        .into_iter()
        .map(|(_, detail)| {
            assert!(detail["url"].is_string());
            detail["machineReason"].as_str().map(ToOwned::to_owned)
        })
        .collect();
    let burst = Some("click_burst".to_owned());
    assert_eq!(reasons, [None, burst.clone(), burst.clone(), burst]);
}

#[tokio::test]
async fn a_scanner_before_the_reader_takes_nothing_from_them() {
    let server = TestServer::with().clock_stopped().start().await;
    let campaign = Campaign::mailed(&server).await;
    for link in [0, 2, 3] {
        campaign.get(&campaign.link(1, link)).await.expect(302);
    }
    let scanned = Tally {
        machine_clicks: 3,
        ..Tally::default()
    };
    assert_eq!(campaign.tally().await, scanned);
    let clicks = "SELECT count(*) FROM engagement
        WHERE clicks <> 0 OR last_clicked_at IS NOT NULL OR opens <> 0 OR last_opened_at IS NOT NULL";
    assert_eq!(server.number(clicks).await, 0);
    let clicked =
        "SELECT count(*) FROM recipients WHERE clicked_at IS NOT NULL AND opened_at = clicked_at";
    assert_eq!(server.number(clicked).await, 0);
    server.clock.advance(Duration::from_mins(5));
    campaign.get(&campaign.link(1, 2)).await.expect(302);
    assert_eq!(
        campaign.tally().await,
        Tally {
            opened: 1,
            clicked: 1,
            ..scanned
        }
    );
    assert_eq!(server.number(clicked).await, 1);
}
