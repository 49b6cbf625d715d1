//! Tokens that are forged, cut, replayed elsewhere or foreign.

use postrider_domain::sending::tracking::{Purpose, Signer, Token};

use super::Campaign;
use crate::support::TestServer;

#[tokio::test]
async fn what_nobody_signed_does_nothing() {
    let server = TestServer::start().await;
    let campaign = Campaign::mailed(&server).await;
    let open = campaign.token(1, Purpose::Open);
    let mut foreign = String::new();
    let token = Token {
        brand: campaign.brand.key,
        send: campaign.send,
        ordinal: 1,
        purpose: Purpose::Open,
    };
    Signer::new([1; 32]).write(&token, &mut foreign);
    let good = campaign.get(&campaign.pixel(1)).await.expect(200);
    let cut = open[..open.len() - 1].to_owned();
    let strangers = [
        "",
        "x",
        "%00",
        "..%2f..%2fetc",
        "%ff%fe",
        "Ã¼",
        &"A".repeat(5000),
    ];
    for text in strangers
        .into_iter()
        .chain([cut.as_str(), foreign.as_str()])
    {
        for path in ["/o/{}.gif", "/c/{}", "/view/{}", "/unsubscribe/{}"] {
            let path = path.replace("{}", text);
            let answer = campaign.get(&path).await;
            if path.starts_with("/o/") {
                assert_eq!((answer.status, &answer.bytes), (200, &good.bytes), "{path}");
                assert_eq!(answer.headers.len(), good.headers.len());
            } else {
                assert_eq!(answer.status, 404, "{path}");
                assert_eq!(answer.header("location"), None);
                assert!(
                    text.len() < 5 || !answer.text().contains(text),
                    "shown again"
                );
            }
        }
    }
    assert_eq!(campaign.events().await.len(), 1, "the good one");
}

#[tokio::test]
async fn a_token_works_for_its_purpose_alone() {
    let server = TestServer::start().await;
    let campaign = Campaign::mailed(&server).await;
    let open = campaign.token(1, Purpose::Open);
    let click = campaign.token(1, Purpose::Click { link: 0 });
    let unsubscribe = campaign.token(1, Purpose::Unsubscribe);
    let view = campaign.token(1, Purpose::View);
    for (path, tokens) in [
        ("/c/", [&open, &unsubscribe, &view]),
        ("/unsubscribe/", [&open, &click, &view]),
        ("/view/", [&open, &click, &unsubscribe]),
    ] {
        for token in tokens {
            campaign.get(&format!("{path}{token}")).await.expect(404);
        }
    }
    for token in [&click, &unsubscribe, &view] {
        campaign.get(&format!("/o/{token}.gif")).await.expect(200);
    }
    for token in [&open, &click, &view] {
        let path = format!("/unsubscribe/{token}");
        campaign
            .post(&path, "List-Unsubscribe=One-Click")
            .await
            .expect(404);
    }
    assert_eq!(campaign.events().await, []);
    assert_eq!(campaign.ada().await["subscribed"], true);
}

#[tokio::test]
async fn an_authentic_token_of_nobody_is_not_found() {
    let server = TestServer::start().await;
    let campaign = Campaign::mailed(&server).await;
    // A recipient that there is not, of a send that there is.
    campaign.get(&campaign.pixel(2)).await.expect(200);
    campaign.get(&campaign.link(2, 0)).await.expect(302);
    campaign.get(&campaign.unsubscribe(2)).await.expect(404);
    let path = campaign.unsubscribe(2);
    campaign
        .post(&path, "List-Unsubscribe=One-Click")
        .await
        .expect(404);
    campaign.post(&path, "action=unsubscribe").await.expect(404);
    assert_eq!(campaign.events().await, []);
}

#[tokio::test]
async fn paths_and_verbs_beside_them_are_refused() {
    let server = TestServer::start().await;
    let campaign = Campaign::mailed(&server).await;
    for path in [
        "/o",
        "/o/",
        "/c/",
        "/view/",
        "/unsubscribe/",
        "/c/a/b",
        "/o/a/b.gif",
        "/unsubscribe/a/b",
    ] {
        assert_eq!(campaign.get(path).await.status, 404, "{path}");
    }
    for path in [campaign.pixel(1), campaign.link(1, 0)] {
        let answer = campaign.reader.request("POST", &path).send().await;
        assert_eq!(answer.status, 405, "{path}");
    }
    let answer = campaign
        .reader
        .request("DELETE", &campaign.unsubscribe(1))
        .send()
        .await;
    assert_eq!(answer.status, 405);
    assert_eq!(campaign.events().await, []);
}
