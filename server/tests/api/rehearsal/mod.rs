//! A whole campaign with its aftermath, offline: four mailbox providers that greylist, throttle, bounce at once and
//! later, complain, read, prefetch and scan. Who does what is known beforehand, so that every number can be checked.

mod numbers;
mod people;

use std::net::Ipv4Addr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use postrider_engine::tracking;
use postrider_mail::sink::{Aftermath, Follow, Profile, Report, RunningSink, Sink, SinkOptions};
use postrider_server::clock::Clock;
use serde_json::{Value, json};

use crate::domains::{MAIL_HOST, verified};
use crate::emails::{design, draft};
use crate::support::dns_server::{DnsServer, Published, Says};
use crate::support::{Brand, TestServer, settings};

const SEED: u64 = 6;
const MINUTE: Duration = Duration::from_secs(61);
const HTML: &str = "<html><body><p>Hi</p><a href=\"https://shop.example.com/?a=1&amp;b=2\">Shop</a>\
                    <a href=\"https://blog.example.com/\">Blog</a><a href=\"https://help.example.com/\">Help</a>\
                    <a href=\"https://shop.example.com/sale\">Sale</a></body></html>";

/// Each profile's domain, and what differs from a quiet day: enough of everything among a few hundred people.
const PROFILES: [(&str, &str); 4] = [
    (
        "gmail.com",
        "gmail?bounce=4&late=2&complain=2&unsubscribe=2&greylist=6&full=3",
    ),
    (
        "outlook.com",
        "outlook?bounce=4&late=2&complain=2&unsubscribe=2&full=3",
    ),
    (
        "yahoo.com",
        "yahoo?bounce=4&late=2&complain=2&unsubscribe=2&full=3",
    ),
    (
        "corp.test",
        "enterprise?bounce=4&late=3&complain=1&unsubscribe=2&full=2",
    ),
];

/// The server, the providers, and everybody who gets the campaign.
struct Rehearsal {
    server: TestServer,
    sink: RunningSink,
    brand: Brand,
    profiles: Vec<(String, Profile)>,
    people: Vec<String>,
    _dns: DnsServer,
}

/// How the mails get to the providers.
#[derive(Clone, Copy)]
enum Way {
    Direct,
    /// One server takes them for all, and answers for each as its provider does.
    Relay,
}

impl Rehearsal {
    /// `rate` is how many messages a second each provider takes.
    async fn start(way: Way, people: usize, rate: usize) -> Self {
        let profiles: Vec<(String, Profile)> = PROFILES
            .iter()
            .map(|(domain, profile)| {
                let profile = format!("{profile}&rate={rate}");
                ((*domain).to_owned(), profile.parse().unwrap())
            })
            .collect();
        // The providers go by the clock of the server, which starts after them.
        let clock = Arc::new(OnceLock::<Clock>::new());
        let theirs = Arc::clone(&clock);
        let sink = Sink::start(SinkOptions {
            profiles: profiles.clone(),
            seed: SEED,
            clock: Some(Arc::new(move || theirs.get().map_or(0, Clock::now))),
            ..SinkOptions::default()
        });
        let sink = sink.unwrap();
        let dns = receivers().await;
        // What was answered is written: nothing is left to move the numbers when the providers have done.
        let tracking = tracking::Limits {
            patience: Duration::from_mins(1),
            ..tracking::Limits::default()
        };
        let builder = TestServer::with()
            .clock_stopped()
            .dns(dns.address())
            .mail_host(MAIL_HOST)
            .tracking(tracking)
            .inbound();
        let builder = match way {
            Way::Direct => builder.direct(sink.address.port()),
            Way::Relay => builder.relay(&format!("smtp://{}", sink.address)),
        };
        let server = builder.start().await;
        let _ = clock.set(server.app().clock.clone());
        sink.lead(Aftermath {
            inbound: Some(server.inbound()),
            follow: Follow::default().everything(server.address().parse().unwrap()),
        });
        let brand = server.brand().await;
        verified(&dns, &brand, "news.example.com").await;
        for id in ["news", "more"] {
            let mut email = draft(id);
            email.subject = Some("News".to_owned());
            HTML.clone_into(&mut email.version.content.html);
            design(&server, &brand, email).await;
        }
        let people = people::invite(&brand, people).await;
        Self {
            server,
            sink,
            brand,
            profiles,
            people,
            _dns: dns,
        }
    }

