//! Header lines. Every value passes through `printable` or a stricter filter before it is written.

use std::borrow::Cow;

use mail_builder::headers::Header;
use mail_builder::headers::address::Address;
use mail_builder::headers::date::Date;
use mail_builder::headers::text::Text;

use super::address::{breaks, harmless};
use super::mailbox::Mailbox;

/// Lines are folded before this column where there is a space to do it at.
const FOLD_AT: usize = 78;
/// Far enough below 998 that name and brackets still fit.
const MAX_UNFOLDED: usize = 900;

pub(super) fn mailbox(out: &mut Vec<u8>, header: &str, mailbox: &Mailbox<'_>) {
    let name = mailbox
        .name
        .map(printable)
        .filter(|name| !name.is_empty())
        .map(spelled_out);
    begin(out, header);
    Address::new_address(name, harmless(mailbox.email)).write_header(out, header.len() + 2);
}

/// ASCII goes as it is, folded at spaces (filters count needless encoding against a mail), all else as encoded
/// words.
pub(super) fn text(out: &mut Vec<u8>, header: &str, value: &str) {
    let value = printable(value);
    begin(out, header);
    let column = header.len() + 2;
    if value.is_ascii() && !value.contains("=?") {
        if column + value.len() <= FOLD_AT {
            out.extend_from_slice(value.as_bytes());
            out.extend_from_slice(b"\r\n");
            return;
        }
        if pieces(&value).all(|piece| piece.len() <= MAX_UNFOLDED) {
            fold(out, column, &value);
            return;
        }
    }
    Text::new(spelled_out(value)).write_header(out, column);
}

pub(super) fn date(out: &mut Vec<u8>, ms: i64) {
    begin(out, "Date");
    Date::new(ms.div_euclid(1000)).write_header(out, 6);
}

pub(super) fn message_id(out: &mut Vec<u8>, id: &str) {
    begin(out, "Message-ID");
    out.push(b'<');
    let harmless = |b: &u8| b.is_ascii_graphic() && !b"<>".contains(b);
    out.extend(id.bytes().filter(harmless).take(MAX_UNFOLDED));
    out.extend_from_slice(b">\r\n");
}

/// A URL too long for a line gets no header: half of one would unsubscribe nobody.
pub(super) fn unsubscribe(out: &mut Vec<u8>, url: &str) {
    let url = url_text(url);
    if url.len() > MAX_UNFOLDED {
        return;
    }
    begin(out, "List-Unsubscribe");
    out.push(b'<');
    out.extend_from_slice(url.as_bytes());
    out.extend_from_slice(b">\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
}

fn begin(out: &mut Vec<u8>, header: &str) {
    out.extend_from_slice(header.as_bytes());
    out.extend_from_slice(b": ");
}

/// One line of text: breaks and tabs become spaces, other controls and what turns the direction of text are left
/// out, and no space stands at either end.
fn printable(value: &str) -> Cow<'_, str> {
    let plain = |b: u8| (b' '..0x7f).contains(&b);
    if value.bytes().all(plain) || !value.chars().any(breaks) {
        return Cow::Borrowed(value.trim());
    }
    let mut kept = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '\r' | '\n' | '\t' | '\u{2028}' | '\u{2029}' => kept.push(' '),
            _ if breaks(c) => {}
            _ => kept.push(c),
        }
    }
    Cow::Owned(kept.trim().to_owned())
}

/// Text that looks like an encoded word would be decoded by whoever reads it. A space at the end makes the
/// encoder spell the whole text out.
fn spelled_out(value: Cow<'_, str>) -> Cow<'_, str> {
    if value.contains("=?") && value.is_ascii() {
        Cow::Owned(value.into_owned() + " ")
    } else {
        value
    }
}

/// The words of a text, each with the spaces before it: put together again they are the text.
fn pieces(value: &str) -> impl Iterator<Item = &str> {
    let mut rest = value;
    std::iter::from_fn(move || {
        let word = rest.find(|c| c != ' ')?;
        let end = rest[word..].find(' ').map_or(rest.len(), |len| word + len);
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

fn fold(out: &mut Vec<u8>, mut column: usize, value: &str) {
    for (at, piece) in pieces(value).enumerate() {
        // The first word stays on the header's line: a line of nothing but a name and a space is not legal.
        if at > 0 && column + piece.len() > FOLD_AT {
            out.extend_from_slice(b"\r\n");
            column = 0;
        }
        out.extend_from_slice(piece.as_bytes());
        column += piece.len();
    }
    out.extend_from_slice(b"\r\n");
}

/// Everything that may not stand in a URL in percent form.
fn url_text(url: &str) -> Cow<'_, str> {
    let stays = |b: u8| b.is_ascii_graphic() && !b"<>\"\\^`{|}".contains(&b);
    if url.bytes().all(stays) {
        return Cow::Borrowed(url);
    }
    let mut text = String::with_capacity(url.len() * 2);
    for b in url.bytes() {
        if stays(b) {
            text.push(char::from(b));
        } else {
            text.push('%');
            text.push_str(&data_encoding::HEXUPPER.encode(&[b]));
        }
    }
    Cow::Owned(text)
}
