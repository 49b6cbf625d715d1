//! Conversations with a running listener.

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

    fn judge(&self, recipient: &str) -> MailboxLookup<String> {
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

#[tokio::test]
async fn mail_is_taken_for_those_who_are_known_and_passed_on_to_nobody() {
    let server = Server::start(Limits::default()).await;
    let mut client = server.client().await;
    client.say("MAIL FROM:<>\r\nRCPT TO:<ada@ours.test>\r\nRCPT TO:<bob@ours.test>\r\nRCPT TO:<eve@far.test>\r\n").await;
    assert_eq!(client.answer().await, "250 2.1.0 ok");
    assert_eq!(client.answer().await, "250 2.1.5 ok");
    assert_eq!(client.answer().await, "550 5.1.1 no such mailbox here");
    assert_eq!(client.answer().await, "550 5.7.1 we pass no mail on");
    assert_eq!(client.ask("DATA").await, "354 go ahead");
    assert_eq!(
        client.ask("Subject: x\r\n\r\n..dot\r\nend\r\n.").await,
        "250 2.0.0 taken"
    );
    let expected = Incoming {
        sender: String::new(),
        to: vec!["ada".to_owned()],
        message: b"Subject: x\r\n\r\n.dot\r\nend\r\n".to_vec(),
    };
    assert_eq!(server.taken(), [expected]);
    assert_eq!(
        client.bring("full@a.test", "x").await,
        "451 4.3.0 not now, try again"
    );
    assert_eq!(client.ask("QUIT").await, "221 2.0.0 bye");
    assert_eq!(client.answer().await, "");
    assert_eq!(server.taken().len(), 1);
}

#[tokio::test]
async fn what_is_out_of_order_or_unknown_is_refused_and_not_for_ever() {
    let server = Server::start(Limits::default()).await;
    let mut early = server.stranger().await;
    early.answer().await;
    assert!(early.ask("MAIL FROM:<>").await.starts_with("503"));
    let mut client = server.client().await;
    for (line, code) in [
        ("RCPT TO:<ada@ours.test>", "503"),
        ("DATA", "503"),
        ("VRFY ada", "502"),
        ("AUTH PLAIN AGEAYg==", "502"),
        ("RCPT ada", "501"),
        ("NOOP", "250"),
        ("MAIL FROM:<>", "250"),
        ("MAIL FROM:<>", "503"),
        ("DATA", "554"),
        ("RSET", "250"),
        ("MAIL FROM:<> SIZE=600000", "552"),
    ] {
        let answer = client.ask(line).await;
        assert!(answer.starts_with(code), "{line}: {answer}");
    }
    let answers: Vec<String> = {
        client.say(&"VRFY x\r\n".repeat(20)).await;
        let mut said = String::new();
        client.0.read_to_string(&mut said).await.unwrap();
        said.lines().map(ToOwned::to_owned).collect()
    };
    assert_eq!(answers.last().unwrap(), "421 4.7.0 too many mistakes");
    assert_eq!(answers.len(), 13);
}

#[tokio::test]
async fn a_mail_inside_a_mail_is_text() {
    let server = Server::start(Limits::default()).await;
    let mut client = server.client().await;
    for end in ["\n.\n", "\r.\r", "\n.\r\n", "\r\n.\n", "\r\n.\r"] {
        client.open("a@b.test", "ada@ours.test").await;
        let smuggled =
            format!("x{end}MAIL FROM:<admin@b.test>\r\nRCPT TO:<amy@ours.test>\r\nDATA\r\ny");
        client.say(&smuggled).await;
        assert_eq!(client.ask("\r\n.").await, "250 2.0.0 taken", "{end:?}");
    }
    let taken = server.taken();
    assert_eq!(taken.len(), 5);
    assert!(
        taken
            .iter()
            .all(|mail| mail.sender == "a@b.test" && mail.to == ["ada"])
    );
}

#[tokio::test]
async fn too_much_is_turned_away_in_every_way() {
    let server = Server::start(Limits {
        recipients: 2,
        connections_of_one: 2,
        messages_of_one: 4,
        ..Limits::default()
    })
    .await;
    let mut client = server.client().await;
    let large = "x".repeat(99).repeat(6000) + "\r\n";
    assert_eq!(
        client.bring("", &large).await,
        "552 5.3.4 message too large"
    );
    assert_eq!(client.bring("", "small").await, "250 2.0.0 taken");
    client.ask("MAIL FROM:<>").await;
    for code in ["250", "250", "452"] {
        assert!(
            client
                .ask("RCPT TO:<ada@ours.test>")
                .await
                .starts_with(code)
        );
    }
    client.ask("RSET").await;
    let _second = server.client().await;
    assert_eq!(
        server.stranger().await.answer().await,
        "421 4.7.0 too many connections"
    );
    assert!(client.ask("MAIL FROM:<>").await.starts_with("250"));
    client.ask("RSET").await;
    assert!(client.ask("MAIL FROM:<>").await.starts_with("451 4.7.1"));
    client.say(&"x".repeat(3000)).await;
    assert!(client.answer().await.starts_with("500"));
    assert_eq!(server.taken().len(), 1);
}

#[tokio::test]
async fn whoever_says_nothing_is_sent_away() {
    let server = Server::start(Limits {
        silence_of_strangers: Duration::from_millis(50),
        silence: Duration::from_millis(300),
        ..Limits::default()
    })
    .await;
    let mut client = server.client().await;
    assert!(client.answer().await.starts_with("421 4.4.2"));
    assert_eq!(client.answer().await, "");
    // Who brings mail may think longer, and not for ever.
    let mut client = server.client().await;
    client.open("", "ada@ours.test").await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(client.ask("x\r\n.").await, "250 2.0.0 taken");
    assert!(client.answer().await.starts_with("421 4.4.2"));
}

#[tokio::test]
async fn whoever_talks_and_brings_nothing_is_sent_away() {
    let server = Server::start(Limits {
        session_of_strangers: Duration::from_millis(100),
        idle_commands: 10,
        ..Limits::default()
    })
    .await;
    let mut client = server.client().await;
    let mut last = String::new();
    while last.is_empty() || last.starts_with("250") {
        tokio::time::sleep(Duration::from_millis(15)).await;
        last = client.ask("NOOP").await;
    }
    assert!(last.starts_with("421 4.4.2"), "{last}");
    let mut client = server.client().await;
    client.ask("MAIL FROM:<>").await;
    // Recipients are what it is here for.
    for _ in 0..20 {
        assert_eq!(client.ask("RCPT TO:<ada@ours.test>").await, "250 2.1.5 ok");
    }
    assert_eq!(client.ask("DATA").await, "354 go ahead");
    assert_eq!(client.ask("x\r\n.").await, "250 2.0.0 taken");
    for _ in 0..10 {
        assert_eq!(client.ask("NOOP").await, "250 2.0.0 ok");
    }
    assert_eq!(client.ask("NOOP").await, "421 4.7.0 you bring nothing");
    assert_eq!(client.answer().await, "");
}

#[tokio::test]
async fn a_newcomer_gets_the_place_of_a_stranger() {
    let server = Server::start(Limits {
        connections: 2,
        connections_for_strangers: 0,
        ..Limits::default()
    })
    .await;
    let mut idle = server.client().await;
    let mut busy = server.client().await;
    busy.open("", "ada@ours.test").await;
    let mut newcomer = server.client().await;
    assert_eq!(idle.answer().await, "421 4.7.0 too many connections");
    assert_eq!(idle.answer().await, "");
    assert_eq!(newcomer.bring("", "x").await, "250 2.0.0 taken");
    assert_eq!(busy.ask("x\r\n.").await, "250 2.0.0 taken");
    let mut late = server.stranger().await;
    assert_eq!(late.answer().await, "421 4.7.0 too many connections");
}

#[tokio::test]
async fn an_open_mailbox_makes_nobody_known() {
    let server = Server::start(Limits {
        connections: 4,
        connections_of_network: 4,
        silence_of_strangers: Duration::from_millis(300),
        silence: Duration::from_mins(1),
        ..Limits::default()
    })
    .await;
    let mut idle = Vec::new();
    for index in 1..5 {
        let mut client = server.stranger_from(&format!("127.0.{index}.1")).await;
        client.answer().await;
        client.ask("EHLO a.test").await;
        client.ask("MAIL FROM:<>").await;
        assert_eq!(client.ask("RCPT TO:<open@ours.test>").await, "250 2.1.5 ok");
        idle.push(client);
    }
    // There is room for somebody else, and those who say nothing leave as strangers do.
    let mut newcomer = server.client().await;
    assert_eq!(newcomer.bring("", "x").await, "250 2.0.0 taken");
    assert_eq!(idle[0].answer().await, "421 4.7.0 too many connections");
    for client in &mut idle[1..] {
        assert!(client.answer().await.starts_with("421 4.4.2"));
    }
    // Once known, always welcome.
    drop(newcomer);
    let mut crowd = Vec::new();
    for index in 1..40 {
        crowd.push(server.stranger_from(&format!("127.0.{index}.1")).await);
    }
    let mut known = server.client().await;
    for index in 40..80 {
        crowd.push(server.stranger_from(&format!("127.0.{index}.1")).await);
    }
    assert_eq!(known.bring("", "y").await, "250 2.0.0 taken");
}

#[tokio::test]
async fn a_line_that_drips_is_silence() {
    let server = Server::start(Limits {
        silence: Duration::from_millis(300),
        silence_of_strangers: Duration::from_millis(300),
        transfer: Duration::from_millis(900),
        ..Limits::default()
    })
    .await;
    let mut client = server.client().await;
    assert!(client.drips().await.starts_with("421 4.4.2"));
    let mut client = server.client().await;
    client.open("", "ada@ours.test").await;
    assert!(client.drips().await.starts_with("421 4.4.2"));
    assert!(server.taken().is_empty());
}

impl Client {
    /// Says a byte now and then, until it is answered.
    async fn drips(&mut self) -> String {
        loop {
            if self.0.get_mut().write_all(b"x").await.is_err() {
                return self.answer().await;
            }
            let answered = tokio::time::timeout(Duration::from_millis(50), self.answer());
            if let Ok(answer) = answered.await {
                return answer;
            }
        }
    }
}

/// A certificate of its own making, in the files of a folder.
fn certificates(folder: &Path) -> CertificateFiles {
    let (chain, key) = Certificate::self_signed().write(folder);
    CertificateFiles { chain, key }
}

#[tokio::test]
async fn encryption_begins_the_conversation_again() {
    let folder = tempfile::tempdir().unwrap();
    let files = certificates(folder.path());
    let tls = Certificates::open(files.clone()).unwrap();
    let server = Server::with(Limits::default(), Some(tls)).await;
    let mut client = server.client().await;
    assert_eq!(client.ask("MAIL FROM:<clear@a.test>").await, "250 2.1.0 ok");
    assert_eq!(client.ask("STARTTLS").await, "220 2.0.0 go ahead");
    let believed = crate::smtp::AnyCertificate::new().unwrap();
    let connector = tokio_rustls::TlsConnector::from(believed.config());
    let name = "mx.ours.test".try_into().unwrap();
    let stream = connector
        .connect(name, client.0.into_inner())
        .await
        .unwrap();
    let mut client = Client(BufReader::new(stream));
    // Neither the greeting nor the sender is remembered.
    assert!(
        client
            .ask("RCPT TO:<ada@ours.test>")
            .await
            .starts_with("503")
    );
    assert!(client.ask("MAIL FROM:<>").await.starts_with("503"));
    assert!(client.ask("EHLO a.test").await.starts_with("250 SIZE"));
    assert!(client.ask("STARTTLS").await.starts_with("503"));
    assert_eq!(client.bring("b@a.test", "x").await, "250 2.0.0 taken");
    assert_eq!(server.taken()[0].sender, "b@a.test");
    // What is no certificate is told at the start.
    std::fs::write(&files.chain, "nothing").unwrap();
    let bad = Certificates::open(files).err().unwrap().to_string();
    assert!(bad.contains("chain.pem"), "{bad}");
}

#[tokio::test]
async fn what_follows_starttls_in_the_clear_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let tls = Certificates::open(certificates(folder.path())).unwrap();
    let server = Server::with(Limits::default(), Some(tls)).await;
    let mut client = server.client().await;
    client
        .say("NOOP\r\nSTARTTLS\r\nMAIL FROM:<>\r\nRCPT TO:<ada@ours.test>\r\n")
        .await;
    assert_eq!(client.answer().await, "250 2.0.0 ok");
    assert!(client.answer().await.starts_with("501 5.5.1"));
    assert_eq!(client.answer().await, "");
    // Without a certificate there is no such command.
    let server = Server::start(Limits::default()).await;
    let mut client = server.client().await;
    assert!(client.ask("STARTTLS").await.starts_with("502"));
}

#[tokio::test]
async fn a_stop_finishes_the_message_that_is_under_way() {
    let server = Server::start(Limits::default()).await;
    let mut idle = server.client().await;
    let mut busy = server.client().await;
    busy.open("", "ada@ours.test").await;
    server.stop.cancel();
    assert!(idle.answer().await.starts_with("421 4.3.2"));
    assert_eq!(
        busy.ask("Subject: x\r\n\r\nlate\r\n.").await,
        "250 2.0.0 taken"
    );
    assert!(busy.answer().await.starts_with("421 4.3.2"));
    server.running.await.unwrap();
    assert!(TcpStream::connect(server.address).await.is_err());
}
