//! The cast of the examples: one small story (Ada is a customer on the plan `pro`) that all of them share,
//! so that one call's example works on what another's has made.

use serde_json::Value;

/// What a name stands for, in the order in which people like to read the keys of an object. A name may be
/// told more exactly for one group: `usage.limit`.
const WORDS: &[(&str, &str)] = &[
    ("success", "true"),
    ("data", ""),
    ("contactId", ""),
    ("audienceId", ""),
    ("emailId", ""),
    ("emailVersionId", ""),
    ("brandId", ""),
    ("id", "\"6vsi72lx36e251d2xxbj3tk0d4kaorep\""),
    ("fieldName", "\"plan\""),
    ("fieldType", "\"string\""),
    ("label", "\"City\""),
    ("email", "\"ada@example.com\""),
    ("emails", "[\"ada@example.com\",\"grace@example.com\"]"),
    ("firstName", "\"Ada\""),
    ("lastName", "\"Lovelace\""),
    ("subscribed", "true"),
    ("customFields", "{\"plan\":\"pro\",\"seats\":5}"),
    ("suppressed", "false"),
    ("validationStatus", "\"valid\""),
    ("source", "\"signup-form\""),
    ("capturedAt", "\"2026-01-02T03:04:05.678Z\""),
    ("email-groups.name", "\"Spring campaigns\""),
    ("brands.name", "\"Analytical Engines\""),
    ("brand.name", "\"Analytical Engines\""),
    ("domains.name", "\"example.com\""),
    ("domains.email", "\"hello@example.com\""),
    ("domains.value", "\"v=spf1 a:mail.example.net ~all\""),
    ("domains.type", "\"TXT\""),
    ("domains.status", "\"verified\""),
    ("domains.record", "\"SPF\""),
    ("defaults", ""),
    ("sendId", ""),
    ("kind", "\"campaign\""),
    ("sends.audienceId", "\"all\""),
    ("sends.to", "[\"ada@example.com\",\"grace@example.com\"]"),
    ("sends.email", "\"hello@example.com\""),
    ("sends.name", "\"Analytical Engines\""),
    ("sends.include", "[\"events\"]"),
    ("recipient", "\"ada@example.com\""),
    ("recipientCount", "2"),
    ("previousStatus", "\"running\""),
    ("from", ""),
    ("openTracking", "true"),
    ("name", "\"Customers at example.com\""),
    ("format", "\"html\""),
    (
        "content",
        "\"<h1>Hello {{ firstName | you }}</h1><p>Spring is here.</p>\"",
    ),
    ("title", "\"Spring news\""),
    ("type", "\"campaign\""),
    (
        "subject",
        "\"Spring is here, {{ firstName | \\\"friend\\\" }}\"",
    ),
    (
        "clients",
        "[\"gmail-web\",\"outlook-windows\",\"apple-mail-ios-dark\"]",
    ),
    (
        "imageUrl",
        "\"https://mail.example.com/assets/6vsi72lx36e251d2xxbj3tk0.webp\"",
    ),
    ("previewText", "\"New machines, old prices\""),
    ("groupId", "\"ungrouped\""),
    ("category", "\"newsletter\""),
    ("emailCount", "3"),
    ("subtitle", "\"1,200 of 5,000 rows\""),
    ("logic", "\"and\""),
    ("logicalOperator", "\"and\""),
    ("filters", ""),
    ("field", "\"email\""),
    ("operator", "\"ends_with\""),
    ("value", "\"@example.com\""),
    ("contacts", ""),
    (
        "csv",
        "\"email,firstName,plan\\nada@example.com,Ada,pro\\ngrace@example.com,Grace,free\\n\"",
    ),
    ("sort", "\"createdAt\""),
    ("order", "\"desc\""),
    ("emails.include", "[\"html\"]"),
    ("email-groups.include", "[\"emails\"]"),
    ("domains.include", "[\"health\"]"),
    ("include", "[\"count\"]"),
    ("search", "\"ada\""),
    ("usage.limit", "5000"),
    ("limit", "20"),
    ("count", "2"),
    ("countedAt", ""),
    ("emails.status", "\"ready\""),
    ("status", "\"completed\""),
    ("summary", ""),
    ("total", "2"),
    ("valid", "2"),
    ("risky", "0"),
    ("invalid", "0"),
    ("unknown", "0"),
    ("isDisposable", "false"),
    ("isRole", "false"),
    ("created", "2"),
    ("updated", "0"),
    ("failed", "0"),
    ("skipped", "0"),
    ("fieldsCreated", "[\"plan\"]"),
    ("contacts.errors", "[]"),
    ("stats", ""),
    ("delivery", ""),
    ("exclusions", ""),
    ("planned", "2"),
    ("excluded", "0"),
    ("pending", "0"),
    ("deferred", "0"),
    ("sent", "2"),
    ("accepted", "2"),
    ("delivered", "2"),
    ("opened", "1"),
    ("clicked", "1"),
    ("bounced", "0"),
    ("complained", "0"),
    ("unsubscribed", "0"),
    ("sends.suppressed", "0"),
    ("duplicate", "0"),
    ("inDoubt", "0"),
    ("machineOpens", "0"),
    ("machineClicks", "0"),
    ("deleted", "true"),
    ("deletedCount", "2"),
    ("notFound", "[]"),
    ("totalRows", "2"),
    ("processedRows", "2"),
    ("progressPercent", "100"),
    ("reason", "\"Confirmed by phone\""),
    ("triggered", "0"),
    ("pagination", ""),
    ("hasMore", "false"),
    ("identity", ""),
    ("brandName", "\"Analytical Engines\""),
    ("description", "\"Machines that calculate.\""),
    ("tagline", "\"Calculated by steam\""),
    ("contactEmail", "\"hello@example.com\""),
    ("address", "\"1 Main Street, 12345 Springfield\""),
    ("theme", ""),
    ("primaryColor", "\"#1a6b5c\""),
    ("headingFont", "\"Georgia\""),
    ("buttonRadius", "6"),
    ("logos", "[]"),
    ("socialLinks", "[]"),
    ("voice", "\"Clear and friendly\""),
    ("timeZone", "\"Europe/Berlin\""),
    ("trackOpens", "true"),
    ("trackClicks", "true"),
    ("readiness", ""),
    ("ready", "true"),
    ("progress", "100"),
    ("plan", "\"starter\""),
    ("credits", ""),
    ("emailSends", ""),
    ("used", "120"),
    ("remaining", "4880"),
    ("period", ""),
    ("start", "\"2026-01-01T00:00:00.000Z\""),
    ("end", "\"2026-02-01T00:00:00.000Z\""),
    ("version", "\"0.1.0\""),
    ("creditValue", "0.01"),
    ("operation", "\"List contacts\""),
    ("method", "\"GET\""),
    ("path", "\"/v1/contacts\""),
    ("metering", "\"free\""),
    ("policy", "\"contacts.read\""),
    ("perMinute", "100"),
    ("rateLimitStore", "\"process\""),
    ("scopes", "[\"contacts\"]"),
    ("statuses", "[\"queued\"]"),
    ("code", "\"CONTACT_NOT_FOUND\""),
    ("http", "404"),
    ("help.type", "\"not_found\""),
    ("domain", "\"completed\""),
    ("logo", "\"completed\""),
    ("requestId", "\"req_5f2c8a\""),
    ("createdAt", ""),
    ("updatedAt", ""),
    ("completedAt", ""),
    ("revokedAt", ""),
];

