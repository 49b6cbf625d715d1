//! Requests that another site causes, in every form that a browser knows.

use postrider_domain::accounts::role::Role;
use serde_json::json;

use crate::support::{TestServer, assert_problem};

/// Of an owner, without anything that says who made the browser call.
struct Browser {
    server: TestServer,
    cookie: String,
    brand_id: String,
}

async fn browser() -> Browser {
    let server = TestServer::start().await;
    let org = server.org().await;
    let brand = org.brand().await;
    let owner = org.member(Role::Owner).await;
    Browser {
        cookie: format!("postrider={}", owner.token),
        brand_id: brand.brand_id.clone(),
        server,
    }
}

impl Browser {
    fn request(&self, method: &str, path: &str, said: &[(&str, &str)]) -> crate::support::Request {
        let request = self.server.nobody().request(method, path);
        let request = request.header("Cookie", &self.cookie);
        let request = request.header("X-Brand-Id", &self.brand_id);
        said.iter().fold(request, |request, (name, value)| {
            request.header(name, value)
        })
    }

    fn own_origin(&self) -> String {
        self.server.nobody().url.clone()
    }
}

#[tokio::test]
async fn writes_count_only_from_pages_of_ours() {
    let browser = browser().await;
    let own = browser.own_origin();
    let contact = json!({ "email": "ada@example.com" });
    for said in [
        &[][..],
        &[("Sec-Fetch-Site", "cross-site")],
        &[("Sec-Fetch-Site", "same-site")],
        &[("Sec-Fetch-Site", "none")],
        &[("Sec-Fetch-Site", "cross-site"), ("Origin", own.as_str())],
        &[("Origin", "https://evil.test")],
        &[("Origin", "null")],
        &[("Origin", "http://127.0.0.1")],
        &[("Referer", own.as_str())],
    ] {
        for (method, path) in [
            ("POST", "/v1/contacts"),
            ("PATCH", "/v1/brand"),
            ("DELETE", "/v1/contacts"),
            ("POST", "/v1/contacts/search"),
            ("PUT", "/app/api/profile/password"),
            ("DELETE", "/app/api/session"),
        ] {
            let answer = browser
                .request(method, path, said)
                .json(&contact)
                .send()
                .await;
            assert_problem(&answer, 403, "CROSS_SITE_REQUEST", None);
        }
    }
    for said in [("Sec-Fetch-Site", "same-origin"), ("Origin", own.as_str())] {
        let answer = browser.request("POST", "/v1/contacts", &[said]);
        answer.json(&contact).send().await;
        let found = browser.request("GET", "/v1/contacts/ada@example.com", &[]);
        found.send().await.expect(200);
    }
    let people = "SELECT count(*) FROM contacts";
    assert_eq!(browser.server.number(people).await, 1);
    browser.server.at_rest().await;
}

/// A form can send these without asking anybody.
#[tokio::test]
async fn a_form_of_another_site_changes_nothing() {
    let browser = browser().await;
    for kind in [
        "application/x-www-form-urlencoded",
        "text/plain",
        "multipart/form-data; boundary=x",
    ] {
        for site in ["cross-site", "same-site"] {
            let said = [
                ("Content-Type", kind),
                ("Sec-Fetch-Site", site),
                ("Sec-Fetch-Mode", "navigate"),
                ("Origin", "https://evil.test"),
            ];
            let request = browser.request("POST", "/v1/contacts", &said);
            let answer = request.body(r#"{"email":"ada@example.com"}"#).send().await;
            assert_problem(&answer, 403, "CROSS_SITE_REQUEST", None);
        }
    }
    assert_eq!(
        browser.server.number("SELECT count(*) FROM contacts").await,
        0
    );
}

/// Images, frames, links and fetches of other sites get nothing; an address that was typed in does.
#[tokio::test]
async fn reads_count_unless_another_site_asks() {
    let browser = browser().await;
    for (said, status) in [
        (
            &[
                ("Sec-Fetch-Site", "cross-site"),
                ("Sec-Fetch-Dest", "image"),
            ][..],
            403,
        ),
        (
            &[
                ("Sec-Fetch-Site", "cross-site"),
                ("Sec-Fetch-Mode", "navigate"),
            ],
            403,
        ),
        (&[("Sec-Fetch-Site", "same-site")], 403),
        (&[("Origin", "https://evil.test")], 403),
        (&[("Origin", "null")], 403),
        (&[("Sec-Fetch-Site", "none")], 200),
        (&[("Sec-Fetch-Site", "same-origin")], 200),
        (&[], 200),
    ] {
        for path in ["/v1/contacts", "/app/api/session"] {
            let answer = browser.request("GET", path, said).send().await;
            assert_eq!(answer.status, status, "{path} {said:?}");
            assert!(answer.header("access-control-allow-origin").is_none());
        }
        // What anybody may ask says nothing of who is signed in.
        let state = browser.request("GET", "/app/api/state", said).send().await;
        assert_eq!(
            state.expect(200)["person"].is_null(),
            status == 403,
            "{said:?}"
        );
    }
}

/// Else another site could sign a visitor in as somebody else.
#[tokio::test]
async fn another_site_signs_nobody_in() {
    let browser = browser().await;
    let nobody = browser.server.nobody();
    for said in [
        ("Origin", "https://evil.test"),
        ("Sec-Fetch-Site", "cross-site"),
    ] {
        for path in ["/app/api/session", "/app/api/claim"] {
            let request = nobody.request("POST", path).header(said.0, said.1);
            let answer = request.json(&json!({})).send().await;
            assert_problem(&answer, 403, "CROSS_SITE_REQUEST", None);
            assert!(answer.header("set-cookie").is_none());
        }
    }
}

#[tokio::test]
async fn a_key_goes_before_the_session_and_needs_no_page() {
    let browser = browser().await;
    let other = browser.server.brand().await;
    let secret = format!("Bearer {}", other.secret);
    let nobody = browser.server.nobody();
    let with = |name: &str, value: &str| {
        let request = nobody.request("GET", "/v1/brand");
        let request = request.header("Cookie", &browser.cookie);
        request.header(name, value)
    };
    let answer = with("Authorization", &secret).send().await.expect(200);
    assert_eq!(answer["brandId"], other.brand_id.as_str());
    let answer = with("X-API-Key", &other.secret).send().await.expect(200);
    assert_eq!(answer["brandId"], other.brand_id.as_str());
    let answer = with("Authorization", "Bearer nonsense").send().await;
    assert_problem(&answer, 401, "INVALID_API_KEY", None);
    let request = nobody.request("POST", "/v1/contacts");
    let request = request
        .header("Authorization", &secret)
        .header("Sec-Fetch-Site", "cross-site");
    let answer = request
        .json(&json!({ "email": "ada@example.com" }))
        .send()
        .await;
    answer.expect(201);
}
