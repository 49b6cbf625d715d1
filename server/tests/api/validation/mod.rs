//! Checking addresses: on request, with a write of contacts, and in the background. DNS is a real server on this
//! machine that says what a test tells it to.

mod automatic;
mod background;
mod credits;
mod killed;
mod now;
mod written;

use serde_json::{Value, json};

use crate::support::dns_server::{DnsServer, Says};
use crate::support::{Answer, Brand, Builder, TestServer, until};

const VALIDATE: &str = "/v1/contacts/validate";

/// `takes.test` takes mail, `mute.test` gives no answer, `no.test` does not exist, and neither does any other.
async fn dns() -> DnsServer {
    let dns = DnsServer::start().await;
    dns.says("takes.test", Says::Mx);
    dns.says("mute.test", Says::ServerFailure);
    dns
}

async fn start(builder: Builder) -> (TestServer, DnsServer, Brand) {
    let dns = dns().await;
    let server = builder.dns(dns.address()).start().await;
    let brand = server.brand().await;
    (server, dns, brand)
}

/// A brand on a plan of so many credits.
async fn with_credits(credits: i64) -> (TestServer, DnsServer, Brand) {
    let dns = dns().await;
    let builder = TestServer::with()
        .clock_stopped()
        .plan("small", Some(credits), None);
    let server = builder.dns(dns.address()).start().await;
    let brand = server.org_on("small").await.brand().await;
    (server, dns, brand)
}

async fn used(brand: &Brand) -> i64 {
    let usage = brand.get("/v1/usage").await.expect(200);
    assert_eq!(usage["credits"]["reserved"], Value::Null, "nothing is held");
    usage["credits"]["used"].as_i64().unwrap()
}

async fn validate(brand: &Brand, emails: &[&str]) -> Answer {
    brand.post(VALIDATE, json!({ "emails": emails })).await
}

async fn contact(brand: &Brand, email: &str) -> Answer {
    brand
        .get(&format!("/v1/contacts/{email}"))
        .await
        .expect(200)
}

/// Distinct addresses at one domain.
fn many(count: usize, domain: &str) -> Vec<String> {
    (0..count).map(|n| format!("p{n}@{domain}")).collect()
}

/// `queued` and `running` are over.
async fn ended(brand: &Brand, validation: &Value) -> Answer {
    let path = format!("/v1/contacts/validations/{}", validation.as_str().unwrap());
    until("the validation ends", async || {
        let progress = brand.get(&path).await.expect(200);
        let over = !["queued", "running"].contains(&progress["status"].as_str().unwrap());
        over.then_some(progress)
    })
    .await
}
