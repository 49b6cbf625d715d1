//! A message as a person reads it.

use std::borrow::Cow;

use mail_parser::{
    Addr, Address, Header, HeaderValue, Message, MessageParser, MimeHeaders, PartType,
};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Letter {
    /// All of them, as they stand in the message, with what was encoded in them decoded.
    pub headers: Vec<(String, String)>,
    /// `Ada <ada@example.com>`
    pub from: String,
    pub to: String,
    pub reply_to: String,
    pub subject: String,
    /// As it stands in the message.
    pub date: String,
    pub message_id: String,
    /// Addresses of the web and of mail that unsubscribe, as they stand in the header.
    pub unsubscribe: String,
    pub text: String,
    pub html: String,
    pub attachments: Vec<Attachment>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attachment {
    pub name: Option<String>,
    pub media_type: String,
    pub bytes: usize,
}

impl Letter {
    /// What cannot be read is empty.
    pub fn read(message: &[u8]) -> Self {
        let Some(message) = MessageParser::default().parse(message) else {
            return Self::default();
        };
        let raw = |name: &'static str| {
            let value = message.header_raw(name).unwrap_or_default();
            value.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        Self {
            headers: headers(&message),
            from: people(message.from()),
            to: people(message.to()),
            reply_to: people(message.reply_to()),
            subject: message.subject().unwrap_or_default().to_owned(),
            date: raw("Date"),
            message_id: message.message_id().unwrap_or_default().to_owned(),
            unsubscribe: raw("List-Unsubscribe"),
            text: part(&message, |part| match part {
                PartType::Text(text) => Some(text),
                _ => None,
            }),
            html: part(&message, |part| match part {
                PartType::Html(html) => Some(html),
                _ => None,
            }),
            attachments: attachments(&message),
        }
    }
}

fn headers(message: &Message<'_>) -> Vec<(String, String)> {
    let source = message.raw_message.as_ref();
    let shown = |header: &Header<'_>| {
        let value = source.get(header.offset_start as usize..header.offset_end as usize);
        let value = String::from_utf8_lossy(value.unwrap_or_default());
        let value = decoded(&header.value, &value)
            .unwrap_or_else(|| value.split_whitespace().collect::<Vec<_>>().join(" "));
        (header.name.as_str().to_owned(), value)
    };
    message.headers().iter().map(shown).collect()
}

/// A value with an encoded word in it, as a person reads it.
fn decoded(value: &HeaderValue<'_>, source: &str) -> Option<String> {
    if !source.contains("=?") {
        return None;
    }
    match value {
        HeaderValue::Text(text) => Some(text.to_string()),
        HeaderValue::Address(address) => Some(people(Some(address))),
        _ => None,
    }
}

fn attachments(message: &Message<'_>) -> Vec<Attachment> {
    let parts = message.attachments();
    parts
        .map(|part| Attachment {
            name: part.attachment_name().map(ToOwned::to_owned),
            media_type: part.content_type().map_or_else(
                || "application/octet-stream".to_owned(),
                |kind| match kind.subtype() {
                    Some(subtype) => format!("{}/{subtype}", kind.ctype()),
                    None => kind.ctype().to_owned(),
                },
            ),
            bytes: part.contents().len(),
        })
        .collect()
}

/// The first part of its kind. The library would make one of the other where it is missing, which is not what was
/// sent.
fn part<'m>(
    message: &'m Message<'_>,
    of_kind: impl Fn(&'m PartType<'_>) -> Option<&'m Cow<'m, str>>,
) -> String {
    let found = message.parts.iter().find_map(|part| of_kind(&part.body));
    found.map(ToString::to_string).unwrap_or_default()
}

fn people(address: Option<&Address<'_>>) -> String {
    let Some(address) = address else {
        return String::new();
    };
    address.iter().map(person).collect::<Vec<_>>().join(", ")
}

fn person(person: &Addr<'_>) -> String {
    let address = person.address().unwrap_or_default();
    match person.name() {
        Some(name) if !name.is_empty() => format!("{name} <{address}>"),
        _ => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_and_parts_are_decoded() {
        let letter = Letter::read(
            b"From: =?utf-8?q?J=C3=BCrgen?= <j@a.test>\r\nTo: ada@x.test\r\n\
              Subject: =?utf-8?b?w5xiZXI=?=\r\n =?utf-8?q?_uns?=\r\nDate: Thu, 1 Jan 2026 00:00:00 +0000\r\n\
              Message-ID: <1@a.test>\r\nList-Unsubscribe: <https://a.test/u>,\r\n <mailto:u@a.test>\r\n\
              Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\
              Content-Transfer-Encoding: quoted-printable\r\n\r\nGr=C3=BC=\r\n=C3=9Fe\r\n--b\r\n\
              Content-Type: text/html; charset=utf-8\r\n\r\n<p>Hi</p>\r\n--b--\r\n",
        );
        assert_eq!(letter.from, "Jürgen <j@a.test>");
        assert_eq!(
            (letter.to.as_str(), letter.subject.as_str()),
            ("ada@x.test", "Über uns")
        );
        assert_eq!(letter.date, "Thu, 1 Jan 2026 00:00:00 +0000");
        assert_eq!(letter.message_id, "1@a.test");
        assert_eq!(letter.unsubscribe, "<https://a.test/u>, <mailto:u@a.test>");
        assert_eq!(
            (letter.text.trim(), letter.html.trim()),
            ("Grüße", "<p>Hi</p>")
        );
    }

    #[test]
    fn what_was_not_sent_is_not_made_up() {
        let letter = Letter::read(b"Subject: x\r\nContent-Type: text/html\r\n\r\n<p>Hi</p>");
        assert_eq!(
            (letter.text.as_str(), letter.html.as_str()),
            ("", "<p>Hi</p>")
        );
        assert_eq!(Letter::read(b""), Letter::default());
    }
}
