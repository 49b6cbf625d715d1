//! Every event that a provider is named for: its payload, and what its contact gets.

use postrider_domain::automations::integration::Provider;
use serde_json::{Value, json};

use super::bodies::{
    clerk_organization, clerk_user, revenuecat, shopify_customer, shopify_order, stripe_customer,
    stripe_invoice, stripe_subscription, stytch_session, stytch_user, supabase_row, workos_user,
};
use super::{Connected, payload};
use crate::support::TestServer;

const ADA: &str = "ada@acme.test";
const ISO: &str = "2026-01-01T00:00:00.000Z";
const SECONDS: i64 = 1_767_225_600;

/// The event ends `verified`, as no automation waits for it, with this payload.
async fn verified(server: &TestServer, connected: &Connected, instance: &Value, expect: Value) {
    assert_eq!(instance["state"], "verified", "{instance}");
    assert_eq!(instance["source"], "integration");
    assert_eq!(instance["provider"], connected.provider.as_str());
    assert_eq!(instance["recipientEmail"], ADA);
    assert_eq!(instance["matchedAutomationIds"], json!([]));
    let id = instance["triggerInstanceId"].as_str().unwrap();
    assert_eq!(payload(server, id).await, expect);
    assert_eq!(
        connected.feed(id).await,
        ["inbound.received", "inbound.verified"]
    );
}

async fn fields(connected: &Connected) -> Value {
    let contact = connected.contact(ADA).await;
    assert_eq!(contact["subscribed"], true);
    contact["customFields"].clone()
}

#[tokio::test]
async fn clerk() {
    let server = TestServer::start().await;
    let clerk = Connected::new(&server, Provider::Clerk).await;
    for event in ["user.created", "user.updated"] {
        let instance = clerk.deliver(&clerk_user(event)).await;
        let expect = json!({ "email": ADA, "firstName": "Ada", "lastName": "L", "userId": "user_1",
            "imageUrl": "https://img.test/a.png", "emailVerified": true, "createdAt": ISO });
        verified(&server, &clerk, &instance, expect).await;
        assert_eq!(
            instance["triggerEventId"],
            format!("clerk:{}:{event}", clerk.id)
        );
    }
    let instance = clerk.deliver(&clerk_organization()).await;
    let expect = json!({ "email": ADA, "organizationId": "org_1", "organizationName": "Acme",
        "organizationSlug": "acme", "createdByUserId": "user_1", "createdAt": ISO });
    verified(&server, &clerk, &instance, expect).await;
    assert_eq!(
        fields(&clerk).await,
        json!({ "clerk_user_id": "user_1", "clerk_image_url": "https://img.test/a.png",
            "clerk_email_verified": true, "clerk_created_at": SECONDS, "clerk_organization_id": "org_1",
            "clerk_organization_name": "Acme" })
    );
    let contact = clerk.contact(ADA).await;
    assert_eq!(
        (&contact["firstName"], &contact["lastName"]),
        (&json!("Ada"), &json!("L"))
    );
    let listed = clerk.brand.get("/v1/fields").await.expect(200);
    let kind = |name: &str| {
        let all = listed["data"].as_array().unwrap();
        let field = all.iter().find(|field| field["fieldName"] == name);
        field.unwrap()["fieldType"].clone()
    };
    assert_eq!(kind("clerk_created_at"), "date");
    assert_eq!(kind("clerk_email_verified"), "boolean");
    assert_eq!(kind("clerk_user_id"), "string");
}

#[tokio::test]
async fn stytch() {
    let server = TestServer::start().await;
    let stytch = Connected::new(&server, Provider::Stytch).await;
    let user = json!({ "email": ADA, "firstName": "Ada", "lastName": "L", "userId": "user-live-1",
        "status": "active", "emailVerified": true, "createdAt": ISO });
    let instance = stytch.deliver(&stytch_user("CREATE", "e-1")).await;
    verified(&server, &stytch, &instance, user.clone()).await;
    let instance = stytch.deliver(&stytch_session()).await;
    let expect = json!({ "email": ADA, "userId": "user-live-1", "sessionId": "session-1", "startedAt": ISO,
        "expiresAt": "2026-01-02T00:00:00.000Z" });
    verified(&server, &stytch, &instance, expect).await;
    let instance = stytch.deliver(&stytch_user("DELETE", "e-3")).await;
    verified(&server, &stytch, &instance, user).await;
    assert_eq!(
        fields(&stytch).await,
        json!({ "stytch_user_id": "user-live-1", "stytch_status": "active", "stytch_email_verified": true,
            "stytch_created_at": SECONDS, "stytch_last_session_at": SECONDS, "stytch_deleted_at": SECONDS })
    );
}

