//! What a customer has paid: each invoice once.

use std::time::Duration;

use postrider_domain::automations::integration::Provider;
use serde_json::json;

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
    let again = Connected::with(&server, brand, Provider::Stripe, json!({})).await;
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
    server.at_rest().await;
}

/// Invoices that are noted as part of a sum.
async fn counted(server: &TestServer) -> i64 {
    server.number("SELECT count(*) FROM counted_invoices").await
}

#[tokio::test]
async fn money_of_a_test_mode_does_not_count_unless_asked() {
    let server = TestServer::start().await;
    for (sandbox, sum) in [(false, None), (true, Some(2900))] {
        let brand = server.brand().await;
        let settings = json!({ "sandbox": sandbox });
        let stripe = Connected::with(&server, brand, Provider::Stripe, settings).await;
        let mut body = stripe_invoice("evt_1", "in_1");
        body["livemode"] = json!(false);
        stripe.deliver(&body).await;
        let fields = stripe.contact("ada@acme.test").await["customFields"].clone();
        assert_eq!(fields["stripe_lifetime_value_cents"].as_i64(), sum);
        // The test mode has taken nothing from the real one.
        assert_eq!(counted(&server).await, i64::from(sandbox));
    }
}

#[tokio::test]
async fn an_invoice_counts_only_where_its_sum_is_written() {
    let server = TestServer::start().await;
    let stripe = Connected::new(&server, Provider::Stripe).await;
    let field = json!({ "fieldName": "stripe_lifetime_value_cents", "fieldType": "string" });
    stripe.brand.post("/v1/fields", field).await.expect(201);
    let instance = stripe.deliver(&stripe_invoice("evt_1", "in_1")).await;
    assert_eq!(instance["state"], "verified");
    assert_eq!(counted(&server).await, 0);
    // Nor does one whose payload is refused.
    let other = Connected::new(&server, Provider::Stripe).await;
    let trigger = Provider::Stripe.trigger_id(&other.id, "invoice.paid");
    let odd =
        r#"[{"key":"email","type":"string","required":true},{"key":"currency","type":"number"}]"#;
    server
        .sql(&format!(
            "UPDATE triggers SET fields = '{odd}' WHERE public_id = '{trigger}' RETURNING id"
        ))
        .await;
    let instance = other.deliver(&stripe_invoice("evt_1", "in_1")).await;
    assert_eq!(instance["state"], "rejected", "{instance}");
    assert_eq!(counted(&server).await, 0);
    let missing = other.brand.get("/v1/contacts/ada@acme.test").await;
    assert_eq!(missing.status, 404);
}
