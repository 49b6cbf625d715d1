//! Each event counts once, however often and wherever it is delivered.

use std::time::Duration;

use postrider_domain::automations::integration::Provider;
use serde_json::{Value, json};

use super::Connected;
use super::bodies::{
    clerk_user, revenuecat, shopify_customer, stripe_invoice, stytch_user, supabase_row,
    workos_user,
};
use super::signing::sign;
use crate::many;
use crate::support::{Answer, TestServer, until};

#[track_caller]
fn assert_duplicate(answer: &Answer) {
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json, json!({ "received": true, "duplicate": true }));
}

#[tokio::test]
async fn an_event_that_comes_again_is_known() {
    let server = TestServer::start().await;
    for (provider, body) in [
        (Provider::Clerk, clerk_user("user.created")),
        (Provider::Stytch, stytch_user("CREATE", "e-1")),
        (
            Provider::Workos,
            workos_user("dsync.user.created", "event_1"),
        ),
        (Provider::Stripe, stripe_invoice("evt_1", "in_1")),
        (Provider::Shopify, shopify_customer("subscribed")),
        (Provider::Supabase, supabase_row("INSERT")),
        (Provider::Revenuecat, revenuecat("RENEWAL", "PRODUCTION")),
    ] {
        let connected = Connected::new(&server, provider).await;
        let signed = connected.sign(&body);
        let id = connected.take(&signed).await;
        assert_duplicate(&connected.post(&signed).await);
        connected.settled(&id).await;
        assert_duplicate(&connected.post(&signed).await);
        // The same event of another account is another one.
        let other = Connected::new(&server, provider).await;
        other.take(&signed).await;
    }
    assert_eq!(
        server
            .number("SELECT count(*) FROM trigger_instances")
            .await,
        14
    );
    server.at_rest().await;
}

#[tokio::test]
async fn a_body_that_is_sent_again_under_another_id_is_known() {
    let server = TestServer::start().await;
    let shopify = Connected::new(&server, Provider::Shopify).await;
    let signed = shopify.sign(&shopify_customer("subscribed"));
    shopify.take(&signed).await;
    // Its signature does not cover the id.
    assert_duplicate(
        &shopify
            .post(&signed.clone().set("x-shopify-webhook-id", "w-2"))
            .await,
    );
    assert_duplicate(
        &shopify
            .post(&signed.clone().without("x-shopify-webhook-id"))
            .await,
    );
    let other = shopify.sign(&shopify_customer("unsubscribed"));
    shopify.take(&other).await;
    server.at_rest().await;
}

/// No signature covers the topic: whoever has seen a body must not make another event of it.
#[tokio::test]
async fn a_body_counts_for_the_topic_it_came_with_alone() {
    let server = TestServer::start().await;
    let shopify = Connected::new(&server, Provider::Shopify).await;
    let under = |body: &Value, topic: &str, id: &str| {
        let signed = shopify.sign(body).set("x-shopify-topic", topic);
        signed.set("x-shopify-webhook-id", id)
    };
    let customer = shopify_customer("subscribed");
    let id = shopify
        .take(&under(&customer, "customers/update", "w-1"))
        .await;
    shopify.settled(&id).await;
    for (topic, id) in [
        ("customers/create", "w-1"),
        ("customers/create", "w-2"),
        ("customers/update", "w-3"),
    ] {
        assert_duplicate(&shopify.post(&under(&customer, topic, id)).await);
    }
    // Nobody asked for such events, and nobody makes one of them that is asked for.
    let disabled = shopify_customer("unsubscribed");
    for _ in 0..2 {
        let ignored = shopify
            .post(&under(&disabled, "customers/disable", "w-4"))
            .await;
        assert_eq!(ignored.expect(200)["ignored"], true);
    }
    assert_duplicate(
        &shopify
            .post(&under(&disabled, "customers/create", "w-5"))
            .await,
    );
    let instances = server
        .number("SELECT count(*) FROM trigger_instances")
        .await;
    assert_eq!(instances, 1);
    server.at_rest().await;
}

#[tokio::test]
async fn after_a_week_an_id_is_forgotten() {
    let server = TestServer::with()
        .clock_at("2026-01-01T00:00:00Z")
        .start()
        .await;
    let revenue = Connected::new(&server, Provider::Revenuecat).await;
    let signed = revenue.sign(&revenuecat("RENEWAL", "PRODUCTION"));
    revenue.take(&signed).await;
    server.clock.advance(Duration::from_secs(7 * 24 * 3600 - 1));
    assert_duplicate(&revenue.post(&signed).await);
    server.clock.advance(Duration::from_secs(1));
    revenue.take(&signed).await;
    assert_duplicate(&revenue.post(&signed).await);
    server.at_rest().await;
}

#[tokio::test]
async fn of_many_at_once_one_counts() {
    let server = TestServer::start().await;
    let stripe = Connected::new(&server, Provider::Stripe).await;
    let signed = stripe.sign(&stripe_invoice("evt_1", "in_1"));
    let posts = (0..12).map(|_| stripe.post(&signed));
    let answers = futures_util::future::join_all(posts).await;
    let taken = answers
        .iter()
        .filter(|answer| answer.json.get("triggerInstanceId").is_some());
    assert_eq!(taken.count(), 1);
    assert!(answers.iter().all(|answer| answer.status == 200));
    until("it is worked on", async || {
        let left = server
            .number("SELECT count(*) FROM jobs WHERE kind = 'inbound_event'")
            .await;
        (left == 0).then_some(())
    })
    .await;
    let sum = stripe.contact("ada@acme.test").await["customFields"]["stripe_lifetime_value_cents"]
        .clone();
    assert_eq!(sum, 2900);
}

#[tokio::test]
async fn of_two_processes_one_takes_it() {
    let Some(installation) = many::installation().await else {
        return;
    };
    let first = installation.serve().await;
    let second = installation.serve_beside().await;
    let made = first.made();
    let brand = made["brandId"].as_str().unwrap();
    let id = super::command::create(&installation, brand, "stripe", "shh", &[]).await;
    let path = Provider::Stripe.receiver_path(&id);
    for number in 0..10 {
        let body = stripe_invoice(&format!("evt_{number}"), &format!("in_{number}")).to_string();
        let now = postrider_server::clock::Clock::machine().now();
        let signed = sign(Provider::Stripe, "shh", &body, now);
        let post = async |url: &crate::support::Binary| {
            let mut request = url.nobody().request("POST", &path);
            for (name, value) in &signed.headers {
                request = request.header(name, value);
            }
            request.body(signed.body.clone()).send().await.expect(200)
        };
        let (one, other) = tokio::join!(post(&first), post(&second));
        let taken = [one, other]
            .iter()
            .filter(|answer| answer.json.get("duplicate").is_none())
            .count();
        assert_eq!(taken, 1);
    }
    let caller = first.caller(made["secret"].as_str().unwrap());
    until("all money is added", async || {
        let contact = caller.get("/v1/contacts/ada@acme.test").await;
        (contact["customFields"]["stripe_lifetime_value_cents"] == 29_000).then_some(())
    })
    .await;
}