#[tokio::test]
async fn workos() {
    let server = TestServer::start().await;
    let workos = Connected::new(&server, Provider::Workos).await;
    let expect = json!({ "email": ADA, "firstName": "Ada", "lastName": "L",
        "directoryUserId": "directory_user_1", "directoryId": "directory_1", "organizationId": "org_1",
        "idpId": "2836", "state": "active", "username": ADA, "jobTitle": "CTO" });
    for (number, event) in ["created", "updated", "deleted"].into_iter().enumerate() {
        let body = workos_user(&format!("dsync.user.{event}"), &format!("event_{number}"));
        let instance = workos.deliver(&body).await;
        verified(&server, &workos, &instance, expect.clone()).await;
    }
    assert_eq!(
        fields(&workos).await,
        json!({ "workos_directory_user_id": "directory_user_1", "workos_directory_id": "directory_1",
            "workos_organization_id": "org_1", "workos_idp_id": "2836", "workos_state": "active",
            "workos_username": ADA, "workos_job_title": "CTO", "workos_deleted_at": SECONDS })
    );
}

#[tokio::test]
async fn stripe() {
    let server = TestServer::start().await;
    let stripe = Connected::new(&server, Provider::Stripe).await;
    let instance = stripe.deliver(&stripe_invoice("evt_1", "in_1")).await;
    let expect = json!({ "email": ADA, "firstName": "Ada", "lastName": "L", "customerId": "cus_1",
        "invoiceId": "in_1", "invoiceNumber": "A-1", "subscriptionId": "sub_1", "amountPaidCents": 2900,
        "currency": "usd", "invoiceUrl": "https://pay.test/in_1", "paidAt": ISO });
    verified(&server, &stripe, &instance, expect).await;
    for (event, status) in [
        ("created", "trialing"),
        ("updated", "active"),
        ("deleted", "canceled"),
    ] {
        let kind = format!("customer.subscription.{event}");
        let body = stripe_subscription(&kind, &format!("evt_{event}"), status);
        let instance = stripe.deliver(&body).await;
        let expect = json!({ "email": ADA, "customerId": "cus_1", "subscriptionId": "sub_1",
            "status": status, "previousStatus": "trialing", "priceId": "price_1", "productId": "prod_1",
            "planName": "Pro", "quantity": 1, "amountCents": 2900, "currency": "usd", "interval": "month",
            "currentPeriodEnd": "2026-02-01T00:00:00.000Z", "cancelAtPeriodEnd": false });
        verified(&server, &stripe, &instance, expect).await;
    }
    let instance = stripe.deliver(&stripe_customer()).await;
    let expect = json!({ "email": ADA, "customerId": "cus_1", "name": "Ada L" });
    verified(&server, &stripe, &instance, expect).await;
    assert_eq!(
        fields(&stripe).await,
        json!({ "stripe_customer_id": "cus_1", "stripe_subscription_id": "sub_1",
            "stripe_subscription_status": "canceled", "stripe_subscription_plan": "Pro",
            "stripe_renews_at": 1_769_904_000, "stripe_currency": "usd", "stripe_last_invoice_at": SECONDS,
            "stripe_lifetime_value_cents": 2900, "stripe_deleted_at": SECONDS })
    );
}

#[tokio::test]
async fn shopify() {
    let server = TestServer::start().await;
    let shopify = Connected::new(&server, Provider::Shopify).await;
    let shop = "acme.myshopify.com";
    for topic in ["customers/create", "customers/update"] {
        let mut customer = shopify_customer("subscribed");
        // A body counts once, whatever topic it comes with.
        customer["note"] = json!(topic);
        let instance = shopify.deliver_topic(topic, &customer).await;
        let expect = json!({ "email": ADA, "firstName": "Ada", "lastName": "L", "customerId": "7001",
            "ordersCount": 3, "totalSpent": 120, "state": "enabled", "tags": "vip,eu",
            "acceptsMarketing": true, "shopDomain": shop });
        verified(&server, &shopify, &instance, expect).await;
    }
    let instance = shopify.deliver_topic("orders/paid", &shopify_order()).await;
    let expect = json!({ "email": ADA, "firstName": "Ada", "lastName": "L", "orderId": "5001",
        "orderNumber": "#1001", "totalPrice": 49, "currency": "EUR", "financialStatus": "paid",
        "itemCount": 1, "firstItemTitle": "Mug", "orderUrl": "https://shop.test/o/1", "shopDomain": shop,
        "createdAt": ISO });
    verified(&server, &shopify, &instance, expect).await;
    assert_eq!(
        fields(&shopify).await,
        json!({ "shopify_customer_id": "7001", "shopify_shop_domain": shop, "shopify_orders_count": 3,
            "shopify_total_spent": 120, "shopify_last_order_id": "5001", "shopify_last_order_at": SECONDS,
            "shopify_last_order_total": 49, "shopify_currency": "EUR", "shopify_tags": "vip,eu" })
    );
}

