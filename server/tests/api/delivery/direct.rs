//! Mail that goes straight to its receivers: each domain to its own exchangers, and no receiver in the way of another.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use super::{ended, events, quiet, read, send, sender, standing, suppressed};
use crate::domains::MAIL_HOST;
use crate::support::dns_server::{DnsServer, Published, Says};
use crate::support::{
    Answers, Brand, Builder, Heard, Loop, MailServer, Measures, TestServer, until, with,
};

/// Receivers at loopback addresses of their own, all on one port, as on port 25.
struct Receivers {
    dns: DnsServer,
    port: u16,
    servers: Vec<MailServer>,
}

impl Receivers {
    async fn start() -> Self {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        Self {
            dns: DnsServer::start().await,
            port: free.local_addr().unwrap().port(),
            servers: Vec::new(),
        }
    }

    /// A domain with an exchanger of its own that answers like this.
    async fn add(
        &mut self,
        domain: &str,
        judge: impl Fn(&Heard<'_>) -> Answers + Send + Sync + 'static,
    ) {
        let last = u8::try_from(self.servers.len()).unwrap() + 2;
        let address = Ipv4Addr::new(127, 0, 0, last);
        let host = format!("mx.{domain}");
        self.mx(domain, &host);
        let at = Says::Publishes(vec![Published::Address(address)]);
        self.dns.says(&host, at);
        let at = SocketAddr::from((address, self.port));
        let server = MailServer::start_at(at, &["PIPELINING", "SIZE"], judge).await;
        self.servers.push(server);
    }

    fn mx(&self, domain: &str, host: &str) {
        let exchange = Published::Exchange(10, host.to_owned());
        self.dns.says(domain, Says::Publishes(vec![exchange]));
    }

    /// A server that mails to them, and a brand that can send.
    async fn server(&self, builder: Builder) -> (TestServer, Brand) {
        let server = builder
            .dns(self.dns.address())
            .mail_host(MAIL_HOST)
            .direct(self.port)
            .start()
            .await;
        let brand = sender(&server, &self.dns).await;
        (server, brand)
    }

    /// Who got their mail from one receiver, each once.
    fn mailed(&self, receiver: usize) -> usize {
        let taken = self.servers[receiver].taken().into_iter();
        let mut to: Vec<String> = taken.map(|offered| offered.to).collect();
        let count = to.len();
        to.sort();
        to.dedup();
        assert_eq!(to.len(), count, "somebody was mailed twice");
        count
    }
}

/// New contacts at a domain.
async fn people(brand: &Brand, domain: &str, count: usize) {
    let rows: Vec<Value> = (0..count)
        .map(|n| json!({ "email": format!("p{n}@{domain}") }))
        .collect();
    brand
        .post("/v1/contacts", json!({ "contacts": rows }))
        .await
        .expect(200);
}

fn kindly(_: &Heard<'_>) -> Answers {
    Answers::Kindly
}

/// This to every recipient, until it gives in.
fn until_kind(
    reply: &'static str,
    is_kind: &Arc<AtomicBool>,
) -> impl Fn(&Heard<'_>) -> Answers + use<> {
    let is_kind = Arc::clone(is_kind);
    move |heard| {
        if heard.is_recipient() && !is_kind.load(Ordering::SeqCst) {
            with(reply)
        } else {
            Answers::Kindly
        }
    }
}

#[tokio::test]
async fn every_domain_gets_its_mail_from_its_own_exchanger() {
    let mut receivers = Receivers::start().await;
    receivers.add("one.test", kindly).await;
    receivers.add("two.test", kindly).await;
    receivers.mx("three.test", "mx.two.test");
    let (_server, brand) = receivers.server(TestServer::with()).await;
    for (domain, count) in [("one.test", 30), ("two.test", 20), ("three.test", 10)] {
        people(&brand, domain, count).await;
    }
    let id = send(&brand, json!({})).await;
    let sent = standing(&brand, &id, "completed").await;
    assert_eq!(sent["stats"]["delivered"], 60);
    assert_eq!((receivers.mailed(0), receivers.mailed(1)), (30, 30));
    let first = &receivers.servers[0].offered()[0];
    assert!(first.mail.contains("b-"), "{}", first.mail);
}

#[tokio::test]
async fn a_receiver_that_asks_for_less_keeps_nobody_else_waiting() {
    let mut receivers = Receivers::start().await;
    let is_kind = Arc::new(AtomicBool::new(false));
    let busy = "451 4.7.28 Our system has detected an unusual rate of mail. Try again later";
    receivers.add("busy.test", until_kind(busy, &is_kind)).await;
    receivers.add("free.test", kindly).await;
    let builder = TestServer::with().clock_stopped().mail_connections(4);
    let (mut server, brand) = receivers.server(builder).await;
    // The busy ones come first in the order of the send.
    people(&brand, "busy.test", 120).await;
    people(&brand, "free.test", 80).await;
    let id = send(&brand, json!({})).await;
    until("the others have their mail", async || {
        (receivers.mailed(1) == 80).then_some(())
    })
    .await;
    let meanwhile = read(&brand, &id).await;
    assert_eq!(meanwhile["status"], "running");
    assert_eq!(receivers.mailed(0), 0);
    let waiting = "SELECT count(*) FROM recipients WHERE site IS NOT NULL";
    assert!(server.number(waiting).await > 80, "they stand in line");
    assert_eq!(suppressed(&server).await, 0);
    // The line is there after a restart too.
    server.restart().await;
    let brand = server.again(&brand);
    is_kind.store(true, Ordering::SeqCst);
    let sent = ended(&server, &brand, &id).await;
    assert_eq!(sent["status"], "completed");
    assert_eq!(sent["stats"]["delivered"], 200);
    assert_eq!((receivers.mailed(0), receivers.mailed(1)), (120, 80));
    assert_eq!(suppressed(&server).await, 0);
    assert_eq!(server.number(waiting).await, 0);
    assert_eq!(server.number("SELECT count(*) FROM lines").await, 0);
}

#[tokio::test]
async fn a_receiver_that_refuses_us_pauses_no_send_that_others_take() {
    let mut receivers = Receivers::start().await;
    let is_kind = Arc::new(AtomicBool::new(false));
    let no = "550 5.7.1 Mail from your address is blocked";
    receivers.add("wall.test", until_kind(no, &is_kind)).await;
    receivers.add("free.test", kindly).await;
    let builder = TestServer::with().clock_stopped();
    let (server, brand) = receivers.server(builder).await;
    people(&brand, "free.test", 40).await;
    people(&brand, "wall.test", 40).await;
    let id = send(&brand, json!({})).await;
    until("the others have their mail", async || {
        (receivers.mailed(1) == 40).then_some(())
    })
    .await;
    is_kind.store(true, Ordering::SeqCst);
    let sent = ended(&server, &brand, &id).await;
    assert_eq!(sent["status"], "completed");
    assert_eq!(sent["stats"]["delivered"], 80);
    assert_eq!(suppressed(&server).await, 0, "it was not about them");
}

#[tokio::test]
async fn a_receiver_that_hangs_holds_its_own_connections_only() {
    let mut receivers = Receivers::start().await;
    receivers
        .add("slow.test", |heard| {
            if heard.is_recipient() {
                Answers::Never
            } else {
                Answers::Kindly
            }
        })
        .await;
    receivers.add("free.test", kindly).await;
    let builder = TestServer::with().mail_connections(16).site_connections(2);
    let (server, brand) = receivers.server(builder).await;
    people(&brand, "slow.test", 300).await;
    people(&brand, "free.test", 300).await;
    let id = send(&brand, json!({})).await;
    until("the others have their mail", async || {
        (receivers.mailed(1) == 300).then_some(())
    })
    .await;
    let rows = server.sql("SELECT ordinals FROM claims").await;
    let held: usize = rows
        .iter()
        .map(|row| {
            serde_json::from_str::<Vec<i64>>(&row.text(0).unwrap())
                .unwrap()
                .len()
        })
        .sum();
    assert!(held <= 4 + 16, "it holds {held}");
    assert_eq!(read(&brand, &id).await["status"], "running");
}

#[tokio::test]
async fn a_domain_that_takes_no_mail_bounces_and_one_that_is_gone_is_given_up_when_that_is_sure() {
    let measures = Measures::begin();
    let mut receivers = Receivers::start().await;
    receivers.add("free.test", kindly).await;
    receivers.dns.says("none.test", Says::NullMx);
    receivers.dns.says("gone.test", Says::NoSuchDomain);
    receivers.dns.says("mute.test", Says::Silence);
    let builder = TestServer::with().clock_stopped();
    let (server, brand) = receivers.server(builder).await;
    for domain in ["free.test", "none.test", "gone.test", "mute.test"] {
        people(&brand, domain, 2).await;
    }
    let id = send(&brand, json!({})).await;
    let first = until("the first are known", async || {
        let send = read(&brand, &id).await;
        let (bounced, deferred) = (&send["delivery"]["bounced"], &send["delivery"]["deferred"]);
        (*bounced == 2 && *deferred == 4).then_some(send)
    })
    .await;
    assert_eq!(suppressed(&server).await, 2, "null MX: {first}");
    receivers.mx("mute.test", "mx.free.test");
    let sent = until("the send has ended", async || {
        let send = read(&brand, &id).await;
        if send["completedAt"].is_string() {
            return Some(send);
        }
        // What is due is tried before time goes on.
        measures.whole_round(&server, Loop::Mailing).await;
        quiet(&server).await;
        server.clock.advance(Duration::from_hours(2));
        None
    })
    .await;
    let delivery = &sent["delivery"];
    let counts = ["delivered", "bounced", "failed"].map(|key| delivery[key].as_i64().unwrap());
    assert_eq!(counts, [4, 2, 2], "{sent}");
    assert_eq!(suppressed(&server).await, 2, "DNS alone is not believed");
    let tries = events(&sent, "deferred");
    let gone = tries.iter().filter(|event| {
        let email = event["recipientEmail"].as_str().unwrap();
        email.ends_with("@gone.test")
    });
    assert!(gone.count() >= 2 * 5, "DNS was asked again and again");
}

#[tokio::test]
async fn addresses_inside_are_not_reached_unless_allowed() {
    let mut receivers = Receivers::start().await;
    receivers.add("inside.test", kindly).await;
    receivers.dns.says(
        "mx.inside.test",
        Says::Publishes(vec![Published::Address(Ipv4Addr::new(10, 1, 2, 3))]),
    );
    let builder = TestServer::with().clock_stopped();
    let (server, brand) = receivers.server(builder).await;
    people(&brand, "inside.test", 1).await;
    let id = send(&brand, json!({})).await;
    let sent = until("it was tried", async || {
        let send = read(&brand, &id).await;
        (send["delivery"]["deferred"] == 1).then_some(send)
    })
    .await;
    assert_eq!(receivers.servers[0].offered().len(), 0);
    let tried = events(&sent, "deferred");
    let summary = tried[0]["summary"].as_str().unwrap();
    assert!(summary.contains("no public address"), "{summary}");
    assert_eq!(suppressed(&server).await, 0);
}
