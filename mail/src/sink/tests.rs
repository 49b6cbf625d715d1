//! Conversations with a running sink.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use postrider_test_support::dns_server::{DnsServer, Published, Says};

use super::*;
use crate::dkim::{KeyKind, Signer, generate_ed25519, generate_rsa, public_record};
use crate::smtp::{Connection, Envelope, Relay, SmtpOutcome, Timeouts};

struct Client(BufReader<TcpStream>);

impl Client {
    fn greeted(sink: &RunningSink) -> Self {
        let stream = TcpStream::connect(sink.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        let mut client = Self(BufReader::new(stream));
        assert!(client.answer().starts_with("220 "));
        client
    }

    fn say(&mut self, text: &str) {
        self.0.get_mut().write_all(text.as_bytes()).unwrap();
    }

    /// The last line of an answer; empty when the connection is closed.
    fn answer(&mut self) -> String {
        loop {
            let mut line = Vec::new();
            self.0.read_until(b'\n', &mut line).unwrap();
            if line.get(3) != Some(&b'-') {
                return String::from_utf8_lossy(&line).trim_end().to_owned();
            }
        }
    }

    fn ask(&mut self, line: &str) -> String {
        self.say(&format!("{line}\r\n"));
        self.answer()
    }

    fn envelope(&mut self, to: &str) -> [String; 3] {
        self.say(&format!(
            "MAIL FROM:<b@sender.test>\r\nRCPT TO:<{to}>\r\nDATA\r\n"
        ));
        [self.answer(), self.answer(), self.answer()]
    }

    /// What was answered to the dot, or to the recipient who was not wanted.
    fn deliver(&mut self, to: &str, id: &str) -> String {
        let [_, rcpt, data] = self.envelope(to);
        if !data.starts_with("354") {
            return rcpt;
        }
        self.say(&format!("{}\r\n.\r\n", mail(id)));
        self.answer()
    }
}

fn mail(id: &str) -> String {
    format!(
        "Message-ID: <{id}>\r\nDate: Thu, 1 Jan 2026 00:00:00 +0000\r\nList-Unsubscribe: <https://a.test/u>\r\n\
         List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\nDKIM-Signature: v=1\r\n\r\n..a dot\r\nlast"
    )
}

fn start(behaviour: &str) -> RunningSink {
    Sink::start(SinkOptions {
        behaviour: behaviour.parse().unwrap(),
        keep_messages: 2,
        keep_pairs: true,
        clock: Some(Arc::new(|| 1_000)),
        ..SinkOptions::default()
    })
    .unwrap()
}

#[test]
fn pairs_of_recipient_and_message_are_counted() {
    let sink = start("ok");
    let mut client = Client::greeted(&sink);
    assert_eq!(client.ask("EHLO a.test"), format!("250 SIZE {}", 50 << 20));
    for (to, id) in [
        ("a@x.test", "1@s"),
        ("b@x.test", "1@s"),
        ("a@x.test", "2@s"),
    ] {
        assert_eq!(client.deliver(to, id), "250 2.0.0 taken");
    }
    assert_eq!(sink.report().duplicates, 0);
    assert_eq!(client.deliver("a@x.test", "1@s"), "250 2.0.0 taken");
    assert_eq!(client.ask("QUIT"), "221 2.0.0 bye");
    assert_eq!(client.answer(), "");
    let pairs = sink.pairs();
    assert_eq!((pairs.len(), pairs[0] == pairs[3]), (4, true));
    let kept = sink.messages();
    assert_eq!(kept.len(), 2);
    assert_eq!(kept[1].to, ["a@x.test"]);
    let text = String::from_utf8(kept[1].message.clone()).unwrap();
    assert!(text.ends_with("\r\n\r\n.a dot\r\nlast\r\n"), "{text}");
    let report = sink.stop();
    assert_eq!(
        (report.accepted, report.distinct, report.duplicates),
        (4, 3, 1)
    );
    assert_eq!(report.duplicate_examples, [pairs[3].clone()]);
    assert_eq!(
        (report.first_at, report.last_at),
        (Some(1_000), Some(1_000))
    );
    assert!(report.headers.are_complete());
    assert_eq!(report.headers.messages, 4);
}

#[test]
fn everything_may_come_in_one_piece_or_byte_by_byte() {
    let sink = start("ok");
    let talk = format!(
        "EHLO a.test\r\nMAIL FROM:<>\r\nRCPT TO:<a@x.test>\r\nRCPT TO:<b@x.test>\r\nDATA\r\n{}\r\n.\r\n\
         MAIL FROM:<>\r\nRCPT TO:<c@x.test>\r\nDATA\r\n.\r\nQUIT\r\n",
        mail("1@s")
    );
    for piece in [talk.len(), 1, 7] {
        let mut stream = TcpStream::connect(sink.address).unwrap();
        stream.set_nodelay(true).unwrap();
        for part in talk.as_bytes().chunks(piece) {
            stream.write_all(part).unwrap();
        }
        let mut said = String::new();
        stream.read_to_string(&mut said).unwrap();
        let codes: Vec<&str> = said.lines().map(|line| &line[..3]).collect();
        let hello = ["220", "250", "250", "250", "250", "250", "250"];
        let rest = [
            "250", "250", "250", "354", "250", "250", "250", "354", "250", "221",
        ];
        assert_eq!(codes, [hello.as_slice(), &rest].concat(), "{said}");
    }
    let report = sink.stop();
    assert_eq!((report.accepted, report.distinct), (9, 3));
    // The empty message lacks everything.
    assert_eq!(report.headers.without_message_id, 3);
    assert_eq!(report.headers.without_unsubscribe, 3);
}

#[test]
fn faults_are_answered_as_named() {
    for (behaviour, expected, counted) in [
        ("tempfail=1", "451 4.3.0", (0, 0, 1)),
        ("permfail=1", "550 5.1.1", (0, 1, 0)),
        ("refuse", "550 5.7.1", (0, 1, 0)),
        ("refuse-at-dot", "550 5.7.1", (0, 1, 0)),
        ("garbage=1", "\u{fffd}\u{fffd}%%%", (0, 0, 1)),
        ("garbage-at-dot=1", "\u{fffd}\u{fffd}%%%", (1, 0, 0)),
        ("drop-at-dot=1", "", (1, 0, 0)),
        ("tarpit=5", "250 2.0.0", (1, 0, 0)),
    ] {
        let sink = start(behaviour);
        let mut client = Client::greeted(&sink);
        client.ask("EHLO a.test");
        let answer = client.deliver("a@x.test", "1@s");
        assert!(answer.starts_with(expected), "{behaviour}: {answer}");
        assert_eq!(answer.is_empty(), expected.is_empty(), "{behaviour}");
        let report = sink.stop();
        let found = (
            report.accepted + report.dropped,
            report.refused,
            report.deferred,
        );
        assert_eq!(found, counted, "{behaviour}");
        assert_eq!(report.distinct, counted.0, "{behaviour}");
    }
}

#[test]
fn a_pipeline_is_cut_after_its_first_answer() {
    let sink = start("close-mid-pipeline=1");
    let mut client = Client::greeted(&sink);
    let [mail, rcpt, data] = client.envelope("a@x.test");
    assert_eq!(
        (mail.as_str(), rcpt.as_str(), data.as_str()),
        ("250 2.1.0 ok", "", "")
    );
    assert_eq!(sink.stop().deferred, 1);
}

#[test]
fn a_sender_is_refused_before_anybody_is_named() {
    let sink = start("refuse-at-mail");
    let mut client = Client::greeted(&sink);
    let [mail, rcpt, data] = client.envelope("a@x.test");
    assert!(mail.starts_with("550 5.7.1"), "{mail}");
    assert!(rcpt.starts_with("503") && data.starts_with("503"));
}

#[test]
fn silence_lasts_until_the_other_side_leaves_or_the_sink_ends() {
    for (behaviour, dropped) in [("hang", 0), ("hang-at-dot", 1)] {
        let sink = start(behaviour);
        let mut client = Client::greeted(&sink);
        client.say("MAIL FROM:<>\r\nRCPT TO:<a@x.test>\r\nDATA\r\n");
        client.answer();
        client.answer();
        if behaviour == "hang-at-dot" {
            client.answer();
            client.say("Subject: x\r\n\r\n.\r\n");
        }
        let short = Duration::from_millis(100);
        client.0.get_ref().set_read_timeout(Some(short)).unwrap();
        let silence = client.0.read(&mut [0]).unwrap_err();
        assert_eq!(silence.kind(), std::io::ErrorKind::WouldBlock);
        assert_eq!(sink.stop().dropped, dropped);
        assert_eq!(client.0.read(&mut [0]).unwrap_or(0), 0);
    }
}

#[test]
fn a_greylisted_recipient_is_taken_when_it_comes_again() {
    let sink = start("greylist");
    let mut client = Client::greeted(&sink);
    assert!(client.deliver("a@x.test", "1@s").starts_with("451 4.7.1"));
    assert!(client.deliver("b@x.test", "2@s").starts_with("451 4.7.1"));
    assert_eq!(client.deliver("a@x.test", "1@s"), "250 2.0.0 taken");
    assert_eq!(sink.stop().deferred, 2);
}

#[test]
fn behaviour_changes_while_it_runs_and_ends_after_so_many_times() {
    let sink = start("refuse:1");
    let mut client = Client::greeted(&sink);
    assert!(client.deliver("a@x.test", "1@s").starts_with("550"));
    assert!(client.deliver("a@x.test", "1@s").starts_with("250"));
    sink.behave("permfail=1".parse().unwrap());
    assert!(client.deliver("b@x.test", "1@s").starts_with("550 5.1.1"));
    sink.behave(Behaviour::default());
    assert!(client.deliver("b@x.test", "1@s").starts_with("250"));
}

#[test]
fn a_login_is_wanted_and_may_be_turned_away() {
    let sink = Sink::start(SinkOptions {
        auth: Some(("user".to_owned(), "pässword".to_owned())),
        ..SinkOptions::default()
    })
    .unwrap();
    let mut client = Client::greeted(&sink);
    client.ask("EHLO a.test");
    assert!(client.ask("MAIL FROM:<>").starts_with("530"));
    let plain = |text: &str| {
        format!(
            "AUTH PLAIN {}",
            data_encoding::BASE64.encode(text.as_bytes())
        )
    };
    assert!(client.ask(&plain("\0user\0wrong")).starts_with("535"));
    sink.behave("auth-fail:1".parse().unwrap());
    assert!(
        client
            .ask(&plain("\0user\0pässword"))
            .starts_with("535 5.7.8")
    );
    assert!(client.ask(&plain("\0user\0pässword")).starts_with("235"));
    assert!(client.ask("MAIL FROM:<>").starts_with("250"));
    let mut other = Client::greeted(&sink);
    assert_eq!(other.ask("AUTH LOGIN"), "334 VXNlcm5hbWU6");
    assert_eq!(other.ask("dXNlcg=="), "334 UGFzc3dvcmQ6");
    assert!(other.ask("cMOkc3N3b3Jk").starts_with("235"));
    assert_eq!(sink.stop().auth_failed, 2);
}

#[test]
fn too_many_connections_and_too_much_text_are_turned_away() {
    let sink = Sink::start(SinkOptions {
        connections_max: 1,
        max_size: 100_000,
        ..SinkOptions::default()
    })
    .unwrap();
    let mut client = Client::greeted(&sink);
    let mut second = BufReader::new(TcpStream::connect(sink.address).unwrap());
    let mut said = String::new();
    second.read_to_string(&mut said).unwrap();
    assert!(said.starts_with("421 "), "{said}");
    client.envelope("a@x.test");
    client.say(&"x".repeat(100_003));
    assert!(client.answer().starts_with("552"));
    drop(client);
    // The place is free again.
    let free = (0..200).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        let mut stream = TcpStream::connect(sink.address).unwrap();
        let mut code = [0; 3];
        stream.read_exact(&mut code).is_ok() && code == *b"220"
    });
    assert!(free);
}

