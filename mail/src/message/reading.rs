//! A finished message as whoever receives it reads it.

use mail_parser::{MessageParser, MimeHeaders, PartType};

/// What a message says, decoded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadMessage {
    /// Names and values, each value on one line, in their order.
    pub headers: Vec<(String, String)>,
    pub subject: String,
    pub html: String,
    /// Empty if there is no part of plain text.
    pub text: String,
    /// The names of files that come with it.
    pub attachments: Vec<String>,
}

impl ReadMessage {
    /// `None`: it is no message.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let message = MessageParser::default().parse(bytes)?;
        let one_line = |value: &str| value.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut read = Self {
            headers: message
                .headers_raw()
                .map(|(name, value)| (name.to_owned(), one_line(value)))
                .collect(),
            subject: message.subject().unwrap_or_default().to_owned(),
            ..Self::default()
        };
        for part in &message.parts {
            match &part.body {
                PartType::Html(html) => read.html.push_str(html),
                PartType::Text(text) => read.text.push_str(text),
                PartType::Binary(_) | PartType::InlineBinary(_) | PartType::Message(_) => {
                    let name = part.attachment_name().unwrap_or("a file");
                    read.attachments.push(name.to_owned());
                }
                PartType::Multipart(_) => {}
            }
        }
        Some(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{Mailbox, Message};

    #[test]
    fn what_was_written_is_read() {
        let mut bytes = Vec::new();
        let mailbox = |email| Mailbox { email, name: None };
        Message {
            from: mailbox("a@x.test"),
            to: mailbox("b@y.test"),
            reply_to: None,
            subject: "Größe",
            html: "<p>Größer</p>",
            text: "Größer",
            message_id: "1@x.test",
            date: 0,
            unsubscribe: Some("https://x.test/u"),
            feedback_id: None,
            boundary: 7,
        }
        .write(&mut bytes);
        let read = ReadMessage::read(&bytes).unwrap();
        assert_eq!(read.subject, "Größe");
        assert_eq!(read.html.trim(), "<p>Größer</p>");
        assert_eq!(read.text.trim(), "Größer");
        assert_eq!(read.attachments, Vec::<String>::new());
        let value = |name: &str| {
            let found = read.headers.iter().find(|(own, _)| own == name);
            found.map(|(_, value)| value.as_str())
        };
        assert_eq!(value("Message-ID"), Some("<1@x.test>"));
        assert_eq!(value("List-Unsubscribe"), Some("<https://x.test/u>"));
    }

    #[test]
    fn files_are_named() {
        let bytes = b"Subject: x\r\nContent-Type: application/pdf; name=\"a.pdf\"\r\nContent-Disposition: attachment; filename=\"a.pdf\"\r\n\r\n%PDF";
        let read = ReadMessage::read(bytes).unwrap();
        assert_eq!(read.attachments, ["a.pdf"]);
        assert_eq!(read.text, "");
    }
}
