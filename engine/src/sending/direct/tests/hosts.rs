//! Which host gets a mail, and what it means that none does.

use std::net::Ipv6Addr;

use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use super::*;

/// Greets everybody with this.
async fn greeting(at: SocketAddr, line: &'static str) -> (SocketAddr, JoinSet<()>) {
    let listener = TcpListener::bind(at).await.unwrap();
    let address = listener.local_addr().unwrap();
    let mut tasks = JoinSet::new();
    tasks.spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.write_all(format!("{line}\r\n").as_bytes()).await;
        }
    });
    (address, tasks)
}

#[tokio::test]
async fn the_best_host_gets_the_mail() {
    let best = sink_at(host(1, 0));
    let port = best.address.port();
    let other = sink_at(host(2, port));
    let world = World::new(port).await;
    world.has(
        "firma.test",
        &[(20, "mx2.firma.test", 2), (10, "mx1.firma.test", 1)],
    );
    assert_taken(&world.mail("ada@Firma.test").await);
    assert_eq!((best.report().accepted, other.report().accepted), (1, 0));
}

#[tokio::test]
async fn the_next_host_gets_the_mail_while_the_best_is_down() {
    let next = sink_at(host(2, 0));
    let port = next.address.port();
    let world = World::new(port).await;
    world.has(
        "firma.test",
        &[(10, "mx1.firma.test", 1), (20, "mx2.firma.test", 2)],
    );
    assert_taken(&world.mail("ada@firma.test").await);
    // For a minute nobody tries the best one first, although it is back.
    let best = sink_at(host(1, port));
    world.direct.close_idle(i64::MAX).await;
    world.passes(59_000);
    assert_taken(&world.mail("ada@firma.test").await);
    assert_eq!((best.report().accepted, next.report().accepted), (0, 2));
    // Then it is tried again, and an idle connection to the worse one is not taken.
    world.passes(2_000);
    assert_taken(&world.mail("ada@firma.test").await);
    assert_eq!((best.report().accepted, next.report().accepted), (1, 2));
}

#[tokio::test]
async fn equally_good_hosts_share_the_connections() {
    let one = sink_at(host(1, 0));
    let port = one.address.port();
    let other = sink_at(host(2, port));
    let world = World::new(port).await;
    world.has(
        "firma.test",
        &[(10, "mx1.firma.test", 1), (10, "mx2.firma.test", 2)],
    );
    for _ in 0..4 {
        assert_taken(&world.mail("ada@firma.test").await);
        world.direct.close_idle(i64::MAX).await;
    }
    assert_eq!((one.report().accepted, other.report().accepted), (2, 2));
}

#[tokio::test]
async fn a_host_that_is_busy_leaves_it_to_the_next() {
    let (busy, _greeter) = greeting(host(1, 0), "421 4.7.0 too many connections").await;
    let next = sink_at(host(2, busy.port()));
    let world = World::new(busy.port()).await;
    world.has(
        "firma.test",
        &[(10, "mx1.firma.test", 1), (20, "mx2.firma.test", 2)],
    );
    assert_taken(&world.mail("ada@firma.test").await);
    assert_eq!(next.report().accepted, 1);
}

#[tokio::test]
async fn hosts_that_let_us_in_later_have_answered_and_those_that_never_do_shut_us_out() {
    let (busy, _busy) = greeting(host(1, 0), "421 4.7.0 busy").await;
    let (closed, _closed) = greeting(host(2, busy.port()), "554 5.7.1 go away").await;
    let world = World::new(closed.port()).await;
    world.has("busy.test", &[(10, "mx1.firma.test", 1)]);
    world.has("closed.test", &[(10, "mx2.firma.test", 2)]);
    world.has(
        "both.test",
        &[(10, "mx2.firma.test", 2), (20, "mx1.firma.test", 1)],
    );
    let later = Attempt::Replied {
        class: ReplyClass::Throttled,
        reply: "421 4.7.0 busy".to_owned(),
    };
    assert_eq!(world.mail("ada@busy.test").await, later);
    let shut_out = Attempt::ShutOut("554 5.7.1 go away".to_owned());
    assert_eq!(world.mail("ada@closed.test").await, shut_out);
    assert_eq!(world.mail("ada@both.test").await, later);
}

#[tokio::test]
async fn nobody_there_is_out_of_reach() {
    let sink = sink_at(host(1, 0));
    let port = sink.address.port();
    sink.stop();
    let world = World::new(port).await;
    world.has(
        "firma.test",
        &[(10, "mx1.firma.test", 1), (20, "mx2.firma.test", 2)],
    );
    assert_unreachable(&world.mail("ada@firma.test").await, "mx2.firma.test");
    // Nobody waits for them again until a minute has passed.
    let back = sink_at(host(1, port));
    assert_unreachable(&world.mail("ada@firma.test").await, "a moment ago");
    assert_eq!(back.report().connections, 0);
    world.passes(60_000);
    assert_taken(&world.mail("ada@firma.test").await);
    assert_eq!(back.report().accepted, 1);
}

