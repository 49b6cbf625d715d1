//! Nothing that somebody writes into a name, a subject or a value becomes a header, a recipient or a command.

use postrider_mail::sink::{Received, Signatures};
use serde_json::{Value, json};

use super::{
    DOMAIN, Post, crowd, events, headers, letter, relayed, send, sender, standing, suppressed,
};
use crate::emails::design;
use crate::sends::{PATH, campaign};
use crate::support::dns_server::DnsServer;
use crate::support::{Answers, MailServer, TestServer, assert_problem};

/// All that may stand above a mail.
const KNOWN: [&str; 12] = [
    "dkim-signature",
    "from",
    "to",
    "reply-to",
    "subject",
    "date",
    "message-id",
    "list-unsubscribe",
    "list-unsubscribe-post",
    "feedback-id",
    "mime-version",
    "content-type",
];

#[tokio::test]
async fn line_breaks_are_refused_where_a_caller_writes_one_line() {
    let post = Post::start("ok").await;
    crowd(&post.brand, 1).await;
    for bad in [
        "a\r\nBcc: eve@example.com",
        "a\nb",
        "a\rb",
        "a\u{2028}b",
        "a\u{2029}b",
        "a\u{85}b",
        "a\0b",
    ] {
        for (param, with) in [
            ("subject", json!({ "subject": bad })),
            ("previewText", json!({ "previewText": bad })),
            (
                "from.name",
                json!({ "from": { "email": format!("ada@{DOMAIN}"), "name": bad } }),
            ),
            (
                "from.email",
                json!({ "from": { "email": format!("{bad}@{DOMAIN}") } }),
            ),
            (
                "replyTo",
                json!({ "replyTo": format!("{bad}@example.com") }),
            ),
        ] {
            let mut body = json!({ "emailId": "news", "audienceId": "all" });
            for (key, value) in with.as_object().unwrap() {
                body[key] = value.clone();
            }
            let refused = post.brand.post(PATH, body).await;
            assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
        }
    }
    for name in ["a\r\nBcc: eve@example.com", "a\u{85}b"] {
        let refused = post
            .brand
            .post(
                "/v1/contacts",
                json!({ "email": "x@example.com", "firstName": name }),
            )
            .await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("firstName"));
    }
    let quoted = post
        .brand
        .post(
            "/v1/contacts",
            json!({ "email": "\"a\\\r\n b\"@example.com" }),
        )
        .await;
    assert_problem(&quoted, 400, "INVALID_REQUEST", Some("email"));
}

/// What each of five people is called, and what their plan is.
fn evil() -> [(String, String); 5] {
    let lines = "x\r\nBcc: eve@example.com\r\n\r\n.\r\nRCPT TO:<eve@example.com>";
    [
        ("Ada", lines),
        ("a\u{2028}b\u{2029}c", "\u{2028}Bcc: eve@example.com"),
        ("=?utf-8?q?=0D=0ABcc:_eve@example.com?=", "\u{202e}txt.exe"),
        (&"ü".repeat(100), &"long ".repeat(300)),
        ("\"<eve@example.com>\", ", "{{ unsubscribeUrl }}"),
    ]
    .map(|(name, plan)| (name.to_owned(), plan.to_owned()))
}

fn assert_harmless(mail: &Received) {
    let found = headers(&mail.message);
    for (name, _) in &found {
        assert!(KNOWN.contains(&name.as_str()), "{name}: {:?}", mail.to);
        let times = found.iter().filter(|(other, _)| other == name).count();
        assert!(
            name == "dkim-signature" || times == 1,
            "{name} twice: {:?}",
            mail.to
        );
    }
    let mut lines = mail.message.split(|byte| *byte == b'\n');
    assert!(lines.all(|line| line.len() <= 999));
    let read = letter(mail);
    assert_eq!(read.to, mail.to[0]);
    let breaks = ['\r', '\n', '\u{2028}', '\u{2029}', '\u{202e}'];
    assert!(!read.subject.contains(breaks), "{:?}", read.subject);
}

