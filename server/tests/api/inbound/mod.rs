//! What comes back by mail: reports, complaints and replies, over SMTP to the listener, about campaigns that were sent.

mod bounces;
mod complaints;
mod departed;
mod letters;
mod refused;
mod soft;
mod strangers;
mod trouble;

use std::net::SocketAddr;

use postrider_domain::sending::tracking::Token;
use postrider_mail::sink::{RunningSink, Sink, SinkOptions};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use crate::delivery::{read, send, sender};
use crate::domains::MAIL_HOST;
use crate::support::dns_server::{DnsServer, Says};
use crate::support::{Brand, Builder, TestServer, until};

/// What stands for a token in the samples.
const TOKEN: &str = "0123456789abcdefghijklmnopqrstuv";
/// The mail that every sample is about went there.
const SAMPLED: &str = "ada@x.test";

/// A server whose mail leaves through the sink and that hears what comes back, and a brand that has sent.
struct Home {
    server: TestServer,
    sink: RunningSink,
    brand: Brand,
    send: String,
}

impl Home {
    /// `news` was sent to these.
    async fn sent(people: &[&str]) -> Self {
        Box::pin(Self::with(TestServer::with(), "ok", people)).await
    }

    async fn with(builder: Builder, behaviour: &str, people: &[&str]) -> Self {
        // Boxed: every test's future would hold it.
        Box::pin(Self::made(builder, behaviour, people)).await
    }

    async fn made(builder: Builder, behaviour: &str, people: &[&str]) -> Self {
        let dns = DnsServer::start().await;
        dns.says_otherwise(Says::Mx);
        let sink = Sink::start(SinkOptions {
            keep_messages: 1000,
            behaviour: behaviour.parse().unwrap(),
            ..SinkOptions::default()
        })
        .unwrap();
        let builder = builder.inbound().dns(dns.address()).mail_host(MAIL_HOST);
        // Boxed: every test's future would hold it.
        let started = builder.relay(&format!("smtp://{}", sink.address)).start();
        let server = Box::pin(started).await;
        let brand = sender(&server, &dns).await;
        crate::sends::people(&brand, people).await;
        let send = send(&brand, json!({})).await;
        completed(&brand, &send).await;
        Self {
            server,
            sink,
            brand,
            send,
        }
    }

    async fn read(&self) -> Value {
        read(&self.brand, &self.send).await
    }

    /// The return path of the newest mail to this address.
    fn return_path(&self, to: &str) -> String {
        let mails = self.sink.messages();
        let mut mails = mails.iter().rev();
        let mail = mails.find(|mail| mail.to == [to]);
        mail.unwrap_or_else(|| panic!("no mail to {to}"))
            .from
            .clone()
    }

    fn token(&self, to: &str) -> Token {
        let path = self.return_path(to);
        let (local, _) = path.split_once('@').unwrap();
        let tokens = &self.server.app().keys().track;
        tokens.read_return_path(&local[2..]).unwrap()
    }

    /// A sample as if it were about the mail to this address.
    fn about(&self, to: &str, sample: &str) -> String {
        let path = self.return_path(to);
        let (local, _) = path.split_once('@').unwrap();
        sampled(sample)
            .replace(TOKEN, &local[2..])
            .replace(SAMPLED, to)
    }

    /// Brings a sample about the mail to this address to its return path; gives the last answer.
    async fn report(&self, to: &str, sample: &str) -> String {
        let (path, message) = (self.return_path(to), self.about(to, sample));
        self.bring("", &path, &message).await
    }

    async fn bring(&self, from: &str, to: &str, message: &str) -> String {
        bring(self.server.inbound(), from, to, message).await
    }

    async fn contact(&self, email: &str) -> Value {
        let contact = self.brand.get(&format!("/v1/contacts/{email}")).await;
        contact.expect(200).json
    }

    async fn delete(&self, email: &str) {
        let request = self.brand.request("DELETE", "/v1/contacts");
        let deleted = request.json(&json!({ "email": email })).send().await;
        deleted.expect(200);
    }

    /// How many events of this type the database has.
    async fn events(&self, code: i64) -> i64 {
        let count = format!("SELECT count(*) FROM events WHERE type = {code}");
        self.server.number(&count).await
    }

    /// A sum over all hours and sends: whatever moves, no hour ends below nothing.
    async fn hours(&self, column: &str) -> i64 {
        let negative = format!("SELECT count(*) FROM hours WHERE {column} < 0");
        assert_eq!(self.server.number(&negative).await, 0, "{column}");
        let sum =
            format!("SELECT CAST(COALESCE(sum({column}), 0) AS BIGINT) FROM hours WHERE send = 0");
        self.server.number(&sum).await
    }
}

async fn completed(brand: &Brand, send: &str) -> Value {
    until("the send has ended", async || {
        let send = read(brand, send).await;
        (send["completedAt"].is_string()).then_some(send)
    })
    .await
}

/// The parts of `delivery` that a report can change.
fn delivery(send: &Value) -> [i64; 4] {
    ["accepted", "delivered", "bounced", "inDoubt"]
        .map(|key| send["delivery"][key].as_i64().unwrap())
}

fn sampled(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../mail/tests/returned");
    let text = std::fs::read_to_string(format!("{folder}/{name}.eml")).unwrap();
    text.replace('\n', "\r\n")
}

/// A whole conversation; the first answer that is no yes, or the one to the dot.
pub async fn bring(server: SocketAddr, from: &str, to: &str, message: &str) -> String {
    bring_to_all(server, from, &[to], message).await
}

/// The same for several recipients.
pub async fn bring_to_all(server: SocketAddr, from: &str, to: &[&str], message: &str) -> String {
    let mut stream = BufReader::new(TcpStream::connect(server).await.unwrap());
    answer(&mut stream).await;
    let stuffed = message.replace("\r\n.", "\r\n..");
    let dot = format!("{}\r\n.", stuffed.trim_end_matches("\r\n"));
    let mut last = String::new();
    let mut lines = vec!["EHLO mx.x.test".to_owned(), format!("MAIL FROM:<{from}>")];
    lines.extend(to.iter().map(|to| format!("RCPT TO:<{to}>")));
    lines.extend(["DATA".to_owned(), dot]);
    for line in lines {
        let line = format!("{line}\r\n");
        stream.write_all(line.as_bytes()).await.unwrap();
        last = answer(&mut stream).await;
        if !last.starts_with(['2', '3']) {
            break;
        }
    }
    last
}

async fn answer(stream: &mut BufReader<TcpStream>) -> String {
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.unwrap();
        if line.as_bytes().get(3) != Some(&b'-') {
            return line.trim_end().to_owned();
        }
    }
}
