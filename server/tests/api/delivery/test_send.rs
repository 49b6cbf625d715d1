//! Tests: one mail to one inbox, at once.

use std::time::Duration;

use postrider_domain::sending::send::EventType;
use postrider_mail::capture::{Captured, Letter};
use serde_json::{Value, json};

use super::{Post, letter, relayed, send, sender, standing};
use crate::emails::design;
use crate::sends::{PATH, campaign};
use crate::support::dns_server::DnsServer;
use crate::support::{Answers, Brand, MailServer, TestServer, assert_problem, with};

async fn test(brand: &Brand, more: Value) -> crate::support::Answer {
    let mut body = json!({ "test": true, "emailId": "hello", "to": "ada@example.com" });
    for (key, value) in more.as_object().unwrap() {
        body[key] = value.clone();
    }
    brand.post(PATH, body).await
}

/// A design with tags of the payload and of the contact.
async fn hello(server: &TestServer, brand: &Brand) {
    let mut new = campaign("hello");
    new.subject = Some("Order {{ order }} for {{ firstName | \"you\" }}".to_owned());
    new.version.content.html =
        String::from("<html><body><p>{{ order }}: {{ firstName }}</p></body></html>");
    new.version.content.plain_text = String::from("{{ order }}: {{ firstName }}");
    design(server, brand, new).await;
}

#[tokio::test]
async fn a_test_is_kept_where_mail_is_kept() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    hello(&server, &brand).await;
    let tested = test(
        &brand,
        json!({ "payload": { "order": "<7>", "unsubscribeUrl": "x" } }),
    )
    .await
    .expect(200);
    assert_eq!(
        tested.json,
        json!({ "status": "completed", "recipient": "ada@example.com" })
    );
    let captured = Captured::open(&server.folder().join("captured"));
    let [entry] = captured
        .list(Some(&brand.brand_id), 10)
        .unwrap()
        .try_into()
        .unwrap();
    let read = Letter::read(&captured.read(&entry.id).unwrap().unwrap().message);
    assert_eq!(
        (read.subject.as_str(), read.to.as_str()),
        ("[Test] Order <7> for you", "ada@example.com")
    );
    assert!(read.html.contains("<p>&lt;7&gt;: </p>"), "{}", read.html);
    assert!(
        !read.html.contains("/o/"),
        "a test is not counted: {}",
        read.html
    );
    assert!(read.text.contains("<7>:"), "{}", read.text);
    let list = brand.get(PATH).await.expect(200);
    assert_eq!(list["data"], json!([]), "a test leaves no row");
    let usage = brand.get("/v1/usage").await.expect(200);
    assert_eq!(usage["emailSends"]["used"], 0);
    // The design can still be sent, and the contact that the test did not make is made now.
    let id = send(
        &brand,
        json!({ "emailId": "hello", "to": ["ada@example.com"] }),
    )
    .await;
    standing(&brand, &id, "completed").await;
}

#[tokio::test]
async fn a_test_leaves_through_the_relay_without_a_domain() {
    let post = Post::start("ok").await;
    hello(&post.server, &post.brand).await;
    let known = json!({ "email": "ada@example.com", "firstName": "Ada", "subscribed": false });
    post.brand.post("/v1/contacts", known).await.expect(201);
    test(
        &post.brand,
        json!({ "payload": { "order": 7 }, "subject": "Look {{ order }}" }),
    )
    .await
    .expect(200);
    let [mail] = post.sink.messages().try_into().unwrap();
    assert_eq!(mail.to, ["ada@example.com"]);
    let read = letter(&mail);
    assert_eq!(read.subject, "[Test] Look 7");
    assert!(read.from.starts_with("Test brand <"), "{}", read.from);
    assert!(read.text.contains("7: Ada"), "{}", read.text);
}

