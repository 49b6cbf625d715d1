//! Events that come late, out of order, or about somebody who is not known.

use postrider_domain::automations::integration::Provider;
use serde_json::{Value, json};

use super::Connected;
use super::bodies::{
    NEW_YEAR, clerk_user, revenuecat, shopify_customer, stripe_customer, stripe_invoice,
    stripe_subscription, supabase_row, workos_user,
};
use super::starting::{greet, runs};
use crate::support::TestServer;

const ADA: &str = "ada@acme.test";
const UPDATED: &str = "customer.subscription.updated";

fn created(mut body: Value, after_seconds: i64) -> Value {
    body["created"] = json!(NEW_YEAR / 1000 + after_seconds);
    body
}

#[tokio::test]
async fn an_older_event_starts_its_automation_and_overwrites_nothing() {
    let server = TestServer::start().await;
    let stripe = Connected::new(&server, Provider::Stripe).await;
    stripe.deliver(&stripe_invoice("evt_1", "in_1")).await;
    greet(
        &stripe.brand,
        &Provider::Stripe.trigger_id(&stripe.id, UPDATED),
    )
    .await;
    let newer = created(stripe_subscription(UPDATED, "evt_3", "canceled"), 60);
    stripe.deliver(&newer).await;
    let older = created(stripe_subscription(UPDATED, "evt_2", "active"), 30);
    let instance = stripe.deliver(&older).await;
    assert_eq!(
        (&instance["state"], runs(&instance)),
        (&json!("fired"), 1),
        "{instance}"
    );
    // What the newer one said nothing of is still told, and money is added whenever it comes.
    let mut between = created(stripe_invoice("evt_4", "in_2"), 40);
    between["data"]["object"]["currency"] = json!("eur");
    stripe.deliver(&between).await;
    let fields = stripe.contact(ADA).await["customFields"].clone();
    assert_eq!(fields["stripe_subscription_status"], "canceled");
    assert_eq!(fields["stripe_currency"], "usd");
    assert_eq!(fields["stripe_last_invoice_at"], NEW_YEAR / 1000 + 40);
    assert_eq!(fields["stripe_lifetime_value_cents"], 5800);
    let newest = created(stripe_subscription(UPDATED, "evt_5", "active"), 90);
    stripe.deliver(&newest).await;
    let fields = stripe.contact(ADA).await["customFields"].clone();
    assert_eq!(fields["stripe_subscription_status"], "active");
}

#[tokio::test]
async fn an_older_event_changes_no_name_and_fills_nothing_that_was_cleared() {
    let server = TestServer::start().await;
    let clerk = Connected::new(&server, Provider::Clerk).await;
    let user = |after: i64, name: &str, username: Value| {
        let mut body = clerk_user("user.updated");
        body["timestamp"] = json!(NEW_YEAR + after);
        body["data"]["first_name"] = json!(name);
        body["data"]["username"] = username;
        body
    };
    clerk.deliver(&user(0, "Ada", json!("ada"))).await;
    clerk.deliver(&user(2, "Augusta", Value::Null)).await;
    clerk.deliver(&user(1, "Ada", json!("ada"))).await;
    let contact = clerk.contact(ADA).await;
    assert_eq!(contact["firstName"], "Augusta");
    assert_eq!(contact["customFields"].get("clerk_username"), None);
    // Times go with their contact.
    let times = "SELECT count(*) FROM told_fields";
    assert_eq!(server.number(times).await, 1);
    let gone = json!({ "email": ADA });
    let gone = clerk.brand.request("DELETE", "/v1/contacts").json(&gone);
    gone.send().await.expect(200);
    assert_eq!(server.number(times).await, 0);
    clerk.deliver(&user(1, "Ada", json!("lovelace"))).await;
    assert_eq!(clerk.contact(ADA).await["firstName"], "Ada");
    server.at_rest().await;
}

