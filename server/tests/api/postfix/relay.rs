//! Postfix as the relay: it takes everything, and says later what became of it.

use postrider_mail::sink::{RunningSink, Sink, SinkOptions};
use serde_json::{Value, json};

use super::rig::{Postfix, PostfixPort};
use super::{assert_signed, bounce_types, people, suppression};
use crate::delivery::{DOMAIN, counting, send, sender};
use crate::domains::MAIL_HOST;
use crate::support::dns_server::{DnsServer, Says};
use crate::support::{Answers, Heard, MailServer, TestServer, until, with};

const BUSY: &str = "somebody@busy.test";

#[tokio::test]
async fn a_campaign_through_postfix_and_its_bounces_home() {
    let Some(place) = PostfixPort::find().await else {
        return;
    };
    let dns = DnsServer::start().await;
    dns.says_otherwise(Says::Mx);
    // Behind Postfix: receivers of whom a fifth does not exist, and one domain that puts everybody off.
    let (receivers, busy) = (receivers(&dns), busy().await);
    let server = TestServer::with()
        .dns(dns.address())
        .mail_host(MAIL_HOST)
        .relay(&format!("smtp://127.0.0.1:{}", place.port))
        .inbound()
        .start()
        .await;
    let ports = [receivers.address, busy.address, server.inbound()].map(|address| address.port());
    let _postfix = relay(&place, ports).await;
    let brand = sender(&server, &dns).await;
    let mut addresses: Vec<String> = (0..50).map(|n| format!("p{n}@people.test")).collect();
    addresses.push(BUSY.to_owned());
    people(&brand, &addresses).await;

    let id = send(&brand, json!({})).await;
    let known = until("the receivers have decided about everybody", async || {
        let refused = receivers.report().refused as usize;
        let taken = receivers.messages().into_iter().flat_map(|mail| mail.to);
        let taken: Vec<String> = taken.collect();
        (taken.len() + refused >= 50).then_some(taken)
    })
    .await;
    let lost = addresses.len() - known.len();
    assert!(lost > 3, "a fifth of fifty, and one: {lost}");
    counting(&brand, &id, "bounced", lost as i64).await;
    // What Postfix has taken last may be written down after the first bounces have come home.
    let told = counting(&brand, &id, "delivered", known.len() as i64).await;
    let types = bounce_types(&told);
    for address in &addresses {
        let (kind, reason) = match address.as_str() {
            BUSY => (json!("soft"), Value::Null),
            _ if known.contains(address) => (Value::Null, Value::Null),
            _ => (json!("hard"), json!("bounced")),
        };
        let told = types.get(address).unwrap_or(&Value::Null);
        assert_eq!(told, &kind, "{address}");
        assert_eq!(suppression(&brand, address).await, reason, "{address}");
    }
    // What went through the hands of another is still signed by us.
    assert_eq!(receivers.report().duplicates, 0);
    assert_signed(&receivers.report());
}

fn receivers(dns: &DnsServer) -> RunningSink {
    let options = SinkOptions {
        behaviour: "permfail=20%".parse().unwrap(),
        dns: Some(dns.address()),
        check: 1.0,
        keep_messages: 1000,
        ..SinkOptions::default()
    };
    Sink::start(options).unwrap()
}

async fn busy() -> MailServer {
    let judge = |heard: &Heard<'_>| {
        if heard.is_recipient() {
            with("451 4.3.2 not now")
        } else {
            Answers::Kindly
        }
    };
    MailServer::start(&[], judge).await
}

/// Hands everything to the first port, mail of `busy.test` to the second, and what cannot be delivered to the third.
async fn relay(place: &PostfixPort, [receivers, busy, home]: [u16; 3]) -> Postfix {
    let transports = format!(
        "inline:{{ {{busy.test = smtp:[127.0.0.1]:{busy}}}, {{bounces.{DOMAIN} = smtp:[127.0.0.1]:{home}}} }}"
    );
    let relayhost = format!("[127.0.0.1]:{receivers}");
    let settings = [
        ("transport_maps", transports.as_str()),
        ("relayhost", &relayhost),
        // Whoever is put off for so long is given up: nobody else, on however busy a machine.
        ("maximal_queue_lifetime", "10s"),
    ];
    Postfix::start(place, &settings).await
}