/// Optional input that an example shows.
const SHOWN_INPUT: &[&str] = &[
    "email",
    "firstName",
    "lastName",
    "subscribed",
    "customFields",
    "label",
    "name",
    "format",
    "content",
    "subject",
    "clients",
    "to",
    "filters",
    "value",
    "sort",
    "order",
    "limit",
    "include",
    "reason",
    "identity",
    "brandName",
    "contactEmail",
    "address",
    "theme",
    "primaryColor",
    "timeZone",
    "defaults",
    "openTracking",
];

/// What a caller says; an answer has it only when something went wrong.
const ONLY_ASKED: &[&str] = &["reason"];

/// What an example says for this name in this group, if the story knows it.
pub fn word(group: &str, name: &str) -> Option<Value> {
    let exact = format!("{group}.{name}");
    let find = |wanted: &str| {
        let (_, json) = WORDS.iter().find(|(known, _)| *known == wanted)?;
        serde_json::from_str(json).ok()
    };
    find(&exact)
        .or_else(|| find(name))
        .or_else(|| by_ending(name))
}

fn by_ending(name: &str) -> Option<Value> {
    if name.ends_with("Id") {
        return Some("6vsi72lx36e251d2xxbj3tk0d4kaorep".into());
    }
    name.ends_with("At")
        .then(|| "2026-01-02T03:04:05.678Z".into())
}

pub fn is_shown_input(name: &str) -> bool {
    SHOWN_INPUT.contains(&name)
}

/// Whether an answer's example shows this key although it may be absent.
pub fn is_shown_answer(name: &str) -> bool {
    place(name) < WORDS.len() && !ONLY_ASKED.contains(&name)
}

/// Where a key stands among its neighbours; what the story does not know stands last.
pub fn place(name: &str) -> usize {
    WORDS
        .iter()
        .position(|(known, _)| known.rsplit('.').next() == Some(name))
        .unwrap_or(WORDS.len())
}
