//! Values inside URLs: what may stand where, and which URLs may stand in a mail.

/// Where in a URL a value stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At its very beginning: the value is a URL, or begins one.
    Start,
    /// The host: only what names of hosts are made of is left.
    Host,
    /// The address or the number of `mailto:` and `tel:`.
    Recipient,
    /// Anywhere else: all but unreserved characters is percent-encoded.
    Component,
}

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
/// The longest scheme that is told from others.
const SCHEME_MAX: usize = 32;

/// The place of a value behind `before`, the text of the URL so far.
pub(super) fn place(before: &str) -> Place {
    if before.trim().is_empty() {
        return Place::Start;
    }
    let Some((scheme, rest)) = split_scheme(before) else {
        return Place::Component;
    };
    if scheme.is("mailto") || scheme.is("tel") {
        return if rest.contains('?') {
            Place::Component
        } else {
            Place::Recipient
        };
    }
    // Browsers take a backslash for a slash, and miss no slash behind `https:`.
    let authority = rest.trim_start_matches(['/', '\\']);
    let has_host = scheme.is_web() || authority.len() + 2 <= rest.len();
    if has_host && !authority.contains(['/', '\\', '?', '#']) {
        return Place::Host;
    }
    Place::Component
}

/// Whether no value behind `before` can change what kind of URL it is.
pub(super) fn is_settled(before: &str) -> bool {
    before.trim_start().starts_with('#')
        || split_scheme(before)
            .is_some_and(|(scheme, _)| !SCRIPTS.iter().any(|name| scheme.is(name)))
}

/// Whether a finished URL may stand in a mail. A relative one leads nowhere there.
pub(super) fn is_allowed(url: &str) -> bool {
    url.trim_start().starts_with('#')
        || split_scheme(url).is_some_and(|(scheme, _)| SCHEMES.iter().any(|name| scheme.is(name)))
}

/// Whether it leads to a page, so that a click on it can be counted.
pub(super) fn is_web(url: &str) -> bool {
    split_scheme(url).is_some_and(|(scheme, _)| scheme.is_web())
}

struct Scheme {
    /// Lower case.
    bytes: [u8; SCHEME_MAX],
    length: usize,
}

impl Scheme {
    fn is(&self, name: &str) -> bool {
        &self.bytes[..self.length] == name.as_bytes()
    }

    fn is_web(&self) -> bool {
        self.is("http") || self.is("https")
    }
}

/// As browsers read it: control characters and spaces in front do not count, nor do tabs and line breaks
/// anywhere.
fn split_scheme(url: &str) -> Option<(Scheme, &str)> {
    let url = url.trim_start_matches(|character: char| character <= ' ');
    let mut scheme = Scheme {
        bytes: [0; SCHEME_MAX],
        length: 0,
    };
    for (at, byte) in url.bytes().enumerate() {
        match byte {
            b'\t' | b'\n' | b'\r' => {}
            b':' if scheme.length > 0 => return Some((scheme, &url[at + 1..])),
            b'a'..=b'z' | b'A'..=b'Z' => scheme.push(byte)?,
            b'0'..=b'9' | b'+' | b'-' | b'.' if scheme.length > 0 => scheme.push(byte)?,
            _ => return None,
        }
    }
    None
}

impl Scheme {
    fn push(&mut self, byte: u8) -> Option<()> {
        *self.bytes.get_mut(self.length)? = byte.to_ascii_lowercase();
        self.length += 1;
        Some(())
    }
}

/// Writes a value into its place in a URL.
pub(super) fn write(value: &str, place: Place, form: Form, out: &mut String) {
    match place {
        Place::Start => write_url(value.trim(), form, out),
        Place::Host => out.extend(
            value
                .chars()
                .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-')),
        ),
        Place::Recipient => encode(value.trim(), out, |byte| {
            is_unreserved(byte) || matches!(byte, b'@' | b'+')
        }),
        Place::Component => encode(value, out, is_unreserved),
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