#[tokio::test]
async fn what_the_server_says_to_a_test_is_told_to_whoever_sent_it() {
    let mail = MailServer::start(&["PIPELINING"], |_| Answers::Kindly).await;
    let dns = DnsServer::start().await;
    let builder = TestServer::with().smtp_patience(Duration::from_millis(500));
    let server = relayed(builder, &dns, &mail.url()).await;
    let brand = sender(&server, &dns).await;
    hello(&server, &brand).await;
    let says = |reply: &'static str| {
        mail.judges(move |heard| {
            if heard.is_recipient() {
                with(reply)
            } else {
                Answers::Kindly
            }
        });
    };
    says("550 5.1.1 no such user");
    let refused = test(&brand, json!({})).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("to"));
    assert!(
        refused["error"]["message"]
            .as_str()
            .unwrap()
            .contains("550 5.1.1 no such user")
    );
    for reply in [
        "550 5.7.1 not from you",
        "451 4.3.0 not now",
        "552 5.2.2 mailbox full",
    ] {
        says(reply);
        let refused = test(&brand, json!({})).await;
        assert_problem(&refused, 503, "SERVICE_UNAVAILABLE", None);
        assert!(
            refused["error"]["message"]
                .as_str()
                .unwrap()
                .contains(reply),
            "{}",
            refused.json
        );
    }
    assert_eq!(
        super::suppressed(&server).await,
        0,
        "a test suppresses nobody"
    );
}

#[tokio::test]
async fn a_server_that_hangs_up_or_is_away_is_told_to_whoever_sent_the_test() {
    let mail = MailServer::start(&["PIPELINING"], |heard| match heard.line {
        "." => Answers::NotAtAll,
        _ => Answers::Kindly,
    })
    .await;
    let dns = DnsServer::start().await;
    let server = relayed(TestServer::with(), &dns, &mail.url()).await;
    let brand = sender(&server, &dns).await;
    hello(&server, &brand).await;
    let unknown = test(&brand, json!({})).await;
    assert_problem(&unknown, 503, "SERVICE_UNAVAILABLE", None);
    assert!(
        unknown["error"]["message"]
            .as_str()
            .unwrap()
            .contains("may arrive"),
        "{}",
        unknown.json
    );
    drop(mail);
    let away = test(&brand, json!({})).await;
    assert_problem(&away, 503, "SERVICE_UNAVAILABLE", None);
}

#[tokio::test]
async fn without_a_domain_a_test_comes_in_the_name_of_the_brand_and_of_nobody_else() {
    let dns = DnsServer::start().await;
    let mail = MailServer::start(&["PIPELINING"], |_| Answers::Kindly).await;
    let server = relayed(TestServer::with(), &dns, &mail.url()).await;
    let brand = server.brand().await;
    hello(&server, &brand).await;
    let from = json!({ "email": "ceo@bank.test", "name": "Your Bank" });
    let tested = test(&brand, json!({ "from": from, "replyTo": "thief@far.test" }))
        .await
        .expect(200);
    let told = &tested["warnings"][0];
    assert_eq!(told["code"], "INSTALLATION_SENDER");
    assert_eq!(told["level"], "warning");
    assert_eq!(told["param"], "domainId");
    let [sent] = mail.taken().try_into().unwrap();
    let read = Letter::read(&sent.message);
    let sent = String::from_utf8_lossy(&sent.message);
    assert!(
        read.from.starts_with("Test brand <postrider@"),
        "{}",
        read.from
    );
    assert!(
        !sent.contains("Your Bank") && !sent.contains("far.test"),
        "{sent}"
    );
}

#[tokio::test]
async fn a_test_comes_from_the_brands_domain_signed() {
    let post = Post::start("ok").await;
    hello(&post.server, &post.brand).await;
    let tested = test(&post.brand, json!({ "replyTo": "desk@example.com" }))
        .await
        .expect(200);
    assert!(tested.json.get("warnings").is_none(), "{}", tested.json);
    let [mail] = post.sink.messages().try_into().unwrap();
    let text = String::from_utf8_lossy(&mail.message).into_owned();
    assert!(
        text.contains("From: \"Test brand\" <hello@news.example.com>"),
        "{text}"
    );
    assert!(
        text.contains("Reply-To: desk@example.com")
            || text.contains("Reply-To: <desk@example.com>"),
        "{text}"
    );
    assert!(text.contains("DKIM-Signature:"), "{text}");
}

