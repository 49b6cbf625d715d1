//! `RevenueCat`: subscriptions in app stores.

use serde_json::{Map, Value};

use super::contract::{EMAIL, FIRST_NAME, Key, LAST_NAME, date, number as decimal, text as word};
use super::draft::{Draft, Said, address, at_ms, joined, number, text, word as said};
use super::{EventContract, InboundEvent, Provider};

const PURCHASE: &[Key] = &[
    EMAIL,
    FIRST_NAME,
    LAST_NAME,
    word("appUserId"),
    word("productId"),
    word("entitlementIds"),
    word("store"),
    word("environment"),
    word("periodType"),
    decimal("price"),
    word("currency"),
    word("countryCode"),
    date("purchasedAt"),
    date("expiresAt"),
    word("cancelReason"),
    word("expirationReason"),
];

pub(super) fn events() -> Vec<EventContract> {
    vec![
        EventContract::of("INITIAL_PURCHASE", "Subscription bought", PURCHASE),
        EventContract::of("RENEWAL", "Subscription renewed", PURCHASE),
        EventContract::of("CANCELLATION", "Subscription canceled", PURCHASE),
        EventContract::of("EXPIRATION", "Subscription expired", PURCHASE),
    ]
}

pub(super) fn read(body: &Map<String, Value>) -> Option<InboundEvent> {
    let event = body.get("event")?;
    let event_type = event.get("type")?.as_str()?;
    let status = match event_type {
        "INITIAL_PURCHASE" | "RENEWAL" => "active",
        "CANCELLATION" => "canceled",
        "EXPIRATION" => "expired",
        _ => return None,
    };
    let mut draft = Draft::new(Provider::Revenuecat, event_type, event.get("id"));
    draft.event().is_live = event["environment"] != "SANDBOX";
    draft.at(&at_ms(event.get("event_timestamp_ms")));
    person(&mut draft, event);
    purchase(&mut draft, event);
    let reason = text(event.get("cancel_reason"));
    draft
        .field("status", &said(status))
        .key("cancelReason", &reason)
        .key("expirationReason", &text(event.get("expiration_reason")));
    // Whoever is a subscriber has no reason to have left; whoever has left keeps it.
    match (status, &reason) {
        ("active", _) => draft.field("cancel_reason", &Said::Null),
        (_, Said::Null) => &mut draft,
        (_, reason) => draft.field("cancel_reason", reason),
    };
    Some(draft.done())
}

fn person(draft: &mut Draft, event: &Value) {
    let attributes = &event["subscriber_attributes"];
    let user = text(event.get("app_user_id"));
    let email = address(attributes["$email"].get("value"));
    draft
        .address(email.or_else(|| address(event.get("app_user_id"))))
        .known_as("app_user_id", &user)
        .whole_name(attributes["$displayName"].get("value"))
        .both("appUserId", "app_user_id", &user);
}

fn purchase(draft: &mut Draft, event: &Value) {
    draft
        .both("productId", "product_id", &text(event.get("product_id")))
        .both(
            "entitlementIds",
            "entitlements",
            &joined(event.get("entitlement_ids")),
        )
        .both("store", "store", &text(event.get("store")))
        .both(
            "environment",
            "environment",
            &text(event.get("environment")),
        )
        .both("periodType", "period_type", &text(event.get("period_type")))
        .both("price", "price", &number(event.get("price")))
        .both("currency", "currency", &text(event.get("currency")))
        .key("countryCode", &text(event.get("country_code")))
        .both(
            "purchasedAt",
            "purchased_at",
            &at_ms(event.get("purchased_at_ms")),
        )
        .both(
            "expiresAt",
            "expires_at",
            &at_ms(event.get("expiration_at_ms")),
        );
}