#[tokio::test]
async fn who_comes_back_before_the_word_of_their_leaving_has_not_left() {
    let server = TestServer::start().await;
    let revenue = Connected::new(&server, Provider::Revenuecat).await;
    let event = |kind: &str, id: &str, after: i64| {
        let mut body = revenuecat(kind, "PRODUCTION");
        body["event"]["id"] = json!(id);
        body["event"]["event_timestamp_ms"] = json!(NEW_YEAR + after);
        body
    };
    revenue.deliver(&event("RENEWAL", "2", 2)).await;
    revenue.deliver(&event("CANCELLATION", "1", 1)).await;
    let fields = revenue.contact(ADA).await["customFields"].clone();
    assert_eq!(fields["revenuecat_status"], "active");
    assert_eq!(fields.get("revenuecat_cancel_reason"), None);
}

#[tokio::test]
async fn whoever_is_deleted_elsewhere_is_not_made_here() {
    let server = TestServer::start().await;
    for (provider, body) in [
        (
            Provider::Workos,
            workos_user("dsync.user.deleted", "event_1"),
        ),
        (Provider::Stripe, stripe_customer()),
        (Provider::Supabase, supabase_row("DELETE")),
    ] {
        let connected = Connected::new(&server, provider).await;
        let instance = connected.deliver(&body).await;
        assert_eq!(instance["state"], "verified", "{instance}");
        assert_eq!(instance.get("recipientEmail"), None);
        let id = instance["triggerInstanceId"].as_str().unwrap();
        assert_eq!(
            connected.feed(id).await,
            ["inbound.received", "inbound.verified"]
        );
        assert_eq!(super::payload(&server, id).await, json!({}));
    }
    assert_eq!(server.number("SELECT count(*) FROM contacts").await, 0);
}

#[tokio::test]
async fn an_event_unsubscribes_nobody_who_was_there_first() {
    let server = TestServer::start().await;
    let shopify = Connected::new(&server, Provider::Shopify).await;
    let pairs = (0..12).map(async |number| {
        let email = format!("ada{number}@acme.test");
        let mut body = shopify_customer("not_subscribed");
        body["email"] = json!(email);
        let known = json!({ "email": email });
        let (made, _) = tokio::join!(
            shopify.brand.post("/v1/contacts", known),
            shopify.deliver(&body)
        );
        let was_first = made.status == 201;
        (
            shopify.contact(&email).await["subscribed"] == true,
            was_first,
        )
    });
    for (is_subscribed, was_first) in futures_util::future::join_all(pairs).await {
        assert_eq!(is_subscribed, was_first);
    }
}

#[tokio::test]
async fn a_topic_that_does_not_fit_its_body_is_ignored() {
    let server = TestServer::start().await;
    let shopify = Connected::new(&server, Provider::Shopify).await;
    for (topic, body) in [
        ("orders/paid", shopify_customer("subscribed")),
        ("customers/create", super::bodies::shopify_order()),
    ] {
        let signed = shopify.sign(&body).set("x-shopify-topic", topic);
        let answer = shopify.post(&signed).await.expect(200);
        assert_eq!(answer["ignored"], true, "{topic}");
    }
}

#[tokio::test]
async fn columns_that_are_called_like_keys_of_the_payload_stay_out_of_it() {
    let server = TestServer::start().await;
    let supabase = Connected::new(&server, Provider::Supabase).await;
    let mut body = supabase_row("INSERT");
    for column in ["row_id", "changed_columns", "schema", "operation"] {
        body["record"][column] = json!(7);
    }
    let instance = supabase.deliver(&body).await;
    assert_eq!(instance["state"], "verified", "{instance}");
    let id = instance["triggerInstanceId"].as_str().unwrap();
    let payload = super::payload(&server, id).await;
    assert_eq!(payload["rowId"], "8d");
    assert_eq!(payload["schema"], "public");
    assert_eq!(payload.get("changedColumns"), None);
    let contact = supabase.contact(ADA).await;
    assert_eq!(contact["customFields"]["supabase_row_id"], 7);
}
