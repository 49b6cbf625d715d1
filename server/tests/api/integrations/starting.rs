//! What events do to people and start.

use std::time::Duration;

use postrider_domain::automations::integration::Provider;
use serde_json::{Value, json};

use super::Connected;
use super::bodies::{
    clerk_user, revenuecat, shopify_customer, shopify_order, stripe_invoice, stripe_subscription,
};
use crate::support::{Brand, TestServer, until};

/// A published automation that greets whoever the trigger is about; gives its id.
pub async fn greet(brand: &Brand, trigger: &str) -> String {
    let design = json!({ "format": "html", "content": "<p>Hello {{ firstName | you }}</p>", "type": "automation",
        "title": "Hello" });
    let design = brand.post("/v1/emails/import", design).await.expect(201);
    let domains = brand.get("/v1/domains").await.expect(200);
    let config = json!({ "emailId": design["emailId"], "emailVersionId": design["emailVersionId"],
        "domainId": domains["data"][0]["domainId"], "subject": "Hello", "previewText": "to you" });
    let graph = json!({ "name": "Greeting", "nodes": [
            { "id": "start", "type": "trigger", "config": { "mode": "event", "triggerEventId": trigger } },
            { "id": "mail", "type": "sendEmail", "config": config },
        ], "connections": [{ "from": "start", "to": "mail" }] });
    let made = brand.post("/v1/automations", graph).await.expect(201);
    let id = made["automationId"].as_str().unwrap().to_owned();
    let published = json!({ "published": true });
    brand
        .patch(&format!("/v1/automations/{id}"), published)
        .await
        .expect(200);
    id
}

pub fn runs(instance: &Value) -> usize {
    instance["automationRunIds"].as_array().unwrap().len()
}

