//! Stripe: subscriptions, paid invoices, customers who leave. Some fields have moved over the years; both places are
//! read.

use serde_json::{Map, Value};

use super::contract::{
    EMAIL, FIRST_NAME, Key, LAST_NAME, boolean, date, integer as whole, personal, text as word,
};
use super::draft::{Draft, Said, address, at_seconds, flag, integer, text};
use super::{EventContract, InboundEvent, Invoice, Provider};

const SUBSCRIPTION: &[Key] = &[
    EMAIL,
    word("customerId"),
    word("subscriptionId"),
    word("status"),
    word("previousStatus"),
    word("priceId"),
    word("productId"),
    word("planName"),
    whole("quantity"),
    whole("amountCents"),
    word("currency"),
    word("interval"),
    date("currentPeriodEnd"),
    boolean("cancelAtPeriodEnd"),
    date("trialEnd"),
];
const INVOICE: &[Key] = &[
    EMAIL,
    FIRST_NAME,
    LAST_NAME,
    word("customerId"),
    word("invoiceId"),
    word("invoiceNumber"),
    word("subscriptionId"),
    whole("amountPaidCents"),
    word("currency"),
    word("invoiceUrl"),
    date("paidAt"),
];
const CUSTOMER: &[Key] = &[EMAIL, word("customerId"), personal("name")];

pub(super) fn events() -> Vec<EventContract> {
    vec![
        EventContract::of(
            "customer.subscription.created",
            "Subscription created",
            SUBSCRIPTION,
        ),
        EventContract::of(
            "customer.subscription.updated",
            "Subscription updated",
            SUBSCRIPTION,
        ),
        EventContract::of(
            "customer.subscription.deleted",
            "Subscription ended",
            SUBSCRIPTION,
        ),
        EventContract::of("invoice.paid", "Invoice paid", INVOICE),
        EventContract::of("customer.deleted", "Customer deleted", CUSTOMER),
    ]
}

pub(super) fn read(body: &Map<String, Value>) -> Option<InboundEvent> {
    let event_type = body.get("type")?.as_str()?;
    let mut draft = Draft::new(Provider::Stripe, event_type, body.get("id"));
    draft.event().is_live = body.get("livemode") != Some(&Value::Bool(false));
    let data = body.get("data")?;
    let object = data.get("object")?;
    let at = at_seconds(body.get("created"));
    draft.at(&at);
    match event_type {
        "customer.subscription.created"
        | "customer.subscription.updated"
        | "customer.subscription.deleted" => subscription(&mut draft, data, object),
        "invoice.paid" => invoice(&mut draft, object, &at),
        "customer.deleted" => customer(&mut draft, object, &at),
        _ => return None,
    }
    Some(draft.done())
}

/// An id, also where the whole object stands instead.
fn id(value: Option<&Value>) -> Said {
    match value {
        Some(Value::Object(object)) => text(object.get("id")),
        value => text(value),
    }
}

fn subscription(draft: &mut Draft, data: &Value, object: &Value) {
    let (item, before) = (&object["items"]["data"][0], &data["previous_attributes"]);
    // Before there were prices there were plans.
    let price = item.get("price").or_else(|| item.get("plan"));
    let price = price.unwrap_or(&Value::Null);
    let customer = id(object.get("customer"));
    let renews = at_seconds(object.get("current_period_end"))
        .or(|| at_seconds(item.get("current_period_end")));
    let currency = text(price.get("currency")).or(|| text(object.get("currency")));
    let amount = integer(price.get("unit_amount")).or(|| integer(price.get("amount")));
    let interval = text(price["recurring"].get("interval")).or(|| text(price.get("interval")));
    let plan = text(price.get("nickname")).or(|| text(price["product"].get("name")));
    draft
        .known_as("customer_id", &customer)
        .both("customerId", "customer_id", &customer)
        .both("subscriptionId", "subscription_id", &text(object.get("id")))
        .both("status", "subscription_status", &text(object.get("status")))
        .key("previousStatus", &text(before.get("status")))
        .key("priceId", &text(price.get("id")))
        .key("productId", &id(price.get("product")))
        .both("planName", "subscription_plan", &plan)
        .key("quantity", &integer(item.get("quantity")))
        .key("amountCents", &amount)
        .both("currency", "currency", &currency)
        .key("interval", &interval)
        .both("currentPeriodEnd", "renews_at", &renews)
        .key(
            "cancelAtPeriodEnd",
            &flag(object.get("cancel_at_period_end")),
        )
        .key("trialEnd", &at_seconds(object.get("trial_end")));
}

fn invoice(draft: &mut Draft, object: &Value, at: &Said) {
    let customer = id(object.get("customer"));
    let subscription = id(object.get("subscription"))
        .or(|| id(object["parent"]["subscription_details"].get("subscription")));
    let paid_at = at_seconds(object["status_transitions"].get("paid_at")).or(|| at.clone());
    let invoice = text(object.get("id"));
    draft
        .address(address(object.get("customer_email")))
        .known_as("customer_id", &customer)
        .whole_name(object.get("customer_name"))
        .both("customerId", "customer_id", &customer)
        .key("invoiceId", &invoice)
        .key("invoiceNumber", &text(object.get("number")))
        .key("subscriptionId", &subscription)
        .key("amountPaidCents", &integer(object.get("amount_paid")))
        .both("currency", "currency", &text(object.get("currency")))
        .key("invoiceUrl", &text(object.get("hosted_invoice_url")))
        .both("paidAt", "last_invoice_at", &paid_at);
    // An invoice for something else leaves the subscription as it is.
    if subscription.as_str().is_some() {
        draft.field("subscription_id", &subscription);
    }
    let field = draft.field_name("lifetime_value_cents");
    let cents = object["amount_paid"].as_i64();
    draft.event().invoice = invoice.as_str().zip(cents).map(|(id, cents)| Invoice {
        id: id.to_owned(),
        cents,
        field,
    });
}

fn customer(draft: &mut Draft, object: &Value, at: &Said) {
    let customer = text(object.get("id"));
    draft
        .address(address(object.get("email")))
        .known_as("customer_id", &customer)
        .both("customerId", "customer_id", &customer)
        .key("name", &text(object.get("name")))
        .deleted(at);
}
