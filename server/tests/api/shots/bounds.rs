//! How many at once, and whose turn it is.

use std::sync::Mutex;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;

use super::{GREEN, green, seeing, shoot};
use crate::support::{ImageHost, Measures, png, until};

const WAITING: &str = "postrider_places_waiting{line=\"shots\"}";

#[tokio::test]
async fn twenty_of_one_organization_wait_and_another_has_its_turn_before_them() {
    let measures = Measures::begin();
    let host = ImageHost::start().await;
    let slow = host.slow_file("/slow.png", "image/png", png(9, 9), Duration::from_secs(5));
    let server = seeing().await.allow_private(host.address).start().await;
    let (many, one) = (server.brand().await, server.brand().await);
    let html = format!("{GREEN}<img src='{slow}' width=9 height=9 alt=''>");
    // Both places are taken.
    let slow = [0, 1].map(|n| shoot(&many, json!({ "html": format!("{html}{n}") })));
    let order = Mutex::new(Vec::new());
    let done = |who: &'static str| order.lock().unwrap().push(who);
    let waiting = async {
        let both = async || (host.asked().len() == 2).then_some(());
        until("both are under way", both).await;
        let twenty = (0..20).map(async |_| {
            green(&many).await.expect(200);
            done("many");
        });
        let later = async {
            let queued = async || (measures.count(WAITING) >= 20).then_some(());
            until("twenty wait", queued).await;
            let refused = green(&many).await;
            assert_eq!(
                (refused.status, refused.code()),
                (503, "SERVICE_UNAVAILABLE")
            );
            assert!(refused.header("retry-after").is_some());
            green(&one).await.expect(200);
            done("one");
        };
        tokio::join!(join_all(twenty), later);
    };
    let (slow, ()) = tokio::join!(join_all(slow), waiting);
    for answer in slow {
        answer.expect(200);
    }
    let order = order.into_inner().unwrap();
    let place = order.iter().position(|who| *who == "one").unwrap();
    assert!(place <= 4, "the other was number {place}");
}
