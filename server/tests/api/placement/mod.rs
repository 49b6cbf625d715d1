//! Placement tests: a relay of the test's own takes the mail, a real Dovecot has the mailboxes.

mod asked;
mod cut_off;
mod faults;
mod found;
mod judged;
pub mod killed;

use std::net::Ipv4Addr;
use std::sync::Arc;

use postrider_engine::placement::{ConfiguredSeed, PlacementSettings, SpamFilter};
use postrider_mail::password::Password;
use postrider_mail::seeds::{Security, SeedMailbox};
use postrider_test_support::servers::{Dovecot, Maildir};
use serde_json::{Value, json};

use crate::delivery::sender;
use crate::domains::MAIL_HOST;
use crate::support::dns_server::{DnsServer, Published, Says};
use crate::support::{Answer, Answers, Brand, Builder, Caller, MailServer, TestServer, until};

pub const TESTS: &str = "/v1/emails/news/inbox-placement-tests";
const EVERY_MS: i64 = 200;

/// A server whose mail leaves through a relay, and a brand that can send.
struct Rig {
    server: TestServer,
    relay: MailServer,
    brand: Brand,
    dns: DnsServer,
}

/// What a test's server tests with.
#[derive(Clone, Default)]
struct Means {
    seeds: Vec<ConfiguredSeed>,
    filter: Option<SpamFilter>,
    within_ms: i64,
    /// It mails straight to receivers, who see this address.
    leaves_from: Option<Ipv4Addr>,
}

impl Means {
    fn looking(seeds: Vec<ConfiguredSeed>, within_ms: i64) -> Self {
        Self {
            seeds,
            within_ms,
            ..Self::default()
        }
    }

    fn set(self, builder: Builder) -> Builder {
        builder.configure(move |config| {
            config.placement = Arc::new(PlacementSettings {
                seeds: self.seeds.clone(),
                filter: self.filter.clone(),
                every_ms: EVERY_MS,
                within_ms: self.within_ms,
                mail_host: MAIL_HOST.to_owned(),
                leaves_from_here: self.leaves_from.is_some(),
            });
        })
    }
}

impl Rig {
    async fn start(means: Means) -> Self {
        Box::pin(Self::with(TestServer::with(), means)).await
    }

    async fn with(builder: Builder, means: Means) -> Self {
        let dns = DnsServer::start().await;
        dns.says_otherwise(Says::Mx);
        if let Some(address) = means.leaves_from {
            let published = vec![Published::Address(address)];
            dns.says(MAIL_HOST, Says::Publishes(published));
        }
        let relay = MailServer::start(&[], |_| Answers::Kindly).await;
        let server = means
            .set(builder)
            .dns(dns.address())
            .mail_host(MAIL_HOST)
            .relay(&relay.url())
            .start()
            .await;
        let brand = Box::pin(sender(&server, &dns)).await;
        Self {
            server,
            relay,
            brand,
            dns,
        }
    }

    async fn ask(&self) -> String {
        let domain = domain(&self.brand).await;
        let asked = self
            .brand
            .post(TESTS, json!({ "domainId": domain }))
            .await
            .expect(202);
        asked["testId"].as_str().unwrap().to_owned()
    }

    /// The message that left for an address, once it has left.
    async fn mailed(&self, address: &str) -> Vec<u8> {
        until("the mail leaves", async || {
            let mut taken = self.relay.taken().into_iter();
            taken
                .find(|mail| mail.to == address)
                .map(|mail| mail.message)
        })
        .await
    }

    /// How many were offered for an address.
    fn times_mailed(&self, address: &str) -> usize {
        let offered = self.relay.offered();
        offered.iter().filter(|mail| mail.to == address).count()
    }

    async fn held(&self) -> i64 {
        held(&self.server, &self.brand).await
    }
}

async fn held(server: &TestServer, brand: &Brand) -> i64 {
    let org = brand.key.org;
    let sum = format!(
        "SELECT CAST(COALESCE(sum(amount), 0) AS BIGINT) FROM credit_holds WHERE org = {org}"
    );
    server.number(&sum).await
}

async fn used(brand: &Caller) -> i64 {
    let usage = brand.get("/v1/usage").await.expect(200);
    usage["credits"]["used"].as_i64().unwrap()
}

async fn domain(brand: &Caller) -> String {
    let domains = brand.get("/v1/domains").await.expect(200);
    domains["data"][0]["domainId"].as_str().unwrap().to_owned()
}

async fn read(brand: &Caller, id: &str) -> Answer {
    brand.get(&format!("{TESTS}/{id}")).await.expect(200)
}

/// The test once it is over.
async fn ended(brand: &Caller, id: &str) -> Value {
    until("the test ends", async || {
        let test = read(brand, id).await;
        let status = test["status"].as_str().unwrap();
        (!matches!(status, "queued" | "running")).then_some(test.json)
    })
    .await
}

fn codes(test: &Value) -> Vec<&str> {
    let entries = test["diagnosis"].as_array().unwrap();
    entries
        .iter()
        .map(|entry| entry["code"].as_str().unwrap())
        .collect()
}

/// A mailbox behind any port of this machine.
fn seed_at(provider: &str, user: &str, port: u16) -> ConfiguredSeed {
    ConfiguredSeed {
        provider: provider.to_owned(),
        address: format!("{user}@seeds.test"),
        mailbox: SeedMailbox {
            host: "127.0.0.1".to_owned(),
            port,
            security: Security::Plain,
            user: user.to_owned(),
            password: Password::new(Dovecot::PASSWORD),
            inbox: "INBOX".to_owned(),
            spam: Vec::new(),
        },
    }
}

/// A mailbox of Dovecot's, and how it is set.
fn mailbox(dovecot: &Dovecot, provider: &str, user: &str) -> (Maildir, ConfiguredSeed) {
    (dovecot.mailbox(user), seed_at(provider, user, dovecot.port))
}
