//! Postfix as the relay: it takes everything, and says later what became of it.

use postrider_mail::sink::{Sink, SinkOptions};
use serde_json::{Value, json};

use super::rig::{Place, Postfix};
use super::{bounce_types, people, suppression};
use crate::delivery::{DOMAIN, counting, send, sender};
use crate::domains::MAIL_HOST;
use crate::support::dns_server::{DnsServer, Says};
use crate::support::{Answers, MailServer, TestServer, until, with};

#[tokio::test]
async fn a_campaign_through_postfix_and_its_bounces_home() {
    let dns = DnsServer::start().await;
    dns.says_otherwise(Says::Mx);
    // Behind Postfix: receivers of whom a fifth does not exist, and one domain that puts everybody off.
    let receivers = Sink::start(SinkOptions {
        behaviour: "permfail=20%".parse().unwrap(),
        dns: Some(dns.address()),
        check: 1.0,
        keep_messages: 1000,
        ..SinkOptions::default()
    })
    .unwrap();
    let busy = MailServer::start(&[], |heard| {
        if heard.is_recipient() {
            with("451 4.3.2 not now")
        } else {
            Answers::Kindly
        }
    })
    .await;
    let Some(place) = Place::find().await else {
        return;
    };
    let server = TestServer::with()
        .dns(dns.address())
        .mail_host(MAIL_HOST)
        .relay(&format!("smtp://127.0.0.1:{}", place.port))
        .inbound()
        .start()
        .await;
    let transports = format!(
        "inline:{{ {{busy.test = smtp:[127.0.0.1]:{}}}, {{bounces.{DOMAIN} = smtp:[127.0.0.1]:{}}} }}",
        busy.address.port(),
        server.inbound().port(),
    );
    let relayhost = format!("[127.0.0.1]:{}", receivers.address.port());
    let settings = [
        ("transport_maps", transports.as_str()),
        ("relayhost", &relayhost),
        ("maximal_queue_lifetime", "3s"),
    ];
    let _postfix = Postfix::start(&place, &settings).await;
    let brand = sender(&server, &dns).await;
    let mut addresses: Vec<String> = (0..50).map(|n| format!("p{n}@people.test")).collect();
    addresses.push("somebody@busy.test".to_owned());
    people(&brand, &addresses).await;

    let id = send(&brand, json!({})).await;
    until("the receivers have decided about everybody", async || {
        let report = receivers.report();
        (report.accepted + report.refused >= 50).then_some(())
    })
    .await;
    let known = receivers.messages().into_iter().flat_map(|mail| mail.to);
    let known: Vec<String> = known.collect();
    let gone = addresses[..50]
        .iter()
        .filter(|address| !known.contains(address))
        .count();
    assert!(gone > 2, "a fifth of fifty: {gone}");
    let told = counting(&brand, &id, "bounced", gone as i64 + 1).await;

    assert_eq!(told["delivery"]["delivered"], known.len());
    let types = bounce_types(&told);
    for address in &addresses {
        let is_known = known.contains(address);
        let (kind, reason) = match address.as_str() {
            "somebody@busy.test" => (json!("soft"), Value::Null),
            _ if is_known => (Value::Null, Value::Null),
            _ => (json!("hard"), json!("bounced")),
        };
        assert_eq!(types.get(address).unwrap_or(&Value::Null), &kind, "{address}");
        assert_eq!(suppression(&brand, address).await, reason, "{address}");
    }
    // What went through the hands of another is still signed by us.
    let report = receivers.report();
    assert_eq!(report.duplicates, 0);
    assert_eq!(report.signatures.fail, 0, "{report:?}");
    assert!(report.signatures.pass > 0, "{report:?}");
}
