//! What is written is read back by another implementation.

use mail_parser::{Message as Parsed, MessageParser};
use postrider_mail::message::{Mailbox, Message};
use proptest::prelude::*;

pub fn example() -> Message<'static> {
    Message {
        from: Mailbox {
            email: "news@example.com",
            name: Some("Example"),
        },
        to: Mailbox {
            email: "ada@example.org",
            name: None,
        },
        reply_to: None,
        subject: "Hello",
        html: "<p>Hello</p>",
        text: "Hello",
        message_id: "m1@example.com",
        date: 1_795_000_000_000,
        unsubscribe: None,
        feedback_id: None,
        boundary: 7,
    }
}

pub fn written(message: &Message<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    message.write(&mut out);
    out
}

fn parse(bytes: &[u8]) -> Parsed<'_> {
    MessageParser::new().parse(bytes).unwrap()
}

/// CRLF only, and no line over 998 octets.
fn check_lines(bytes: &[u8]) {
    let mut length = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'\r' => assert_eq!(bytes.get(at + 1), Some(&b'\n'), "a bare CR at {at}"),
            b'\n' => assert_eq!(bytes[at - 1], b'\r', "a bare LF at {at}"),
            0 => panic!("NUL at {at}"),
            _ => {}
        }
        length = if byte == b'\n' { 0 } else { length + 1 };
        assert!(length <= 999, "a long line at {at}");
    }
}

fn header_names(bytes: &[u8]) -> Vec<String> {
    let parsed = parse(bytes);
    let names = parsed.headers().iter().map(|h| h.name().to_owned());
    names.collect()
}

#[test]
fn a_whole_message() {
    let message = Message {
        reply_to: Some("answers@example.com"),
        subject: "Größe zählt – 50 % auf alles",
        html: "<p>Grüße an alle, die schon lange darauf warten.</p>\n",
        unsubscribe: Some("https://links.example.com/unsubscribe/abc"),
        feedback_id: Some("s1:b1:campaign:postrider"),
        ..example()
    };
    let text = String::from_utf8(written(&message)).unwrap();
    assert_eq!(
        text.replace("\r\n", "\n"),
        "From: \"Example\" <news@example.com>
To: <ada@example.org>
Reply-To: <answers@example.com>
Subject: =?utf-8?B?R3LDtsOfZSB6w6RobHQg4oCTIDUwICUgYXVmIGFsbGVz?=
Date: Wed, 18 Nov 2026 11:06:40 +0000
Message-ID: <m1@example.com>
List-Unsubscribe: <https://links.example.com/unsubscribe/abc>
List-Unsubscribe-Post: List-Unsubscribe=One-Click
Feedback-ID: s1:b1:campaign:postrider
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=\"=_0000000000000007\"

--=_0000000000000007
Content-Type: text/plain; charset=\"utf-8\"
Content-Transfer-Encoding: 7bit

Hello
--=_0000000000000007
Content-Type: text/html; charset=\"utf-8\"
Content-Transfer-Encoding: quoted-printable

<p>Gr=C3=BC=C3=9Fe an alle, die schon lange darauf warten.</p>

--=_0000000000000007--
"
    );
}

#[test]
fn the_same_message_has_the_same_bytes() {
    assert_eq!(written(&example()), written(&example()));
}

#[test]
fn nothing_grows_a_header() {
    let evil = "x\r\nBcc: eve@example.com\r\n\r\n\u{2028}Bcc: eve\u{85}Bcc: eve\n.\r\n\0";
    let message = Message {
        from: Mailbox {
            email: evil,
            name: Some(evil),
        },
        to: Mailbox {
            email: evil,
            name: Some(evil),
        },
        reply_to: Some(evil),
        subject: evil,
        message_id: evil,
        unsubscribe: Some(evil),
        feedback_id: Some(evil),
        ..example()
    };
    let bytes = written(&message);
    check_lines(&bytes);
    assert_eq!(
        header_names(&bytes),
        header_names(&written(&Message {
            reply_to: Some("a@example.com"),
            unsubscribe: Some("https://example.com"),
            feedback_id: Some("x"),
            ..example()
        }))
    );
    assert_eq!(parse(&bytes).parts.len(), 3);
}

#[test]
fn direction_overrides_are_left_out() {
    let message = Message {
        from: Mailbox {
            email: "news@example.com",
            name: Some("Bank \u{202e}moc.elpmaxe"),
        },
        subject: "a\u{2066}b\u{202a}c",
        ..example()
    };
    let bytes = written(&message);
    let parsed = parse(&bytes);
    let from = parsed.from().unwrap().first().unwrap();
    assert_eq!(from.name(), Some("Bank moc.elpmaxe"));
    assert_eq!(parsed.subject(), Some("abc"));
}

