//! The process dies while a design is made: it is finished all the same, and charged once.

use serde_json::json;

use super::{PATH, ended, said};
use crate::kill::Doomed;
use crate::support::{Brand, StandIn, TestServer};

/// A server whose first life ended at `point`, or in the hands of the maker, after it was asked for a design.
async fn after_death(point: &str, prompt: &str) -> (TestServer, Brand, StandIn) {
    let maker = StandIn::metered(3);
    let mut server = TestServer::with()
        .maker(maker.shared())
        .plan("five", Some(5), None)
        .start()
        .await;
    let mut brand = server.org_on("five").await.brand().await;
    server.stop().await;
    let doomed = Doomed::start(&server, point).await;
    let mut caller = (*brand).clone();
    caller.url.clone_from(&doomed.url);
    let request = caller.request("POST", PATH).header("Idempotency-Key", "k");
    // Whether it was answered is a matter of luck where the maker dies.
    let _ = request.json(&json!({ "prompt": prompt })).try_send().await;
    doomed.died().await;
    server.restart().await;
    brand.follow(&server);
    (server, brand, maker)
}

#[tokio::test]
async fn a_design_is_finished_by_the_next_life() {
    // In the hands of the next life the same prompt lets it live.
    for (point, prompt) in [
        ("write.claimed", "Hello"),
        ("write.settled", "Hello"),
        ("write.committed", "Hello"),
        ("maker", "Hello"),
    ] {
        let (server, brand, maker) = after_death(point, prompt).await;
        let body = json!({ "prompt": prompt });
        let asked = brand.post_once("k", PATH, body).await.expect(202);
        let made = ended(&brand, &asked).await;
        assert_eq!(made["status"], "ready", "{point}");
        assert_eq!(made["versions"].as_array().unwrap().len(), 1, "{point}");
        assert_eq!(said(&brand, &made).await.len(), 2, "{point}");
        server.at_rest().await;
        assert!(maker.count() <= 1, "{point}");
        let list = brand.get(PATH).await.expect(200);
        assert_eq!(list["data"].as_array().unwrap().len(), 1, "{point}");
        let usage = brand.get("/v1/usage").await.expect(200);
        assert_eq!(usage["credits"]["used"], 3, "{point}");
    }
}
