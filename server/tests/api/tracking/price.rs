//! What an open costs the database: the request itself asks nothing, and what it says is written with others'.

use super::Campaign;
use crate::prices::assert_prices;
use crate::support::{Measures, TestServer};

#[tokio::test]
async fn an_open_asks_nothing_itself_and_is_written_in_one_transaction() {
    let measures = Measures::begin();
    let server = TestServer::with().clock_stopped().start().await;
    let campaign = Campaign::mailed(&server).await;
    let spent = || (measures.spent("requests"), measures.spent("tracking"));
    let (requests, tracking) = spent();
    // Answered after its commit.
    campaign.get(&campaign.pixel(1)).await.expect(200);
    let (requests_after, tracking_after) = spent();
    assert_eq!(requests_after, requests);
    let written = (tracking_after.0 - tracking.0, tracking_after.1 - tracking.1);
    assert_prices(&server, "open", &[("an open", written)]);
}