#[test]
fn text_that_looks_encoded_is_shown_as_it_is() {
    let text = "=?utf-8?B?QmNjOiBldmU=?=";
    let message = Message {
        from: Mailbox {
            email: "news@example.com",
            name: Some(text),
        },
        subject: text,
        ..example()
    };
    let bytes = written(&message);
    let parsed = parse(&bytes);
    let from = parsed.from().unwrap().first().unwrap();
    assert_eq!(from.name().map(str::trim), Some(text));
    assert_eq!(parsed.subject().map(str::trim), Some(text));
}

#[test]
fn long_ascii_subjects_are_folded_and_not_encoded() {
    let subject = "Forty words of plain English ".repeat(8);
    let bytes = written(&Message {
        subject: &subject,
        ..example()
    });
    let text = String::from_utf8(bytes.clone()).unwrap();
    assert!(!text.contains("=?"));
    assert!(text.lines().all(|line| line.len() <= 78));
    assert_eq!(parse(&bytes).subject(), Some(subject.trim()));
}

#[test]
fn unicode_local_parts_go_as_utf8() {
    let bytes = written(&Message {
        to: Mailbox {
            email: "jörg@example.org",
            name: Some("Jörg"),
        },
        ..example()
    });
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.contains("<jörg@example.org>"), "{text}");
}

#[test]
fn a_body_cannot_close_its_part() {
    let body = "a\n--=_0000000000000007\nContent-Type: text/html\n\nevil\n--=_0000000000000007--\n";
    let bytes = written(&Message {
        text: body,
        html: body,
        ..example()
    });
    let parsed = parse(&bytes);
    assert_eq!(parsed.parts.len(), 3);
    assert_eq!(parsed.body_text(0).unwrap().replace("\r\n", "\n"), body);
}

#[test]
fn a_url_too_long_for_a_line_gives_no_header() {
    let url = format!("https://example.com/{}", "a".repeat(2000));
    let bytes = written(&Message {
        unsubscribe: Some(&url),
        ..example()
    });
    assert!(
        !header_names(&bytes)
            .iter()
            .any(|name| name.starts_with("List-"))
    );
}

/// What is left of header text: one line, nothing invisible that acts.
fn shown(text: &str) -> String {
    let acts =
        |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let spaced = text.replace(['\r', '\n', '\t', '\u{2028}', '\u{2029}'], " ");
    spaced.replace(acts, "").trim().to_owned()
}

/// Readers do not keep how many spaces stand where a line was folded.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn body(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.replace(|c: char| c.is_ascii_control() && c != '\n' && c != '\t', "")
}

/// Printable, whole Unicode, controls, and words long enough to need folding.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,40}",
        "[ -~]{0,200}",
        proptest::collection::vec(any::<char>(), 0..60)
            .prop_map(|chars| chars.into_iter().collect()),
        "([a-zé=?_ \r\n\t\u{1}]{1,12} ){0,30}",
        "[a-z]{900,1200}",
        "[日本語]{1,400}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn random_headers_are_read_back(subject in any_text(), name in any_text(), feedback in any_text(), id in any_text(), url in any_text()) {
        let message = Message {
            from: Mailbox { email: "news@example.com", name: Some(&name) },
            subject: &subject,
            feedback_id: Some(&feedback),
            message_id: &id,
            unsubscribe: Some(&url),
            ..example()
        };
        let bytes = written(&message);
        check_lines(&bytes);
        let parsed = parse(&bytes);
        prop_assert_eq!(words(parsed.subject().unwrap_or_default()), words(&shown(&subject)));
        let from = parsed.from().unwrap().first().unwrap();
        prop_assert_eq!(from.address(), Some("news@example.com"));
        prop_assert_eq!(words(from.name().unwrap_or_default()), words(&shown(&name)));
        prop_assert_eq!(parsed.to().unwrap().first().unwrap().address(), Some("ada@example.org"));
        prop_assert_eq!(parsed.parts.len(), 3);
    }

    #[test]
    fn random_addresses_grow_no_header(email in any_text(), to in any_text()) {
        let message = Message {
            from: Mailbox { email: &email, name: None },
            to: Mailbox { email: &to, name: Some("Ada") },
            reply_to: Some(&email),
            ..example()
        };
        let bytes = written(&message);
        check_lines(&bytes);
        let expected = written(&Message { reply_to: Some("a@example.com"), ..example() });
        prop_assert_eq!(header_names(&bytes), header_names(&expected));
    }

    #[test]
    fn random_bodies_are_read_back(text in any_text(), html in any_text()) {
        let bytes = written(&Message { text: &text, html: &html, ..example() });
        check_lines(&bytes);
        let parsed = parse(&bytes);
        let read = |at: usize| parsed.parts[at].text_contents().unwrap().replace("\r\n", "\n");
        prop_assert_eq!(read(1), body(&text));
        prop_assert_eq!(read(2), body(&html));
    }
}