    /// Sends to everybody and lets time pass until nothing is left to happen.
    async fn run(&self, email: &str) -> Value {
        let body = json!({ "emailId": email, "audienceId": "all" });
        let accepted = self.brand.post("/v1/sends", body).await.expect(202);
        let path = format!("/v1/sends/{}", accepted["sendId"].as_str().unwrap());
        let longest = if settings::torture() { 40 } else { 4 };
        let over = tokio::time::timeout(Duration::from_mins(longest), async {
            loop {
                self.still().await;
                let send = self.brand.get(&path).await.expect(200).json;
                if send["completedAt"].is_string() && self.sink.report().aftermath.waiting == 0 {
                    return;
                }
                self.server.clock.advance(MINUTE);
                self.server.nudge().await;
            }
        });
        assert!(
            over.await.is_ok(),
            "it never ended: {:#?}",
            self.sink.report()
        );
        self.brand.get(&path).await.expect(200).json
    }

    /// Until nothing happens any more at this time of the clock. It may not be moved in the middle of a filter's
    /// work, which is known by its pace.
    async fn still(&self) {
        let mut seen = (self.sink.report(), 0);
        while seen.1 < 4 {
            tokio::time::sleep(Duration::from_millis(80)).await;
            let claims = "SELECT count(*) FROM claims";
            let is_still = self.sink.is_quiet() && self.server.number(claims).await == 0;
            let report = self.sink.report();
            seen = match seen {
                (before, times) if is_still && before == report => (before, times + 1),
                _ => (report, 0),
            };
        }
    }
}

/// Every domain has its exchanger, and all of those are the sink.
async fn receivers() -> DnsServer {
    let dns = DnsServer::start().await;
    for (domain, _) in PROFILES {
        let host = format!("mx.{domain}");
        let address = Published::Address(Ipv4Addr::LOCALHOST);
        dns.says(&host, Says::Publishes(vec![address]));
        let exchange = Published::Exchange(10, host);
        dns.says(domain, Says::Publishes(vec![exchange]));
    }
    dns
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn torture_rehearsal_ends_with_the_right_numbers() {
    let (people, rate) = if settings::torture() {
        (50_000, 2_000)
    } else {
        (2_000, 150)
    };
    let rehearsal = Box::pin(Rehearsal::start(Way::Direct, people, rate)).await;
    let (send, report) = Box::pin(rehearse(&rehearsal)).await;
    for (name, profile) in &report.profiles {
        println!("{name}: {:?}", profile.done);
    }
    // Whoever is left gets the next one, and nobody else.
    let next = Box::pin(rehearsal.run("more")).await;
    assert_eq!(
        next["delivery"]["planned"],
        send["delivery"]["delivered"].as_i64().unwrap() - numbers::lost(&report)
    );
    let report = rehearsal.sink.report();
    assert!(report.profiles.values().all(|profile| profile.again == 0));
    assert_eq!(report.duplicates, 0, "{:?}", report.duplicate_examples);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rehearsal_through_a_relay_ends_with_the_right_numbers() {
    let rehearsal = Box::pin(Rehearsal::start(Way::Relay, 1_000, 100)).await;
    Box::pin(rehearse(&rehearsal)).await;
}

/// One campaign, and all its numbers.
async fn rehearse(rehearsal: &Rehearsal) -> (Value, Report) {
    let send = rehearsal.run("news").await;
    let report = rehearsal.sink.report();
    numbers::assert_as_planned(rehearsal, &report);
    numbers::assert_send(&send, &report);
    numbers::assert_overview(rehearsal, &report).await;
    people::assert_suppressions(rehearsal).await;
    (send, report)
}