#[tokio::test]
async fn it_encrypts_where_that_is_wanted() {
    for starttls in [true, false] {
        let sink = Sink::start(SinkOptions {
            starttls,
            ..SinkOptions::default()
        });
        let sink = sink.unwrap();
        let relay = Relay::parse(&format!("smtp://{}", sink.address)).unwrap();
        let mut connection = Connection::open(&relay, "client.test", &Timeouts::default())
            .await
            .unwrap();
        for n in 0..2 {
            let envelope = Envelope {
                from: "",
                to: "a@x.test",
            };
            let message = mail(&format!("{n}@s")) + "\r\n";
            let delivery = connection.deliver(&envelope, message.as_bytes(), || Ok(()));
            let outcome = delivery.await.outcome;
            assert!(matches!(outcome, SmtpOutcome::Accepted(_)), "{outcome:?}");
        }
        let report = sink.stop();
        assert_eq!(
            (report.accepted, report.encrypted),
            (2, u64::from(starttls))
        );
    }
}

#[tokio::test]
async fn signatures_are_checked_by_what_dns_says() {
    let (rsa, ed25519) = (generate_rsa().unwrap(), generate_ed25519().unwrap());
    let dns = DnsServer::start().await;
    for (selector, key) in [("r", &rsa), ("e", &ed25519)] {
        let record = public_record(key).unwrap();
        let strings = record.as_bytes().chunks(200);
        let strings = strings.map(|part| String::from_utf8(part.to_vec()).unwrap());
        dns.says(
            &format!("{selector}._domainkey.a.test"),
            Says::Publishes(vec![Published::Text(strings.collect())]),
        );
    }
    let keys = [
        ("r", KeyKind::Rsa, rsa.pkcs8.as_slice()),
        ("e", KeyKind::Ed25519, ed25519.pkcs8.as_slice()),
    ];
    let keys = Signer::new("a.test", &keys).unwrap();
    let mut signed = b"From: n@a.test\r\nSubject: x\r\n\r\n.dots\r\n".to_vec();
    keys.sign(&mut signed, 1_767_225_600_000);
    let sink = Sink::start(SinkOptions {
        dns: Some(dns.address()),
        ..SinkOptions::default()
    })
    .unwrap();
    let relay = Relay::parse(&format!("smtp://{}", sink.address)).unwrap();
    let mut connection = Connection::open(&relay, "client.test", &Timeouts::default())
        .await
        .unwrap();
    let mut changed = signed.clone();
    changed.extend_from_slice(b"more\r\n");
    let plain = b"From: n@a.test\r\n\r\n".to_vec();
    for message in [&signed, &changed, &plain] {
        let envelope = Envelope {
            from: "",
            to: "a@x.test",
        };
        let delivery = connection.deliver(&envelope, message, || Ok(())).await;
        assert!(
            matches!(delivery.outcome, SmtpOutcome::Accepted(_)),
            "{delivery:?}"
        );
    }
    let report = sink.stop();
    let expected = Signatures {
        pass: 1,
        fail: 1,
        unknown: 0,
    };
    for algorithm in ["rsa-sha256", "ed25519-sha256"] {
        assert_eq!(report.dkim[algorithm], expected, "{algorithm}");
    }
    assert_eq!(report.dkim.len(), 2);
    assert_eq!(report.headers.without_signature, 1);
}
