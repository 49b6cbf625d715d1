//! Direct delivery with a real name server and real mail servers on this machine.

mod encryption;
mod hosts;
mod reuse;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use postrider_domain::network::AllowPrivate;
use postrider_mail::dns::{Limits, Resolver};
use postrider_mail::sink::{RunningSink, Sink, SinkOptions};
use postrider_mail::smtp::{ReplyClass, Timeouts};
use postrider_test_support::dns_server::{DnsServer, Published, Says};

use super::{Direct, DirectOptions, PolicyHosts};
use crate::sending::attempt::Attempt;
use crate::sending::letter::Mail;

/// A port where several hosts of this machine can listen, each at an address of its own.
fn host(last: u8, port: u16) -> SocketAddr {
    SocketAddr::from(([127, 0, 0, last], port))
}

fn sink_at(listen: SocketAddr) -> RunningSink {
    let options = SinkOptions {
        listen,
        ..SinkOptions::default()
    };
    Sink::start(options).unwrap()
}

struct World {
    dns: DnsServer,
    direct: Direct,
    now: Arc<AtomicI64>,
}

impl World {
    /// Mail goes to `port`, to any address of this machine.
    async fn new(port: u16) -> Self {
        Self::allowing(port, "127.0.0.0/8,::1").await
    }

    async fn allowing(port: u16, private: &str) -> Self {
        Self::with(port, private, PolicyHosts::default()).await
    }

    async fn with(port: u16, private: &str, policy_hosts: PolicyHosts) -> Self {
        let dns = DnsServer::start().await;
        let limits = Limits {
            silence_kept: Duration::ZERO,
            ..Limits::default()
        };
        let now = Arc::new(AtomicI64::new(1_000_000));
        let clock = Arc::clone(&now);
        let long = Duration::from_secs(10);
        let options = DirectOptions {
            resolver: Resolver::with_limits(Some(dns.address()), limits).unwrap(),
            hello: "client.example".to_owned(),
            port,
            allow_private: private.parse::<AllowPrivate>().unwrap(),
            encrypted_ms: 24 * 60 * 60 * 1000,
            policy_hosts,
            timeouts: Timeouts {
                connect: long,
                greeting: long,
                command: long,
                data: long,
                dot: long,
            },
            clock: Arc::new(move || clock.load(Ordering::Relaxed)),
        };
        let direct = Direct::new(options).unwrap();
        Self { dns, direct, now }
    }

    /// The domain has these hosts, each at the address of this machine that ends so.
    fn has(&self, domain: &str, hosts: &[(u16, &str, u8)]) {
        let exchanges = hosts.iter().map(|&(preference, name, last)| {
            let address = Published::Address(Ipv4Addr::new(127, 0, 0, last));
            self.dns.says(name, Says::Publishes(vec![address]));
            Published::Exchange(preference, name.to_owned())
        });
        self.dns.says(domain, Says::Publishes(exchanges.collect()));
    }

    async fn mail(&self, to: &str) -> Attempt {
        let mut dots = 0;
        let attempt = self.deliver(to, &mut dots).await;
        assert!(dots <= 1, "{dots}");
        attempt
    }

    async fn deliver(&self, to: &str, dots: &mut usize) -> Attempt {
        let mail = Mail {
            return_path: "b-1@bounces.example.com".to_owned(),
            to: to.to_owned(),
            bytes: b"Message-ID: <1@example.com>\r\n\r\nHello\r\n".to_vec(),
        };
        let at_dot = || {
            *dots += 1;
            Ok(())
        };
        self.direct.deliver(&mail, at_dot).await
    }

    fn passes(&self, milliseconds: i64) {
        self.now.fetch_add(milliseconds, Ordering::Relaxed);
    }
}

#[track_caller]
fn assert_taken(attempt: &Attempt) {
    let taken = matches!(
        attempt,
        Attempt::Replied {
            class: ReplyClass::Accepted,
            ..
        }
    );
    assert!(taken, "{attempt:?}");
}

#[track_caller]
fn assert_unreachable(attempt: &Attempt, why: &str) {
    match attempt {
        Attempt::Unreachable(reason) => assert!(reason.contains(why), "{reason}"),
        other => panic!("{other:?}"),
    }
}

fn v6_loopback() -> IpAddr {
    IpAddr::V6(std::net::Ipv6Addr::LOCALHOST)
}
