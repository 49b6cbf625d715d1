//! What the resolver makes of the answers of a real name server.

use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};

use metrics_exporter_prometheus::PrometheusBuilder;
use postrider_domain::contacts::validation::DomainAnswer::{self, NoAnswer, NoMail, TakesMail};
use postrider_domain::sending::sending_domain::{Answer, Exchange};
use postrider_mail::dns::{Limits, Resolver};
use postrider_test_support::dns_server::{DnsServer, Published, Says};
use tokio::task::JoinSet;

fn asking(server: &DnsServer) -> Resolver {
    Resolver::new(Some(server.address())).unwrap()
}

fn limited(server: &DnsServer, limits: Limits) -> Resolver {
    Resolver::with_limits(Some(server.address()), limits).unwrap()
}

async fn answer(says: Says) -> DomainAnswer {
    let server = DnsServer::start().await;
    server.says("firma.test", says);
    asking(&server).mail_domain("firma.test").await
}

#[tokio::test]
async fn domains_with_a_mail_server_or_an_address_take_mail() {
    for says in [Says::Mx, Says::NullMxAndMx, Says::Ipv4, Says::Ipv6] {
        assert_eq!(answer(says.clone()).await, TakesMail, "{says:?}");
    }
}

#[tokio::test]
async fn domains_that_say_so_take_no_mail() {
    for says in [Says::NoSuchDomain, Says::NullMx, Says::Nothing] {
        assert_eq!(answer(says.clone()).await, NoMail, "{says:?}");
    }
}

#[tokio::test]
async fn failures_say_nothing_about_the_domain() {
    for says in [
        Says::ServerFailure,
        Says::Refused,
        Says::SendsOn,
        Says::Ipv4Fails,
    ] {
        assert_eq!(answer(says.clone()).await, NoAnswer, "{says:?}");
    }
}

#[tokio::test]
async fn a_long_answer_is_fetched_over_tcp() {
    assert_eq!(answer(Says::ManyMx).await, TakesMail);
}

#[tokio::test]
async fn aliases_are_followed() {
    let server = DnsServer::start().await;
    let resolver = asking(&server);
    let cases = [
        (Says::Mx, TakesMail),
        (Says::Ipv4, TakesMail),
        (Says::NullMx, NoMail),
        (Says::Nothing, NoMail),
        (Says::NoSuchDomain, NoMail),
        (Says::ServerFailure, NoAnswer),
    ];
    for (number, (says, expected)) in cases.into_iter().enumerate() {
        // A domain for each: answers are kept.
        let target: &'static str = format!("target{number}.test").leak();
        let second: &'static str = format!("second{number}.test").leak();
        server.says(target, says.clone());
        server.says(second, Says::BareAlias(target));
        server.says(&format!("alias{number}.test"), Says::Alias(target));
        server.says(&format!("bare{number}.test"), Says::BareAlias(second));
        for alias in ["alias", "bare"] {
            let domain = format!("{alias}{number}.test");
            assert_eq!(
                resolver.mail_domain(&domain).await,
                expected,
                "{alias} {says:?}"
            );
        }
    }
}

#[tokio::test]
async fn an_alias_of_itself_ends() {
    let server = DnsServer::start().await;
    server.says("loop.test", Says::BareAlias("loop.test"));
    assert_ne!(asking(&server).mail_domain("loop.test").await, TakesMail);
}

