//! The relaxed forms of headers and bodies (RFC 6376, 3.4.2 and 3.4.4): what relays may do to white space changes
//! nothing in them.

use aws_lc_rs::digest::{Context, Digest, SHA256};
use memchr::{memchr, memchr_iter, memmem};

/// Cuts a message into its header lines and its body.
pub(super) fn split(message: &[u8]) -> (&[u8], &[u8]) {
    match memmem::find(message, b"\r\n\r\n") {
        Some(at) => (&message[..at + 2], &message[at + 4..]),
        None => (message, &[]),
    }
}

/// Whole header fields with their folded lines, from the first down.
pub(super) fn fields(headers: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = headers;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = memchr_iter(b'\n', rest)
            .find(|&at| !matches!(rest.get(at + 1), Some(b' ' | b'\t')))
            .map_or(rest.len(), |at| at + 1);
        let (field, after) = rest.split_at(end);
        rest = after;
        Some(field)
    })
}

pub(super) fn field_name(field: &[u8]) -> &[u8] {
    let colon = memchr(b':', field).unwrap_or(field.len());
    field[..colon].trim_ascii()
}

/// `name:value`, the name in lower case, runs of white space as one space, none at the end. Without CRLF.
pub(super) fn relaxed_field(field: &[u8], out: &mut Vec<u8>) {
    let name = field_name(field);
    out.extend(name.iter().map(u8::to_ascii_lowercase));
    out.push(b':');
    let colon = memchr(b':', field).map_or(field.len(), |at| at + 1);
    let mut words = field[colon..]
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    if let Some(first) = words.next() {
        out.extend_from_slice(first);
    }
    for word in words {
        out.push(b' ');
        out.extend_from_slice(word);
    }
}

/// The hash of a body: runs of spaces and tabs as one space, none at the end of a line, no empty lines at the end.
pub(super) fn body_hash(body: &[u8]) -> Digest {
    let mut relaxed = Vec::with_capacity(body.len() + 2);
    let mut rest = body;
    while !rest.is_empty() {
        let end = memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
        let (line, after) = rest.split_at(end);
        relaxed_line(line, &mut relaxed);
        rest = after;
    }
    while relaxed.ends_with(b"\r\n\r\n") {
        relaxed.truncate(relaxed.len() - 2);
    }
    if relaxed == b"\r\n" {
        relaxed.clear();
    }
    let mut context = Context::new(&SHA256);
    context.update(&relaxed);
    context.finish()
}

fn relaxed_line(line: &[u8], out: &mut Vec<u8>) {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let kept = line
        .iter()
        .rposition(|b| !b" \t".contains(b))
        .map_or(0, |at| at + 1);
    let mut rest = &line[..kept];
    // Most lines have single spaces only.
    let pairs = rest.iter().zip(rest.get(1..).unwrap_or_default());
    let gaps = pairs.fold(0, |gaps, (&a, &b)| gaps | is_gap(a, b));
    while gaps != 0
        && let Some(at) = rest
            .windows(2)
            .position(|pair| is_gap(pair[0], pair[1]) != 0)
    {
        out.extend_from_slice(&rest[..at]);
        out.push(b' ');
        let gap = rest[at..].iter().take_while(|b| b" \t".contains(b)).count();
        rest = &rest[at + gap..];
    }
    out.extend_from_slice(rest);
    out.extend_from_slice(b"\r\n");
}

/// Whether relaxing leaves something else of a pair: two of white space, or a tab before anything. A number, not a
/// truth: without branches the loop over a line runs on whole vectors.
fn is_gap(a: u8, b: u8) -> u8 {
    let space = |b| u8::from(b == b' ');
    let tab = |b| u8::from(b == b'\t');
    tab(a) | (space(a) & (space(b) | tab(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> String {
        let mut out = Vec::new();
        relaxed_line(text.as_bytes(), &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn lines_are_relaxed() {
        for (given, relaxed) in [
            ("", "\r\n"),
            ("a\r\n", "a\r\n"),
            ("a b\r\n", "a b\r\n"),
            (" C \r\n", " C\r\n"),
            ("D \t E\r\n", "D E\r\n"),
            ("\ta\r\n", " a\r\n"),
            ("a\tb\r\n", "a b\r\n"),
            ("a \tb  c\t\td\r\n", "a b c d\r\n"),
            (" \t \r\n", "\r\n"),
            ("\t\r\n", "\r\n"),
        ] {
            assert_eq!(line(given), relaxed, "{given:?}");
        }
    }

    #[test]
    fn fields_are_relaxed() {
        let headers = b"A: X\r\nB : Y\t\r\n\tZ  \r\n";
        let mut out = Vec::new();
        for field in fields(headers) {
            relaxed_field(field, &mut out);
            out.extend_from_slice(b"\r\n");
        }
        assert_eq!(out, b"a:X\r\nb:Y Z\r\n");
    }

    #[test]
    fn empty_lines_at_the_end_of_a_body_do_not_count() {
        let hash = |body: &[u8]| body_hash(body).as_ref().to_vec();
        assert_eq!(hash(b" C \r\nD \t E\r\n\r\n\r\n"), hash(b" C\r\nD E\r\n"));
        assert_eq!(hash(b"\r\n\r\n"), hash(b""));
        assert_eq!(
            data_encoding::BASE64.encode(&hash(b"")),
            "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
        );
    }
}
