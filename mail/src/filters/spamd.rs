//! `SpamAssassin`'s spamd, as its own `spamc` asks it: `REPORT SPAMC/1.5` over TCP.

use std::net::IpAddr;

use memchr::memmem;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

use super::{FilterError, FilterLimits, Rule, Transport, Verdict};
use crate::plain;
use crate::socket::{Place, Socket};

/// Characters of what it says in place of a verdict that are shown.
const SHOWN: usize = 200;
const CHUNK: usize = 8192;
/// Who took the message, as spamd is told.
const RECEIVER: &str = "receiver.invalid";

/// Where one listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spamd {
    pub host: String,
    pub port: u16,
    /// Whose preferences it shall read; its own if nobody's.
    pub user: Option<String>,
}

impl Spamd {
    pub async fn ask(
        &self,
        message: &[u8],
        transport: Transport<'_>,
        limits: &FilterLimits,
    ) -> Result<Verdict, FilterError> {
        let asking = async {
            let arrived = [came_by(transport).as_bytes(), message].concat();
            let answer = self.converse(&arrived, limits).await?;
            read_verdict(&answer)
        };
        timeout(limits.deadline, asking)
            .await
            .unwrap_or(Err(FilterError::TooLate))
    }

    async fn converse(
        &self,
        message: &[u8],
        limits: &FilterLimits,
    ) -> Result<Vec<u8>, FilterError> {
        let place = Place {
            host: &self.host,
            address: None,
            port: self.port,
        };
        let name = format!("{}:{}", self.host, self.port);
        let socket = Socket::connect(place, name, limits.deadline).await;
        let mut socket = socket.map_err(FilterError::Unreachable)?;
        let unreachable = |error: std::io::Error| FilterError::Unreachable(error.to_string());
        // One that will not hear all of it may have said why.
        let heard = async {
            socket
                .write_all(self.question(message.len()).as_bytes())
                .await?;
            socket.write_all(message).await?;
            socket.shutdown().await
        };
        let heard = heard.await;
        let mut answer = Vec::new();
        loop {
            answer.reserve(CHUNK);
            match socket.read_buf(&mut answer).await {
                Ok(0) => break,
                Ok(_) if answer.len() > limits.bytes => return Err(FilterError::TooMuch),
                Ok(_) => {}
                Err(error) if answer.is_empty() => return Err(unreachable(error)),
                Err(_) => break,
            }
        }
        match heard {
            Err(error) if answer.is_empty() => Err(unreachable(error)),
            _ => Ok(answer),
        }
    }

    fn question(&self, length: usize) -> String {
        let user = self.user.as_deref().unwrap_or_default();
        let user: String = user.chars().filter(char::is_ascii_graphic).collect();
        let user = match &*user {
            "" => String::new(),
            user => format!("User: {user}\r\n"),
        };
        format!("REPORT SPAMC/1.5\r\nContent-length: {length}\r\n{user}\r\n")
    }
}

/// What a mail server writes above a message that it takes: spamd knows from there alone how it came. The sender stands first, for
/// below a `Received` it is not believed.
fn came_by(transport: Transport<'_>) -> String {
    let sender = fit_for_a_header(transport.from);
    let received = transport.ip.map(|ip| {
        let literal = match ip {
            IpAddr::V4(ip) => ip.to_string(),
            IpAddr::V6(ip) => format!("IPv6:{ip}"),
        };
        let greeting = fit_for_a_header(transport.helo);
        let recipient = fit_for_a_header(transport.recipient);
        format!(
            "Received: from {greeting} ({greeting} [{literal}]) by {RECEIVER} with ESMTP for <{recipient}>\r\n"
        )
    });
    let received = received.unwrap_or_default();
    format!("Return-Path: <{sender}>\r\n{received}")
}

/// Nothing that could end a line, or what stands in brackets on it.
fn fit_for_a_header(text: &str) -> String {
    let is_fit = |c: &char| c.is_ascii_graphic() && !matches!(c, '<' | '>' | '(' | ')' | '[' | ']');
    text.chars().filter(is_fit).collect()
}