#[tokio::test]
async fn a_host_with_many_dead_addresses_leaves_tries_for_the_others() {
    let sink = sink_at(host(9, 0));
    let world = World::new(sink.address.port()).await;
    world.has(
        "firma.test",
        &[
            (10, "mx1.test", 1),
            (20, "mx2.test", 2),
            (30, "mx3.test", 9),
        ],
    );
    for (name, first) in [("mx1.test", 11), ("mx2.test", 21)] {
        let dead = (first..first + 4).map(|last| Published::Address([127, 0, 0, last].into()));
        world.dns.says(name, Says::Publishes(dead.collect()));
    }
    assert_taken(&world.mail("ada@firma.test").await);
}

#[tokio::test]
async fn the_addresses_of_a_host_are_used_in_turn() {
    let one = sink_at(host(1, 0));
    let other = sink_at(host(2, one.address.port()));
    let world = World::new(one.address.port()).await;
    world.has("firma.test", &[(10, "mx.test", 1)]);
    let both = [1, 2].map(|last| Published::Address([127, 0, 0, last].into()));
    world.dns.says("mx.test", Says::Publishes(both.to_vec()));
    for _ in 0..4 {
        assert_taken(&world.mail("ada@firma.test").await);
        world.direct.close_idle(i64::MAX).await;
    }
    assert_eq!((one.report().accepted, other.report().accepted), (2, 2));
}

#[tokio::test]
async fn hosts_are_reached_by_ipv6_too() {
    let Ok(sink) = Sink::start(SinkOptions {
        listen: SocketAddr::new(v6_loopback(), 0),
        ..SinkOptions::default()
    }) else {
        return;
    };
    let world = World::new(sink.address.port()).await;
    world.has("firma.test", &[(10, "mx.firma.test", 1)]);
    let both = vec![
        Published::Address(Ipv4Addr::LOCALHOST),
        Published::AddressV6(Ipv6Addr::LOCALHOST),
    ];
    world.dns.says("mx.firma.test", Says::Publishes(both));
    // At its IPv4 address nobody listens.
    assert_taken(&world.mail("ada@firma.test").await);
    assert_eq!(sink.report().accepted, 1);
}

#[tokio::test]
async fn a_domain_without_mail_servers_takes_its_mail_itself() {
    let sink = sink_at(host(1, 0));
    let world = World::new(sink.address.port()).await;
    let here = Published::Address(Ipv4Addr::LOCALHOST);
    world.dns.says("firma.test", Says::Publishes(vec![here]));
    assert_taken(&world.mail("ada@firma.test").await);
    assert_eq!(
        world.direct.site_of("firma.test").as_deref(),
        Some("firma.test")
    );
}

#[tokio::test]
async fn what_dns_says_about_a_domain_is_told() {
    let world = World::new(25).await;
    world.dns.says("null.test", Says::NullMx);
    match world.mail("ada@null.test").await {
        Attempt::Replied {
            class: verdict,
            reply,
        } => {
            assert_eq!(verdict, ReplyClass::AddressFailure);
            assert!(reply.starts_with("556 5.1.10 "), "{reply}");
        }
        other => panic!("{other:?}"),
    }
    world.dns.says("empty.test", Says::Nothing);
    for to in ["ada@missing.test", "ada@empty.test"] {
        let attempt = world.mail(to).await;
        assert!(matches!(attempt, Attempt::NoSuchDomain(_)), "{attempt:?}");
    }
    world.dns.says("broken.test", Says::ServerFailure);
    assert_not_sent(&world.mail("ada@broken.test").await, "broken.test");
}

/// Which says nothing about the way to others.
fn assert_not_sent(attempt: &Attempt, why: &str) {
    match attempt {
        Attempt::NotSent(said) => assert!(said.contains(why), "{said}"),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn private_addresses_are_not_reached_unless_allowed() {
    let sink = sink_at(host(1, 0));
    let port = sink.address.port();
    let world = World::allowing(port, "").await;
    world.has("firma.test", &[(10, "mx.firma.test", 1)]);
    world.dns.says("six.test", Says::Ipv6);
    for to in ["ada@firma.test", "ada@six.test"] {
        assert_not_sent(&world.mail(to).await, "public address");
    }
    assert_eq!(sink.report().connections, 0);
    let allowed = World::allowing(port, &format!("127.0.0.1:{port}")).await;
    allowed.has(
        "firma.test",
        &[(10, "mx0.firma.test", 2), (20, "mx1.firma.test", 1)],
    );
    assert_taken(&allowed.mail("ada@firma.test").await);
}

#[tokio::test]
async fn a_site_is_known_by_its_best_host_once_dns_has_spoken() {
    let sink = sink_at(host(1, 0));
    let world = World::new(sink.address.port()).await;
    world.has(
        "shop.test",
        &[(20, "alt.l.google.test", 2), (10, "in.l.google.test", 1)],
    );
    world.has(
        "mixed.test",
        &[(20, "backup.test", 2), (10, "in.l.google.test", 1)],
    );
    assert_eq!(world.direct.site_of("shop.test"), None);
    for to in ["ada@shop.test", "ada@mixed.test"] {
        assert_taken(&world.mail(to).await);
    }
    let site_of = |domain| world.direct.site_of(domain);
    assert_eq!(site_of("shop.test").as_deref(), Some("google.test"));
    assert_eq!(site_of("mixed.test").as_deref(), Some("mixed.test"));
    assert_eq!(world.direct.site_of("missing.test"), None);
}
