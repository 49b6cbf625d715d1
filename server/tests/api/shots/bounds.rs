//! How many at once, and whose turn it is.

use std::sync::Mutex;

use futures_util::future::join_all;
use postrider_domain::tenant::BrandKey;

use super::{green, seeing};
use crate::support::{Measures, until};

const WAITING: &str = "postrider_places_waiting{line=\"shots\"}";

#[tokio::test]
async fn twenty_of_one_organization_wait_and_another_has_its_turn_before_them() {
    let measures = Measures::begin();
    let server = seeing().await.start().await;
    let (many, one) = (server.brand().await, server.brand().await);
    // Somebody else has both places, for as long as we like.
    let app = server.app();
    let stranger = BrandKey { org: -1, brand: -1 };
    let taken = (
        app.camera.sit(stranger).await.unwrap(),
        app.camera.sit(stranger).await.unwrap(),
    );
    let order = Mutex::new(Vec::new());
    let done = |who: &'static str| order.lock().unwrap().push(who);
    let waiting = async {
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
            let other = async {
                green(&one).await.expect(200);
                done("one");
            };
            let going = async {
                let queued = async || (measures.count(WAITING) >= 21).then_some(());
                until("the other waits too", queued).await;
                drop(taken);
            };
            tokio::join!(other, going);
        };
        tokio::join!(join_all(twenty), later);
    };
    waiting.await;
    let order = order.into_inner().unwrap();
    let place = order.iter().position(|who| *who == "one").unwrap();
    assert!(place <= 4, "the other was number {place}");
}
