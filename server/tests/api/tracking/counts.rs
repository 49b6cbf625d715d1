//! Audiences of those who opened or clicked.

use std::time::Duration;

use postrider_engine::housekeeping;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::Campaign;
use crate::support::TestServer;

#[tokio::test]
async fn counts_of_who_opened_follow_an_open_within_a_minute() {
    let server = TestServer::with()
        .clock_at("2026-01-01T00:00:00Z")
        .start()
        .await;
    let campaign = Campaign::mailed(&server).await;
    let make = async |name: &str, filter| {
        let filters = json!({ "logicalOperator": "and", "filters": [filter] });
        let audience = json!({ "name": name, "filters": filters });
        let made = campaign.brand.post("/v1/audiences", audience).await;
        made.expect(201)["audienceId"].as_str().unwrap().to_owned()
    };
    let opened = json!({ "field": "engagement.opens", "operator": "gt", "value": 0 });
    let opened = make("Opened", opened).await;
    let all = json!({ "field": "email", "operator": "is_not_empty" });
    let all = make("All", all).await;
    let minute_passes = async || {
        server.clock.advance(Duration::from_mins(1));
        let app = server.app();
        let stop = CancellationToken::new();
        let swept = housekeeping::sweep(&app.db, app.clock.now(), &stop);
        swept.await.unwrap();
    };
    let counted = async |id: &str| {
        let row = campaign.brand.get(&format!("/v1/audiences/{id}")).await;
        let row = row.expect(200);
        (
            row["count"].as_i64().unwrap(),
            row["countedAt"].as_str().unwrap().to_owned(),
        )
    };
    // The contact is new: all are counted once more, and then no more.
    minute_passes().await;
    minute_passes().await;
    let before = (0, "2026-01-01T00:01:00.000Z".to_owned());
    assert_eq!(counted(&opened).await, before);
    campaign.get(&campaign.pixel(1)).await.expect(200);
    minute_passes().await;
    let after = (1, "2026-01-01T00:03:00.000Z".to_owned());
    assert_eq!(counted(&opened).await, after);
    assert_eq!(counted(&all).await.1, before.1, "asks for no opens");
}
