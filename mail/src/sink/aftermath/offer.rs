//! What a mail offers to whoever reads it: a pixel to load, links to follow, a way to leave.

use mail_parser::{Message, MessageParser, MimeHeaders};
use memchr::memmem;
use url::Url;

/// Links of one mail that are looked at.
const MOST_LINKS: usize = 50;
const LONGEST_LINK: usize = 8 << 10;
/// What is read of the headers, and goes back in reports.
const MOST_HEADERS: usize = 16 << 10;
const MOST_PARTS: usize = 20;

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Offer {
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
    /// Looks one level deep, as deep as our own mails are: parts inside parts may be as many as a stranger likes.
    pub(super) fn read(message: &[u8]) -> Self {
        let (headers, body) = split(message);
        let headed = format!("{headers}\r\n");
        let Some(parsed) = MessageParser::default().parse_headers(&headed) else {
            return Self::default();
        };
        let mut offer = Self {
            subject: parsed.subject().unwrap_or_default().to_owned(),
            date: parsed
                .header_raw("Date")
                .unwrap_or_default()
                .trim()
                .to_owned(),
            ..Self::default()
        };
        if parsed.header_raw("List-Unsubscribe-Post").is_some() {
            let ways = parsed.header_raw("List-Unsubscribe").unwrap_or_default();
            offer.one_click = ways
                .split(['<', '>'])
                .map(str::trim)
                .find(|way| way.starts_with("http"))
                .map(|way| way.replace(char::is_whitespace, ""));
        }
        if let Some(html) = html(&parsed, &headed, body) {
            for link in attributes(&html, "href=\"") {
                offer.link(link);
            }
            offer.pixel = attributes(&html, "src=\"").find(|source| has_path(source, "/o/"));
        }
        offer.headers = headers;
        offer
    }

    fn link(&mut self, link: String) {
        let list = if has_path(&link, "/c/") {
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

/// As many whole lines of the headers as are read, and the body.
fn split(message: &[u8]) -> (String, &[u8]) {
    let end = memmem::find(message, b"\r\n\r\n").map_or(message.len(), |at| at + 2);
    let (headers, rest) = message.split_at(end);
    let read = &headers[..headers.len().min(MOST_HEADERS)];
    let whole = memmem::rfind(read, b"\r\n").map_or(0, |at| at + 2);
    let body = rest.strip_prefix(b"\r\n").unwrap_or(rest);
    (String::from_utf8_lossy(&read[..whole]).into_owned(), body)
}

/// The HTML of a mail that is one, or has one among its parts.
fn html(parsed: &Message<'_>, headers: &str, body: &[u8]) -> Option<String> {
    if is_html(parsed) {
        return text(&[headers.as_bytes(), body].concat());
    }
    let kind = parsed
        .content_type()
        .filter(|kind| kind.ctype() == "multipart")?;
    let boundary = kind
        .attribute("boundary")
        .filter(|boundary| !boundary.is_empty())?;
    parts(body, boundary).into_iter().find_map(|part| {
        let headers = MessageParser::default().parse_headers(part)?;
        is_html(&headers).then(|| text(part)).flatten()
    })
}

fn is_html(part: &Message<'_>) -> bool {
    let kind = part.content_type();
    kind.is_some_and(|kind| kind.ctype() == "text" && kind.subtype() == Some("html"))
}

/// Of a part that is text and so holds no others.
fn text(part: &[u8]) -> Option<String> {
    let parsed = MessageParser::default().parse(part)?;
    parsed.body_html(0).map(std::borrow::Cow::into_owned)
}

/// What stands between the lines of this boundary.
fn parts<'m>(body: &'m [u8], boundary: &str) -> Vec<&'m [u8]> {
    let line = format!("--{boundary}");
    let ends_line = |at: &usize| *at == 0 || body[at - 1] == b'\n';
    let lines: Vec<usize> = memmem::find_iter(body, line.as_bytes())
        .filter(ends_line)
        .take(MOST_PARTS + 1)
        .collect();
    let between = lines.windows(2).filter_map(|pair| {
        let part = &body[pair[0]..pair[1]];
        let start = memchr::memchr(b'\n', part)? + 1;
        Some(
            part[start..]
                .strip_suffix(b"\r\n")
                .unwrap_or(&part[start..]),
        )
    });
    between.collect()
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
