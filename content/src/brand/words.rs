//! A stranger's words, as far as a mail may repeat them.

use postrider_domain::designs::line::is_unfit_for_a_line;

use crate::html::entities::decode;
use crate::html::scan::{TextKind, Token, scan};
use crate::sketch::texts;

/// What is longer is no name, no address and no description.
const BYTES_MAX: usize = 16 << 10;

/// One line of nothing but words, of so many characters at most, else nothing.
pub(super) fn line(text: &str, most: usize) -> Option<String> {
    if text.len() > BYTES_MAX {
        return None;
    }
    let is_unfit = |c: char| is_unfit_for_a_line(c) || matches!(c, '<' | '>');
    let line = texts::unmarked(&without_markup(text)?.replace(is_unfit, " "));
    (!line.is_empty() && line.chars().count() <= most).then_some(line)
}

/// Descriptions for machines are often taken from pages, with their tags and entities.
fn without_markup(text: &str) -> Option<String> {
    if !text.contains(['<', '&']) {
        return Some(text.to_owned());
    }
    let mut words = String::with_capacity(text.len());
    for token in scan(text).ok()? {
        if let Token::Text {
            range,
            kind: TextKind::Data,
        } = token
        {
            words.push_str(&decode(&text[range]));
            words.push(' ');
        }
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_all_that_is_taken() {
        for (text, expect) in [
            ("  Lamps &amp;\n shades ", Some("Lamps & shades")),
            ("AT&T, 3 < 5", Some("AT&T, 3 5")),
            ("<p>Fine <b>lamps</b></p>", Some("Fine lamps")),
            ("A<script>alert(1)</script><style>b{}</style>B", Some("A B")),
            ("&lt;b&gt;bold", Some("b bold")),
            (
                "Hi {{ email }}, [click](https://evil.test) *now*",
                Some("Hi email , click (https://evil.test) now"),
            ),
            ("a\r\nBcc: b\u{0}\u{202e}c", Some("a Bcc: b c")),
            ("Müller & Söhne", Some("Müller & Söhne")),
            ("{{}}", None),
            ("<br>", None),
            ("", None),
        ] {
            assert_eq!(line(text, 60).as_deref(), expect, "{text}");
        }
        assert_eq!(line(&"a".repeat(61), 60), None);
        assert_eq!(line(&"<b></b>".repeat(5_000), 60), None);
    }
}
