//! Shopify: orders that were paid, and customers. Topic and shop are in headers, which its signature does not cover.

use serde_json::{Map, Value};

use super::contract::{
    EMAIL, FIRST_NAME, Key, LAST_NAME, boolean, date, integer as whole, number as decimal,
    text as word,
};
use super::draft::{Draft, Said, address, at_iso, integer, joined, number, text, word as said};
use super::event::body_id;
use super::{Arrival, EventContract, InboundEvent, Provider};

const ORDER: &[Key] = &[
    EMAIL,
    FIRST_NAME,
    LAST_NAME,
    word("orderId"),
    word("orderNumber"),
    decimal("totalPrice"),
    word("currency"),
    word("financialStatus"),
    whole("itemCount"),
    word("firstItemTitle"),
    word("orderUrl"),
    word("shopDomain"),
    date("createdAt"),
];
const CUSTOMER: &[Key] = &[
    EMAIL,
    FIRST_NAME,
    LAST_NAME,
    word("customerId"),
    whole("ordersCount"),
    decimal("totalSpent"),
    word("state"),
    word("tags"),
    boolean("acceptsMarketing"),
    word("shopDomain"),
];
const CONSENT: &str = "email_marketing_consent";
const MAX_SHOP: usize = 255;

pub(super) fn events() -> Vec<EventContract> {
    vec![
        EventContract::of("orders/paid", "Order paid", ORDER),
        EventContract::of("customers/create", "Customer created", CUSTOMER),
        EventContract::of("customers/update", "Customer updated", CUSTOMER),
    ]
}

pub(super) fn read(arrival: &Arrival<'_>, body: &Map<String, Value>) -> Option<InboundEvent> {
    let topic = arrival.header("x-shopify-topic")?;
    // Anybody who has seen a signed body could send it again under another id and another topic, which nobody has signed:
    // the body alone says which event it is, and it is of the topic that it came with first.
    let id = Value::from(body_id(arrival.body));
    let mut draft = Draft::new(Provider::Shopify, topic, Some(&id));
    let shop = shop(arrival);
    draft.both("shopDomain", "shop_domain", &shop);
    let at = at_iso(body.get("updated_at")).or(|| at_iso(body.get("created_at")));
    draft.at(&at);
    // No signature says which topic a body belongs to: its own shape does.
    let is_order = ["line_items", "financial_status"].map(|key| body.contains_key(key));
    match (topic, is_order.contains(&true)) {
        ("orders/paid", true) => order(&mut draft, body),
        ("customers/create" | "customers/update", false) => customer(&mut draft, body),
        _ => return None,
    }
    Some(draft.done())
}

fn shop(arrival: &Arrival<'_>) -> Said {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    match arrival.header("x-shopify-shop-domain") {
        Some(shop) if shop.len() <= MAX_SHOP && shop.chars().all(is_plain) => said(shop),
        _ => Said::Nothing,
    }
}

fn order(draft: &mut Draft, order: &Map<String, Value>) {
    let customer = order.get("customer").unwrap_or(&Value::Null);
    let email = [
        order.get("email"),
        order.get("contact_email"),
        customer.get("email"),
    ];
    let id = text(customer.get("id"));
    let items = order.get("line_items").and_then(Value::as_array);
    let first = items.and_then(|items| items.first()?.get("title"));
    let count = items.map(|items| {
        let counts = items
            .iter()
            .map(|item| item["quantity"].as_i64().unwrap_or(1));
        Value::from(counts.fold(0, i64::saturating_add))
    });
    draft.event().subscribes =
        consents(customer.get(CONSENT), order.get("buyer_accepts_marketing"));
    draft
        .address(email.into_iter().find_map(address))
        .known_as("customer_id", &id)
        .names(customer.get("first_name"), customer.get("last_name"))
        .both("orderId", "last_order_id", &text(order.get("id")))
        .key("orderNumber", &text(order.get("name")))
        .both(
            "totalPrice",
            "last_order_total",
            &number(order.get("total_price")),
        )
        .both("currency", "currency", &text(order.get("currency")))
        .key("financialStatus", &text(order.get("financial_status")))
        .key("itemCount", &integer(count.as_ref()))
        .key("firstItemTitle", &text(first))
        .key("orderUrl", &text(order.get("order_status_url")))
        .both(
            "createdAt",
            "last_order_at",
            &at_iso(order.get("created_at")),
        )
        .field("customer_id", &id)
        .field("orders_count", &integer(customer.get("orders_count")))
        .field("total_spent", &number(customer.get("total_spent")))
        .field("tags", &joined(customer.get("tags")));
}

fn customer(draft: &mut Draft, customer: &Map<String, Value>) {
    let id = text(customer.get("id"));
    let consents = consents(customer.get(CONSENT), None);
    draft.event().subscribes = consents;
    draft
        .address(address(customer.get("email")))
        .known_as("customer_id", &id)
        .names(customer.get("first_name"), customer.get("last_name"))
        .both("customerId", "customer_id", &id)
        .both(
            "ordersCount",
            "orders_count",
            &integer(customer.get("orders_count")),
        )
        .both(
            "totalSpent",
            "total_spent",
            &number(customer.get("total_spent")),
        )
        .key("state", &text(customer.get("state")))
        .both("tags", "tags", &joined(customer.get("tags")))
        .key("acceptsMarketing", &Said::Plain(Value::Bool(consents)))
        .field("currency", &text(customer.get("currency")));
}

/// What was ticked at a checkout counts only where nothing is known of the customer.
fn consents(of_customer: Option<&Value>, of_order: Option<&Value>) -> bool {
    match of_customer {
        Some(Value::Object(consent)) => {
            consent.get("state").and_then(Value::as_str) == Some("subscribed")
        }
        _ => of_order == Some(&Value::Bool(true)),
    }
}
