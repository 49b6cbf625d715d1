//! A mail and what it brings about, over real HTTP and SMTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::sink::{Aftermath, Report, RunningSink, Sink, SinkOptions};
use crate::smtp::{Connection, Envelope, Relay, Timeouts};

/// What was asked: method, path and user agent.
type Asked = Arc<Mutex<Vec<[String; 3]>>>;

/// A web server that says yes to everything.
fn web() -> (SocketAddr, Asked) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (address, asked) = (listener.local_addr().unwrap(), Asked::default());
    let heard = Arc::clone(&asked);
    std::thread::spawn(move || {
        while let Ok((stream, _)) = listener.accept() {
            let heard = Arc::clone(&heard);
            std::thread::spawn(move || while answer(&stream, &heard).is_some() {});
        }
    });
    (address, asked)
}

fn answer(stream: &TcpStream, heard: &Asked) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let (mut request, mut agent, mut length) = (String::new(), String::new(), 0);
    reader
        .read_line(&mut request)
        .ok()
        .filter(|read| *read > 0)?;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let lower = line.trim().to_lowercase();
        if lower.is_empty() {
            break;
        }
        if lower.starts_with("user-agent:") {
            line["user-agent:".len()..].trim().clone_into(&mut agent);
        } else if let Some(value) = lower.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let mut words = request.split(' ').map(str::to_owned);
    let (method, path) = (words.next()?, words.next()?);
    let path = format!("{path} {}", String::from_utf8(body).ok()?);
    heard
        .lock()
        .unwrap()
        .push([method, path.trim().to_owned(), agent]);
    let mut stream = stream;
    let said = stream.write_all(b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n");
    said.ok()
}

const MAIL: &str = "Subject: News\r\nDate: Thu, 1 Jan 2026 00:00:00 +0000\r\nMessage-ID: <1@s>\r\n\
    List-Unsubscribe: <https://l.test/unsubscribe/u>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n\
    Content-Type: text/html\r\n\r\n<a href=\"https://l.test/c/1\">1</a><a href=\"https://l.test/c/2\">2</a>\
    <a href=\"https://l.test/c/3\">3</a><a href=\"https://strange.test/\">s</a><img src=\"https://l.test/o/p.gif\">\r\n";

struct Rig {
    sink: RunningSink,
    inbound: RunningSink,
    asked: Asked,
    clock: Arc<AtomicI64>,
}

impl Rig {
    /// One mail to one person of this provider.
    async fn mailed(profile: &str) -> Self {
        let (web, asked) = web();
        let inbound = Sink::start(SinkOptions {
            keep_messages: 10,
            ..SinkOptions::default()
        });
        let inbound = inbound.unwrap();
        let clock = Arc::new(AtomicI64::new(1_000));
        let time = Arc::clone(&clock);
        let sink = Sink::start(SinkOptions {
            profiles: vec![("X.test".to_owned(), profile.parse().unwrap())],
            aftermath: Aftermath {
                inbound: Some(inbound.address),
                follow: format!("l.test={web}").parse().unwrap(),
            },
            clock: Some(Arc::new(move || time.load(Ordering::SeqCst))),
            ..SinkOptions::default()
        });
        let sink = sink.unwrap();
        let relay = Relay::parse(&format!("smtp://{}", sink.address)).unwrap();
        let mut connection = Connection::open(&relay, "client.test", &Timeouts::default())
            .await
            .unwrap();
        let envelope = Envelope {
            from: "b-token@bounces.a.test",
            to: "ada@x.test",
        };
        let delivery = connection.deliver(&envelope, MAIL.as_bytes(), || Ok(()));
        delivery.await;
        Self {
            sink,
            inbound,
            asked,
            clock,
        }
    }

    /// Everything that is due has been done.
    async fn quiet(&self) {
        for _ in 0..1000 {
            tokio::time::sleep(Duration::from_millis(10)).await;
            if self.sink.is_quiet() {
                return;
            }
        }
        panic!("never quiet: {:?}", self.sink.report());
    }

    async fn a_minute_later(&self) -> Report {
        self.quiet().await;
        self.clock.fetch_add(61_000, Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(50)).await;
        self.quiet().await;
        self.clock.fetch_add(61_000, Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(50)).await;
        self.quiet().await;
        let report = self.sink.report();
        assert_eq!(report.aftermath.waiting, 0, "{report:?}");
        assert_eq!(report.aftermath.failed, 0, "{report:?}");
        report
    }

