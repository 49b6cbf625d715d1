//! What brands show and strangers wrote is apart from sessions, on their host and on one of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::http::Method;
use postrider_domain::accounts::role::Role;
use postrider_domain::sending::tracking::Purpose;
use postrider_mail::capture::{Captured, Letter};
use postrider_server::surface;
use serde_json::json;

use super::{ADA, Campaign};
use crate::emails::design;
use crate::sends::{PATH, campaign};
use crate::support::members::with_session;
use crate::support::{Answer, Browser, Caller, ImageHost, TestServer, until};

const CONTENT_URL: &str = "http://content.example.test";

async fn with_content_host() -> TestServer {
    let content_url = |config: &mut postrider_server::config::Config| {
        config.content_url = Some(CONTENT_URL.to_owned());
    };
    TestServer::with().configure(content_url).start().await
}

fn assert_apart(answer: &Answer, what: &str) {
    let policy = answer.header("content-security-policy");
    let policy = policy.unwrap_or_else(|| panic!("{what} has no policy"));
    let sandbox = policy.split("; ").find(|part| part.starts_with("sandbox"));
    let sandbox = sandbox.unwrap_or_else(|| panic!("{what}: {policy}"));
    for freedom in ["allow-scripts", "allow-same-origin"] {
        assert!(!sandbox.contains(freedom), "{what}: {policy}");
    }
    assert_eq!(answer.header("set-cookie"), None, "{what}");
}

/// Of everything that can be asked: what it is, and with which path. Where it has a name in it, nobody has that.
fn everything() -> Vec<(Method, String, &'static str)> {
    let rows = surface::rows(Vec::new()).into_iter();
    rows.map(|row| {
        let parts = row.path.split('/').map(|part| {
            let is_name = part.starts_with('{');
            if is_name { "x" } else { part }
        });
        let path = parts.collect::<Vec<_>>().join("/");
        let kind = if row.is_content() { "content" } else { "other" };
        (row.method, path, kind)
    })
    .collect()
}

#[tokio::test]
async fn content_is_sandboxed_and_knows_no_session() {
    let server = TestServer::with().clock_stopped().start().await;
    let campaign = Campaign::mailed(&server).await;
    let member = server.org().await.member(Role::Owner).await;
    server.clock.advance(Duration::from_hours(1));
    let signed_in = with_session(&campaign.reader, &member.token);
    let good = [
        (
            Method::GET,
            format!("/view/{}", campaign.token(1, Purpose::View)),
        ),
        (Method::GET, campaign.unsubscribe(1)),
        (Method::GET, campaign.link(1, 0)),
        (Method::GET, campaign.pixel(1)),
        (Method::GET, "/icons/github.png".to_owned()),
        (Method::POST, campaign.unsubscribe(1)),
    ];
    let content = everything()
        .into_iter()
        .filter(|(.., kind)| *kind == "content");
    let bad = content.map(|(method, path, _)| (method, path));
    for (method, path) in bad.chain(good) {
        let what = format!("{method} {path}");
        let answer = |caller: Caller| {
            let request = caller.request(method.as_str(), &path);
            async move { request.send().await }
        };
        let (stranger, member) = (
            answer(campaign.reader.clone()).await,
            answer(signed_in.clone()).await,
        );
        assert_apart(&stranger, &what);
        assert_apart(&member, &what);
        assert_eq!(stranger.status, member.status, "{what}");
    }
    // Who calls the API a second later is seen, so a page that looked would have been.
    let seen = "SELECT count(*) FROM sessions WHERE last_seen_at > made_at";
    assert_eq!(server.number(seen).await, 0);
    member.get("/v1/brands").await.expect(200);
    until("the session is seen", async || {
        (server.number(seen).await == 1).then_some(())
    })
    .await;
    assert_eq!(server.number(seen).await, 1);
}

#[tokio::test]
async fn nothing_but_content_is_served_on_its_host() {
    let server = with_content_host().await;
    let brand = server.brand().await;
    let member = server.org().await.member(Role::Owner).await;
    let callers = [
        server.nobody(),
        with_session(&server.nobody(), &member.token),
        (*brand).clone(),
    ];
    for caller in callers {
        let there = caller.with_header("Host", "content.example.test");
        for (method, path, kind) in everything() {
            let answer = there.request(method.as_str(), &path).send().await;
            let is_nothing = answer.bytes == "there is nothing here\n";
            assert_eq!(is_nothing, kind == "other", "{method} {path}");
            if is_nothing {
                assert_eq!(answer.status, 404, "{method} {path}");
                assert_eq!(answer.header("x-ratelimit-limit"), None);
            } else {
                assert_apart(&answer, &path);
            }
        }
        there.get("/nowhere").await.expect(404);
    }
    // The same on its own host.
    brand.get("/v1/brand").await.expect(200);
    server.nobody().get("/docs").await.expect(200);
}

