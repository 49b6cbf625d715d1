//! How long events are kept.

use postrider_domain::time::parse_iso;
use postrider_engine::housekeeping;
use tokio_util::sync::CancellationToken;

use super::{Feed, OVERVIEW, happened, write};
use postrider_domain::sending::send::EventType;

#[tokio::test]
async fn old_events_of_every_brand_are_forgotten_and_numbers_stay() {
    let feed = Feed::start().await;
    let other = feed.server.brand().await;
    let crowd = vec![happened("2026-02-20T00:00:00Z", EventType::Opened); 1200];
    write(&feed.server, &other, crowd).await;
    let kept = vec![happened("2026-02-28T00:00:00Z", EventType::Opened)];
    write(&feed.server, &other, kept).await;
    let before = feed.brand.get(OVERVIEW).await.expect(200).json;
    let at = parse_iso("2026-02-27T12:00:00Z").unwrap();
    let stop = CancellationToken::new();
    let forgotten = housekeeping::forget_events(&feed.server.app().db, at, &stop);
    forgotten.await.unwrap();
    assert_eq!(feed.found("").await, "1 2 3 4 5");
    let of_other = format!(
        "SELECT count(*) FROM events WHERE brand = {}",
        other.key.brand
    );
    assert_eq!(feed.server.number(&of_other).await, 1);
    assert_eq!(feed.brand.get(OVERVIEW).await.json, before);
}
