//! Clerk: people who sign up, and the organizations that they make.

use serde_json::{Map, Value};

use super::contract::{EMAIL, FIRST_NAME, Key, LAST_NAME, boolean, date, personal, text as word};
use super::draft::{Draft, Said, address, at_ms, at_seconds, text};
use super::{Arrival, EventContract, InboundEvent, Provider};

const USER: &[Key] = &[
    EMAIL,
    FIRST_NAME,
    LAST_NAME,
    word("userId"),
    personal("username"),
    word("imageUrl"),
    boolean("emailVerified"),
    date("createdAt"),
];
const ORGANIZATION: &[Key] = &[
    EMAIL,
    word("organizationId"),
    word("organizationName"),
    word("organizationSlug"),
    word("createdByUserId"),
    date("createdAt"),
];

pub(super) fn events() -> Vec<EventContract> {
    vec![
        EventContract::of("user.created", "User created", USER),
        EventContract::of("user.updated", "User updated", USER),
        EventContract::of("organization.created", "Organization created", ORGANIZATION),
    ]
}

pub(super) fn read(arrival: &Arrival<'_>, body: &Map<String, Value>) -> Option<InboundEvent> {
    let event_type = body.get("type")?.as_str()?;
    let id = arrival.header("svix-id").map(Value::from);
    let mut draft = Draft::new(Provider::Clerk, event_type, id.as_ref());
    // Its own time first: that of the header is of the delivery, which may be a later one.
    let delivered = arrival.header("svix-timestamp");
    let delivered = delivered
        .and_then(|at| at.parse::<i64>().ok())
        .map(Value::from);
    draft.at(&at_ms(body.get("timestamp")).or(|| at_seconds(delivered.as_ref())));
    let data = body.get("data")?;
    match event_type {
        "user.created" | "user.updated" => user(&mut draft, data),
        "organization.created" => organization(&mut draft, data),
        _ => return None,
    }
    Some(draft.done())
}

fn user(draft: &mut Draft, data: &Value) {
    let id = text(data.get("id"));
    let primary = primary(data);
    let email = primary.and_then(|email| email.get("email_address"));
    draft
        .address(address(email))
        .known_as("user_id", &id)
        .names(data.get("first_name"), data.get("last_name"))
        .both("userId", "user_id", &id)
        .both("username", "username", &text(data.get("username")))
        .both("imageUrl", "image_url", &text(data.get("image_url")))
        .both("emailVerified", "email_verified", &verified(primary))
        .both("createdAt", "created_at", &at_ms(data.get("created_at")));
}

/// The address that the person chose, else the first.
fn primary(data: &Value) -> Option<&Value> {
    let all = data.get("email_addresses")?.as_array()?;
    let chosen = data.get("primary_email_address_id");
    let is_chosen = |email: &&Value| chosen.is_some() && email.get("id") == chosen;
    all.iter().find(is_chosen).or(all.first())
}

fn verified(email: Option<&Value>) -> Said {
    email.map_or(Said::Nothing, |email| {
        Said::Plain(Value::Bool(email["verification"]["status"] == "verified"))
    })
}

/// Its address is that of whoever made it.
fn organization(draft: &mut Draft, data: &Value) {
    let by = text(data.get("created_by"));
    draft
        .known_as("user_id", &by)
        .both("organizationId", "organization_id", &text(data.get("id")))
        .both(
            "organizationName",
            "organization_name",
            &text(data.get("name")),
        )
        .key("organizationSlug", &text(data.get("slug")))
        .key("createdByUserId", &by)
        .key("createdAt", &at_ms(data.get("created_at")));
}
