//! What an open costs the database: the request itself asks nothing, and what it says is written with others'.

use std::time::Duration;

use postrider_domain::sending::send::RecipientState;
use serde_json::json;

use super::{ADA, Campaign};
use crate::prices::assert_prices;
use crate::support::{Measures, TestServer};

#[tokio::test]
async fn an_open_asks_nothing_itself_and_is_written_in_one_transaction() {
    let measures = Measures::begin();
    let server = TestServer::with().clock_stopped().start().await;
    let brand = server.brand().await;
    for email in [ADA, "bob@example.com", "cid@example.com"] {
        let made = brand.post("/v1/contacts", json!({ "email": email })).await;
        made.expect(201);
    }
    let campaign = Campaign::of(&server, brand, RecipientState::Delivered).await;
    // The note that there were opens is made once in ten seconds, and read once it is a second old.
    for ordinal in [2, 3] {
        campaign.get(&campaign.pixel(ordinal)).await.expect(200);
        server.clock.advance(Duration::from_secs(2));
    }
    let spent = || (measures.spent("requests"), measures.spent("tracking"));
    let (requests, tracking) = spent();
    // Answered after its commit.
    campaign.get(&campaign.pixel(1)).await.expect(200);
    let (requests_after, tracking_after) = spent();
    assert_eq!(requests_after, requests);
    let written = (tracking_after.0 - tracking.0, tracking_after.1 - tracking.1);
    assert_prices(&server, "open", &[("an open", written)]);
}
