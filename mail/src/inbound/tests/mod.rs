//! Conversations with a running listener.

mod bounds;
mod conversation;
mod encryption;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use postrider_test_support::smtp_server::Certificate;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::*;

/// Knows everybody at `ours.test` whose name begins with `a`, and takes from anybody what is for `open`; takes nothing
/// from `full@…`.
#[derive(Default)]
struct Room(Mutex<Vec<Incoming<String>>>);

impl Mailroom for Room {
    type Accepted = String;

    fn judge(&self, recipient: &str, _: &[String]) -> MailboxLookup<String> {
        match recipient.split_once('@') {
            Some((name, "ours.test")) if name.starts_with('a') => {
                MailboxLookup::Proven(name.to_owned())
            }
            Some(("open", "ours.test")) => MailboxLookup::Open("open".to_owned()),
            Some((_, "ours.test")) => MailboxLookup::Unknown,
            _ => MailboxLookup::Foreign,
        }
    }

    async fn take(&self, mail: Incoming<String>) -> Answer {
        if mail.sender.starts_with("full@") {
            return Answer::NotNow;
        }
        self.0.lock().unwrap().push(mail);
        Answer::Taken
    }
}

struct Server {
    address: SocketAddr,
    room: Arc<Room>,
    stop: CancellationToken,
    running: JoinHandle<()>,
}

impl Server {
    async fn start(limits: Limits) -> Self {
        Self::with(limits, None).await
    }

    async fn with(limits: Limits, certificates: Option<Certificates>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (room, stop) = (Arc::new(Room::default()), CancellationToken::new());
        let inbound = Inbound::new(Arc::clone(&room), "mx.ours.test", certificates, limits);
        #[expect(clippy::disallowed_methods, reason = "the test waits for it")]
        let running = tokio::spawn(inbound.run(listener, stop.clone()));
        Self {
            address,
            room,
            stop,
            running,
        }
    }

    /// Greeted, and has said hello.
    async fn client(&self) -> Client {
        let mut client = self.stranger().await;
        assert!(client.answer().await.starts_with("220 mx.ours.test"));
        assert_eq!(
            client.ask("EHLO a.test").await,
            format!("250 SIZE {}", 512 << 10)
        );
        client
    }

    async fn stranger(&self) -> Client {
        self.stranger_from("127.0.0.1").await
    }

    /// From another address of this machine.
    async fn stranger_from(&self, address: &str) -> Client {
        let socket = TcpSocket::new_v4().unwrap();
        let address = format!("{address}:0").parse().unwrap();
        socket.bind(address).unwrap();
        Client(BufReader::new(socket.connect(self.address).await.unwrap()))
    }

    fn taken(&self) -> Vec<Incoming<String>> {
        self.room.0.lock().unwrap().clone()
    }
}

struct Client<S = TcpStream>(BufReader<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> Client<S> {
    async fn say(&mut self, text: &str) {
        self.0.get_mut().write_all(text.as_bytes()).await.unwrap();
    }

    /// The last line of an answer; empty when the connection is closed.
    async fn answer(&mut self) -> String {
        loop {
            let mut line = String::new();
            self.0.read_line(&mut line).await.unwrap();
            if line.as_bytes().get(3) != Some(&b'-') {
                return line.trim_end().to_owned();
            }
        }
    }

    async fn ask(&mut self, line: &str) -> String {
        self.say(&format!("{line}\r\n")).await;
        self.answer().await
    }

    async fn open(&mut self, from: &str, to: &str) {
        assert_eq!(
            self.ask(&format!("MAIL FROM:<{from}>")).await,
            "250 2.1.0 ok"
        );
        assert_eq!(self.ask(&format!("RCPT TO:<{to}>")).await, "250 2.1.5 ok");
        assert_eq!(self.ask("DATA").await, "354 go ahead");
    }

    async fn bring(&mut self, from: &str, text: &str) -> String {
        self.open(from, "ada@ours.test").await;
        self.say(text).await;
        self.ask("\r\n.").await
    }
}
