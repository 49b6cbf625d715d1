//! `WorkOS`: people in the directories of organizations.

use serde_json::{Map, Value};

use super::contract::{EMAIL, FIRST_NAME, Key, LAST_NAME, personal, text as word};
use super::draft::{Draft, address, at_iso, text};
use super::{EventContract, InboundEvent, Provider};

const USER: &[Key] = &[
    EMAIL,
    FIRST_NAME,
    LAST_NAME,
    word("directoryUserId"),
    word("directoryId"),
    word("organizationId"),
    word("idpId"),
    word("state"),
    personal("username"),
    word("jobTitle"),
];

pub(super) fn events() -> Vec<EventContract> {
    vec![
        EventContract::of("dsync.user.created", "Directory user created", USER),
        EventContract::of("dsync.user.updated", "Directory user updated", USER),
        EventContract::of("dsync.user.deleted", "Directory user deleted", USER),
    ]
}

pub(super) fn read(body: &Map<String, Value>) -> Option<InboundEvent> {
    let event_type = body.get("event")?.as_str()?;
    if !matches!(
        event_type,
        "dsync.user.created" | "dsync.user.updated" | "dsync.user.deleted"
    ) {
        return None;
    }
    let data = body.get("data")?;
    let mut draft = Draft::new(Provider::Workos, event_type, body.get("id"));
    let id = text(data.get("id"));
    let at = at_iso(body.get("created_at"));
    draft
        .at(&at)
        .address(email(data))
        .known_as("directory_user_id", &id)
        .names(data.get("first_name"), data.get("last_name"))
        .both("directoryUserId", "directory_user_id", &id)
        .both(
            "directoryId",
            "directory_id",
            &text(data.get("directory_id")),
        )
        .both(
            "organizationId",
            "organization_id",
            &text(data.get("organization_id")),
        )
        .both("idpId", "idp_id", &text(data.get("idp_id")))
        .both("state", "state", &text(data.get("state")))
        .both("username", "username", &text(data.get("username")))
        .both("jobTitle", "job_title", &text(data.get("job_title")));
    if event_type == "dsync.user.deleted" {
        draft.deleted(&at);
    }
    Some(draft.done())
}

fn email(data: &Value) -> Option<String> {
    let primary = || {
        let all = data.get("emails")?.as_array()?;
        let primary = all.iter().find(|email| email["primary"] == true)?;
        address(primary.get("value"))
    };
    address(data.get("email"))
        .or_else(primary)
        .or_else(|| address(data.get("username")))
}
