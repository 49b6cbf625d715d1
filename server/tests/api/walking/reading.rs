//! What people do with the mails of a run.

use std::time::Duration;

use postrider_mail::capture::{Captured, Letter};

use crate::support::{Brand, TestServer, until};

const CHROME: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
                      Chrome/131.0.0.0 Safari/537.36";
/// Scanners open a mail within seconds of its delivery.
const LATER: Duration = Duration::from_mins(10);

/// What somebody does with a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    Opens,
    /// Follows the first link.
    Clicks,
}

/// The mail that a node of a run has sent.
#[derive(Clone, Copy)]
pub struct MailOf<'a> {
    pub run: &'a str,
    pub node: &'a str,
}

impl Deed {
    /// Does it, a while after the mail came.
    pub async fn with(self, server: &TestServer, brand: &Brand, mail: MailOf<'_>) {
        let url = self.address(server, brand, mail).await;
        server.clock.advance(LATER);
        visit(server, brand, &url).await;
    }

    /// Where it leads, in the mail as it was kept. By the number of the mail: whose file is the youngest says little, since
    /// the mails of two nodes go their own ways.
    pub async fn address(self, server: &TestServer, brand: &Brand, mail: MailOf<'_>) -> String {
        let MailOf { run, node } = mail;
        let of_run = format!(
            "SELECT m.send, m.ordinal FROM recipients AS m
            JOIN runs AS r ON r.org = m.org AND r.brand = m.brand AND r.id = m.run
            JOIN sends AS s ON s.org = m.org AND s.brand = m.brand AND s.id = m.send
            WHERE r.public_id = '{run}' AND s.node = '{node}'"
        );
        let path = match self {
            Self::Opens => "/o/",
            Self::Clicks => "/c/",
        };
        let start = format!("{}{path}", brand.url);
        let captured = Captured::open(&server.folder().join("captured"));
        until("the mail is kept", async || {
            let rows = server.sql(&of_run).await;
            let (send, ordinal) = (rows.first()?.int(0).unwrap(), rows[0].int(1).unwrap());
            let kept = captured.read(&format!("{send}-{ordinal}")).unwrap()?;
            let html = Letter::read(&kept.message).html;
            let rest = &html[html.find(&start)?..];
            Some(rest[..rest.find('"')?].to_owned())
        })
        .await
    }
}

/// As a browser does.
pub async fn visit(server: &TestServer, brand: &Brand, url: &str) {
    let http = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .unwrap();
    let path = url.strip_prefix(&brand.url).unwrap();
    let asked = http.get(format!("http://{}{path}", server.address()));
    let answer = asked.header("User-Agent", CHROME).send().await.unwrap();
    assert!(matches!(answer.status().as_u16(), 200 | 302), "{path}");
}
