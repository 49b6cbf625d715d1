//! What a mail offers to whoever reads it: a pixel to load, links to follow, a way to leave.

use memchr::memmem;
use postrider_domain::contract::paths;
use url::Url;

use crate::mime::{Entity, Owner, Part, parts};

/// Links of one mail that are looked at.
const MOST_LINKS: usize = 50;
const LONGEST_LINK: usize = 8 << 10;
/// What is kept of the headers, and goes back in reports.
const MOST_HEADERS: usize = 16 << 10;

#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::sink) struct Offer {
    pub pixel: Option<String>,
    /// Links that are counted, each once.
    pub counted: Vec<String>,
    /// All other links of the web.
    pub others: Vec<String>,
    /// Where one click unsubscribes (RFC 8058).
    pub one_click: Option<String>,
    pub subject: String,
    pub date: String,
    /// The headers, as they came.
    pub headers: String,
}

impl Offer {
    pub(in crate::sink) fn read(message: &[u8]) -> Self {
        let mail = Entity::read(message);
        let value = |name: &str| {
            let found = mail.fields().find(|(key, _)| *key == name);
            found.map(|(_, value)| value.trim().to_owned())
        };
        let mut offer = Self {
            subject: mail.subject(),
            date: value("date").unwrap_or_default(),
            headers: headers(message),
            ..Self::default()
        };
        if value("list-unsubscribe-post").is_some() {
            let ways = value("list-unsubscribe").unwrap_or_default();
            offer.one_click = ways
                .split(['<', '>'])
                .map(str::trim)
                .find(|way| way.starts_with("http"))
                .map(|way| way.replace(char::is_whitespace, ""));
        }
        // A mail that it brings along is nobody's to click in.
        let is_html = |part: &Part<'_>| {
            part.owner == Owner::Message && part.entity.content_type().is("text", "html")
        };
        let html = parts::of(message).into_iter().find(is_html);
        if let Some(html) = html.map(|part| part.entity.text()) {
            for link in attributes(&html, "href=\"") {
                offer.link(link);
            }
            offer.pixel =
                attributes(&html, "src=\"").find(|source| has_path(source, paths::OPEN.start));
        }
        offer
    }

    fn link(&mut self, link: String) {
        let list = if has_path(&link, paths::CLICK.start) {
            &mut self.counted
        } else {
            &mut self.others
        };
        if list.len() < MOST_LINKS && link.starts_with("http") && !list.contains(&link) {
            list.push(link);
        }
    }
}

fn has_path(link: &str, start: &str) -> bool {
    Url::parse(link).is_ok_and(|url| url.path().starts_with(start))
}

/// As many whole lines of the headers as are kept.
fn headers(message: &[u8]) -> String {
    let end = memmem::find(message, b"\r\n\r\n").map_or(message.len(), |at| at + 2);
    let read = &message[..end.min(MOST_HEADERS)];
    let whole = memmem::rfind(read, b"\r\n").map_or(0, |at| at + 2);
    String::from_utf8_lossy(&read[..whole]).into_owned()
}

/// The values of an attribute wherever it stands. Our own mails quote them so.
fn attributes<'h>(html: &'h str, start: &'h str) -> impl Iterator<Item = String> + 'h {
    html.match_indices(start).filter_map(move |(at, _)| {
        let value = html[at + start.len()..].split('"').next()?;
        if value.len() > LONGEST_LINK {
            return None;
        }
        Some(value.replace("&amp;", "&"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_mail_offers_is_found_in_its_parts() {
        let message = "Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\nDate: Thu, 1 Jan 2026 00:00:00 +0000\r\n\
            List-Unsubscribe: <mailto:a@b.test>,\r\n <https://l.test/unsubscribe/t1>\r\n\
            List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\nMIME-Version: 1.0\r\n\
            Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n\
            https://l.test/c/plain\r\n--b\r\nContent-Type: text/html\r\n\
            Content-Transfer-Encoding: quoted-printable\r\n\r\n<a href=3D\"https://l.test/c/t2?a=3D1&amp;b=3D2\">x</a>=\r\n\
            <a href=3D\"https://l.test/c/t2?a=3D1&amp;b=3D2\">y</a><a href=3D\"mailto:a@b.test\">z</a>\
            <a href=3D\"https://l.test/view/t3\">v</a><img src=3D\"https://l.test/o/t4.gif\">\r\n--b--\r\n";
        let offer = Offer::read(message.as_bytes());
        assert_eq!(offer.pixel.as_deref(), Some("https://l.test/o/t4.gif"));
        assert_eq!(offer.counted, ["https://l.test/c/t2?a=1&b=2"]);
        assert_eq!(offer.others, ["https://l.test/view/t3"]);
        assert_eq!(
            offer.one_click.as_deref(),
            Some("https://l.test/unsubscribe/t1")
        );
        assert_eq!(offer.subject, "Grüße");
        assert!(
            offer.headers.starts_with("Subject: =?") && offer.headers.ends_with("boundary=b\r\n")
        );
        assert_eq!(Offer::read(b"Subject: x\r\n\r\nplain\r\n").counted, [""; 0]);
        let html =
            Offer::read(b"Content-Type: text/html\r\n\r\n<a href=\"https://l.test/c/1\">1</a>");
        assert_eq!(html.counted, ["https://l.test/c/1"]);
    }

    #[test]
    fn mails_within_mails_are_not_looked_into() {
        let within = "Content-Type: message/rfc822\r\n\r\n".repeat(1_000_000);
        for (start, end) in [
            ("", ""),
            ("Content-Type : message/rfc822\r\n\r\n", ""),
            (
                "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n",
                "\r\n--b--\r\n",
            ),
            (
                "Content-Type: multipart/digest; boundary=b\r\n\r\n--b\r\n\r\n",
                "\r\n--b--\r\n",
            ),
        ] {
            let offer = Offer::read(format!("Subject: x\r\n{start}{within}{end}").as_bytes());
            assert_eq!((offer.subject.as_str(), offer.counted.len()), ("x", 0));
        }
    }

    #[test]
    fn of_headers_so_many_are_kept() {
        let many = "X-Long: 0123456789\r\n".repeat(10_000);
        let offer = Offer::read(format!("Subject: x\r\n{many}\r\nHello\r\n").as_bytes());
        assert_eq!(offer.subject, "x");
        assert!(offer.headers.len() <= MOST_HEADERS && offer.headers.ends_with("9\r\n"));
        let long = Offer::read(format!("Subject: {}\r\n\r\n", "x".repeat(MOST_HEADERS)).as_bytes());
        assert_eq!(long.headers, "");
    }
}
