//! Links in mails that were sent work while the organization is suspended, and lead nobody into an error once it is gone.

use std::time::Duration;

use postrider_domain::sending::tracking::Purpose;

use super::Campaign;
use crate::support::{TestServer, until};

const ONE_CLICK: &str = "List-Unsubscribe=One-Click";

#[tokio::test]
async fn links_of_a_suspended_organization_work_and_count() {
    let server = TestServer::start().await;
    let campaign = Campaign::mailed(&server).await;
    campaign.brand.org.suspend().await;
    campaign.get(&campaign.pixel(1)).await.expect(200);
    let clicked = campaign.get(&campaign.link(1, 0)).await.expect(302);
    assert_eq!(
        clicked.header("location"),
        Some("https://shop.example.com/?a=1&b=2")
    );
    let view = format!("/view/{}", campaign.token(1, Purpose::View));
    campaign.get(&view).await.expect(200);
    let path = campaign.unsubscribe(1);
    campaign.get(&path).await.expect(200);
    campaign.post(&path, ONE_CLICK).await.expect(200);
    let tally = campaign.tally().await;
    assert_eq!((tally.opened, tally.clicked, tally.unsubscribed), (1, 1, 1));
    campaign.brand.org.resume().await;
    assert_eq!(campaign.ada().await["subscribed"], false);
}

/// Neither while its rows leave nor after that.
#[tokio::test]
async fn links_of_a_deleted_brand_lead_nobody_into_an_error() {
    let server = TestServer::with().clock_stopped().start().await;
    let campaign = Campaign::mailed(&server).await;
    // Another that is to stay.
    let other = Campaign::mailed(&server).await;
    let sealed = format!("/c/{}", campaign.sealed(1, "https://shop.example.com/ada"));
    campaign.brand.delete_brand().await;
    for is_gone in [false, true] {
        if is_gone {
            server.clock.advance(Duration::from_hours(2));
            server.nudge().await;
            let left = format!(
                "SELECT count(*) FROM brands WHERE id = {}",
                campaign.brand.key.brand
            );
            until("the brand is gone", async || {
                (server.number(&left).await == 0).then_some(())
            })
            .await;
        }
        campaign.get(&campaign.pixel(1)).await.expect(200);
        let clicked = campaign.get(&sealed).await.expect(302);
        assert_eq!(
            clicked.header("location"),
            Some("https://shop.example.com/ada")
        );
        let path = campaign.unsubscribe(1);
        let asked = campaign.get(&path).await.expect(200);
        assert!(
            !asked.text().contains("action"),
            "there is nothing left to ask"
        );
        campaign.post(&path, ONE_CLICK).await.expect(200);
        campaign.post(&path, "action=unsubscribe").await.expect(200);
        campaign.post(&path, "action=resubscribe").await.expect(200);
        assert_eq!(campaign.events().await, [], "nothing is written about it");
    }
    other
        .post(&other.unsubscribe(1), ONE_CLICK)
        .await
        .expect(200);
    assert_eq!(other.ada().await["subscribed"], false);
}