fn nonsense(why: &str) -> FilterError {
    FilterError::Nonsense(plain::line(why, SHOWN))
}

/// `SPAMD/1.1 0 EX_OK`, header lines, and the report.
fn read_verdict(answer: &[u8]) -> Result<Verdict, FilterError> {
    if answer.is_empty() {
        return Err(nonsense("it hung up without a word"));
    }
    let end = memmem::find(answer, b"\r\n\r\n");
    let head = String::from_utf8_lossy(&answer[..end.unwrap_or(answer.len())]);
    let mut lines = head.split("\r\n");
    let first = lines.next().unwrap_or_default();
    let mut words = first.split(' ');
    let is_spamd = words.next().is_some_and(|word| word.starts_with("SPAMD/"));
    match words.next().map(str::parse::<i32>) {
        Some(Ok(0)) if is_spamd => {}
        Some(Ok(_)) if is_spamd => return Err(FilterError::Refused(plain::line(first, SHOWN))),
        _ => return Err(nonsense(&format!("it begins with {first:?}"))),
    }
    let report = end.map_or(&[][..], |end| &answer[end + 4..]);
    let fields = lines.filter_map(|line| line.split_once(':'));
    let mut verdict = None;
    for (name, value) in fields {
        if name.eq_ignore_ascii_case("spam") {
            verdict = scores(value);
        } else if name.eq_ignore_ascii_case("content-length")
            && value.trim().parse() != Ok(report.len())
        {
            return Err(nonsense("its report is not as long as it said"));
        }
    }
    let (is_spam, score, threshold) = verdict.ok_or_else(|| nonsense("it gives no score"))?;
    let verdict = Verdict {
        score,
        threshold,
        is_spam,
        rules: rules(&String::from_utf8_lossy(report)),
    };
    verdict.checked()
}

/// `True ; 1000.0 / 5.0`
fn scores(value: &str) -> Option<(bool, f64, f64)> {
    let (said, scores) = value.split_once(';')?;
    let (score, threshold) = scores.split_once('/')?;
    let is_spam = matches!(&*said.trim().to_ascii_lowercase(), "true" | "yes");
    Some((is_spam, number(score)?, number(threshold)?))
}

fn number(text: &str) -> Option<f64> {
    text.trim()
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())
}

