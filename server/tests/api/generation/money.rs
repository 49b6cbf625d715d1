//! What a prompt costs: nothing where no model is asked; else what it took, once, and only for what came of it.

use serde_json::{Value, json};

use super::{ask, ended, path};
use crate::support::{Brand, StandIn, TestServer, assert_problem};

/// A brand with so many credits a month.
async fn with_credits(maker: &StandIn, credits: i64) -> (TestServer, Brand) {
    let server = TestServer::with()
        .maker(maker.shared())
        .plan("small", Some(credits), Some(10))
        .start()
        .await;
    let brand = server.org_on("small").await.brand().await;
    (server, brand)
}

async fn used(brand: &Brand) -> Value {
    brand.get("/v1/usage").await.expect(200)["credits"]["used"].clone()
}

#[tokio::test]
async fn without_a_model_it_is_free_on_an_empty_balance_too() {
    let (server, brand) = with_credits(&StandIn::default(), 0).await;
    let asked = ask(&brand, "First").await.expect(202);
    assert_eq!(asked.header("x-credit-cost"), None);
    let email = ended(&brand, &asked).await;
    let body = json!({ "prompt": "Second" });
    brand.patch(&path(&email), body).await.expect(202);
    assert_eq!(ended(&brand, &email).await["status"], "ready");
    assert_eq!(used(&brand).await, 0);
    server.at_rest().await;
}

#[tokio::test]
async fn with_a_model_each_design_is_charged_once_and_an_empty_balance_is_refused() {
    let (server, brand) = with_credits(&StandIn::metered(4), 10).await;
    let asked = ask(&brand, "First").await.expect(202);
    assert_eq!(asked.header("x-credit-cost"), None, "nobody knows it yet");
    let email = ended(&brand, &asked).await;
    assert_eq!(used(&brand).await, 4);
    for refused in ["refuse one", "refuse another"] {
        let asked = ask(&brand, refused).await.expect(202);
        ended(&brand, &asked).await;
    }
    assert_eq!(used(&brand).await, 4, "what failed costs nothing");
    for prompt in ["Second", "Third"] {
        let body = json!({ "prompt": prompt });
        brand.patch(&path(&email), body).await.expect(202);
        ended(&brand, &email).await;
    }
    assert_eq!(used(&brand).await, 12, "what is begun is finished");
    let designs = async || {
        let list = brand.get("/v1/emails").await.expect(200);
        list["data"].as_array().unwrap().len()
    };
    let before = designs().await;
    for refused in [
        ask(&brand, "Fourth").await,
        brand.patch(&path(&email), json!({ "prompt": "x" })).await,
    ] {
        assert_problem(&refused, 402, "INSUFFICIENT_CREDITS", None);
    }
    let by_hand = json!({ "title": "By hand" });
    brand.patch(&path(&email), by_hand).await.expect(200);
    server.at_rest().await;
    assert_eq!(designs().await, before);
}
