//! What a browser gets.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::http::Method;
use postrider_domain::contract::policy::Policy;
use postrider_server::api::cx::Cx;
use postrider_server::api::failure::ApiResult;
use postrider_server::api::reply::Reply;
use postrider_server::api::routes::contract;
use postrider_server::api::row::Row;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::reference;
use crate::support::{Answer, TestServer};

const PAGES: [&str; 2] = ["/docs", "/docs/errors"];
const PARTS: [&str; 3] = [
    "/docs/reference.css",
    "/docs/reference.js",
    "/docs/icon.svg",
];

async fn page(path: &str) -> Answer {
    let server = TestServer::start().await;
    server.nobody().get(path).await.expect(200)
}

/// The section of one operation.
fn section<'p>(page: &'p str, anchor: &str) -> &'p str {
    let start = page
        .find(&format!("<section class=\"operation\" id=\"{anchor}\""))
        .or_else(|| {
            page.find(&format!(
                "<section class=\"operation later\" id=\"{anchor}\""
            ))
        });
    let section = &page[start.unwrap_or_else(|| panic!("{anchor} has no section"))..];
    &section[..section.find("</section>").unwrap()]
}

/// What stands behind every `before` up to the next quote or bracket.
fn values<'p>(page: &'p str, before: &'p str) -> impl Iterator<Item = &'p str> {
    page.split(before)
        .skip(1)
        .map(|rest| rest.split(['"', ')', ';']).next().unwrap_or_default())
}

#[tokio::test]
async fn every_row_of_the_table_has_a_section_of_its_own() {
    let page = page("/docs").await;
    let reference = reference();
    let anchors: BTreeSet<_> = reference.operations().map(|one| &one.anchor).collect();
    assert_eq!(anchors.len(), contract().len(), "no two share an anchor");
    for row in contract() {
        let operation = reference
            .operations()
            .find(|one| {
                one.method == row.method.as_str()
                    && one.path == row.path
                    && one.summary == row.summary
            })
            .unwrap_or_else(|| panic!("{} {} is missing", row.method, row.path));
        let section = section(page.text(), &operation.anchor);
        let summary = row.summary.replace('\'', "&#39;");
        assert!(section.contains(&summary), "{section}");
        assert!(section.contains(row.policy.unwrap().as_str()), "{section}");
        assert!(section.contains("curl "), "{section}");
        assert_eq!(
            section.contains("not available yet"),
            !row.is_built(),
            "{section}"
        );
    }
}

#[tokio::test]
async fn every_link_within_the_page_leads_somewhere() {
    let page = page("/docs").await;
    let links: BTreeSet<&str> = values(page.text(), "href=\"#").collect();
    assert!(links.len() > contract().len());
    for link in links {
        assert!(page.text().contains(&format!(" id=\"{link}\"")), "#{link}");
    }
    let errors = self::page("/docs/errors").await;
    for code in values(page.text(), "href=\"/docs/errors#") {
        assert!(errors.text().contains(&format!(" id=\"{code}\"")), "{code}");
    }
}

#[tokio::test]
async fn nothing_comes_from_elsewhere_and_nothing_runs_inline() {
    let server = TestServer::start().await;
    for path in PAGES.iter().chain(&PARTS) {
        let page = server.nobody().get(path).await.expect(200);
        let text = page.text();
        for before in ["src=\"", "href=\"", "url(", "@import", "action=\""] {
            for value in values(text, before) {
                assert!(
                    value.starts_with(['/', '#']) && !value.starts_with("//"),
                    "{path}: {value}"
                );
            }
        }
        for inline in [
            " style=\"",
            "<style",
            "<script>",
            "javascript:",
            " onclick=",
            " onload=",
            "eval(",
            "innerHTML",
        ] {
            assert!(!text.contains(inline), "{path}: {inline}");
        }
        let policy = page.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; "), "{policy}");
        assert!(
            !policy.contains("unsafe") && !policy.contains("http"),
            "{policy}"
        );
        assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    }
}

#[tokio::test]
async fn a_page_that_is_known_is_not_sent_again() {
    let server = TestServer::start().await;
    for path in PAGES.iter().chain(&PARTS).chain(&["/openapi.json"]) {
        let first = server.nobody().get(path).await.expect(200);
        let tag = first.header("etag").unwrap();
        let ask = async |known: &str| {
            let caller = server.nobody().with_header("If-None-Match", known);
            caller.get(path).await
        };
        for known in [
            tag.to_owned(),
            format!("W/{tag}"),
            format!("\"other\", {tag}"),
        ] {
            let again = ask(&known).await.expect(304);
            assert_eq!(again.header("etag"), Some(tag));
            assert!(again.bytes.is_empty());
        }
        let other = ask("\"other\"").await.expect(200);
        assert_eq!(other.bytes, first.bytes);
    }
}

#[tokio::test]
async fn limits_are_the_configured_ones() {
    let server = TestServer::with()
        .limit(Policy::FieldsWrite, 4321)
        .start()
        .await;
    let page = server.nobody().get("/docs").await.expect(200);
    assert!(section(page.text(), "fields.create").contains("4321 a minute"));
}

#[tokio::test]
async fn a_section_tells_fields_limits_errors_and_cost() {
    let page = page("/docs").await;
    let one = section(page.text(), "contacts.upsert");
    for told in [
        "<code>capturedAt</code>",
        "required",
        "/docs/errors#MISSING_EMAIL",
        "Answer 200 or 201",
        "with a key",
    ] {
        assert!(one.contains(told), "{told}: {one}");
    }
    let audience = section(page.text(), "audiences.create");
    for told in [
        "1 to 200 characters",
        "<code>logicalOperator</code>",
        "<code>ends_with</code>",
        "as a filter condition",
    ] {
        assert!(audience.contains(told), "{told}: {audience}");
    }
    assert!(section(page.text(), "contacts.validate").contains("2 an address"));
    assert!(section(page.text(), "audiences.get").contains("Set <code>AUDIENCE_ID</code> first."));
}

/// </td><script>alert("type")</script>
#[derive(Deserialize, JsonSchema)]
struct Hostile {
    /// <script>alert("field")</script> `<script>alert("code")</script>`
    #[serde(rename = "<script>alert('name')</script>")]
    #[schemars(extend("default" = "<script>alert('default')</script>", "examples" = ["'</pre><script>'"]))]
    _name: String,
}

#[derive(Serialize, JsonSchema)]
struct Nothing {}

async fn answer(_tx: Tx, _cx: Cx, _: Arc<Hostile>) -> ApiResult<Reply<Nothing>> {
    Ok(Reply::ok(Nothing {}))
}

#[tokio::test]
async fn markup_in_descriptions_stays_text() {
    let summary = "</h3><script>alert('summary')</script>";
    let path = "/hostile/<script>";
    let row = Row::new("hostile.post", Method::POST, path, Policy::ContactsRead)
        .summary(summary)
        .write(answer);
    let server = TestServer::with().rows(vec![row]).start().await;
    let page = server.nobody().get("/docs").await.expect(200);
    assert!(
        page.text()
            .contains("&lt;script&gt;alert(&quot;field&quot;)&lt;/script&gt;")
    );
    assert!(
        page.text()
            .contains("&lt;script&gt;alert(&#39;summary&#39;)&lt;/script&gt;")
    );
    let scripts: Vec<&str> = page.text().split("<script").skip(1).collect();
    assert_eq!(scripts.len(), 1, "the page's own");
    assert!(scripts[0].starts_with(" src=\"/docs/reference.js\""));
}