#[tokio::test]
async fn new_links_lead_to_the_host_of_content_and_old_ones_work_where_they_were() {
    let server = with_content_host().await;
    let brand = server.brand().await;
    let mut news = campaign("news");
    news.version.content.html = "<html><body><a href=\"{{ viewInBrowserUrl }}\">View</a>\
         <a href=\"{{ unsubscribeUrl }}\">Bye</a></body></html>"
        .to_owned();
    design(&server, &brand, news).await;
    let test = json!({ "test": true, "emailId": "news", "to": ADA });
    brand.post(PATH, test).await.expect(200);
    let captured = Captured::open(&server.folder().join("captured"));
    let [entry] = captured.list(None, 10).unwrap().try_into().unwrap();
    let letter = Letter::read(&captured.read(&entry.id).unwrap().unwrap().message);
    for start in ["/view/", "/unsubscribe/"] {
        let new = format!("\"{CONTENT_URL}{start}");
        assert!(letter.html.contains(&new), "{}", letter.html);
    }
    assert!(!letter.html.contains(&server.address()), "{}", letter.html);
    // What was sent before: the same paths on the public URL, and on both hosts the same page.
    let campaign = Campaign::mailed(&server).await;
    let there = campaign
        .reader
        .clone()
        .with_header("Host", "content.example.test");
    for path in [
        format!("/view/{}", campaign.token(1, Purpose::View)),
        campaign.unsubscribe(1),
    ] {
        let (old, new) = (campaign.reader.get(&path).await, there.get(&path).await);
        let (old, new) = (old.expect(200), new.expect(200));
        assert_apart(&old, &path);
        assert_apart(&new, &path);
        assert_eq!(old.text(), new.text());
    }
    let clicked = there.get(&campaign.link(1, 0)).await.expect(302);
    assert_eq!(
        clicked.header("location"),
        Some("https://shop.example.com/?a=1&b=2")
    );
}

#[tokio::test]
async fn images_of_new_designs_are_there_and_those_of_old_ones_stay_ours() {
    let host = ImageHost::start().await;
    let has_host = Arc::new(AtomicBool::new(false));
    let later = Arc::clone(&has_host);
    let server = TestServer::with().configure(move |config| {
        config.content_url = later.load(Ordering::SeqCst).then(|| CONTENT_URL.to_owned());
    });
    let mut server = server.allow_private(host.address).start().await;
    let image = host.png("/a.png", 40, 20);
    let import = |src: &str| {
        let content = format!("<body><p>Hi</p><img src=\"{src}\" alt=\"a\"></body>");
        json!({ "format": "html", "content": content, "type": "transactional" })
    };
    let brand = server.brand().await;
    let old = brand
        .post("/v1/emails/import", import(&image))
        .await
        .expect(201);
    let old = address_of_image(&brand, &old).await;
    assert!(old.starts_with(&format!("{}/assets/", brand.url)), "{old}");
    has_host.store(true, Ordering::SeqCst);
    server.restart().await;
    let caller = server.again(&brand);
    let new = caller
        .post("/v1/emails/import", import(&image))
        .await
        .expect(201);
    let new = address_of_image(&caller, &new).await;
    assert!(new.starts_with(&format!("{CONTENT_URL}/assets/")), "{new}");
    // Nothing is fetched for an address that is ours, and the port of a server that started again is another.
    let port = |url: &str| url.rsplit(':').next().unwrap().to_owned();
    let old = old.replace(&port(&brand.url), &port(&caller.url));
    let again = caller
        .post("/v1/emails/import", import(&old))
        .await
        .expect(201);
    assert_eq!(
        again["assetReport"]["warnings"],
        json!([]),
        "{}",
        again.json
    );
    assert_eq!(address_of_image(&caller, &again).await, old);
}

async fn address_of_image(caller: &Caller, made: &Answer) -> String {
    let path = format!(
        "/v1/emails/{}?include=html",
        made["emailId"].as_str().unwrap()
    );
    let read = caller.get(&path).await.expect(200);
    let html = read["html"].as_str().unwrap();
    let (_, from) = html.split_once("src=\"").unwrap();
    from.split('"').next().unwrap().to_owned()
}

/// A header is a promise; this is whether a browser keeps it.
#[tokio::test]
async fn a_browser_runs_no_script_of_a_mail_and_still_submits_the_form() {
    let server = TestServer::start().await;
    let campaign = Campaign::mailed(&server).await;
    let html = "<html><body><p id=\"hi\">Hi</p><script>document.title = 'ran'; window.ran = true;</script>\
                <img src=\"data:,x\" onerror=\"window.ran = true\"></body></html>";
    server
        .sql(&format!(
            "UPDATE email_versions SET html = '{}'",
            html.replace('\'', "''")
        ))
        .await;
    let url = |path: &str| format!("http://{}{path}", server.address());
    let mut browser = Browser::start().await;
    // The same browser runs scripts where they may run, on an origin that is no secret.
    browser.open(&url("/docs")).await;
    assert_eq!(browser.evaluate("self.origin").await, url(""));

    let view = format!("/view/{}", campaign.token(1, Purpose::View));
    browser.open(&url(&view)).await;
    assert_eq!(
        browser
            .evaluate("document.getElementById('hi').innerText")
            .await,
        "Hi"
    );
    assert_eq!(browser.evaluate("String(window.ran)").await, "undefined");
    assert_eq!(browser.evaluate("document.title").await, "");
    assert_eq!(browser.evaluate("self.origin").await, "null");

    browser.open(&url(&campaign.unsubscribe(1))).await;
    assert_eq!(browser.evaluate("self.origin").await, "null");
    browser
        .evaluate("document.querySelector('form button').click()")
        .await;
    until("the form is submitted", async || {
        (campaign.ada().await["subscribed"] == false).then_some(())
    })
    .await;
    // The answer takes the place of the form a moment after it has its effect.
    until("the page says so", async || {
        let text = browser.evaluate("document.body?.innerText").await;
        let says = text.as_str()?.contains("unsubscribed");
        says.then_some(())
    })
    .await;
    browser.close().await;
}
