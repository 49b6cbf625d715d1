//! Which hosts the resolver finds for the mail of a domain, asked of a real name server.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

use postrider_mail::dns::{Exchanger, Exchangers, Limits, Resolver};
use postrider_test_support::dns_server::{DnsServer, Published, Says};
use tokio::task::JoinSet;

fn asking(server: &DnsServer) -> Resolver {
    Resolver::new(Some(server.address())).unwrap()
}

fn v4(last: u8) -> Ipv4Addr {
    Ipv4Addr::new(192, 0, 2, last)
}

fn at(last: u8) -> Says {
    Says::Publishes(vec![Published::Address(v4(last))])
}

fn named(hosts: &[(u16, &str)]) -> Says {
    let exchange = |&(preference, host): &(u16, &str)| Published::Exchange(preference, host.into());
    Says::Publishes(hosts.iter().map(exchange).collect())
}

fn host(name: &str, preference: u16, addresses: Vec<IpAddr>) -> Exchanger {
    Exchanger {
        name: name.to_owned(),
        preference,
        addresses,
    }
}

fn names(exchangers: Exchangers) -> Vec<String> {
    match exchangers {
        Exchangers::Hosts(hosts) => hosts.into_iter().map(|host| host.name).collect(),
        other => panic!("{other:?}"),
    }
}

