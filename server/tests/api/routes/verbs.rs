//! Paths and verbs.

use std::collections::{BTreeMap, BTreeSet};

use postrider_server::api::routes::contract;

use super::path_of;
use crate::support::{TestServer, assert_problem};

/// Verbs that a path of today had in an earlier revision: 404 with the replacement.
const RETIRED: [(&str, &str); 4] = [
    ("GET", "/v1/automations/triggers/{triggerEventId}/fire"),
    ("PATCH", "/v1/automations/runs"),
    ("PATCH", "/v1/automations/runs/{automationRunId}"),
    ("POST", "/v1/automations/audience-runs/{audienceRunId}"),
];

#[tokio::test]
async fn a_verb_that_a_path_lacks_is_405_with_allow() {
    let server = TestServer::with().contract_limits().start().await;
    let brand = server.brand().await;
    let mut verbs: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let rows = contract();
    for row in &rows {
        verbs
            .entry(row.path)
            .or_default()
            .insert(row.method.to_string());
    }
    for row in &rows {
        let has = &verbs[row.path];
        for verb in ["GET", "POST", "PATCH", "DELETE", "PUT", "OPTIONS"] {
            if has.contains(verb) || RETIRED.contains(&(verb, row.path)) {
                continue;
            }
            // The path and its verbs come before the key.
            for caller in [&*brand, &server.nobody()] {
                let answer = caller.request(verb, &path_of(row)).send().await;
                assert_problem(&answer, 405, "METHOD_NOT_ALLOWED", None);
                let allowed: BTreeSet<String> = answer
                    .header("allow")
                    .unwrap()
                    .split(", ")
                    .map(str::to_owned)
                    .collect();
                assert_eq!(&allowed, has, "{verb} {}", row.path);
                assert_eq!(answer.number("x-ratelimit-limit"), Some(100));
                assert_eq!(answer.number("x-ratelimit-remaining"), Some(100));
            }
        }
    }
}

#[tokio::test]
async fn an_unknown_path_is_404_and_shows_the_window_of_meta_read() {
    let server = TestServer::with().contract_limits().start().await;
    let brand = server.brand().await;
    brand.get("/v1/help").await.expect(200);
    for path in [
        "/v1",
        "/v1/",
        "/v1/nothing",
        "/v2/contacts",
        "/v1/contacts/",
        "/contacts",
        "/x",
    ] {
        let answer = brand.get(path).await;
        let (status, code) = if path == "/contacts" {
            (405, "METHOD_NOT_ALLOWED")
        } else {
            (404, "NOT_FOUND")
        };
        assert_problem(&answer, status, code, None);
        assert_eq!(answer.number("x-ratelimit-limit"), Some(100), "{path}");
        assert_eq!(answer.number("x-ratelimit-remaining"), Some(100), "{path}");
    }
}

#[tokio::test]
async fn retired_routes_are_404_and_name_their_replacement() {
    let server = TestServer::start().await;
    for (verb, path, replacement) in [
        (
            "GET",
            "/v1/automations/triggers/t1/fire",
            "/v1/automations/triggers/{triggerEventId}/readiness",
        ),
        (
            "PATCH",
            "/v1/automations/runs/r1",
            "/v1/automations/runs/{automationRunId}/cancel",
        ),
        (
            "POST",
            "/v1/automations/audience-runs/a1",
            "/v1/automations/audience-runs/{audienceRunId}/pause",
        ),
        (
            "PATCH",
            "/v1/automations/runs",
            "/v1/automations/runs/{automationRunId}/cancel",
        ),
        (
            "POST",
            "/v1/automations/audience-runs/a1/control",
            "/v1/automations/audience-runs/{audienceRunId}/pause, /resume or /cancel",
        ),
        ("GET", "/v1/analytics/sends", "/v1/sends"),
        ("GET", "/v1/analytics/campaigns", "/v1/sends?kind=campaign"),
        (
            "GET",
            "/v1/analytics/trigger-instances",
            "/v1/automations/trigger-instances",
        ),
    ] {
        let answer = server.nobody().request(verb, path).send().await;
        assert_problem(&answer, 404, "NOT_FOUND", None);
        let suggestion = answer.json["error"]["suggestion"].as_str().unwrap();
        assert!(suggestion.contains(replacement), "{suggestion}");
    }
}

#[tokio::test]
async fn wrong_verbs_of_the_pages_beside_the_api_have_the_envelope_too() {
    let server = TestServer::start().await;
    for path in [
        "/healthz",
        "/readyz",
        "/metrics",
        "/openapi.json",
        "/docs",
        "/docs/errors",
        "/",
    ] {
        server.nobody().get(path).await.expect(200);
        let answer = server.nobody().request("POST", path).send().await;
        assert_problem(&answer, 405, "METHOD_NOT_ALLOWED", None);
        assert!(
            answer
                .header("allow")
                .is_some_and(|verbs| verbs.contains("GET")),
            "{path}"
        );
    }
}

#[tokio::test]
async fn a_wrong_verb_is_told_which_there_are_and_what_was_taken_for_an_id() {
    let server = TestServer::start().await;
    let answer = server.nobody().request("PUT", "/v1/emails").send().await;
    assert_problem(&answer, 405, "METHOD_NOT_ALLOWED", None);
    assert_eq!(answer["error"]["message"], "This path takes GET, POST.");
    assert_eq!(answer["error"]["suggestion"], "Use GET, POST.");
    let answer = server
        .nobody()
        .request("POST", "/v1/emails/audit")
        .send()
        .await;
    assert_problem(&answer, 405, "METHOD_NOT_ALLOWED", None);
    assert_eq!(
        answer["error"]["message"],
        "This path takes DELETE, GET, PATCH: `audit` is read as the `emailId`."
    );
    assert_eq!(
        answer["error"]["suggestion"],
        "Use DELETE, GET, PATCH. If `audit` is no `emailId`, there is no such path."
    );
}
