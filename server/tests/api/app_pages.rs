//! Where the dashboard is found. What its files are answered with is tried beside them, in `server/src/pages/app`: whether they were
//! built is not the server's to know.

use crate::support::{Caller, TestServer};

#[tokio::test]
async fn the_root_leads_to_the_dashboard() {
    let server = TestServer::start().await;
    let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
    let visitor = Caller::nobody(http.build().unwrap(), &server.nobody().url);
    for path in ["/", "/app"] {
        let answer = visitor.get(path).await.expect(302);
        assert_eq!(answer.header("location"), Some("/app/"), "{path}");
    }
}

#[tokio::test]
async fn a_screen_is_a_page_whatever_its_address() {
    let server = TestServer::start().await;
    for path in ["/app/", "/app/settings/people", "/app/claim"] {
        let answer = server.nobody().get(path).await;
        let kind = answer.header("content-type");
        assert_eq!(kind, Some("text/html; charset=utf-8"), "{path}");
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        assert_eq!(answer.header("set-cookie"), None, "{path}");
    }
}

#[tokio::test]
async fn what_the_dashboard_calls_is_there_or_not_and_no_page() {
    let server = TestServer::start().await;
    for method in ["GET", "POST", "DELETE"] {
        let request = server.nobody().request(method, "/app/api/nothing/here");
        let answer = request.send().await.expect(404);
        assert_eq!(answer.header("content-type"), Some("application/json"));
        assert!(answer.text().contains("\"NOT_FOUND\""), "{method}");
    }
    let state = server.nobody().get("/app/api/state").await.expect(200);
    assert!(state.text().contains("claimed"));
}

#[tokio::test]
async fn a_person_who_opens_a_wrong_address_reads_a_page() {
    let server = TestServer::start().await;
    let visit = async |path: &str| {
        let request = server.nobody().request("GET", path);
        let request = request.header("Accept", "text/html,application/xhtml+xml,*/*;q=0.8");
        request.send().await
    };
    for (path, status) in [
        ("/nowhere", 404),
        ("/app/api/nothing/here", 404),
        ("/app/api/downloads/brand/ticket", 401),
    ] {
        let answer = visit(path).await.expect(status);
        let said = |name: &str| answer.header(name).unwrap_or_default().to_owned();
        assert_eq!(said("content-type"), "text/html; charset=utf-8", "{path}");
        let policy = said("content-security-policy");
        assert!(
            policy.starts_with("default-src 'none'; style-src 'sha256-"),
            "{policy}"
        );
        let request_id = said("x-request-id");
        assert!(answer.text().contains(&request_id), "{path}");
        assert!(answer.text().contains("<a href=\"/app/\">Dashboard</a>"));
        assert!(!answer.text().contains("<script"));
    }
    // Nothing of the address comes back.
    let answer = visit("/%3Cscript%3Ealert(1)%3C/script%3E").await;
    assert!(!answer.text().contains("alert"), "{}", answer.text());
    // Whoever opens a route of the API looks at what programs get.
    let answer = visit("/v1/contacts").await.expect(401);
    assert_eq!(answer.header("content-type"), Some("application/json"));
}
