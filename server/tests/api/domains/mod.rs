//! Domains that mail comes from, with a real name server.

mod create;
mod delete;
mod list;
mod mistakes;
mod ownership;
mod sandbox;
mod tracking;
mod update;
mod verify;
mod watch;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::dns_server::{DnsServer, Published, Says};
use crate::support::{Answer, Brand, Builder, Caller, TestServer};

pub const MAIL_HOST: &str = "mail.postrider.test";

/// A server, mail of which leaves, that asks a name server of the test's.
pub async fn start() -> (TestServer, DnsServer) {
    start_with(TestServer::with()).await
}

pub async fn start_with(builder: Builder) -> (TestServer, DnsServer) {
    let dns = DnsServer::start().await;
    let builder = builder
        .dns(dns.address())
        .mail_host(MAIL_HOST)
        .mail_leaves();
    (builder.start().await, dns)
}

/// A new domain, as its creation shows it.
pub async fn add(brand: &Caller, name: &str) -> Value {
    let made = brand.post("/v1/domains", json!({ "name": name })).await;
    made.expect(201).json
}

pub async fn read(brand: &Caller, domain: &Value) -> Value {
    brand.get(&path(domain)).await.expect(200).json
}

pub async fn verify(brand: &Caller, domain: &Value) -> Answer {
    brand
        .post(&format!("{}/verify", path(domain)), json!({}))
        .await
}

pub fn path(domain: &Value) -> String {
    format!("/v1/domains/{}", domain["domainId"].as_str().unwrap())
}

/// A domain that is verified.
pub async fn verified(dns: &DnsServer, brand: &Brand, name: &str) -> Value {
    let domain = add(brand, name).await;
    publish(dns, &domain);
    verify(brand, &domain).await.expect(200).json
}

pub fn publish(dns: &DnsServer, domain: &Value) {
    publish_those(dns, domain, |_| true);
}

/// Some of a domain's records, as they are shown.
pub fn publish_those(dns: &DnsServer, domain: &Value, wanted: impl Fn(&Value) -> bool) {
    let mut names: BTreeMap<&str, Vec<Published>> = BTreeMap::new();
    for record in domain["records"].as_array().unwrap() {
        let published = names.entry(record["name"].as_str().unwrap()).or_default();
        if wanted(record) {
            published.push(as_told(record));
        }
    }
    for (name, published) in names {
        dns.says(name, Says::Publishes(published));
    }
}

fn as_told(record: &Value) -> Published {
    let value = record["value"].as_str().unwrap();
    match record["type"].as_str().unwrap() {
        "TXT" => text(value),
        "MX" => Published::Exchange(
            u16::try_from(record["priority"].as_u64().unwrap()).unwrap(),
            value.to_owned(),
        ),
        "CNAME" => Published::Alias(value.to_owned()),
        other => panic!("{other} is no type of a record"),
    }
}

/// One TXT record; what is too long for one string becomes several in it.
pub fn text(value: &str) -> Published {
    let strings = value.as_bytes().chunks(255);
    Published::Text(
        strings
            .map(|part| String::from_utf8(part.to_vec()).unwrap())
            .collect(),
    )
}

pub fn of<'v>(domain: &'v Value, purpose: &str) -> &'v Value {
    let records = domain["records"].as_array().unwrap();
    records
        .iter()
        .find(|record| record["record"] == purpose)
        .expect("every purpose has a record")
}

/// The record of the key that is advised.
pub fn ed25519(domain: &Value) -> &Value {
    let records = domain["records"].as_array().unwrap();
    records
        .iter()
        .find(|record| record["record"] == "DKIM" && record["required"] == false)
        .expect("a second key")
}
