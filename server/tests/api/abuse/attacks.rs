//! The ways in which one key and some strangers have stopped a service before, each again and again until it is over.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use data_encoding::BASE64;
use futures_util::future::join_all;
use postrider_test_support::png_bomb;
use serde_json::{Map, Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, sleep, timeout, timeout_at};

use crate::support::Caller;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
/// A call that gets no answer for so long is given up, as its caller would.
const PATIENCE: Duration = Duration::from_secs(30);
/// Whoever is refused comes back after a moment.
const PAUSE: Duration = Duration::from_millis(50);

#[derive(Clone)]
pub(super) struct Attacker {
    pub(super) caller: Caller,
    /// Where mail comes back.
    pub(super) inbound: SocketAddr,
    pub(super) until: Instant,
    /// Of four quarters: how much of what takes the machine's time.
    pub(super) quarters: usize,
}

impl Attacker {
    pub(super) async fn attack(&self) {
        tokio::join!(
            join_all((0..self.quarters).map(|_| self.bombs())),
            join_all((0..self.quarters).map(|number| self.fields(number))),
            join_all((0..2 * self.quarters).map(|_| self.unread())),
            join_all((0..8 * self.quarters).map(|number| self.searches(number))),
            join_all((0..3 * self.quarters).map(|_| self.designs())),
            join_all((0..300).map(|number| self.silence(number))),
            join_all((0..100).map(|number| self.inbound(number))),
        );
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }

    /// Sends it, whatever becomes of it.
    async fn post(&self, path: &str, key: Option<String>, body: &Value) {
        let mut request = self.caller.request("POST", path).json(body);
        if let Some(key) = key {
            request = request.header("Idempotency-Key", &key);
        }
        let _ = timeout(PATIENCE, request.try_send()).await;
        sleep(PAUSE).await;
    }

    /// Contacts that are as large as they may be.
    pub(super) async fn fill(caller: &Caller) {
        for number in 0..100 {
            let custom: Map<String, Value> = (0..20)
                .map(|field| (format!("field{field}"), Value::from("x".repeat(10_000))))
                .collect();
            let contact =
                json!({ "email": format!("large{number}@example.com"), "customFields": custom });
            caller.post("/v1/contacts", contact).await.expect(201);
        }
    }

    /// Images that unpack to more memory than the machine has.
    async fn bombs(&self) {
        let bomb = BASE64.encode(&png_bomb(3_500));
        let content = format!(r#"<p><img src="data:image/png;base64,{bomb}"></p>"#);
        let body = json!({ "format": "html", "content": content });
        while !self.is_over() {
            self.post("/v1/emails/import", None, &body).await;
        }
    }

    /// Fields that nobody asked for.
    async fn fields(&self, attacker: usize) {
        let mut number = 0;
        while !self.is_over() {
            number += 1;
            let custom: Map<String, Value> = (0..400)
                .map(|field| (format!("f{attacker}x{number}x{field}"), Value::from(1)))
                .collect();
            let contact =
                json!({ "email": format!("fields{attacker}@example.com"), "customFields": custom });
            self.post("/v1/contacts", None, &contact).await;
        }
    }

    /// Asks for all that there is and reads nothing of it.
    async fn unread(&self) {
        let host = self.caller.url.trim_start_matches("http://").to_owned();
        let body = r#"{"limit":10000}"#;
        let request = format!(
            "POST /v1/contacts/search HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.caller.secret,
            body.len()
        );
        while !self.is_over() {
            if let Ok(mut stream) = TcpStream::connect(&host).await {
                let _ = stream.write_all(request.as_bytes()).await;
                let _ = timeout_at(self.until, sleep(Duration::from_secs(40))).await;
            }
            sleep(PAUSE).await;
        }
    }

    /// Searches through everything, each with a key of its own.
    async fn searches(&self, attacker: usize) {
        let mut number = 0;
        let filters =
            json!([{ "field": "customFields.field1", "operator": "contains", "value": "y" }]);
        while !self.is_over() {
            number += 1;
            let body = json!({ "filters": filters, "limit": 10_000, "count": true });
            let key = format!("search-{attacker}-{number}");
            self.post("/v1/contacts/search", Some(key), &body).await;
        }
    }

    /// Designs that take as long as they may.
    async fn designs(&self) {
        let rows = "<tr><td><p>{{ firstName }}</p></td></tr>".repeat(2_000);
        let body = json!({ "format": "html", "content": format!("<table>{rows}</table>") });
        while !self.is_over() {
            self.post("/v1/emails/import", None, &body).await;
        }
    }

    /// A connection that says nothing, or begins HTTP/2 and stops.
    async fn silence(&self, number: usize) {
        let host = self.caller.url.trim_start_matches("http://").to_owned();
        let first: &[u8] = match number % 3 {
            0 => b"",
            1 => PREFACE,
            _ => b"GET /v1/contacts HTTP/1.1\r\nHost:",
        };
        while !self.is_over() {
            hold(TcpStream::connect(&host).await, first, self.until).await;
        }
    }

    /// Ten strangers with ten connections each, who name a mailbox that there is and go no further.
    async fn inbound(&self, number: u8) {
        let from = IpAddr::V4(Ipv4Addr::new(127, 0, 1 + number / 10, 1));
        while !self.is_over() {
            let stream = async {
                let socket = TcpSocket::new_v4()?;
                socket.bind(SocketAddr::new(from, 0))?;
                socket.connect(self.inbound).await
            };
            let first = b"EHLO x.test\r\nMAIL FROM:<>\r\nRCPT TO:<feedback@localhost>\r\n";
            hold(stream.await, first, self.until).await;
        }
    }
}

/// Keeps a connection for as long as the other side does.
async fn hold(stream: std::io::Result<TcpStream>, first: &[u8], until: Instant) {
    if let Ok(mut stream) = stream {
        let _ = stream.write_all(first).await;
        let mut read = [0; 4096];
        let reading = async { while matches!(stream.read(&mut read).await, Ok(1..)) {} };
        let _ = timeout_at(until, reading).await;
    }
    sleep(PAUSE).await;
}