#[tokio::test]
async fn what_did_not_leave_is_not_counted_and_what_was_asked_for_is() {
    let mail = MailServer::start(&["PIPELINING"], |_| Answers::Kindly).await;
    let dns = DnsServer::start().await;
    let builder = TestServer::with().configure(|config| config.tests_a_day = 2);
    let server = relayed(builder, &dns, &mail.url()).await;
    let brand = sender(&server, &dns).await;
    hello(&server, &brand).await;
    let says = |reply: &'static str| {
        mail.judges(move |heard| {
            if heard.is_recipient() {
                with(reply)
            } else {
                Answers::Kindly
            }
        });
    };
    says("451 4.3.0 not now");
    for _ in 0..3 {
        let refused = test(&brand, json!({})).await;
        assert_problem(&refused, 503, "SERVICE_UNAVAILABLE", None);
    }
    says("550 5.1.1 no such user");
    for _ in 0..2 {
        let refused = test(&brand, json!({})).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("to"));
    }
    let refused = test(&brand, json!({})).await;
    assert_problem(&refused, 429, "RATE_LIMITED", None);
    let events = brand.get("/v1/analytics/events?eventType=bounced").await;
    let events = events.expect(200);
    let modes: Vec<&Value> = events["data"].as_array().unwrap().iter().collect();
    assert_eq!(modes.len(), 2);
    assert!(
        modes.iter().all(|event| event["mode"] == "test"),
        "{modes:?}"
    );
}

#[tokio::test]
async fn links_of_a_test_open_and_change_nothing() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let mut new = campaign("hello");
    new.version.content.html = String::from(
        "<html><body><p>For {{ plan }}</p><a href=\"{{ viewInBrowserUrl }}\">V</a>\
         <a href=\"{{ unsubscribeUrl }}\">U</a></body></html>",
    );
    design(&server, &brand, new).await;
    let known = json!({ "email": "ada@example.com" });
    brand.post("/v1/contacts", known).await.expect(201);
    test(&brand, json!({ "payload": { "plan": "pro" } }))
        .await
        .expect(200);
    let captured = Captured::open(&server.folder().join("captured"));
    let [entry] = captured.list(None, 10).unwrap().try_into().unwrap();
    let html = Letter::read(&captured.read(&entry.id).unwrap().unwrap().message).html;
    let link = |path: &str| {
        let at = html
            .find(path)
            .unwrap_or_else(|| panic!("no {path} in {html}"));
        let rest = &html[at..];
        rest[..rest.find('"').unwrap()].to_owned()
    };
    let nobody = server.nobody();
    let view = nobody.get(&link("/view/")).await.expect(200);
    assert!(view.text().contains("For pro"), "{}", view.text());
    let leave = link("/unsubscribe/");
    let told = "This page belongs to a test mail: nothing is changed here.";
    let page = nobody.get(&leave).await.expect(200);
    assert!(page.text().contains(told), "{}", page.text());
    for (body, told) in [
        ("action=unsubscribe", told),
        ("action=resubscribe", told),
        ("List-Unsubscribe=One-Click", "this was a test"),
    ] {
        let posted = nobody.request("POST", &leave).body(body).send().await;
        let posted = posted.expect(200);
        assert!(posted.text().contains(told), "{}", posted.text());
    }
    let contact = brand.get("/v1/contacts/ada@example.com").await.expect(200);
    assert_eq!(contact["subscribed"], true);
    let delivered = EventType::Delivered.code();
    let others = format!("SELECT count(*) FROM events WHERE type <> {delivered}");
    assert_eq!(server.number(&others).await, 0);
}