#[tokio::test]
async fn a_published_automation_is_started() {
    let server = TestServer::start().await;
    let clerk = Connected::new(&server, Provider::Clerk).await;
    let trigger = format!("clerk:{}:user.created", clerk.id);
    let automation = greet(&clerk.brand, &trigger).await;
    let instance = clerk.deliver(&clerk_user("user.created")).await;
    assert_eq!(instance["state"], "fired", "{instance}");
    assert_eq!(instance["matchedAutomationIds"], json!([automation]));
    assert_eq!(runs(&instance), 1);
    let id = instance["triggerInstanceId"].as_str().unwrap();
    let events = clerk.feed(id).await;
    assert_eq!(events[..2], ["inbound.received", "inbound.verified"]);
    assert!(events.contains(&"trigger.fired".to_owned()), "{events:?}");
    // Another event of the same provider fires another trigger.
    let other = clerk.deliver(&clerk_user("user.updated")).await;
    assert_eq!((&other["state"], runs(&other)), (&json!("verified"), 0));
    let path = format!(
        "/v1/automations/runs/{}",
        instance["automationRunIds"][0].as_str().unwrap()
    );
    until("the run ends", async || {
        let run = clerk.brand.get(&path).await.expect(200);
        (run["status"] == "completed").then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_test_mode_writes_contacts_and_starts_nothing_unless_asked() {
    let server = TestServer::start().await;
    for (provider, kind, body) in [
        (
            Provider::Revenuecat,
            "RENEWAL",
            revenuecat("RENEWAL", "SANDBOX"),
        ),
        (Provider::Stripe, "invoice.paid", {
            let mut body = stripe_invoice("evt_1", "in_1");
            body["livemode"] = json!(false);
            body
        }),
    ] {
        for (sandbox, state, started) in [(false, "verified", 0), (true, "fired", 1)] {
            let brand = server.brand().await;
            let settings = json!({ "sandbox": sandbox });
            let connected = Connected::with(&server, brand, provider, settings).await;
            let trigger = provider.trigger_id(&connected.id, kind);
            greet(&connected.brand, &trigger).await;
            let instance = connected.deliver(&body).await;
            assert_eq!(
                (&instance["state"], runs(&instance)),
                (&json!(state), started),
                "{kind}"
            );
            connected.contact("ada@acme.test").await;
        }
    }
}

#[tokio::test]
async fn nothing_in_an_event_subscribes_anybody_again() {
    let server = TestServer::start().await;
    let shopify = Connected::new(&server, Provider::Shopify).await;
    let known = json!({ "email": "ada@acme.test", "subscribed": false });
    shopify.brand.post("/v1/contacts", known).await.expect(201);
    shopify
        .deliver_topic("customers/update", &shopify_customer("subscribed"))
        .await;
    let contact = shopify.contact("ada@acme.test").await;
    assert_eq!(contact["subscribed"], false);
    assert_eq!(contact["customFields"]["shopify_tags"], "vip,eu");
    // Nor after the contact was deleted.
    let gone = shopify.brand.delete("/v1/contacts/ada@acme.test").await;
    gone.expect(200);
    let mut again = shopify_customer("subscribed");
    again["note"] = json!("A body counts once.");
    shopify.deliver_topic("customers/create", &again).await;
    assert_eq!(shopify.contact("ada@acme.test").await["subscribed"], false);
}

#[tokio::test]
async fn new_customers_without_consent_are_not_mailed() {
    let server = TestServer::start().await;
    for (topic, body, subscribed) in [
        ("customers/create", shopify_customer("subscribed"), true),
        (
            "customers/create",
            shopify_customer("not_subscribed"),
            false,
        ),
        ("customers/update", shopify_customer("pending"), false),
        ("orders/paid", shopify_order(), false),
        (
            "orders/paid",
            {
                let mut order = shopify_order();
                order["buyer_accepts_marketing"] = json!(true);
                order
            },
            true,
        ),
        (
            "orders/paid",
            {
                let mut order = shopify_order();
                order["buyer_accepts_marketing"] = json!(true);
                order["customer"]["email_marketing_consent"] = json!({ "state": "unsubscribed" });
                order
            },
            false,
        ),
    ] {
        let shopify = Connected::new(&server, Provider::Shopify).await;
        shopify.deliver_topic(topic, &body).await;
        let contact = shopify.contact("ada@acme.test").await;
        assert_eq!(contact["subscribed"], subscribed, "{topic}");
    }
    // Whoever is there already stays as they are.
    let shopify = Connected::new(&server, Provider::Shopify).await;
    let known = json!({ "email": "ada@acme.test" });
    shopify.brand.post("/v1/contacts", known).await.expect(201);
    shopify
        .deliver_topic("customers/update", &shopify_customer("not_subscribed"))
        .await;
    assert_eq!(shopify.contact("ada@acme.test").await["subscribed"], true);
    server.at_rest().await;
}

#[tokio::test]
async fn an_event_of_one_brand_does_not_touch_another() {
    let server = TestServer::start().await;
    let one = Connected::new(&server, Provider::Clerk).await;
    let other = Connected::new(&server, Provider::Clerk).await;
    one.deliver(&clerk_user("user.created")).await;
    let missing = other.brand.get("/v1/contacts/ada@acme.test").await;
    assert_eq!(missing.status, 404);
    let listed = other
        .brand
        .get("/v1/automations/trigger-instances")
        .await
        .expect(200);
    assert_eq!(listed["data"], json!([]));
}

/// Looking for the address takes nothing from the tries to start.
#[tokio::test]
async fn an_event_that_was_resolved_late_has_all_its_tries_to_start() {
    const UPDATED: &str = "customer.subscription.updated";
    let server = TestServer::with().clock_stopped().start().await;
    let stripe = Connected::new(&server, Provider::Stripe).await;
    let trigger = Provider::Stripe.trigger_id(&stripe.id, UPDATED);
    greet(&stripe.brand, &trigger).await;
    server
        .sql("UPDATE sends SET node = 'gone' WHERE is_stream")
        .await;
    let body = stripe_subscription(UPDATED, "evt_2", "active");
    let id = stripe.take(&stripe.sign(&body)).await;
    stripe.tried(&id, 1).await;
    for (tries, minutes) in [(2, 1), (3, 4)] {
        server.clock.advance(Duration::from_mins(minutes));
        stripe.tried(&id, tries).await;
    }
    stripe.deliver(&stripe_invoice("evt_1", "in_1")).await;
    server.clock.advance(Duration::from_mins(25));
    let mut tries = 4;
    assert_eq!(stripe.settled(&id).await["attempts"], tries);
    for delay in [1, 10, 60, 600, 3600] {
        assert_eq!(stripe.instance(&id).await["state"], "matched", "{tries}");
        tries += 1;
        server.clock.advance(Duration::from_secs(delay));
        stripe.tried(&id, tries).await;
    }
    assert_eq!(stripe.instance(&id).await["state"], "dead_letter");
}
