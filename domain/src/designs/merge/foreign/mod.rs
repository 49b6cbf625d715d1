//! Merge tags of other tools in a design that comes from there.

mod any_case;
mod filters;
mod read;
mod table;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use self::any_case::starts_with;
use self::read::{Certainty, Found, Within};
use self::table::{ELEMENTS, SYNTAXES, Syntax};

/// Bytes of a tag. Whatever is longer is none, and a text of nothing but opening braces is not searched
/// through for each of them.
const TAG_MAX: usize = 300;

/// Writes what is known of other tools' tags as ours, and ours in a way that their quotes do not end an
/// attribute. All else stays as it is, so that it shows, or is reported as a name that nobody knows.
pub fn translate(html: &str) -> Cow<'_, str> {
    let mut translated = String::new();
    let mut copied = 0;
    let mut within = Within::Text;
    let mut at = 0;
    while at < html.len() {
        let rest = &html[at..];
        match step(rest, html[..at].chars().next_back(), within) {
            Step::Over(length) => {
                within = within.after(rest);
                at += length;
            }
            Step::Replace(length, ours) => {
                translated.push_str(&html[copied..at]);
                translated.push_str(&ours);
                at += length;
                copied = at;
            }
        }
    }
    if copied == 0 {
        return Cow::Borrowed(html);
    }
    translated.push_str(&html[copied..]);
    Cow::Owned(translated)
}

/// What to do with the beginning of a text, and how long that is.
enum Step {
    Over(usize),
    Replace(usize, String),
}

const TRACK_LINK: &str = "@TrackLink";

fn step(rest: &str, before: Option<char>, within: Within) -> Step {
    let found = match rest.as_bytes()[0] {
        b'<' => element(rest).or_else(|| tag(rest, before, within)),
        // Of a row of braces the last three count.
        b'{' if rest.starts_with("{{{{") => None,
        b'*' | b'{' | b'[' | b'%' => tag(rest, before, within),
        b'@' if rest.starts_with(TRACK_LINK) => {
            Some(Step::Replace(TRACK_LINK.len(), String::new()))
        }
        b'@' | b'>' => None,
        _ => {
            let next = rest.bytes().position(|byte| b"<>*{[%@".contains(&byte));
            Some(Step::Over(next.unwrap_or(rest.len())))
        }
    };
    found.unwrap_or(Step::Over(1))
}

fn tag(rest: &str, before: Option<char>, within: Within) -> Option<Step> {
    for (open, close, syntax) in SYNTAXES {
        if !starts_with(rest, open) {
            continue;
        }
        let Some(mut end) = find_end(rest, open, close) else {
            continue;
        };
        // `{{${name}}}`: the last of the closing braces closes.
        if rest.starts_with("{{$") && rest[end..].starts_with('}') {
            end += 1;
        }
        let is_alone = within == Within::Tag
            || before
                .is_some_and(|quote| matches!(quote, '"' | '\'') && rest[end..].starts_with(quote));
        let is_prose = match open {
            // `[unsubscribe]` may well be what somebody wrote.
            "[" => !is_alone && !rest[..end].contains(",fallback="),
            // `50%email%`
            "%" => before.is_some_and(|digit| digit.is_ascii_digit()),
            _ => false,
        };
        if is_prose {
            continue;
        }
        let inner = &rest[open.len()..end - close.len()];
        let inner = if syntax == Syntax::Braces {
            percent_decoded(inner)
        } else {
            inner.into()
        };
        let certainty = match open {
            "{{" => Certainty::Ours,
            "%7b%7b" => Certainty::Encoded,
            _ => Certainty::Foreign,
        };
        let found = Found {
            inner: &inner,
            syntax,
            within,
            certainty,
        };
        if let Some(ours) = found.translate() {
            return Some(Step::Replace(end, ours));
        }
        if open == "{{" {
            return Some(Step::Over(end));
        }
    }
    None
}

/// Where a tag ends that begins the text.
fn find_end(rest: &str, open: &str, close: &str) -> Option<usize> {
    let mut inner = &rest.as_bytes()[open.len()..rest.len().min(TAG_MAX)];
    // These hold none of their kind: a text of nothing but brackets is not searched through for each of them.
    if matches!(open, "[" | "[[" | "{" | "{$") {
        let first = open.as_bytes()[0];
        inner = inner.split(|byte| *byte == first).next()?;
    }
    let is_close = |window: &[u8]| window.eq_ignore_ascii_case(close.as_bytes());
    let length = inner.windows(close.len()).position(is_close)?;
    Some(open.len() + length + close.len())
}

/// `<unsubscribe>` … `</unsubscribe>` is a link.
fn element(rest: &str) -> Option<Step> {
    for (name, ours) in ELEMENTS {
        if starts_with(&rest[1..], name) && rest[1 + name.len()..].starts_with([' ', '>']) {
            return Some(Step::Replace(
                1 + name.len(),
                format!("<a href=\"{{{{ {ours} }}}}\""),
            ));
        }
        if rest.starts_with("</") && starts_with(&rest[2..], name) {
            return Some(Step::Replace(2 + name.len(), "</a".to_owned()));
        }
    }
    None
}

/// Editors encode what stands in a link: `{{%20name%20}}`.
fn percent_decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return text.into();
    }
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let byte = match rest {
            [b'%', high, low, ..] => hex(*high).zip(hex(*low)).map(|(high, low)| high << 4 | low),
            _ => None,
        };
        decoded.push(byte.unwrap_or(first));
        rest = if byte.is_some() { &rest[3..] } else { behind };
    }
    String::from_utf8(decoded).map_or_else(|_| text.into(), Cow::Owned)
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|digit| digit as u8)
}
