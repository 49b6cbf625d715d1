//! Images that stand in the HTML itself, or in another part of the mail. A browser unpacks the first without asking anybody, however
//! large they are, and leaves the others out without a word. So they are given names, by which it asks for them as for all
//! others.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use url::Url;

/// How their addresses begin.
const STARTS: [(&str, &str); 2] = [("data", ":image/"), ("cid", ":")];
/// What a name begins with; the number of the image is the rest.
const NAMES: &str = "http://data.invalid/";

/// The HTML without them, and each under its number.
pub(super) struct Inline {
    pub html: String,
    images: Vec<Arc<Url>>,
}

impl Inline {
    /// What is not recognized here stays where it is, and is not shown: [`POLICY`](super::visit::POLICY).
    pub fn take_out(html: &str) -> Self {
        let lower = html.to_ascii_lowercase();
        let mut rest = String::with_capacity(html.len());
        let mut known: HashMap<&str, usize> = HashMap::new();
        let mut images = Vec::new();
        let mut at = 0;
        for (colon, _) in lower.match_indices(':') {
            let start = beginning(&lower, colon)
                .filter(|start| *start >= at && is_address(&html[..*start]));
            let Some(start) = start else {
                continue;
            };
            let end = start + length(&html[start..]);
            let address = &html[start..end];
            let Ok(url) = Url::parse(address) else {
                continue;
            };
            let number = *known.entry(address).or_insert_with(|| {
                images.push(Arc::new(url));
                images.len() - 1
            });
            rest.push_str(&html[at..start]);
            let _ = write!(rest, "{NAMES}{number}");
            at = end;
        }
        rest.push_str(&html[at..]);
        Self { html: rest, images }
    }

    /// What stands behind a name, exactly as it was written above. Were there others for the same image, a page could ask
    /// for it as often as it has names, and a browser would unpack each. A mail that writes the name itself shows what it
    /// has anyway.
    pub fn named(&self, address: &str) -> Option<Arc<Url>> {
        let written = address.strip_prefix(NAMES)?;
        let number: usize = written.parse().ok()?;
        let image = self.images.get(number)?;
        // Neither `00` nor `+0`.
        (written == number.to_string()).then(|| Arc::clone(image))
    }
}

/// Where an address with this colon begins, if it is of such an image.
fn beginning(lower: &str, colon: usize) -> Option<usize> {
    let (before, after) = lower.split_at(colon);
    STARTS.iter().find_map(|(scheme, rest)| {
        let start = before.strip_suffix(scheme)?.len();
        after.starts_with(rest).then_some(start)
    })
}

/// Whether an address begins behind this: in quotes or brackets, and not somewhere in a text.
fn is_address(before: &str) -> bool {
    let last = before.trim_ascii_end().bytes().next_back();
    last.is_some_and(|last| b"\"'(=;".contains(&last))
}

/// Up to what ends an address in HTML or in a style. Long ones may go over several lines.
fn length(address: &str) -> usize {
    let bytes = address.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if b"\"'()<>&\\".contains(byte) {
            break;
        }
        let space = bytes[at..].iter();
        let space = space.take_while(|byte| byte.is_ascii_whitespace()).count();
        if space > 0 && !bytes[at..at + space].contains(&b'\n') {
            break;
        }
        at += space.max(1);
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_of_the_html_are_named_wherever_they_stand() {
        let one = "data:image/png;base64,aGVs+/8=";
        let other = "DATA:image/gif,GIF89a%01";
        for (html, expect, images) in [
            (
                format!("<img src=\"{one}\">"),
                "<img src=\"http://data.invalid/0\">",
                1,
            ),
            (
                format!("<img src='{other}'><td background=\"{one}\"><img src={one}>"),
                "<img src='http://data.invalid/0'><td background=\"http://data.invalid/1\"><img src=http://data.invalid/1>",
                2,
            ),
            (
                format!("<p style=\"background:url(&quot;{one}&quot;) red\">ü"),
                "<p style=\"background:url(&quot;http://data.invalid/0&quot;) red\">ü",
                1,
            ),
            (
                format!("<style>p{{background:url( {one} )}}</style>"),
                "<style>p{background:url( http://data.invalid/0 )}</style>",
                1,
            ),
            (
                format!("<img srcset=\"{one} 2x\">"),
                "<img srcset=\"http://data.invalid/0 2x\">",
                1,
            ),
            (
                "<img src=\"data:image/png;base64,aGVs\r\n bG8=\n\" alt=''>".to_owned(),
                "<img src=\"http://data.invalid/0\" alt=''>",
                1,
            ),
            (
                format!("<img src='cid:logo@mail'><img src=CID:2><img src='{one}'>"),
                "<img src='http://data.invalid/0'><img src=http://data.invalid/1><img src='http://data.invalid/2'>",
                3,
            ),
            (
                "<p>Write data:image/png;base64,… there, and cid:1</p>".to_owned(),
                "<p>Write data:image/png;base64,… there, and cid:1</p>",
                0,
            ),
            (
                "<img src='data:text/html,x'>".to_owned(),
                "<img src='data:text/html,x'>",
                0,
            ),
        ] {
            let inline = Inline::take_out(&html);
            assert_eq!((&*inline.html, inline.images.len()), (expect, images));
        }
    }

    #[test]
    fn a_name_stands_for_its_image_and_nothing_else_does() {
        let inline = Inline::take_out("<img src='data:image/gif;base64,R0lG\nODlh'>");
        let named = inline.named("http://data.invalid/0").unwrap();
        assert_eq!(named.as_str(), "data:image/gif;base64,R0lGODlh");
        for other in [
            "http://data.invalid/0?1",
            "http://data.invalid/0?",
            "http://data.invalid/0#1",
            "http://data.invalid/0/",
            "http://data.invalid/00",
            "http://data.invalid/+0",
            "http://data.invalid//0",
            "http://data.invalid:80/0",
            "http://data.invalid:81/0",
            "http://a@data.invalid/0",
            "https://data.invalid/0",
            "http://data.invalid./0",
            "http://data.invalid/1",
            "http://data.invalid/x",
            "http://data.invalid/",
            "https://a.test/0",
        ] {
            assert_eq!(inline.named(other), None, "{other}");
        }
    }
}