#[tokio::test]
async fn silence_ends_at_the_deadline_and_a_late_answer_within_it_counts() {
    let server = DnsServer::start().await;
    server.says("silent.test", Says::Silence);
    server.says("late.test", Says::Late(Duration::from_millis(700)));
    let resolver = asking(&server);
    let since = since();
    assert_eq!(resolver.mail_domain("late.test").await, TakesMail);
    assert_eq!(resolver.mail_domain("silent.test").await, NoAnswer);
    assert!(since.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn nobody_there_is_no_answer() {
    let server = DnsServer::start().await;
    let address = server.address();
    server.stop();
    let resolver = Resolver::new(Some(address)).unwrap();
    assert_eq!(resolver.mail_domain("firma.test").await, NoAnswer);
}

#[tokio::test]
async fn names_are_asked_as_they_are() {
    let server = DnsServer::start().await;
    server.says("xn--mller-kva.test", Says::Mx);
    let resolver = asking(&server);
    assert_eq!(resolver.mail_domain("xn--mller-kva.test").await, TakesMail);
    // The one question, not one for each of the machine's search domains.
    assert_eq!(resolver.mail_domain("missing.test").await, NoMail);
    assert_eq!(
        (server.asked("missing.test"), server.asked_in_all()),
        (1, 2)
    );
    // Not in the form in which domains are stored: no reason to call an address invalid.
    assert_eq!(resolver.mail_domain("müller.test").await, NoAnswer);
    assert_eq!(resolver.mail_domain(&"a".repeat(64)).await, NoAnswer);
}

#[tokio::test]
async fn one_question_for_all_who_ask_at_once_and_after() {
    let server = DnsServer::start().await;
    server.says("late.test", Says::Late(Duration::from_millis(30)));
    let resolver = asking(&server);
    let mut callers = JoinSet::new();
    for _ in 0..50 {
        let resolver = resolver.clone();
        callers.spawn(async move { resolver.mail_domain("late.test").await });
    }
    let answers = callers.join_all().await;
    assert_eq!(answers, [TakesMail; 50]);
    assert_eq!(resolver.mail_domain("late.test").await, TakesMail);
    assert_eq!(server.asked("late.test"), 1);
}

#[tokio::test]
async fn a_caller_who_leaves_takes_nothing_from_those_who_wait() {
    let server = DnsServer::start().await;
    server.says("late.test", Says::Late(Duration::from_millis(200)));
    let resolver = asking(&server);
    let first = resolver.clone();
    let mut leaving = JoinSet::new();
    leaving.spawn(async move { first.mail_domain("late.test").await });
    while server.asked("late.test") == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let waiting = resolver.mail_domain("late.test");
    let leave = async { leaving.shutdown().await };
    let (answer, ()) = tokio::join!(waiting, leave);
    assert_eq!(answer, TakesMail);
}

/// Asks until another answer is kept than before.
async fn until_said(resolver: &Resolver, domain: &str, answer: DomainAnswer) {
    let asking = async {
        while resolver.mail_domain(domain).await != answer {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let said = tokio::time::timeout(Duration::from_secs(20), asking).await;
    assert!(said.is_ok(), "{domain} never was {answer:?}");
}

#[tokio::test]
async fn answers_are_kept_for_their_time_and_silence_for_a_shorter_one() {
    let server = DnsServer::start().await;
    server.says("firma.test", Says::Mx);
    server.says("broken.test", Says::Refused);
    let resolver = limited(
        &server,
        Limits {
            kept: Duration::from_secs(2),
            silence_kept: Duration::from_millis(50),
            ..Limits::default()
        },
    );
    assert_eq!(resolver.mail_domain("firma.test").await, TakesMail);
    assert_eq!(resolver.mail_domain("broken.test").await, NoAnswer);
    server.says("firma.test", Says::NoSuchDomain);
    server.says("broken.test", Says::Mx);
    until_said(&resolver, "broken.test", TakesMail).await;
    assert_eq!(resolver.mail_domain("firma.test").await, TakesMail);
    until_said(&resolver, "firma.test", NoMail).await;
}

#[tokio::test]
async fn an_answer_older_than_its_records_live_is_asked_for_again() {
    let server = DnsServer::start().await;
    server.says("firma.test", Says::Mx);
    server.says("address.test", Says::Ipv4);
    server.lives(Duration::ZERO);
    let resolver = asking(&server);
    for domain in ["firma.test", "address.test"] {
        assert_eq!(resolver.mail_domain(domain).await, TakesMail);
        let asked = server.asked(domain);
        assert_eq!(resolver.mail_domain(domain).await, TakesMail);
        assert_eq!(server.asked(domain), 2 * asked, "{domain}");
    }
    server.lives(Duration::from_hours(1));
    for _ in 0..3 {
        assert_eq!(resolver.mail_domain("firma.test").await, TakesMail);
    }
    assert_eq!(server.asked("firma.test"), 3);
}

#[tokio::test]
async fn that_a_domain_takes_no_mail_holds_for_a_shorter_time() {
    let server = DnsServer::start().await;
    server.lives(Duration::from_hours(1));
    let limits = Limits {
        refusal_kept: Duration::from_millis(50),
        ..Limits::default()
    };
    let resolver = limited(&server, limits);
    for says in [Says::NoSuchDomain, Says::Nothing, Says::NullMx] {
        server.says("firma.test", says.clone());
        until_said(&resolver, "firma.test", NoMail).await;
        server.lives(Duration::ZERO);
        server.says("firma.test", Says::Mx);
        until_said(&resolver, "firma.test", TakesMail).await;
        server.lives(Duration::from_hours(1));
    }
}

#[tokio::test]
async fn only_so_many_domains_at_once_and_the_rest_wait_their_turn() {
    let server = DnsServer::start().await;
    let late = Duration::from_millis(50);
    server.says_otherwise(Says::Late(late));
    let resolver = limited(
        &server,
        Limits {
            in_flight: 4,
            ..Limits::default()
        },
    );
    let since = since();
    let mut callers = JoinSet::new();
    for number in 0..40 {
        let resolver = resolver.clone();
        callers.spawn(async move { resolver.mail_domain(&format!("d{number}.test")).await });
    }
    assert_eq!(callers.join_all().await, [TakesMail; 40]);
    // Ten rounds of four.
    assert!(since.elapsed() >= late * 10);
}

#[tokio::test]
async fn many_domains_at_once_all_get_their_answer() {
    let server = DnsServer::start().await;
    server.says_otherwise(Says::ManyMx);
    // The server writes 60,000 records on the thread that waits for them: a busy machine needs more than the usual two
    // seconds for those of 64 domains.
    let resolver = limited(
        &server,
        Limits {
            deadline: Duration::from_mins(1),
            ..Limits::default()
        },
    );
    let mut callers = JoinSet::new();
    for number in 0..300 {
        let resolver = resolver.clone();
        callers.spawn(async move { resolver.mail_domain(&format!("d{number}.test")).await });
    }
    assert_eq!(callers.join_all().await, [TakesMail; 300]);
}

#[tokio::test]
async fn what_a_name_publishes_is_told_as_it_is() {
    let server = DnsServer::start().await;
    let resolver = asking(&server);
    let strings = |parts: &[&str]| Published::Text(parts.iter().map(|&part| part.into()).collect());
    let exchange = |preference, host: &str| Exchange {
        preference,
        host: host.to_owned(),
    };
    server.says(
        "firma.test",
        Says::Publishes(vec![
            strings(&["v=spf1 ", "-all"]),
            strings(&["a\u{7}b"]),
            Published::Exchange(20, "MX.Firma.test".to_owned()),
            Published::Address(Ipv4Addr::LOCALHOST),
        ]),
    );
    let alias = Says::Publishes(vec![Published::Alias("firma.test".to_owned())]);
    server.says("_links.firma.test", alias);
    let texts = resolver.texts("firma.test").await;
    let expect = ["v=spf1 -all", "a\u{fffd}b"].map(str::to_owned);
    assert_eq!(texts, Answer::Found(expect.to_vec()));
    let exchanges = resolver.exchanges("firma.test").await;
    assert_eq!(
        exchanges,
        Answer::Found(vec![exchange(20, "mx.firma.test")])
    );
    assert_eq!(resolver.alias("firma.test").await, Answer::Nothing);
    let other = Answer::Found(vec!["firma.test".to_owned()]);
    assert_eq!(resolver.alias("_links.firma.test").await, other);
    let address = Answer::Found(vec![IpAddr::V4(Ipv4Addr::LOCALHOST)]);
    assert_eq!(resolver.addresses("_links.firma.test").await, address);
}

#[tokio::test]
async fn what_is_not_published_is_told_from_what_nobody_says() {
    for (says, expect) in [
        (Says::NoSuchDomain, Answer::Nothing),
        (Says::Nothing, Answer::Nothing),
        (Says::ServerFailure, Answer::NoAnswer),
        (Says::Refused, Answer::NoAnswer),
        (Says::SendsOn, Answer::NoAnswer),
    ] {
        let server = DnsServer::start().await;
        let resolver = asking(&server);
        server.says("firma.test", says.clone());
        assert_eq!(resolver.texts("firma.test").await, expect, "{says:?}");
        assert_eq!(resolver.alias("firma.test").await, expect, "{says:?}");
    }
}

#[tokio::test]
async fn what_is_published_is_asked_anew_every_time() {
    let server = DnsServer::start().await;
    let resolver = asking(&server);
    assert_eq!(resolver.texts("firma.test").await, Answer::Nothing);
    let text = Published::Text(vec!["now".to_owned()]);
    server.says("firma.test", Says::Publishes(vec![text]));
    let now = Answer::Found(vec!["now".to_owned()]);
    assert_eq!(resolver.texts("firma.test").await, now);
}

#[tokio::test]
async fn operators_see_outcomes_and_times() {
    let server = DnsServer::start().await;
    server.says("firma.test", Says::Mx);
    server.says("broken.test", Says::Refused);
    let recorder = PrometheusBuilder::new().build_recorder();
    let resolver = metrics::with_local_recorder(&recorder, || asking(&server));
    for domain in ["firma.test", "firma.test", "missing.test", "broken.test"] {
        resolver.mail_domain(domain).await;
    }
    let shown = recorder.handle().render();
    // A domain whose answer is known is not asked about again.
    for line in [
        "postrider_dns_lookups_total{outcome=\"takes_mail\"} 1",
        "postrider_dns_lookups_total{outcome=\"no_mail\"} 1",
        "postrider_dns_lookups_total{outcome=\"no_answer\"} 1",
        "postrider_dns_lookup_seconds_count 3",
    ] {
        assert!(shown.lines().any(|shown| shown == line), "{line}\n{shown}");
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "measures a bound that is promised"
)]
fn since() -> Instant {
    Instant::now()
}
