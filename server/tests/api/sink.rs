//! `postrider sink`, as an operator runs it.

use std::process::Stdio;

use postrider_mail::smtp::{Connection, Envelope, Relay, SmtpOutcome, Timeouts};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

use crate::support::{Installation, until};

struct SinkProcess {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    url: String,
}

impl SinkProcess {
    async fn start(installation: &Installation, arguments: &[&str]) -> Self {
        let mut words = vec!["sink", "--listen", "127.0.0.1:0", "--json"];
        words.extend_from_slice(arguments);
        let mut child = installation
            .process(&words)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next_line().await.unwrap().unwrap();
        let first: Value = serde_json::from_str(&first).unwrap();
        let url = format!("smtp://{}", first["listening"].as_str().unwrap());
        Self { child, lines, url }
    }

    async fn connect(&self) -> Connection {
        let relay = Relay::parse(&self.url).unwrap();
        Connection::open(&relay, "client.test", &Timeouts::default())
            .await
            .unwrap()
    }

    /// SIGTERM; the report, and whether it calls itself a success.
    async fn end(mut self) -> (Value, bool) {
        let id = self.child.id().unwrap().to_string();
        let told = Command::new("kill").args(["-TERM", &id]).status().await;
        assert!(told.unwrap().success());
        let report = self.lines.next_line().await.unwrap().unwrap();
        let status = self.child.wait().await.unwrap();
        (serde_json::from_str(&report).unwrap(), status.success())
    }
}

async fn deliver(connection: &mut Connection, to: &str, id: &str) -> SmtpOutcome {
    let message = format!("From: n@a.test\r\nMessage-ID: <{id}@a.test>\r\n\r\nHello\r\n");
    let envelope = Envelope { from: "", to };
    let delivery = connection.deliver(&envelope, message.as_bytes(), || Ok(()));
    delivery.await.outcome
}

#[tokio::test]
async fn counts_are_reported_at_the_end_and_in_a_file_meanwhile() {
    let installation = Installation::new().await;
    let file = installation.data().join("report.json");
    let sink = SinkProcess::start(&installation, &["--report", file.to_str().unwrap()]).await;
    let mut connection = sink.connect().await;
    for (to, id) in [("a@x.test", "1"), ("b@x.test", "1"), ("b@x.test", "2")] {
        let outcome = deliver(&mut connection, to, id).await;
        assert!(matches!(outcome, SmtpOutcome::Accepted(_)), "{outcome:?}");
    }
    let read = || -> Option<Value> {
        let text = std::fs::read_to_string(&file).ok()?;
        Some(serde_json::from_str(&text).unwrap())
    };
    until("the file says so", async || {
        (read()?["accepted"] == 3).then_some(())
    })
    .await;
    let (report, is_success) = sink.end().await;
    assert!(is_success);
    let counts =
        ["accepted", "distinct", "duplicates", "refused", "deferred"].map(|key| &report[key]);
    assert_eq!(counts, [3, 3, 0, 0, 0]);
    assert_eq!(report["headers"]["withoutUnsubscribe"], 3);
    assert!(report["firstAt"].as_i64().unwrap() > 0);
    assert_eq!(read(), Some(report));
}

#[tokio::test]
async fn a_duplicate_is_a_failure() {
    let installation = Installation::new().await;
    let sink = SinkProcess::start(&installation, &[]).await;
    let mut connection = sink.connect().await;
    for _ in 0..2 {
        deliver(&mut connection, "a@x.test", "1").await;
    }
    let (report, is_success) = sink.end().await;
    assert!(!is_success);
    assert_eq!(report["duplicates"], 1);
    let twice = json!([{ "recipient": "a@x.test", "messageId": "1@a.test" }]);
    assert_eq!(report["duplicateExamples"], twice);
}

#[tokio::test]
async fn it_misbehaves_as_told_and_ends_after_its_time() {
    let installation = Installation::new().await;
    let arguments = ["--behave", "permfail=1:1,greylist", "--for", "1"];
    let mut sink = SinkProcess::start(&installation, &arguments).await;
    let mut connection = sink.connect().await;
    for code in [550, 451] {
        let outcome = deliver(&mut connection, "a@x.test", "1").await;
        let SmtpOutcome::Refused { reply, .. } = outcome else {
            panic!("{outcome:?}")
        };
        assert_eq!(reply.code, code);
    }
    let report = sink.lines.next_line().await.unwrap().unwrap();
    assert!(sink.child.wait().await.unwrap().success());
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!([&report["refused"], &report["deferred"]], [1, 1]);
}

#[tokio::test]
async fn what_it_cannot_do_it_says() {
    let installation = Installation::new().await;
    for (arguments, message) in [
        (["--behave", "explode"], "there are ok, tempfail"),
        (["--check", "2"], "from 0 to 1"),
        (["--auth", "alone"], "USER:PASSWORD"),
        (["--profile", "gmail"], "DOMAIN=PROVIDER"),
        (["--profile", "a.test=hotmail"], "the profiles are gmail"),
        (["--follow", "somewhere"], "127.0.0.1:8080"),
        (["--listen", "192.0.2.1:1"], "cannot listen on 192.0.2.1:1"),
    ] {
        let ended = installation
            .command(&["sink", arguments[0], arguments[1]])
            .await;
        assert!(!ended.status.success());
        assert!(ended.stderr.contains(message), "{}", ended.stderr);
    }
}

#[tokio::test]
async fn it_plays_mailbox_providers_by_the_domain() {
    let installation = Installation::new().await;
    let arguments = [
        "--profile",
        "gone.test=gmail?bounce=100&late=0&complain=0&unsubscribe=0&greylist=0",
        "--behave",
        "enterprise?greylist=100&full=0",
        "--follow",
        "127.0.0.1:1",
        "--starttls",
    ];
    let sink = SinkProcess::start(&installation, &arguments).await;
    let mut connection = sink.connect().await;
    for (to, reply) in [
        ("a@gone.test", "550 5.1.1 The email account"),
        ("a@else.test", "451 4.7.1 <a@else.test>: Recipient address"),
    ] {
        let outcome = deliver(&mut connection, to, "1").await;
        let SmtpOutcome::Refused { reply: found, .. } = outcome else {
            panic!("{outcome:?}")
        };
        assert!(found.to_string().starts_with(reply), "{found}");
    }
    let (report, _) = sink.end().await;
    assert_eq!(report["encrypted"], 1);
    let profiles = &report["profiles"];
    assert_eq!(profiles["gmail"]["done"]["hardBounced"], 1);
    assert_eq!(profiles["enterprise"]["done"]["greylisted"], 1);
    assert_eq!(profiles["enterprise"]["planned"]["greylisted"], 1);
}
