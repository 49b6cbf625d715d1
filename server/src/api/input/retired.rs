//! Spellings of earlier revisions, and what to use instead. They are refused like any unknown key;
//! only the suggestion knows them.

pub fn replacement(key: &str) -> Option<&'static str> {
    Some(match key {
        "brandId" | "brand_id" => {
            "The brand follows from the key; an organization key names it in the `X-Brand-Id` header."
        }
        "fromEmail" | "senderName" => "Use `from: { email, name? }`.",
        "runId" => "Use `sendId`.",
        "version" => "Use `emailVersionId`.",
        "createdAtFrom" | "createdAtTo" | "updatedAtFrom" | "updatedAtTo" => {
            "Use `sortBy` with `from` and `to`."
        }
        "recipientEmail" => "Use `recipient`.",
        "dry_run" => "Use `dryRun`.",
        "stop_in_flight" => "Use `stopInFlight`.",
        "verify" => "Use `POST /v1/domains/{domainId}/verify`.",
        "emailId" | "audienceId" | "automationId" | "automationRunId" | "triggerEventId"
        | "domainId" | "groupId" | "fieldName" | "slug" | "sendId" => {
            "Read one row by its path instead."
        }
        _ => return None,
    })
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
