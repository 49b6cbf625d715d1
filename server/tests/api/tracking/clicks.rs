use postrider_domain::sending::send::{EventType, Tally};
use serde_json::json;

use super::{CHROME, Campaign};
use crate::support::TestServer;

const CLICKED: i64 = EventType::Clicked as i64;

#[tokio::test]
async fn a_link_leads_where_the_design_says_and_is_counted_once() {
    let server = TestServer::start().await;
    let campaign = Campaign::mailed(&server).await;
    for (link, target) in [
        (0, "https://shop.example.com/?a=1&b=2"),
        (2, "https://blog.example.com/stra%C3%9Fe"),
    ] {
        let answer = campaign.get(&campaign.link(1, link)).await.expect(302);
        assert_eq!(answer.header("location"), Some(target));
        assert!(answer.header("cache-control").unwrap().contains("no-store"));
    }
    assert_eq!(
        campaign.tally().await,
        Tally {
            opened: 1,
            clicked: 1,
            ..Tally::default()
        },
        "a click proves an open"
    );
    assert_eq!(
        campaign.events().await,
        [
            (
                CLICKED,
                json!({ "url": "https://shop.example.com/?a=1&b=2" })
            ),
            (
                CLICKED,
                json!({ "url": "https://blog.example.com/stra%C3%9Fe" })
            ),
        ]
    );
    let engagement =
        "SELECT 10 * clicks + opens FROM engagement WHERE last_clicked_at = last_opened_at";
    assert_eq!(server.number(engagement).await, 11);
    // The pixel that comes later is one more event, and counts no more.
    campaign.get(&campaign.pixel(1)).await.expect(200);
    assert_eq!(campaign.tally().await.opened, 1);
}

#[tokio::test]
async fn a_link_of_ones_own_carries_its_target_sealed() {
    let server = TestServer::start().await;
    let campaign = Campaign::mailed(&server).await;
    let target = "https://ada:x@shop.example.com/of/ada%40example.com?for=ada&x=%7B#top";
    let answer = campaign
        .get(&format!("/c/{}", campaign.sealed(1, target)))
        .await;
    assert_eq!(answer.expect(302).header("location"), Some(target));
    // What is one person's own stays out of what is kept.
    assert_eq!(
        campaign.events().await,
        [(CLICKED, json!({ "url": "https://shop.example.com" }))]
    );
    for target in [
        "javascript:alert(1)",
        "data:text/html,x",
        "/docs",
        "mailto:a@b.c",
    ] {
        let answer = campaign
            .get(&format!("/c/{}", campaign.sealed(1, target)))
            .await;
        answer.expect(404);
    }
    assert_eq!(campaign.events().await.len(), 1);
}

#[tokio::test]
async fn links_that_lead_elsewhere_for_each_or_nowhere_are_not_found() {
    let server = TestServer::start().await;
    let campaign = Campaign::mailed(&server).await;
    // One with a merge tag, one to a mail program, and none at all.
    for link in [1, 4, 5, u16::MAX] {
        let answer = campaign.get(&campaign.link(1, link)).await.expect(404);
        assert_eq!(answer.header("location"), None);
    }
    assert_eq!(campaign.events().await, []);
}

#[tokio::test]
async fn machines_that_click_are_kept_out() {
    let server = TestServer::start().await;
    let campaign = Campaign::mailed(&server).await;
    let head = campaign.reader.request("HEAD", &campaign.link(1, 0));
    let head = head.header("User-Agent", CHROME).send().await.expect(302);
    assert_eq!(
        head.header("location"),
        Some("https://shop.example.com/?a=1&b=2")
    );
    campaign
        .get_as(&campaign.link(1, 3), "BarracudaCentral")
        .await
        .expect(302);
    let reasons: Vec<_> = campaign
        .events()
        .await
        .into_iter()
        .map(|(_, detail)| detail["machineReason"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(reasons, ["head_request", "security_scanner"]);
    assert_eq!(
        campaign.tally().await,
        Tally {
            machine_clicks: 2,
            ..Tally::default()
        }
    );
}
