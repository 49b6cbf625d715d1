//! What is refused, and what was retired.

use crate::support::{TestServer, assert_problem};

use super::{EVENTS, OVERVIEW};

#[tokio::test]
async fn values_that_do_not_fit_are_refused_by_name() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let many = vec!["a"; 21].join(",");
    for (path, query, param) in [
        (EVENTS, "recipient=", "recipient"),
        (EVENTS, "recipient=a,", "recipient"),
        (EVENTS, "recipient=!", "recipient"),
        (EVENTS, "recipient=a%00b", "recipient"),
        (EVENTS, "recipient=a%0Ab", "recipient"),
        (EVENTS, &format!("recipient={many}"), "recipient"),
        (EVENTS, "eventType=open", "eventType[0]"),
        (EVENTS, "eventType=opened,sended", "eventType[1]"),
        (EVENTS, "eventType=", "eventType[0]"),
        (EVENTS, "limit=0", "limit"),
        (EVENTS, "limit=101", "limit"),
        (EVENTS, "limit=ten", "limit"),
        (EVENTS, "cursor=none", "cursor"),
        (EVENTS, "from=yesterday", "from"),
        (EVENTS, "to=1700000000", "to"),
        (EVENTS, "from=2026-01-02&to=2026-01-02", "to"),
        (EVENTS, "from=2026-01-02&to=2026-01-01", "to"),
        (EVENTS, "from=9000-01-01", "to"),
        (OVERVIEW, "from=2026-01-02&to=2026-01-02", "to"),
        (OVERVIEW, "from=2025-01-01&to=2026-02-06", "from"),
        (OVERVIEW, "granularity=week", "granularity"),
        (
            OVERVIEW,
            "granularity=hour&from=2026-01-01&to=2026-02-02",
            "granularity",
        ),
    ] {
        let refused = brand.get(&format!("{path}?{query}")).await;
        assert_eq!(refused.json["error"]["param"], *param, "{query}");
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
    for (path, query) in [
        (OVERVIEW, "from=2025-01-01&to=2026-02-05"),
        (OVERVIEW, "granularity=hour&from=2026-01-01&to=2026-02-01"),
        (EVENTS, "from=2000-01-01&limit=100"),
    ] {
        brand.get(&format!("{path}?{query}")).await.expect(200);
    }
}

#[tokio::test]
async fn keys_that_are_unknown_or_retired_are_refused() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let retired = [
        "recipientEmail",
        "createdAtFrom",
        "createdAtTo",
        "updatedAtFrom",
        "updatedAtTo",
        "runId",
        "brandId",
        "triggerEventId",
        "audienceId",
        "granularit",
    ];
    let only_there = [
        "recipient",
        "eventType",
        "limit",
        "cursor",
        "automationRunId",
    ];
    let keys = retired.iter().map(|key| (EVENTS, *key));
    let keys = keys.chain([(EVENTS, "emailId"), (EVENTS, "granularity")]);
    let keys = keys.chain(retired.iter().map(|key| (OVERVIEW, *key)));
    for (path, key) in keys.chain(only_there.map(|key| (OVERVIEW, key))) {
        let refused = brand.get(&format!("{path}?{key}=x")).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(key));
    }
    let refused = brand.get(&format!("{EVENTS}?recipientEmail=x")).await;
    assert_eq!(refused.json["error"]["suggestion"], "Use `recipient`.");
    let refused = brand.get(&format!("{EVENTS}?recipiant=x")).await;
    let suggestion = refused.json["error"]["suggestion"].as_str().unwrap();
    assert!(suggestion.contains("`recipient`"), "{suggestion}");
}

#[tokio::test]
async fn ids_that_name_nothing_are_not_found() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (path, key, code) in [
        (EVENTS, "sendId", "SEND_NOT_FOUND"),
        (EVENTS, "automationId", "AUTOMATION_NOT_FOUND"),
        (EVENTS, "automationRunId", "AUTOMATION_RUN_NOT_FOUND"),
        (OVERVIEW, "sendId", "SEND_NOT_FOUND"),
        (OVERVIEW, "emailId", "EMAIL_NOT_FOUND"),
        (OVERVIEW, "automationId", "AUTOMATION_NOT_FOUND"),
    ] {
        let refused = brand.get(&format!("{path}?{key}=none")).await;
        assert_problem(&refused, 404, code, Some(key));
        let first = brand.get(&format!("{path}?{key}=none&from=no")).await;
        assert_problem(&first, 400, "INVALID_REQUEST", Some("from"));
    }
}

#[tokio::test]
async fn reading_needs_the_scope_of_emails() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let other = brand.key("contacts,automations,sends").await;
    let right = brand.key("emails").await;
    for path in [EVENTS, OVERVIEW] {
        let refused = other.get(path).await;
        assert_problem(&refused, 403, "INSUFFICIENT_PERMISSIONS", Some("emails"));
        right.get(path).await.expect(200);
        let nobody = server.nobody().get(path).await;
        assert_eq!(nobody.status, 401);
    }
}

#[tokio::test]
async fn retired_paths_name_their_replacement() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for (path, instead) in [
        ("/v1/analytics/sends", "GET /v1/sends"),
        ("/v1/analytics/sends?sendId=x", "GET /v1/sends"),
        ("/v1/analytics/campaigns", "GET /v1/sends?kind=campaign"),
        (
            "/v1/analytics/trigger-instances",
            "GET /v1/automations/trigger-instances",
        ),
    ] {
        let gone = brand.get(path).await;
        assert_problem(&gone, 404, "NOT_FOUND", None);
        let suggestion = gone.json["error"]["suggestion"].as_str().unwrap();
        assert!(suggestion.contains(instead), "{suggestion}");
    }
}
