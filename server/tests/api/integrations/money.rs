//! What a customer has paid: each invoice once.

use std::time::Duration;

use postrider_domain::integration::Provider;

use super::Connected;
use super::bodies::stripe_invoice;
use crate::support::TestServer;

#[tokio::test]
async fn an_invoice_is_added_once_whatever_is_told_again() {
    let server = TestServer::with().clock_stopped().start().await;
    let stripe = Connected::new(&server, Provider::Stripe).await;
    let sum = async || {
        let contact = stripe.contact("ada@acme.test").await;
        contact["customFields"]["stripe_lifetime_value_cents"]
            .as_i64()
            .unwrap()
    };
    stripe.deliver(&stripe_invoice("evt_1", "in_1")).await;
    assert_eq!(sum().await, 2900);
    stripe.deliver(&stripe_invoice("evt_2", "in_2")).await;
    assert_eq!(sum().await, 5800);
    // Under another id, and after the event itself is forgotten.
    stripe.deliver(&stripe_invoice("evt_3", "in_1")).await;
    server.clock.advance(Duration::from_hours(720));
    stripe.deliver(&stripe_invoice("evt_1", "in_1")).await;
    assert_eq!(sum().await, 5800);
    // And by a connection that was made anew.
    let brand = stripe.brand.clone();
    let again = Connected::with(&server, brand, Provider::Stripe, serde_json::json!({})).await;
    again.deliver(&stripe_invoice("evt_1", "in_2")).await;
    assert_eq!(sum().await, 5800);
}

#[tokio::test]
async fn invoices_that_come_at_once_are_all_added() {
    let server = TestServer::start().await;
    let stripe = Connected::new(&server, Provider::Stripe).await;
    let bodies: Vec<_> = (0..20)
        .map(|number| stripe_invoice(&format!("evt_{number}"), &format!("in_{number}")))
        .collect();
    let delivered = bodies.iter().map(|body| stripe.deliver(body));
    futures_util::future::join_all(delivered).await;
    let contact = stripe.contact("ada@acme.test").await;
    assert_eq!(
        contact["customFields"]["stripe_lifetime_value_cents"],
        20 * 2900
    );
}
