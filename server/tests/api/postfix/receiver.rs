//! Postfix as the receiver: mail goes straight to it.

use std::net::Ipv4Addr;

use postrider_mail::sink::{Sink, SinkOptions};
use postrider_mail::smtp::{Connection, Envelope, Relay, Timeouts};
use serde_json::{Value, json};

use super::rig::{Postfix, PostfixPort};
use super::{assert_signed, bounce_types, people, suppression};
use crate::delivery::{DOMAIN, counting, header, send, sender};
use crate::domains::MAIL_HOST;
use crate::support::dns_server::{DnsServer, Published, Says};
use crate::support::{Answers, MailServer, TestServer, until, with};

/// Users with mailboxes; everybody else is refused at once.
const USERS: [&str; 3] = ["ada", "bob", "eve"];
const LIMIT: usize = 200_000;

#[tokio::test]
async fn a_campaign_to_postfix_and_its_late_bounces_home() {
    let dns = DnsServer::start().await;
    // Where mail of one user is forwarded to, in vain.
    let elsewhere = MailServer::start(&[], |heard| {
        if heard.is_recipient() {
            with("550 5.1.1 <gone@elsewhere.test>: no such user here")
        } else {
            Answers::Kindly
        }
    })
    .await;
    let Some(place) = PostfixPort::find().await else {
        return;
    };
    let server = TestServer::with()
        .dns(dns.address())
        .mail_host(MAIL_HOST)
        .direct(place.port)
        .inbound()
        .start()
        .await;
    let ports = (elsewhere.address.port(), server.inbound().port());
    let postfix = receiver(&place, ports).await;
    let mx = Published::Exchange(10, "mx.inbox.test".to_owned());
    dns.says("inbox.test", Says::Publishes(vec![mx]));
    let here = Published::Address(Ipv4Addr::LOCALHOST);
    dns.says("mx.inbox.test", Says::Publishes(vec![here]));
    let brand = sender(&server, &dns).await;
    let others = ["nobody", "full", "moved"];
    let addresses: Vec<String> = USERS
        .iter()
        .chain(&others)
        .map(|user| format!("{user}@inbox.test"))
        .collect();
    people(&brand, &addresses).await;

    let id = send(&brand, json!({})).await;
    // What came back may be written before what was taken.
    counting(&brand, &id, "delivered", 3).await;
    let told = counting(&brand, &id, "bounced", 3).await;
    let types = bounce_types(&told);
    for (user, kind, reason) in [
        ("ada", Value::Null, Value::Null),
        // Refused in the conversation.
        ("nobody", json!("hard"), json!("bounced")),
        // Said later, by mail.
        ("moved", json!("hard"), json!("bounced")),
        ("full", json!("soft"), Value::Null),
    ] {
        let address = format!("{user}@inbox.test");
        assert_eq!(types.get(&address).unwrap_or(&Value::Null), &kind, "{user}");
        assert_eq!(suppression(&brand, &address).await, reason, "{user}");
    }
    for user in USERS {
        let mails = until("the mail is in the mailbox", async || {
            Some(postfix.mailbox(user)).filter(|mails| !mails.is_empty())
        });
        let mails = mails.await;
        assert_eq!(mails.len(), 1, "{user}");
        assert_intact(&dns, &mails[0], user).await;
    }
}

/// With mailboxes, one of them full, and one that is forwarded to the first port; mail that cannot be delivered is
/// returned to the second.
async fn receiver(place: &PostfixPort, (elsewhere, home): (u16, u16)) -> Postfix {
    let transports = format!(
        "inline:{{ {{elsewhere.test = smtp:[127.0.0.1]:{elsewhere}}}, \
         {{bounces.{DOMAIN} = smtp:[127.0.0.1]:{home}}} }}"
    );
    let users = USERS.map(|user| format!("{{{user}@inbox.test = {user}/}}"));
    let mailboxes = format!(
        "inline:{{ {}, {{full@inbox.test = full}} }}",
        users.join(", ")
    );
    let limit = LIMIT.to_string();
    let settings = [
        ("transport_maps", transports.as_str()),
        ("virtual_mailbox_domains", "inbox.test"),
        ("virtual_mailbox_maps", &mailboxes),
        (
            "virtual_alias_maps",
            "inline:{ {moved@inbox.test = gone@elsewhere.test} }",
        ),
        ("message_size_limit", &limit),
        ("virtual_mailbox_limit", &limit),
    ];
    let postfix = Postfix::start(place, &settings).await;
    postfix.fill_mailbox("full", place, LIMIT);
    postfix
}

/// As it left: signed, and with a way to unsubscribe.
async fn assert_intact(dns: &DnsServer, mail: &[u8], user: &str) {
    // Mailboxes have the line ends of the machine.
    let mail = String::from_utf8(mail.to_vec())
        .unwrap()
        .replace('\n', "\r\n");
    let mail = mail.as_bytes();
    let unsubscribe = header(mail, "list-unsubscribe");
    assert!(unsubscribe[0].starts_with("<http"), "{unsubscribe:?}");
    let one_click = header(mail, "list-unsubscribe-post");
    assert_eq!(one_click, ["List-Unsubscribe=One-Click"]);
    let delivered_to = header(mail, "delivered-to");
    assert_eq!(delivered_to, [format!("{user}@inbox.test")]);
    assert!(!header(mail, "dkim-signature").is_empty());
    let judge = Sink::start(SinkOptions {
        dns: Some(dns.address()),
        check: 1.0,
        ..SinkOptions::default()
    })
    .unwrap();
    let relay = Relay::parse(&format!("smtp://{}", judge.address)).unwrap();
    let timeouts = Timeouts::default();
    let mut connection = Connection::open(&relay, "mta.test", &timeouts)
        .await
        .unwrap();
    let envelope = Envelope {
        from: "",
        to: "judge@inbox.test",
    };
    connection.deliver(&envelope, mail, || Ok(())).await;
    until("the signatures are checked", async || {
        (!judge.report().dkim.is_empty()).then_some(())
    })
    .await;
    assert_signed(&judge.report());
}
