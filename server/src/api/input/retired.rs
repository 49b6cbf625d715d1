//! Spellings of earlier revisions, and what to use instead. They are refused like any unknown key;
//! only the suggestion knows them.

use axum::http::Method;

use super::shape::{Form, ObjectShape};

/// Lists that once took the id of one of their rows.
const READ_BY_PATH: [(&str, &str); 12] = [
    ("/v1/emails", "emailId"),
    ("/v1/templates", "emailId"),
    ("/v1/audiences", "audienceId"),
    ("/v1/automations", "automationId"),
    ("/v1/automations/runs", "automationRunId"),
    ("/v1/automations/triggers", "triggerEventId"),
    ("/v1/domains", "domainId"),
    ("/v1/email-groups", "groupId"),
    ("/v1/fields", "fieldName"),
    ("/v1/flows", "slug"),
    ("/v1/sends", "sendId"),
    ("/v1/contacts", "email"),
];

/// What is said where the key would have been taken once: on the routes that took it, and where what stands for it now is
/// taken.
pub fn replacement(form: &Form, shape: &ObjectShape, key: &str) -> Option<String> {
    let (method, path) = (&form.route.0, form.route.1);
    let takes = |keys: &[&str]| keys.iter().all(|key| shape.properties.contains_key(*key));
    let advice = match key {
        "brandId" | "brand_id" => {
            "The brand follows from the key; an organization key names it in the `X-Brand-Id` header."
        }
        "fromEmail" | "senderName" if takes(&["from", "replyTo"]) => {
            "Use `from: { email, name? }`."
        }
        "runId" if takes(&["sendId"]) => "Use `sendId`.",
        "runId" if path == "/v1/sends" => "Read one send by its path: `GET /v1/sends/{sendId}`.",
        "version" if takes(&["emailVersionId"]) => "Use `emailVersionId`.",
        "createdAtFrom" | "createdAtTo" | "updatedAtFrom" | "updatedAtTo"
            if takes(&["sortBy", "from", "to"]) =>
        {
            "Use `sortBy` with `from` and `to`."
        }
        "createdAtFrom" | "createdAtTo" | "updatedAtFrom" | "updatedAtTo"
            if takes(&["from", "to"]) =>
        {
            "Use `from` and `to`."
        }
        "recipientEmail" if takes(&["recipient"]) => "Use `recipient`.",
        "dry_run" if takes(&["dryRun"]) => "Use `dryRun`.",
        "stop_in_flight" if takes(&["stopInFlight"]) => "Use `stopInFlight`.",
        "audienceId" if path == "/v1/contacts" && method == Method::GET => {
            "Members of an audience: `POST /v1/contacts/search` with `audienceId`."
        }
        "verify" if path == "/v1/domains/{domainId}" => "Use `POST /v1/domains/{domainId}/verify`.",
        key if method == Method::GET && READ_BY_PATH.contains(&(path, key)) => {
            return Some(format!("Read one row by its path: `GET {path}/{{{key}}}`."));
        }
        _ => return None,
    };
    Some(advice.to_owned())
}

/// `first_name` as the contract would spell it.
pub fn camel_case(key: &str) -> String {
    let mut out = String::with_capacity(key.len());
    let mut upper = false;
    for c in key.chars() {
        if c == '_' || c == '-' {
            upper = !out.is_empty();
        } else if upper {
            out.extend(c.to_uppercase());
            upper = false;
        } else {
            out.push(c);
        }
    }
    out
}