/// Asks until other hosts are kept than before.
async fn until_named(resolver: &Resolver, domain: &str, hosts: &[&str]) {
    let asking = async {
        while names(resolver.exchangers(domain).await) != hosts {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let named = tokio::time::timeout(Duration::from_secs(20), asking).await;
    assert!(named.is_ok(), "{domain} never had {hosts:?}");
}

#[tokio::test]
async fn hosts_come_by_preference_with_their_addresses() {
    let server = DnsServer::start().await;
    let hosts = [
        (20, "MX2.firma.test"),
        (10, "mx1.firma.test"),
        (10, "mx0.firma.test"),
    ];
    server.says("firma.test", named(&hosts));
    server.says("mx0.firma.test", at(10));
    server.says("mx2.firma.test", at(12));
    let both = vec![
        Published::AddressV6(Ipv6Addr::LOCALHOST),
        Published::Address(v4(11)),
    ];
    server.says("mx1.firma.test", Says::Publishes(both));
    let found = asking(&server).exchangers("firma.test").await;
    let expect = vec![
        host("mx0.firma.test", 10, vec![v4(10).into()]),
        host(
            "mx1.firma.test",
            10,
            vec![v4(11).into(), Ipv6Addr::LOCALHOST.into()],
        ),
        host("mx2.firma.test", 20, vec![v4(12).into()]),
    ];
    assert_eq!(found, Exchangers::Hosts(expect));
}

#[tokio::test]
async fn a_domain_that_names_nobody_takes_mail_itself() {
    let server = DnsServer::start().await;
    server.says("four.test", Says::Ipv4);
    server.says("six.test", Says::Ipv6);
    let resolver = asking(&server);
    let four = host("four.test", 0, vec![v4(1).into()]);
    assert_eq!(
        resolver.exchangers("four.test").await,
        Exchangers::Hosts(vec![four])
    );
    let six = host("six.test", 0, vec![Ipv6Addr::LOCALHOST.into()]);
    assert_eq!(
        resolver.exchangers("six.test").await,
        Exchangers::Hosts(vec![six])
    );
}

#[tokio::test]
async fn a_domain_that_takes_no_mail_is_told_from_one_that_does_not_exist() {
    let server = DnsServer::start().await;
    server.says("null.test", Says::NullMx);
    server.says("empty.test", Says::Nothing);
    server.says(
        "dangling.test",
        named(&[(10, "gone.test"), (20, "empty.test")]),
    );
    let resolver = asking(&server);
    assert_eq!(resolver.exchangers("null.test").await, Exchangers::NoMail);
    for domain in ["missing.test", "empty.test", "dangling.test"] {
        assert_eq!(
            resolver.exchangers(domain).await,
            Exchangers::NoDomain,
            "{domain}"
        );
    }
    // One that contradicts itself is taken at its better word.
    server.says("both.test", Says::NullMxAndMx);
    server.says("mx.test", at(1));
    assert_eq!(names(resolver.exchangers("both.test").await), ["mx.test"]);
}

#[tokio::test]
async fn failures_of_dns_say_nothing_about_the_domain() {
    let server = DnsServer::start().await;
    let limits = Limits {
        deadline: Duration::from_millis(300),
        ..Limits::default()
    };
    let resolver = Resolver::with_limits(Some(server.address()), limits).unwrap();
    server.says("broken.test", Says::ServerFailure);
    server.says("refused.test", Says::Refused);
    server.says("sent-on.test", Says::SendsOn);
    server.says("silent.test", Says::Silence);
    server.says("half.test", Says::Ipv4Fails);
    server.says(
        "unknown-host.test",
        named(&[(10, "gone.test"), (20, "silent.test")]),
    );
    for domain in [
        "broken.test",
        "refused.test",
        "sent-on.test",
        "silent.test",
        "half.test",
        "unknown-host.test",
        "müller.test",
    ] {
        let found = resolver.exchangers(domain).await;
        assert!(
            matches!(found, Exchangers::NoAnswer(_)),
            "{domain} {found:?}"
        );
    }
}

#[tokio::test]
async fn a_host_that_cannot_be_found_leaves_the_others() {
    let server = DnsServer::start().await;
    let resolver = Resolver::with_limits(
        Some(server.address()),
        Limits {
            deadline: Duration::from_millis(300),
            silence_kept: Duration::from_millis(50),
            ..Limits::default()
        },
    )
    .unwrap();
    server.says("silent.test", Says::Silence);
    server.says("mx.firma.test", at(1));
    let hosts = [(5, "gone.test"), (10, "silent.test"), (20, "mx.firma.test")];
    server.says("firma.test", named(&hosts));
    assert_eq!(
        names(resolver.exchangers("firma.test").await),
        ["mx.firma.test"]
    );
    // What DNS was silent about is asked for again soon.
    server.says("silent.test", at(2));
    until_named(&resolver, "firma.test", &["silent.test", "mx.firma.test"]).await;
}

#[tokio::test]
async fn aliases_are_followed_from_domains_and_from_hosts() {
    let server = DnsServer::start().await;
    let resolver = asking(&server);
    server.says("alias.test", Says::Alias("firma.test"));
    server.says("bare.test", Says::BareAlias("firma.test"));
    server.says("firma.test", named(&[(10, "mx.alias.test")]));
    server.says("mx.alias.test", Says::Alias("real.test"));
    server.says("real.test", at(7));
    let expect = Exchangers::Hosts(vec![host("mx.alias.test", 10, vec![v4(7).into()])]);
    for domain in ["firma.test", "alias.test", "bare.test"] {
        assert_eq!(resolver.exchangers(domain).await, expect, "{domain}");
    }
}

#[tokio::test]
async fn nobody_makes_us_look_at_thousands_of_hosts() {
    let server = DnsServer::start().await;
    server.says("firma.test", Says::ManyMx);
    let many = (1..=20).map(|last| Published::Address(v4(last))).collect();
    server.says_otherwise(Says::Publishes(many));
    let Exchangers::Hosts(hosts) = asking(&server).exchangers("firma.test").await else {
        panic!("no hosts");
    };
    assert_eq!(hosts.len(), 10);
    assert!(hosts.iter().all(|host| host.addresses.len() == 4));
    assert!(
        server.asked_in_all() <= 2 + 2 * 10,
        "{}",
        server.asked_in_all()
    );
}

#[tokio::test]
async fn one_question_for_all_who_ask_at_once_and_after() {
    let server = DnsServer::start().await;
    server.says("late.test", Says::Late(Duration::from_millis(30)));
    server.says("mx.test", at(1));
    let resolver = asking(&server);
    let mut callers = JoinSet::new();
    for _ in 0..50 {
        let resolver = resolver.clone();
        callers.spawn(async move { names(resolver.exchangers("late.test").await) });
    }
    for found in callers.join_all().await {
        assert_eq!(found, ["mx.test"]);
    }
    assert_eq!(names(resolver.exchangers("late.test").await), ["mx.test"]);
    assert_eq!((server.asked("late.test"), server.asked("mx.test")), (1, 2));
}

#[tokio::test]
async fn answers_live_as_long_as_their_records_but_within_bounds() {
    let server = DnsServer::start().await;
    let limits = Limits {
        kept: Duration::from_secs(3),
        silence_kept: Duration::from_millis(100),
        ..Limits::default()
    };
    let resolver = Resolver::with_limits(Some(server.address()), limits).unwrap();
    // The records live for five minutes, which is longer than anything is kept.
    server.says("firma.test", named(&[(10, "mx1.test")]));
    server.says("mx1.test", at(1));
    server.says("mx2.test", at(2));
    // These are gone at once, but nobody is asked for every mail.
    server.lives(Duration::ZERO);
    server.says("quick.test", named(&[(10, "mx1.test")]));
    assert_eq!(names(resolver.exchangers("quick.test").await), ["mx1.test"]);
    server.lives(Duration::from_mins(5));
    assert_eq!(names(resolver.exchangers("firma.test").await), ["mx1.test"]);
    for domain in ["firma.test", "quick.test"] {
        server.says(domain, named(&[(10, "mx2.test")]));
    }
    until_named(&resolver, "quick.test", &["mx2.test"]).await;
    assert_eq!(names(resolver.exchangers("firma.test").await), ["mx1.test"]);
    until_named(&resolver, "firma.test", &["mx2.test"]).await;
}
