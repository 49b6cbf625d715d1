//! Events whose person is not known yet.

use std::time::Duration;

use postrider_domain::automations::integration::Provider;
use serde_json::json;

use super::Connected;
use super::bodies::{revenuecat, stripe_invoice, stripe_subscription, supabase_row};
use crate::support::TestServer;

const UPDATED: &str = "customer.subscription.updated";

fn minutes(count: u64) -> Duration {
    Duration::from_mins(count)
}

#[tokio::test]
async fn the_invoice_that_names_the_address_may_come_later() {
    let server = TestServer::with().clock_stopped().start().await;
    let stripe = Connected::new(&server, Provider::Stripe).await;
    let id = stripe
        .take(&stripe.sign(&stripe_subscription(UPDATED, "evt_2", "active")))
        .await;
    let instance = stripe.tried(&id, 1).await;
    assert_eq!(instance["state"], "received");
    stripe.deliver(&stripe_invoice("evt_1", "in_1")).await;
    assert_eq!(
        stripe.instance(&id).await["attempts"],
        1,
        "not before its time"
    );
    server.clock.advance(minutes(1));
    let instance = stripe.settled(&id).await;
    assert_eq!(
        (&instance["state"], &instance["attempts"]),
        (&json!("verified"), &json!(2))
    );
    assert_eq!(instance["recipientEmail"], "ada@acme.test");
    let contact = stripe.contact("ada@acme.test").await;
    assert_eq!(
        contact["customFields"]["stripe_subscription_status"],
        "active"
    );
}

#[tokio::test]
async fn after_half_an_hour_it_is_rejected() {
    let server = TestServer::with().clock_stopped().start().await;
    let stripe = Connected::new(&server, Provider::Stripe).await;
    let id = stripe
        .take(&stripe.sign(&stripe_subscription(UPDATED, "evt_2", "active")))
        .await;
    stripe.tried(&id, 1).await;
    for (tries, wait) in [(2, 1), (3, 4)] {
        server.clock.advance(minutes(wait));
        let instance = stripe.tried(&id, tries).await;
        assert_eq!(instance["state"], "received");
    }
    server.clock.advance(minutes(25));
    let instance = stripe.settled(&id).await;
    assert_eq!(instance["state"], "rejected");
    assert_eq!(instance["rejectionReason"], "email_unresolved");
    assert_eq!(instance["attempts"], 4);
    assert!(instance["processedAt"].is_string());
    assert_eq!(
        stripe.feed(&id).await,
        ["inbound.received", "inbound.rejected"]
    );
    assert_eq!(server.number("SELECT count(*) FROM contacts").await, 0);
    assert_eq!(
        server
            .number("SELECT count(*) FROM jobs WHERE kind = 'inbound_event'")
            .await,
        0
    );
}

#[tokio::test]
async fn whoever_is_named_nowhere_is_rejected_at_once() {
    let server = TestServer::start().await;
    let supabase = Connected::new(&server, Provider::Supabase).await;
    let mut body = supabase_row("INSERT");
    body["record"]["email"] = json!("not an address");
    let instance = supabase.deliver(&body).await;
    assert_eq!(instance["state"], "rejected");
    assert_eq!(instance["rejectionReason"], "email_unresolved");
}

#[tokio::test]
async fn ids_that_differ_in_case_are_different_people() {
    let server = TestServer::start().await;
    let revenue = Connected::new(&server, Provider::Revenuecat).await;
    let event = |user: &str, email: Option<&str>, id: &str| {
        let mut body = revenuecat("RENEWAL", "PRODUCTION");
        body["event"]["id"] = json!(id);
        body["event"]["app_user_id"] = json!(user);
        body["event"]["subscriber_attributes"] = match email {
            Some(email) => json!({ "$email": { "value": email } }),
            None => json!({}),
        };
        body
    };
    revenue
        .deliver(&event("User-A", Some("upper@acme.test"), "1"))
        .await;
    revenue
        .deliver(&event("user-a", Some("lower@acme.test"), "2"))
        .await;
    for (user, email, id) in [
        ("user-a", "lower@acme.test", "3"),
        ("User-A", "upper@acme.test", "4"),
    ] {
        let instance = revenue.deliver(&event(user, None, id)).await;
        assert_eq!(instance["recipientEmail"], email);
    }
    // The same id in another brand is somebody else.
    let other = Connected::new(&server, Provider::Revenuecat).await;
    let id = other.take(&other.sign(&event("user-a", None, "5"))).await;
    other.tried(&id, 1).await;
    assert_eq!(other.instance(&id).await["state"], "received");
}
