//! The usual mistakes with DNS records are told apart, each with what to do.

use std::net::Ipv4Addr;

use serde_json::Value;

use super::{add, of, publish, read, start, text, verify};
use crate::support::dns_server::{DnsServer, Published, Says};
use crate::support::{Brand, TestServer};

struct Case {
    purpose: &'static str,
    /// What stands at the record's own name.
    there: Vec<Published>,
    /// What stands at another.
    elsewhere: Option<(String, Published)>,
    message: &'static str,
}

fn case(purpose: &'static str, there: Vec<Published>, message: &'static str) -> Case {
    Case {
        purpose,
        there,
        elsewhere: None,
        message,
    }
}

#[expect(clippy::too_many_lines, reason = "a table is read from top to bottom")]
fn cases(domain: &Value) -> Vec<Case> {
    let key = of(domain, "DKIM")["value"].as_str().unwrap();
    let (start, end) = key.split_at(200);
    let doubled = |purpose: &str| {
        let name = of(domain, purpose)["name"].as_str().unwrap();
        format!("{name}.example.com")
    };
    let ip = Ipv4Addr::new(203, 0, 113, 7);
    let host = "elsewhere.test".to_owned();
    vec![
        case("DKIM", vec![text(&format!("\"{key}\""))], "quotes inside"),
        case(
            "DKIM",
            vec![text(&format!("\"{start}\" \"{end}\""))],
            "quotes inside",
        ),
        case("DKIM", vec![text(start), text(end)], "split over several"),
        case("DKIM", vec![text(start)], "cut off"),
        case("DKIM", vec![text("v=DKIM1; k=rsa; p=QUJD")], "another key"),
        Case {
            elsewhere: Some((doubled("DKIM"), text(key))),
            ..case("DKIM", vec![], "adds the domain by itself")
        },
        case(
            "SPF",
            vec![
                text("v=spf1 a:mail.postrider.test ~all"),
                text("v=spf1 -all"),
            ],
            "several SPF",
        ),
        case(
            "SPF",
            vec![text("v=spf1 include:elsewhere.test ~all")],
            "add `a:mail.postrider.test`",
        ),
        case(
            "RETURN_PATH",
            vec![Published::Exchange(10, host.clone())],
            "points to `elsewhere.test`",
        ),
        Case {
            elsewhere: Some((
                doubled("RETURN_PATH"),
                Published::Exchange(10, "mail.postrider.test".to_owned()),
            )),
            ..case("RETURN_PATH", vec![], "adds the domain by itself")
        },
        case(
            "TRACKING",
            vec![Published::Alias(host)],
            "points to `elsewhere.test`",
        ),
        case(
            "TRACKING",
            vec![Published::Address(ip)],
            "without the proxy",
        ),
        case(
            "DMARC",
            vec![text("v=DMARC1; p=none"), text("v=DMARC1; p=none")],
            "several DMARC",
        ),
    ]
}

async fn look(dns: &DnsServer, brand: &Brand, domain: &Value, case: &Case) -> Value {
    publish(dns, domain);
    let name = of(domain, case.purpose)["name"].as_str().unwrap();
    dns.says(name, Says::Publishes(case.there.clone()));
    if let Some((name, record)) = &case.elsewhere {
        dns.says(name, Says::Publishes(vec![record.clone()]));
    }
    verify(brand, domain).await;
    let row = read(brand, domain).await;
    if let Some((name, _)) = &case.elsewhere {
        dns.says(name, Says::NoSuchDomain);
    }
    of(&row, case.purpose).clone()
}

#[tokio::test]
async fn every_mistake_has_its_words() {
    let (server, dns): (TestServer, _) = start().await;
    let brand = server.brand().await;
    let domain = add(&brand, "example.com").await;
    for case in cases(&domain) {
        let record = look(&dns, &brand, &domain, &case).await;
        assert_eq!(
            record["status"], "failed",
            "{} {:?}",
            case.purpose, case.there
        );
        let message = record["message"].as_str().unwrap();
        assert!(
            message.contains(case.message),
            "{message}, not {}",
            case.message
        );
        let found = record["found"].as_array().unwrap().len();
        let addresses = case
            .there
            .iter()
            .filter(|one| matches!(one, Published::Address(_)));
        assert_eq!(found, case.there.len() - addresses.count(), "{record}");
    }
}

#[tokio::test]
async fn a_long_key_may_be_several_strings_of_one_record_and_hold_spaces() {
    let (server, dns) = start().await;
    let brand = server.brand().await;
    let domain = add(&brand, "example.com").await;
    let key = of(&domain, "DKIM")["value"].as_str().unwrap();
    let (start, end) = key.split_at(200);
    for record in [
        Published::Text(vec![start.to_owned(), end.to_owned()]),
        Published::Text(vec![format!("{start} "), end.to_owned()]),
        text(&key.replace("; ", ";")),
    ] {
        let there = case("DKIM", vec![record.clone()], "");
        let shown = look(&dns, &brand, &domain, &there).await;
        assert_eq!(shown["status"], "verified", "{record:?}");
    }
}
