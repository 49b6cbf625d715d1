//! SIGKILL while addresses are checked in the background.

use std::time::Duration;

use serde_json::json;

use super::VALIDATE;
use crate::support::dns_server::{DnsServer, Says};
use crate::support::{Answer, Binary, Installation, until};

const PIECES: usize = 8;

async fn progress(server: &Binary, secret: &str, id: &str) -> Answer {
    let path = format!("/v1/contacts/validations/{id}");
    server.caller(secret).get(&path).await.expect(200)
}

#[tokio::test]
async fn every_address_is_counted_once_whatever_happens_in_between() {
    let dns = DnsServer::start().await;
    dns.says_otherwise(Says::Late(Duration::from_millis(200)));
    let installation = Installation::new()
        .await
        .set("POSTRIDER_DNS", &dns.address().to_string());
    let mut server = installation.serve().await;
    let secret = server.made()["secret"].as_str().unwrap().to_owned();
    // A domain for each piece: none is answered before it is its turn.
    let emails: Vec<String> = (0..PIECES * 200)
        .map(|n| format!("p{n}@d{}.test", n / 200))
        .collect();
    let accepted = server
        .caller(&secret)
        .post(VALIDATE, json!({ "emails": emails }))
        .await
        .expect(202);
    let id = accepted["validationId"].as_str().unwrap();
    for pieces in [1, 4] {
        until("some are checked", async || {
            let processed = progress(&server, &secret, id).await["processed"]
                .as_u64()
                .unwrap();
            (processed >= pieces * 200).then_some(())
        })
        .await;
        server.kill().await;
        server = installation.serve().await;
    }
    let done = until("all are checked", async || {
        let progress = progress(&server, &secret, id).await;
        (progress["status"] == "completed").then_some(progress)
    })
    .await;
    let total = emails.len();
    assert_eq!(
        done["summary"],
        json!({ "total": total, "valid": total, "risky": 0, "invalid": 0, "unknown": 0 })
    );
    let data = done["data"].as_array().unwrap();
    assert!(data.iter().map(|answer| &answer["email"]).eq(&emails));
    let usage = server.caller(&secret).get("/v1/usage").await.expect(200);
    assert_eq!(usage["credits"]["used"], total * 2);
}
