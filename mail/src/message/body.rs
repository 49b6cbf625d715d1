//! The two forms of a mail's body, plain text first: readers show the last form they know.

use std::borrow::Cow;

use mail_builder::mime::MimePart;
use memchr::memmem;

/// `number` is what the boundary between them is made from.
pub(super) fn alternatives(out: &mut Vec<u8>, text: &str, html: &str, number: u64) {
    let text = with_plain_breaks(text);
    let html = with_plain_breaks(html);
    let boundary = boundary(number, &[&text, &html]);
    out.extend_from_slice(b"MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=\"");
    out.extend_from_slice(&boundary);
    out.extend_from_slice(b"\"\r\n");
    for (kind, body) in [("text/plain", text), ("text/html", html)] {
        out.extend_from_slice(b"\r\n--");
        out.extend_from_slice(&boundary);
        out.extend_from_slice(b"\r\n");
        MimePart::new(kind, body).write_part(out);
    }
    out.extend_from_slice(b"\r\n--");
    out.extend_from_slice(&boundary);
    out.extend_from_slice(b"--\r\n");
}

/// Lines that end in LF or CRLF (the encoder makes CRLF of both) and no other control characters: servers refuse NUL,
/// and some take a lone CR for the end of a line.
fn with_plain_breaks(body: &str) -> Cow<'_, str> {
    let bytes = body.as_bytes();
    let followed = bytes.iter().zip(bytes.get(1..).unwrap_or_default());
    let odd = followed.fold(0, |odd, (&b, &next)| odd | is_odd(b, next));
    if odd == 0 && bytes.last().is_none_or(|&last| is_odd(last, 0) == 0) {
        return Cow::Borrowed(body);
    }
    let mut kept = String::with_capacity(body.len());
    let mut chars = body.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\r' if chars.peek() == Some(&'\n') => {}
            '\r' => kept.push('\n'),
            '\n' | '\t' => kept.push(c),
            c if c.is_ascii_control() => {}
            c => kept.push(c),
        }
    }
    Cow::Owned(kept)
}

/// A number instead of a truth: without branches the loop runs on whole vectors, a tenth of the instructions.
fn is_odd(b: u8, next: u8) -> u8 {
    let control = u8::from(b < b' ') & u8::from(b != b'\n') & u8::from(b != b'\t');
    let alone = u8::from(b != b'\r') | u8::from(next != b'\n');
    (control & alone) | u8::from(b == 0x7f)
}

/// Neither encoding can produce `=_`, but a part that needs none may hold anything, this boundary too.
fn boundary(seed: u64, parts: &[&str]) -> Vec<u8> {
    let mut seed = seed;
    loop {
        let boundary = format!("=_{seed:016x}").into_bytes();
        let finder = memmem::Finder::new(&boundary);
        if parts
            .iter()
            .all(|part| finder.find(part.as_bytes()).is_none())
        {
            return boundary;
        }
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    }
}