#[tokio::test]
async fn supabase() {
    let server = TestServer::with().clock_at(ISO).start().await;
    let supabase = Connected::new(&server, Provider::Supabase).await;
    for operation in ["INSERT", "UPDATE", "DELETE"] {
        let instance = supabase.deliver(&supabase_row(operation)).await;
        let mut expect = json!({ "email": ADA, "rowId": "8d", "id": "8d", "plan": "pro", "schema": "public",
            "table": "profiles", "operation": operation });
        if operation == "UPDATE" {
            expect["changedColumns"] = json!("plan");
        }
        verified(&server, &supabase, &instance, expect).await;
        let trigger = format!("supabase:{}:public.profiles.{operation}", supabase.id);
        assert_eq!(instance["triggerEventId"], trigger);
    }
    assert_eq!(
        fields(&supabase).await,
        json!({ "supabase_id": "8d", "supabase_plan": "pro", "supabase_deleted_at": SECONDS })
    );
}

#[tokio::test]
async fn revenuecat_events() {
    let server = TestServer::start().await;
    let revenuecat_account = Connected::new(&server, Provider::Revenuecat).await;
    for (event, status, reason) in [
        ("INITIAL_PURCHASE", "active", None),
        ("RENEWAL", "active", None),
        ("CANCELLATION", "canceled", Some("cancelReason")),
        ("EXPIRATION", "expired", Some("expirationReason")),
    ] {
        let body = revenuecat(event, "PRODUCTION");
        let instance = revenuecat_account.deliver(&body).await;
        let mut expect = json!({ "email": ADA, "firstName": "Ada", "lastName": "L", "appUserId": "u-77",
            "productId": "pro_month", "entitlementIds": "pro,plus", "store": "APP_STORE",
            "environment": "PRODUCTION", "periodType": "NORMAL", "price": 9.99, "currency": "USD",
            "countryCode": "US", "purchasedAt": ISO, "expiresAt": "2026-02-01T00:00:00.000Z" });
        if let Some(key) = reason {
            expect[key] = json!("UNSUBSCRIBE");
        }
        verified(&server, &revenuecat_account, &instance, expect).await;
        let fields = fields(&revenuecat_account).await;
        assert_eq!(fields["revenuecat_status"], status);
        let has_left = status != "active";
        assert_eq!(
            fields.get("revenuecat_cancel_reason").is_some(),
            has_left,
            "{event}"
        );
    }
    let fields = fields(&revenuecat_account).await;
    assert_eq!(
        fields,
        json!({ "revenuecat_app_user_id": "u-77", "revenuecat_product_id": "pro_month",
            "revenuecat_entitlements": "pro,plus", "revenuecat_status": "expired",
            "revenuecat_store": "APP_STORE", "revenuecat_period_type": "NORMAL",
            "revenuecat_purchased_at": SECONDS, "revenuecat_expires_at": 1_769_904_000,
            "revenuecat_environment": "PRODUCTION", "revenuecat_price": 9.99,
            "revenuecat_currency": "USD", "revenuecat_cancel_reason": "UNSUBSCRIBE" })
    );
}

#[tokio::test]
async fn events_that_nobody_asked_for_are_answered_and_leave_nothing() {
    let server = TestServer::start().await;
    for (provider, body) in [
        (
            Provider::Clerk,
            json!({ "type": "session.created", "data": {} }),
        ),
        (
            Provider::Stytch,
            json!({ "event_id": "e", "action": "UPDATE", "object_type": "user", "source": "DIRECT" }),
        ),
        (
            Provider::Workos,
            json!({ "id": "e", "event": "dsync.group.created", "data": {} }),
        ),
        (
            Provider::Stripe,
            json!({ "id": "e", "type": "charge.succeeded", "data": { "object": {} } }),
        ),
        (
            Provider::Supabase,
            json!({ "type": "INSERT", "schema": "public", "table": "orders", "record": {} }),
        ),
        (
            Provider::Revenuecat,
            json!({ "event": { "id": "e", "type": "TEST" } }),
        ),
        (Provider::Revenuecat, json!({})),
    ] {
        let connected = Connected::new(&server, provider).await;
        let answer = connected.post(&connected.sign(&body)).await.expect(200);
        assert_eq!(
            answer.json,
            json!({ "received": true, "ignored": true }),
            "{body}"
        );
    }
    let shopify = Connected::new(&server, Provider::Shopify).await;
    let signed = shopify
        .sign(&json!({ "id": 1 }))
        .set("x-shopify-topic", "shop/update");
    let answer = shopify.post(&signed).await.expect(200);
    assert_eq!(answer["ignored"], true);
    assert_eq!(
        server
            .number("SELECT count(*) FROM trigger_instances")
            .await,
        0
    );
    assert_eq!(server.number("SELECT count(*) FROM contacts").await, 0);
}
