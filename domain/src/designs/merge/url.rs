//! Values inside URLs: what may stand where, and which URLs may stand in a mail.

use super::scheme::Scheme;
use super::url_position::UrlPosition;

/// What a URL stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Nothing: the URL itself.
    Plain,
    /// An attribute of HTML, in quotes.
    Attribute,
    /// `url(…)` in a style sheet.
    Css,
    /// `url(…)` in a style attribute.
    CssAttribute,
}

/// Schemes that a URL may have whose scheme comes out of values.
const SCHEMES: [&str; 4] = ["http", "https", "mailto", "tel"];
/// Schemes whose rest is run or shown as a page of its own: no value has a place in them.
const SCRIPTS: [&str; 3] = ["javascript", "vbscript", "data"];

/// Whether no value behind `before` can change what kind of URL it is.
pub(super) fn is_settled(before: &str) -> bool {
    before.trim_start().starts_with('#')
        || Scheme::of(before).is_some_and(|scheme| !SCRIPTS.iter().any(|name| scheme.is(name)))
}

/// Whether a finished URL may stand in a mail. A relative one leads nowhere there.
pub(super) fn is_allowed(url: &str) -> bool {
    url.trim_start().starts_with('#')
        || Scheme::of(url).is_some_and(|scheme| SCHEMES.iter().any(|name| scheme.is(name)))
}

/// Whether it leads to a page, so that a click on it can be counted.
pub(super) fn is_web(url: &str) -> bool {
    Scheme::of(url).is_some_and(|scheme| scheme.is_web())
}

/// Writes a value into its place in a URL.
pub(super) fn write(value: &str, position: UrlPosition, form: Form, out: &mut String) {
    match position {
        UrlPosition::Start => write_url(value.trim(), form, out),
        UrlPosition::Host => out.extend(
            value
                .chars()
                .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-')),
        ),
        UrlPosition::Recipient => encode(value.trim(), out, |byte| {
            is_unreserved(byte) || matches!(byte, b'@' | b'+')
        }),
        UrlPosition::Component => encode(value, out, is_unreserved),
    }
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

fn encode(value: &str, out: &mut String, keeps: impl Fn(u8) -> bool) {
    for byte in value.bytes() {
        if keeps(byte) {
            out.push(char::from(byte));
        } else {
            push_encoded(byte, out);
        }
    }
}

fn push_encoded(byte: u8, out: &mut String) {
    const DIGITS: [char; 16] = [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F',
    ];
    out.push('%');
    out.push(DIGITS[usize::from(byte >> 4)]);
    out.push(DIGITS[usize::from(byte & 15)]);
}

/// A value that is a URL keeps what means something in one; what has no place in any is encoded.
fn write_url(value: &str, form: Form, out: &mut String) {
    let bytes = value.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'&' if matches!(form, Form::Attribute | Form::CssAttribute) => out.push_str("&amp;"),
            b'\'' if form == Form::Attribute => out.push_str("&#39;"),
            b'\'' | b'(' | b')' if matches!(form, Form::Css | Form::CssAttribute) => {
                push_encoded(byte, out);
            }
            b'%' if !is_encoded(&bytes[at..]) => push_encoded(byte, out),
            b'%' => out.push('%'),
            _ if is_unreserved(byte) || b":/?#[]@!$&'()*+,;=".contains(&byte) => {
                out.push(char::from(byte));
            }
            _ => push_encoded(byte, out),
        }
    }
}

fn is_encoded(bytes: &[u8]) -> bool {
    matches!(bytes, [b'%', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}
