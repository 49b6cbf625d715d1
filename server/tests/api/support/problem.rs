//! What every answer promises.

use std::sync::OnceLock;

use serde_json::Value;

use super::client::Answer;

/// The page that `docs` links lead to; the same on every server of this process.
pub static ERRORS_PAGE: OnceLock<String> = OnceLock::new();

/// Checks a refusal with its whole envelope and its headers. `param: None` means that none is sent.
#[track_caller]
pub fn assert_problem(answer: &Answer, status: u16, code: &str, param: Option<&str>) {
    assert_envelope(answer, status, code, param);
    assert_promised_headers(answer);
}

/// The same where nobody is counted: beside `/v1`.
#[track_caller]
pub fn assert_envelope(answer: &Answer, status: u16, code: &str, param: Option<&str>) {
    let shown = String::from_utf8_lossy(&answer.bytes).into_owned();
    assert_eq!((answer.status, answer.code()), (status, code), "{shown}");
    let error = answer.json["error"].as_object().expect("an error object");
    assert_eq!(
        answer.json.as_object().map(serde_json::Map::len),
        Some(1),
        "{shown}"
    );
    assert_eq!(error.get("param").and_then(Value::as_str), param, "{shown}");
    assert_eq!(error["type"], kind_of(status), "{shown}");
    for key in ["message", "suggestion"] {
        let text = error[key].as_str().unwrap_or_default();
        assert!(!text.trim().is_empty(), "`{key}` is empty: {shown}");
    }
    let docs = error["docs"].as_str().unwrap_or_default();
    assert!(docs.starts_with("http"), "{shown}");
    assert!(docs.ends_with(&format!("/docs/errors#{code}")), "{shown}");
    let page = ERRORS_PAGE.get().expect("a server was started");
    assert!(
        page.contains(&format!("id=\"{code}\"")),
        "the page has no section {code}"
    );
    let known = [
        "code",
        "type",
        "message",
        "param",
        "suggestion",
        "docs",
        "retryAfter",
        "details",
    ];
    let unknown: Vec<_> = error
        .keys()
        .filter(|key| !known.contains(&key.as_str()))
        .collect();
    assert!(unknown.is_empty(), "{unknown:?} in {shown}");
    let retry_after = error.get("retryAfter").and_then(Value::as_i64);
    assert_eq!(
        answer.number("retry-after"),
        retry_after,
        "the header mirrors retryAfter: {shown}"
    );
}

/// The headers that every answer of the API carries, good or bad.
#[track_caller]
pub fn assert_promised_headers(answer: &Answer) {
    let id = answer.header("x-request-id").expect("x-request-id");
    let digits = id.strip_prefix("req_").unwrap_or_default();
    assert!(
        digits.len() == 32
            && digits
                .bytes()
                .all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')),
        "{id}"
    );
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let kind = answer.header("content-type").unwrap_or_default();
    let is_file = answer.status == 200 && kind == "text/csv; charset=utf-8";
    assert!(is_file || kind == "application/json", "{kind}");
    for name in [
        "x-ratelimit-limit",
        "x-ratelimit-remaining",
        "x-ratelimit-reset",
    ] {
        assert!(
            answer.number(name).is_some_and(|number| number >= 0),
            "{name}"
        );
    }
}

fn kind_of(status: u16) -> &'static str {
    match status {
        400 | 402 | 405 | 413 | 422 => "invalid_request",
        401 => "authentication_error",
        403 => "authorization_error",
        404 => "not_found",
        409 => "conflict",
        429 => "rate_limit",
        500 | 503 => "internal_error",
        501 => "not_implemented",
        other => panic!("{other} is no status of an error"),
    }
}