#[tokio::test]
async fn what_values_hold_stays_inside_its_header() {
    let post = Post::start("ok").await;
    let contact = |(n, (name, plan)): (usize, &(String, String))| json!({ "email": format!("p{n}@example.com"), "firstName": name, "customFields": { "plan": plan } });
    let contacts: Vec<Value> = evil().iter().enumerate().map(contact).collect();
    let contacts = json!({ "contacts": contacts });
    let written = post.brand.post("/v1/contacts", contacts).await.expect(200);
    assert_eq!(written["summary"]["failed"], 0, "{}", written.json);
    let mut new = campaign("evil");
    new.version.content.html = String::from(
        "<html><body><p>{{ plan }}</p><a href=\"https://example.com/{{ plan }}\">x</a></body></html>",
    );
    new.version.content.plain_text = String::from("{{ plan }}\n.\n{{ firstName }}");
    design(&post.server, &post.brand, new).await;
    let with = json!({ "emailId": "evil", "subject": "Hi {{ firstName }} {{ plan }}", "replyTo": "a@example.com" });
    let id = send(&post.brand, with).await;
    standing(&post.brand, &id, "completed").await;
    let addresses: Vec<String> = (0..5).map(|n| format!("p{n}@example.com")).collect();
    post.assert_mailed(&addresses);
    for mail in post.sink.messages() {
        assert_harmless(&mail);
    }
    for (n, part) in [
        (0, "Hi Ada xBcc: eve@example.com"),
        (2, "=?utf-8?q?=0D=0ABcc:_eve@example.com?="),
        // A value is not read for tags.
        (4, "{{ unsubscribeUrl }}"),
    ] {
        let subject = letter(&post.mails_to(&addresses[n])[0]).subject;
        assert!(subject.contains(part), "{subject}");
    }
    let dkim = post.sink.report().dkim;
    let holds = |found: &Signatures| found.pass == 5 && found.fail == 0;
    assert!(dkim.len() == 2 && dkim.values().all(holds), "{dkim:?}");
}

#[tokio::test]
async fn addresses_beyond_ascii_reach_servers_that_take_them() {
    let post = Post::start("ok").await;
    let people =
        json!({ "contacts": [{ "email": "jörg@müller.example" }, { "email": "ada@例え.jp" }] });
    post.brand.post("/v1/contacts", people).await.expect(200);
    let id = send(&post.brand, json!({})).await;
    standing(&post.brand, &id, "completed").await;
    post.assert_mailed(&[
        "jörg@xn--mller-kva.example".to_owned(),
        "ada@xn--r8jz45g.jp".to_owned(),
    ]);
}

#[tokio::test]
async fn addresses_beyond_ascii_fail_alone_where_nobody_takes_them() {
    let mail = MailServer::start(&["PIPELINING", "8BITMIME"], |_| Answers::Kindly).await;
    let dns = DnsServer::start().await;
    let server = relayed(TestServer::with(), &dns, &mail.url()).await;
    let brand = sender(&server, &dns).await;
    let people =
        json!({ "contacts": [{ "email": "jörg@example.com" }, { "email": "ada@example.com" }] });
    brand.post("/v1/contacts", people).await.expect(200);
    let id = send(&brand, json!({})).await;
    let sent = standing(&brand, &id, "partially_completed").await;
    assert_eq!(
        (&sent["delivery"]["delivered"], &sent["delivery"]["failed"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(
        events(&sent, "failed")[0]["recipientEmail"],
        "jörg@example.com"
    );
    assert_eq!(suppressed(&server).await, 0);
    let taken: Vec<String> = mail.taken().into_iter().map(|mail| mail.to).collect();
    assert_eq!(taken, ["ada@example.com"]);
    assert!(mail.taken()[0].mail.is_ascii() && !mail.taken()[0].mail.contains("SMTPUTF8"));
}