/// The table at the end of the report, as `SpamAssassin` writes it if nobody has changed how:
/// ` 1.2 MISSING_HEADERS        Missing To: header`, and what does not fit on one line stands indented on the next. What is
/// above it holds words of the message.
fn rules(report: &str) -> Vec<Rule> {
    let lines: Vec<&str> = report.lines().collect();
    let head = lines.iter().rposition(|line| line.starts_with("---- ---"));
    let mut rules: Vec<Rule> = Vec::new();
    for line in head.map_or(&[][..], |head| &lines[head + 1..]) {
        let mut words = line.split_whitespace();
        let rule = words.next().and_then(number).zip(words.next());
        if let Some((score, name)) = rule.filter(|_| !line.starts_with("      ")) {
            rules.push(Rule {
                name: name.to_owned(),
                score,
                description: Some(words.collect::<Vec<_>>().join(" ")),
            });
        } else if let Some(last) = rules.last_mut() {
            let description = last.description.get_or_insert_default();
            description.push(' ');
            description.push_str(line.trim());
        }
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(head: &str, report: &str) -> Vec<u8> {
        let length = report.len();
        format!("{head}\r\nContent-length: {length}\r\n\r\n{report}").into_bytes()
    }

    const OK: &str = "SPAMD/1.1 0 EX_OK\r\nSpam: False ; 1.2 / 5.0";

    #[test]
    fn a_report_is_read_with_its_rules() {
        let report = "Content preview:  ---- ----\n\n---- --- 9.9 NOT_A_RULE\n\n \
             pts rule name              description\n\
             ---- ---------------------- --------------------------------------------------\n\
             -0.0 NO_RECEIVED            Informational: message has no Received headers\n \
             1.2 MISSING_HEADERS        Missing To:\n                            \
             [5 header]\n1000 GTUBE                  BODY: Generic Test\n\n";
        let verdict = read_verdict(&answer(OK, report)).unwrap();
        let rules: Vec<_> = verdict
            .rules
            .iter()
            .map(|rule| {
                (
                    &*rule.name,
                    rule.score,
                    rule.description.as_deref().unwrap(),
                )
            })
            .collect();
        assert_eq!(
            rules,
            [
                ("GTUBE", 1000.0, "BODY: Generic Test"),
                ("MISSING_HEADERS", 1.2, "Missing To: [5 header]"),
                (
                    "NO_RECEIVED",
                    -0.0,
                    "Informational: message has no Received headers"
                ),
            ]
        );
        assert_eq!(read_verdict(&answer(OK, "another form")).unwrap().rules, []);
    }

    #[test]
    fn what_is_no_verdict_is_told_apart() {
        for odd in [
            Vec::new(),
            b"HTTP/1.1 400 Bad Request\r\n\r\n".to_vec(),
            b"SPAMD/1.1 0 EX_OK\r\n\r\n".to_vec(),
            b"SPAMD/1.1 zero EX_OK\r\n\r\n".to_vec(),
            b"\xff\xfe\0".to_vec(),
            answer("SPAMD/1.1 0 EX_OK\r\nSpam: False ; nan / 5.0", ""),
            answer("SPAMD/1.1 0 EX_OK\r\nSpam: False ; 1 / inf", ""),
            answer("SPAMD/1.1 0 EX_OK\r\nSpam: False", ""),
            answer(
                &format!("{OK}\r\nContent-length: 99999999999999999999999"),
                "",
            ),
            format!("{OK}\r\nContent-length: 9\r\n\r\ncut").into_bytes(),
        ] {
            let verdict = read_verdict(&odd);
            assert!(
                matches!(verdict, Err(FilterError::Nonsense(_))),
                "{verdict:?}"
            );
        }
        let refused = read_verdict(b"SPAMD/1.0 76 Bad header line: X\r\n");
        let expected = "SPAMD/1.0 76 Bad header line: X";
        assert_eq!(refused, Err(FilterError::Refused(expected.into())));
    }

    #[test]
    fn how_a_mail_came_stands_above_it() {
        let transport = Transport {
            ip: Some("192.0.2.1".parse().unwrap()),
            helo: "mta.test",
            from: "b@bounces.test",
            recipient: "ada@seed.test",
        };
        assert_eq!(
            came_by(transport),
            "Return-Path: <b@bounces.test>\r\nReceived: from mta.test (mta.test [192.0.2.1]) by receiver.invalid \
             with ESMTP for <ada@seed.test>\r\n"
        );
        let six = Transport {
            ip: Some("2001:db8::1".parse().unwrap()),
            ..transport
        };
        assert!(came_by(six).contains("(mta.test [IPv6:2001:db8::1]) by"));
        assert_eq!(came_by(Transport::default()), "Return-Path: <>\r\n");
        let odd = Transport {
            ip: None,
            from: "b@x.test>\r\nX-Spam: no\r\n\r\n",
            ..transport
        };
        assert_eq!(came_by(odd), "Return-Path: <b@x.testX-Spam:no>\r\n");
    }

    #[test]
    fn a_user_cannot_ask_for_something_else() {
        let spamd = |user: &str| Spamd {
            host: "localhost".into(),
            port: 783,
            user: Some(user.into()),
        };
        let asked = spamd("ada\r\nTELL x\r\n\r\n").question(5);
        assert_eq!(
            asked,
            "REPORT SPAMC/1.5\r\nContent-length: 5\r\nUser: adaTELLx\r\n\r\n"
        );
        assert!(!spamd("").question(5).contains("User"));
    }
}
