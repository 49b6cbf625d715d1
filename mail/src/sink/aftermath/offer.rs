//! What a mail offers to whoever reads it: a pixel to load, links to follow, a way to leave.

use mail_parser::MessageParser;
use url::Url;

/// Links of one mail that are looked at.
const MOST_LINKS: usize = 50;

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
    /// All headers, as they came.
    pub headers: String,
}

impl Offer {
    pub(super) fn read(message: &[u8]) -> Self {
        let Some(parsed) = MessageParser::default().parse(message) else {
            return Self::default();
        };
        let mut offer = Self {
            subject: parsed.subject().unwrap_or_default().to_owned(),
            date: parsed
                .header_raw("Date")
                .unwrap_or_default()
                .trim()
                .to_owned(),
            headers: headers(message),
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
        if let Some(html) = parsed.body_html(0) {
            for link in attributes(&html, "href=\"") {
                offer.link(link);
            }
            offer.pixel = attributes(&html, "src=\"").find(|source| has_path(source, "/o/"));
        }
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

fn headers(message: &[u8]) -> String {
    let end = memchr::memmem::find(message, b"\r\n\r\n").map_or(message.len(), |at| at + 2);
    String::from_utf8_lossy(&message[..end]).into_owned()
}

/// The values of an attribute wherever it stands. Our own mails quote them so.
fn attributes<'h>(html: &'h str, start: &'h str) -> impl Iterator<Item = String> + 'h {
    html.match_indices(start).filter_map(move |(at, _)| {
        let value = html[at + start.len()..].split('"').next()?;
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
    }
}
