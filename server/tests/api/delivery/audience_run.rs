//! The mail of an audience run decides how it ends.

use serde_json::json;

use super::{relayed, sender};
use crate::audience_runs::{crowd, launch, manual, standing};
use crate::support::dns_server::DnsServer;
use crate::support::{Answers, MailServer, TestServer, with};
use crate::walking::Walk;

#[tokio::test]
async fn an_audience_run_of_which_mail_failed_is_not_completed() {
    let mail = MailServer::start(&["PIPELINING"], |heard| match heard.to {
        "p0@example.com" if heard.is_recipient() => with("552 5.2.2 mailbox full"),
        _ => Answers::Kindly,
    })
    .await;
    let dns = DnsServer::start().await;
    let server = relayed(TestServer::with(), &dns, &mail.url()).await;
    let brand = sender(&server, &dns).await;
    let domains = brand.get("/v1/domains").await.expect(200);
    let domain = domains["data"][0]["domainId"].clone();
    let walk = Walk::of(server, brand).await;
    crowd(&walk.brand, 3, "pro").await;
    let out = json!({ "email": "out@example.com", "subscribed": false });
    walk.brand.post("/v1/contacts", out).await.expect(201);
    let mut node = walk.send_email("mail", "automation").await;
    node["config"]["domainId"] = domain;
    let automation = manual(&walk.brand, Some("all"), vec![node]).await;
    let id = launch(&walk.brand, &automation, json!({})).await;
    let ended = standing(&walk.brand, &id, "partially_completed").await;
    let counts = ["totalRecipients", "completedCount", "skippedCount"].map(|key| &ended[key]);
    assert_eq!(counts, [&json!(4), &json!(3), &json!(1)]);
    // The same in which nobody has got anything.
    mail.judges(|heard| {
        if heard.is_recipient() {
            with("552 5.2.2 mailbox full")
        } else {
            Answers::Kindly
        }
    });
    let id = launch(&walk.brand, &automation, json!({})).await;
    standing(&walk.brand, &id, "failed").await;
}
