//! A body for each event that there is, written after the providers' own documentation.

use serde_json::{Value, json};

/// 2026-01-01, in milliseconds.
pub const NEW_YEAR: i64 = 1_767_225_600_000;

pub fn clerk_user(event: &str) -> Value {
    json!({ "type": event, "object": "event", "timestamp": NEW_YEAR, "data": {
        "id": "user_1", "first_name": "Ada", "last_name": "L", "primary_email_address_id": "idn_1",
        "email_addresses": [{ "id": "idn_1", "email_address": "ada@acme.test",
            "verification": { "status": "verified" } }],
        "created_at": NEW_YEAR, "username": null, "image_url": "https://img.test/a.png" } })
}

pub fn clerk_organization() -> Value {
    json!({ "type": "organization.created", "object": "event", "data": {
        "id": "org_1", "name": "Acme", "slug": "acme", "created_by": "user_1", "created_at": NEW_YEAR } })
}

pub fn stytch_user(action: &str, event_id: &str) -> Value {
    json!({ "project_id": "project-live-1", "event_id": event_id, "action": action, "object_type": "user",
        "source": "DIRECT", "id": "user-live-1", "timestamp": "2026-01-01T00:00:00Z",
        "user": { "user_id": "user-live-1",
            "emails": [{ "email_id": "email-1", "email": "ada@acme.test", "verified": true }],
            "name": { "first_name": "Ada", "last_name": "L" }, "status": "active",
            "created_at": "2026-01-01T00:00:00Z" } })
}

pub fn stytch_session() -> Value {
    json!({ "event_id": "e-2", "action": "CREATE", "object_type": "session", "source": "DIRECT", "id": "session-1",
        "timestamp": "2026-01-01T00:00:00Z",
        "session": { "session_id": "session-1", "user_id": "user-live-1",
            "started_at": "2026-01-01T00:00:00Z", "expires_at": "2026-01-02T00:00:00Z" } })
}

pub fn workos_user(event: &str, id: &str) -> Value {
    json!({ "id": id, "event": event, "created_at": "2026-01-01T00:00:00.000Z", "data": {
        "object": "directory_user", "id": "directory_user_1", "directory_id": "directory_1",
        "organization_id": "org_1", "idp_id": "2836", "state": "active", "email": "ada@acme.test",
        "emails": [{ "primary": true, "type": "work", "value": "ada@acme.test" }],
        "username": "ada@acme.test", "first_name": "Ada", "last_name": "L", "job_title": "CTO",
        "custom_attributes": {} } })
}

pub fn stripe_invoice(id: &str, invoice: &str) -> Value {
    json!({ "id": id, "type": "invoice.paid", "created": NEW_YEAR / 1000, "livemode": true, "data": { "object": {
        "id": invoice, "customer": "cus_1", "customer_email": "ada@acme.test", "customer_name": "Ada L",
        "subscription": "sub_1", "amount_paid": 2900, "currency": "usd",
        "hosted_invoice_url": "https://pay.test/in_1", "number": "A-1" } } })
}

pub fn stripe_subscription(event: &str, id: &str, status: &str) -> Value {
    let price = json!({ "id": "price_1", "product": "prod_1", "nickname": "Pro", "unit_amount": 2900,
        "currency": "usd", "recurring": { "interval": "month" } });
    json!({ "id": id, "type": event, "created": NEW_YEAR / 1000, "livemode": true, "data": {
        "object": { "id": "sub_1", "customer": "cus_1", "status": status, "cancel_at_period_end": false,
            "current_period_end": 1_769_904_000, "trial_end": null,
            "items": { "data": [{ "quantity": 1, "price": price }] } },
        "previous_attributes": { "status": "trialing" } } })
}

pub fn stripe_customer() -> Value {
    json!({ "id": "evt_3", "type": "customer.deleted", "created": NEW_YEAR / 1000, "livemode": true,
        "data": { "object": { "id": "cus_1", "email": "ada@acme.test", "name": "Ada L" } } })
}

pub fn shopify_order() -> Value {
    json!({ "id": 5001, "name": "#1001", "email": "ada@acme.test", "contact_email": "ada@acme.test",
        "currency": "EUR", "total_price": "49.00", "financial_status": "paid",
        "created_at": "2026-01-01T00:00:00Z", "order_status_url": "https://shop.test/o/1",
        "customer": { "id": 7001, "email": "ada@acme.test", "first_name": "Ada", "last_name": "L",
            "orders_count": 3, "total_spent": "120.00" },
        "line_items": [{ "title": "Mug", "quantity": 1, "price": "49.00", "sku": "M1" }] })
}

pub fn shopify_customer(consent: &str) -> Value {
    json!({ "id": 7001, "email": "ada@acme.test", "first_name": "Ada", "last_name": "L", "orders_count": 3,
        "total_spent": "120.00", "state": "enabled", "tags": "vip,eu", "currency": "EUR",
        "email_marketing_consent": { "state": consent } })
}

pub fn supabase_row(operation: &str) -> Value {
    let row =
        json!({ "id": "8d", "email": "ada@acme.test", "plan": "pro", "encrypted_password": "x" });
    let old =
        json!({ "id": "8d", "email": "ada@acme.test", "plan": "free", "encrypted_password": "x" });
    let (record, old_record) = match operation {
        "INSERT" => (row, Value::Null),
        "DELETE" => (Value::Null, row),
        _ => (row, old),
    };
    json!({ "type": operation, "schema": "public", "table": "profiles", "record": record,
        "old_record": old_record })
}

pub fn revenuecat(event: &str, environment: &str) -> Value {
    json!({ "api_version": "1.0", "event": {
        "id": format!("1F-{event}"), "type": event, "event_timestamp_ms": NEW_YEAR, "app_id": "app1",
        "app_user_id": "u-77", "product_id": "pro_month", "entitlement_ids": ["pro", "plus"],
        "period_type": "NORMAL", "store": "APP_STORE", "environment": environment,
        "purchased_at_ms": NEW_YEAR, "expiration_at_ms": 1_769_904_000_000_i64, "price": 9.99,
        "currency": "USD", "country_code": "US", "cancel_reason": reason(event, "CANCELLATION"),
        "expiration_reason": reason(event, "EXPIRATION"),
        "subscriber_attributes": {
            "$email": { "value": "ada@acme.test", "updated_at_ms": NEW_YEAR },
            "$displayName": { "value": "Ada L", "updated_at_ms": NEW_YEAR } } } })
}

fn reason(event: &str, of: &str) -> Value {
    (event == of).then_some("UNSUBSCRIBE").into()
}
