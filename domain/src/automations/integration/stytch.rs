//! Stytch: people who sign up, sign in and leave.

use serde_json::{Map, Value};

use super::contract::{EMAIL, FIRST_NAME, Key, LAST_NAME, boolean, date, text as word};
use super::draft::{Draft, Said, address, at_iso, text};
use super::{EventContract, InboundEvent, Provider};

const USER: &[Key] = &[
    EMAIL,
    FIRST_NAME,
    LAST_NAME,
    word("userId"),
    word("status"),
    boolean("emailVerified"),
    date("createdAt"),
];
const SESSION: &[Key] = &[
    EMAIL,
    word("userId"),
    word("sessionId"),
    date("startedAt"),
    date("expiresAt"),
];

pub(super) fn events() -> Vec<EventContract> {
    vec![
        EventContract::of("user.created", "User created", USER),
        EventContract::of("user.deleted", "User deleted", USER),
        EventContract::of("session.created", "Session created", SESSION),
    ]
}

pub(super) fn read(body: &Map<String, Value>) -> Option<InboundEvent> {
    // Others tell again what somebody else did.
    if body.get("source")?.as_str()? != "DIRECT" {
        return None;
    }
    let what = body.get("object_type")?.as_str()?.to_ascii_lowercase();
    let done = match body.get("action")?.as_str()? {
        "CREATE" => "created",
        "DELETE" => "deleted",
        _ => return None,
    };
    let event_type = format!("{what}.{done}");
    let mut draft = Draft::new(Provider::Stytch, &event_type, body.get("event_id"));
    let at = at_iso(body.get("timestamp"));
    draft.at(&at);
    match event_type.as_str() {
        "user.created" => {
            let email = user(&mut draft, body);
            draft.address(email);
        }
        "user.deleted" => {
            user(&mut draft, body);
            draft.deleted(&at);
        }
        "session.created" => session(&mut draft, body),
        _ => return None,
    }
    Some(draft.done())
}

/// Gives the person's address, if one is there.
fn user(draft: &mut Draft, body: &Map<String, Value>) -> Option<String> {
    let user = body.get("user").unwrap_or(&Value::Null);
    let id = text(user.get("user_id")).or(|| text(body.get("id")));
    let name = &user["name"];
    let email = primary(user);
    let verified = email.map_or(Said::Nothing, |email| {
        Said::Plain(Value::Bool(email["verified"] == true))
    });
    draft
        .known_as("user_id", &id)
        .names(name.get("first_name"), name.get("last_name"))
        .both("userId", "user_id", &id)
        .both("status", "status", &text(user.get("status")))
        .both("emailVerified", "email_verified", &verified)
        .both("createdAt", "created_at", &at_iso(user.get("created_at")));
    address(email.and_then(|email| email.get("email")))
}

/// An address that was verified, else the first.
fn primary(user: &Value) -> Option<&Value> {
    let all = user.get("emails")?.as_array()?;
    let verified = all.iter().find(|email| email["verified"] == true);
    verified.or(all.first())
}

fn session(draft: &mut Draft, body: &Map<String, Value>) {
    let session = body.get("session").unwrap_or(&Value::Null);
    let user = text(session.get("user_id"));
    let started = at_iso(session.get("started_at"));
    let id = text(session.get("session_id")).or(|| text(body.get("id")));
    draft
        .known_as("user_id", &user)
        .both("userId", "user_id", &user)
        .key("sessionId", &id)
        .both("startedAt", "last_session_at", &started)
        .key("expiresAt", &at_iso(session.get("expires_at")));
}
