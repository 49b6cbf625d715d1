//! `validate` with an import, done at once or in the background.

use serde_json::json;

use super::{PATH, ended, upload};
use crate::support::dns_server::{DnsServer, Says};
use crate::support::{Answer, Brand, TestServer, until};

#[tokio::test]
async fn the_addresses_of_a_small_text_are_checked_while_the_caller_waits() {
    let dns = DnsServer::start().await;
    dns.says("takes.test", Says::Mx);
    let server = TestServer::with().dns(dns.address()).start().await;
    let brand = server.brand().await;
    let csv = "email\nada@takes.test\nbob@no.test\nbroken\nada@takes.test\n";
    let body = json!({ "csv": csv, "validate": true });
    let done = brand.post(PATH, body).await.expect(200);
    assert_eq!(done["summary"]["failed"], 1);
    // Two addresses: one stands twice, and what is none is not checked.
    assert_eq!(done.number("x-credit-cost"), Some(4));
    for (email, status) in [("ada@takes.test", "valid"), ("bob@no.test", "invalid")] {
        let contact = brand
            .get(&format!("/v1/contacts/{email}"))
            .await
            .expect(200);
        assert_eq!(contact["validationStatus"], status, "{email}");
    }
}

async fn validated(brand: &Brand, import: &Answer) -> Answer {
    let id = import["validationId"].as_str().expect("a validation");
    let path = format!("/v1/contacts/validations/{id}");
    until("the validation ends", async || {
        let read = brand.get(&path).await.expect(200);
        read["completedAt"].is_string().then_some(read)
    })
    .await
}

/// Three rows that can be written, of which one repeats an address, and one that cannot.
const FILE: &str = "email\nada@takes.test\nbob@no.test\nbroken\nada@takes.test\n";

#[tokio::test]
async fn the_addresses_of_a_file_are_checked_when_it_is_imported() {
    let dns = DnsServer::start().await;
    dns.says("takes.test", Says::Mx);
    let builder = TestServer::with().plan("small", Some(100), None);
    let server = builder.dns(dns.address()).start().await;
    let brand = server.org_on("small").await.brand().await;
    let accepted = upload(&brand, "?validate=true", FILE).await.expect(202);
    let import = ended(&server, &brand, &accepted).await;
    let validation = validated(&brand, &import).await;
    assert_eq!(
        (&validation["status"], &validation["total"]),
        (&json!("completed"), &json!(2))
    );
    for (email, status) in [("ada@takes.test", "valid"), ("bob@no.test", "invalid")] {
        let contact = brand
            .get(&format!("/v1/contacts/{email}"))
            .await
            .expect(200);
        assert_eq!(contact["validationStatus"], status, "{email}");
    }
    let usage = brand.get("/v1/usage").await.expect(200);
    assert_eq!(usage["credits"]["used"], 4, "two addresses were checked");
}

#[tokio::test]
async fn a_file_that_could_not_be_paid_for_is_refused_before_anything_is_written() {
    let server = TestServer::with()
        .plan("small", Some(5), None)
        .start()
        .await;
    let brand = server.org_on("small").await.brand().await;
    let refused = upload(&brand, "?validate=true", FILE).await.expect(402);
    assert_eq!(refused.code(), "INSUFFICIENT_CREDITS");
    let found = brand
        .post("/v1/contacts/search", json!({ "count": true }))
        .await
        .expect(200);
    assert_eq!(found["total"], 0);
}

#[tokio::test]
async fn an_address_that_stands_again_far_below_is_checked_and_paid_once() {
    let dns = DnsServer::start().await;
    dns.says("takes.test", Says::Mx);
    let builder = TestServer::with().plan("large", Some(100_000), None);
    let server = builder.dns(dns.address()).start().await;
    let brand = server.org_on("large").await.brand().await;
    let people: Vec<String> = (0..3000).map(|n| format!("p{n}@takes.test\n")).collect();
    let people = people.concat();
    let twice = format!("email\n{people}{people}");
    let accepted = upload(&brand, "?validate=true", twice).await.expect(202);
    let import = ended(&server, &brand, &accepted).await;
    assert_eq!(import["summary"]["updated"], 3000);
    let validation = validated(&brand, &import).await;
    assert_eq!(validation["total"], 3000);
    let usage = brand.get("/v1/usage").await.expect(200);
    assert_eq!(usage["credits"]["used"], 6000);
}
