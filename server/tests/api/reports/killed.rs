//! A process that dies before it answers: the reporter comes again, and the report counts once.

use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::{DAY_MS, Reporter, TAKEN, address, aggregate, row};
use crate::domains::{MAIL_HOST, add, path, publish, verify};
use crate::inbound::bring;
use crate::support::dns_server::DnsServer;
use crate::support::{Installation, free_port, until};

#[tokio::test]
async fn a_report_that_was_written_and_never_answered_counts_once() {
    let dns = DnsServer::start().await;
    let big = Reporter::of(&dns, "big.test");
    let inbound = format!("127.0.0.1:{}", free_port().await);
    let installation = Installation::new()
        .await
        .set("POSTRIDER_DNS", &dns.address().to_string())
        .set("POSTRIDER_MAIL_HOST", MAIL_HOST)
        .set("POSTRIDER_INBOUND_SMTP", &inbound);
    let server = installation.serve().await;
    let secret = server.made()["secret"].as_str().unwrap().to_owned();
    let brand = server.caller(&secret);
    let domain = add(&brand, "firma.test").await;
    publish(&dns, &domain);
    let domain = verify(&brand, &domain).await.expect(200).json;
    let now = postrider_server::clock::Clock::machine().now();
    let yesterday = now - now.rem_euclid(DAY_MS) - DAY_MS;
    let rows = [row("192.0.2.10", 5, "pass")];
    let mail = big.xml(&aggregate("1", "firma.test", yesterday, &rows));

    // Nobody listens to the answer.
    let to = address(&domain);
    let mut stream = TcpStream::connect(&inbound).await.unwrap();
    let said =
        format!("EHLO mx.big.test\r\nMAIL FROM:<>\r\nRCPT TO:<{to}>\r\nDATA\r\n{mail}\r\n.\r\n");
    stream.write_all(said.as_bytes()).await.unwrap();
    let asked = format!("{}?include=health", path(&domain));
    until("it is written", async || {
        let shown = brand.get(&asked).await.expect(200).json;
        (shown["health"]["alignment"]["messages"] == 5).then_some(())
    })
    .await;
    server.kill().await;
    drop(stream);

    let server = installation.serve().await;
    let answer = bring(inbound.parse().unwrap(), "", &to, &mail).await;
    assert_eq!(answer, TAKEN);
    let shown = server.caller(&secret).get(&asked).await.expect(200).json;
    let alignment = &shown["health"]["alignment"];
    assert_eq!(
        json!([alignment["messages"], alignment["passed"]]),
        json!([5, 5])
    );
    server.kill().await;
}