    fn paths(&self) -> Vec<String> {
        let asked = self.asked.lock().unwrap();
        let asked = asked.iter();
        asked
            .map(|[method, path, _]| format!("{method} {path}"))
            .collect()
    }
}

const KIND: &str =
    "greylist=0&full=0&bounce=0&late=0&complain=0&unsubscribe=0&open=0&prefetch=0&scan=0";

#[tokio::test]
async fn people_read_later_and_click_once() {
    let rig = Rig::mailed(&format!("gmail?{KIND}&open=100&click=100")).await;
    rig.quiet().await;
    assert_eq!(rig.paths(), [""; 0], "nobody reads at once");
    let report = rig.a_minute_later().await;
    let done = report.profiles["gmail"].done;
    assert_eq!((done.accepted, done.opened, done.clicked), (1, 1, 1));
    assert_eq!(done, report.profiles["gmail"].planned);
    let asked = rig.asked.lock().unwrap().clone();
    let by = |start: &str| -> Vec<&str> {
        let these = asked.iter().filter(|[_, path, _]| path.starts_with(start));
        these.map(|[_, _, agent]| agent.as_str()).collect()
    };
    assert_eq!(by("/c/").len(), 1);
    assert!(!by("/o/").is_empty() && by("/o/").iter().all(|by| by.contains("GoogleImageProxy")));
}

#[tokio::test]
async fn proxies_and_filters_come_at_once() {
    let rig = Rig::mailed(&format!("yahoo?{KIND}&prefetch=100")).await;
    rig.quiet().await;
    assert_eq!(rig.paths(), ["GET /o/p.gif"]);
    assert_eq!(rig.sink.report().profiles["yahoo"].done.machine_opens, 1);
    let rig = Rig::mailed(&format!("enterprise?{KIND}&scan=100")).await;
    rig.quiet().await;
    let report = rig.sink.report().profiles["enterprise"].clone();
    assert_eq!(report.done, report.planned);
    let paths = rig.paths();
    assert!(
        paths.iter().all(|path| !path.contains("strange")),
        "{paths:?}"
    );
    for link in ["GET /c/1", "GET /c/2", "GET /c/3"] {
        assert!(paths.iter().any(|path| path == link), "{paths:?}");
    }
    let clicks = paths.iter().filter(|path| path.contains("/c/")).count();
    assert_eq!(report.done.machine_clicks, clicks as u64);
}

#[tokio::test]
async fn whoever_leaves_or_complains_says_so() {
    let rig = Rig::mailed(&format!("yahoo?{KIND}&unsubscribe=100")).await;
    let report = rig.a_minute_later().await;
    assert_eq!(report.profiles["yahoo"].done.unsubscribed, 1);
    assert_eq!(
        rig.paths(),
        ["POST /unsubscribe/u List-Unsubscribe=One-Click"]
    );
    let rig = Rig::mailed(&format!("yahoo?{KIND}&complain=100")).await;
    let report = rig.a_minute_later().await;
    assert_eq!(report.profiles["yahoo"].done.complained, 1);
    let [mail] = rig.inbound.messages().try_into().unwrap();
    assert_eq!(
        (mail.from.as_str(), mail.to),
        ("", vec!["feedback@bounces.a.test".to_owned()])
    );
    let text = String::from_utf8(mail.message).unwrap();
    for part in [
        "report-type=feedback-report",
        "Feedback-Type: abuse",
        "Original-Mail-From: <b-token@bounces.a.test>",
        "Message-ID: <1@s>",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[tokio::test]
async fn a_mail_comes_back_after_it_was_taken() {
    for receiver in ["gmail", "outlook", "yahoo", "enterprise"] {
        let rig = Rig::mailed(&format!("{receiver}?{KIND}&late=100")).await;
        let report = rig.a_minute_later().await;
        assert_eq!(report.profiles[receiver].done.late_bounced, 1);
        let [mail] = rig.inbound.messages().try_into().unwrap();
        assert_eq!(mail.to, ["b-token@bounces.a.test"]);
        let text = String::from_utf8(mail.message).unwrap();
        for part in [
            "report-type=delivery-status",
            "Final-Recipient: rfc822; ada@x.test",
            "Action: failed",
            "Status: 5.",
        ] {
            assert!(text.contains(part), "{text}");
        }
        // Whoever writes again has not listened.
        assert_eq!(report.profiles[receiver].again, 0);
    }
}
