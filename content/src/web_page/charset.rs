//! Bytes of a page as text, whatever encoding they are in.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// Within so many bytes a page says how it is encoded.
const SAID_WITHIN: usize = 1024;

/// As browsers do it: the bytes' own mark, then what the server says, then what the page says. What says nothing is
/// UTF-8 if it can be, else the encoding of old pages in western languages.
pub fn text(bytes: &[u8], content_type: Option<&str>) -> String {
    let said = || content_type.and_then(label).or_else(|| own_label(bytes));
    let encoding = match Encoding::for_bom(bytes) {
        Some((encoding, _)) => encoding,
        None => said().unwrap_or_else(|| guess(bytes)),
    };
    encoding.decode(bytes).0.into_owned()
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_some() => WINDOWS_1252,
        _ => UTF_8,
    }
}

/// What `<meta charset=…>`, its older form, or `@charset "…"` names.
fn own_label(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(SAID_WITHIN)]);
    let found = label(&start)?;
    // Whoever can read this in a text of single bytes has not met UTF-16.
    Some(if found.is_ascii_compatible() {
        found
    } else {
        UTF_8
    })
}

/// What stands behind the word `charset`.
fn label(text: &str) -> Option<&'static Encoding> {
    let text = text.to_ascii_lowercase();
    let rest = &text[text.find("charset")? + "charset".len()..];
    let rest = rest.trim_start_matches([' ', '=', '"', '\'']);
    let end = rest.find([' ', '"', '\'', ';', '>', '/', ',', '\n', '\r']);
    Encoding::for_label(&rest.as_bytes()[..end.unwrap_or(rest.len())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn umlauts_are_read_in_every_encoding() {
        let latin = b"<title>M\xfcller</title>";
        let declared = b"<meta http-equiv=Content-Type content='text/html; charset=iso-8859-15'>\xa4 M\xfcller";
        for (bytes, header, expect) in [
            (
                &latin[..],
                Some("text/html; charset=ISO-8859-1"),
                "<title>Müller</title>",
            ),
            (latin, Some("text/html"), "<title>Müller</title>"),
            (latin, None, "<title>Müller</title>"),
            ("Müller".as_bytes(), Some("text/html"), "Müller"),
            (
                "Müller".as_bytes(),
                Some("text/html; charset=\"utf-8\""),
                "Müller",
            ),
            (
                b"\xef\xbb\xbfM\xc3\xbcller",
                Some("text/html; charset=latin1"),
                "Müller",
            ),
            (
                b"<meta charset=\"utf-16\">x",
                None,
                "<meta charset=\"utf-16\">x",
            ),
            (
                b"@charset 'latin1'; /* \xfc */",
                None,
                "@charset 'latin1'; /* ü */",
            ),
            (b"M\xc3\xbcl\xc3", None, "Mül\u{fffd}"),
            (
                b"text; charset=nonsense",
                Some("text/html; charset=nonsense"),
                "text; charset=nonsense",
            ),
        ] {
            assert_eq!(text(bytes, header), expect, "{header:?}");
        }
        assert!(text(declared, None).ends_with("€ Müller"));
    }
}
