//! A message or a part of one: its fields and the bytes below them. Nothing inside is looked at.

use std::borrow::Cow;

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{ContentType, HeaderValue, Message, MessageParser};

const MAX_FIELDS: usize = 200;
/// Of one field's value: a list of recipients may be longer, and nobody reads it.
const MAX_VALUE: usize = 2048;

pub(crate) struct Entity<'a> {
    /// Names in lower case, values as they came, with their line breaks.
    fields: Vec<(String, &'a [u8])>,
    pub(crate) body: &'a [u8],
}

impl<'a> Entity<'a> {
    pub(crate) fn read(bytes: &'a [u8]) -> Self {
        let mut fields: Vec<(String, &[u8])> = Vec::new();
        let (mut at, mut open) = (0, None);
        while at < bytes.len() {
            let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |end| at + end + 1);
            let line = bytes[at..end].trim_ascii_end();
            if line.is_empty() {
                at = end;
                break;
            }
            if let (b' ' | b'\t', Some(start)) = (bytes[at], open) {
                // A line that goes on.
                if let Some((_, value)) = fields.last_mut() {
                    *value = &bytes[start..end.min(start + MAX_VALUE)];
                }
            } else {
                open = None;
                if let Some((name, start)) = name(line).filter(|_| fields.len() < MAX_FIELDS) {
                    let start = at + start;
                    open = Some(start);
                    fields.push((name, &bytes[start..end.min(start + MAX_VALUE)]));
                }
            }
            at = end;
        }
        Self {
            fields,
            body: &bytes[at..],
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// All fields, with the name in lower case.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&str, Cow<'a, str>)> {
        let fields = self.fields.iter();
        fields.map(|(name, value)| (name.as_str(), String::from_utf8_lossy(value)))
    }

    fn field(&self, name: &str) -> Option<&'a [u8]> {
        let found = self.fields.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| *value)
    }

    pub(crate) fn subject(&self) -> String {
        let subject = |message: &Message<'_>| message.subject().map(ToOwned::to_owned);
        self.parsed("subject", subject).unwrap_or_default()
    }

    /// The address in `From`.
    pub(crate) fn author(&self) -> String {
        let author = |message: &Message<'_>| {
            let first = message.from()?.first()?;
            Some(first.address()?.to_owned())
        };
        self.parsed("from", author).unwrap_or_default()
    }

    pub(crate) fn content_type(&self) -> Type {
        let read = |message: &Message<'_>| {
            let value = message
                .header("Content-Type")
                .and_then(HeaderValue::as_content_type);
            value.map(Type::of)
        };
        self.parsed("content-type", read).unwrap_or_default()
    }

    /// One field alone, by the library that knows all its forms.
    fn parsed<T>(&self, name: &str, read: impl Fn(&Message<'_>) -> Option<T>) -> Option<T> {
        let value = self.field(name)?;
        let alone = [name.as_bytes(), b": ", value.trim_ascii(), b"\r\n\r\n"].concat();
        read(&MessageParser::default().parse_headers(&alone)?)
    }

    pub(crate) fn is_encoded(&self) -> bool {
        self.encoding() != Encoding::None
    }

    fn encoding(&self) -> Encoding {
        let named = self.field("content-transfer-encoding").unwrap_or_default();
        let named = named.trim_ascii();
        if named.eq_ignore_ascii_case(b"base64") {
            Encoding::Base64
        } else if named.eq_ignore_ascii_case(b"quoted-printable") {
            Encoding::QuotedPrintable
        } else {
            Encoding::None
        }
    }

    /// The body without its encoding; as it came if that is broken.
    pub(crate) fn content(&self) -> Cow<'a, [u8]> {
        let decoded = match self.encoding() {
            Encoding::Base64 => base64_decode(self.body),
            Encoding::QuotedPrintable => quoted_printable_decode(self.body),
            Encoding::None => None,
        };
        decoded.map_or(Cow::Borrowed(self.body), Cow::Owned)
    }

    pub(crate) fn text(&self) -> String {
        let content = self.content();
        let charset = self.content_type().charset;
        match charset.and_then(|charset| charset_decoder(charset.as_bytes())) {
            Some(decode) => decode(&content),
            None => String::from_utf8_lossy(&content).into_owned(),
        }
    }
}

#[derive(PartialEq, Eq)]
enum Encoding {
    None,
    Base64,
    QuotedPrintable,
}

/// `text/plain; charset=utf-8`
pub(crate) struct Type {
    pub(crate) kind: String,
    pub(crate) subtype: String,
    pub(crate) boundary: Option<String>,
    charset: Option<String>,
}

impl Default for Type {
    fn default() -> Self {
        Self {
            kind: "text".to_owned(),
            subtype: "plain".to_owned(),
            boundary: None,
            charset: None,
        }
    }
}

impl Type {
    fn of(value: &ContentType<'_>) -> Self {
        let attribute = |name| value.attribute(name).map(ToOwned::to_owned);
        Self {
            kind: value.ctype().to_ascii_lowercase(),
            subtype: value.subtype().unwrap_or_default().to_ascii_lowercase(),
            boundary: attribute("boundary"),
            charset: attribute("charset"),
        }
    }

    pub(crate) fn is(&self, kind: &str, subtype: &str) -> bool {
        self.kind == kind && self.subtype == subtype
    }
}

/// The name of a field and where its value begins. A name has no spaces inside.
fn name(line: &[u8]) -> Option<(String, usize)> {
    let colon = memchr::memchr(b':', line)?;
    let name = line[..colon].trim_ascii_end();
    let fits = !name.is_empty() && name.iter().all(u8::is_ascii_graphic);
    let name = fits.then(|| std::str::from_utf8(name).ok())??;
    Some((name.to_ascii_lowercase(), colon + 1))
}
