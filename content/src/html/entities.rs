//! Character references: `&amp;`, `&#8203;`, `&nbsp`.

use std::borrow::Cow;

use markup5ever::data::{C1_REPLACEMENTS, NAMED_ENTITIES};

/// The text that stands in HTML as `html`.
pub fn decode(html: &str) -> Cow<'_, str> {
    decode_with(html, |_| true)
}

/// The value that stands in an attribute as `html`. What looks like a reference without its semicolon is
/// part of an address there: `?a=1&copy=2`.
pub fn decode_attribute(html: &str) -> Cow<'_, str> {
    decode_with(html, |rest| {
        !rest.starts_with(|next: char| next == '=' || next.is_ascii_alphanumeric())
    })
}

/// `ends_bare` says, from what follows it, whether a reference may do without its semicolon.
fn decode_with(html: &str, ends_bare: fn(&str) -> bool) -> Cow<'_, str> {
    let Some(first) = html.find('&') else {
        return Cow::Borrowed(html);
    };
    let mut text = String::with_capacity(html.len());
    let mut copied = 0;
    let mut at = first;
    while let Some(found) = html[at..].find('&') {
        at += found;
        match reference(&html[at..], ends_bare) {
            Some((characters, length)) => {
                text.push_str(&html[copied..at]);
                text.extend(characters.into_iter().flatten());
                at += length;
                copied = at;
            }
            None => at += 1,
        }
    }
    text.push_str(&html[copied..]);
    Cow::Owned(text)
}

type Characters = [Option<char>; 2];

/// The character reference at the beginning of `html`, and how many bytes it takes.
pub(super) fn reference(html: &str, ends_bare: fn(&str) -> bool) -> Option<(Characters, usize)> {
    let rest = html.strip_prefix('&')?;
    match rest.strip_prefix('#') {
        Some(number) => {
            let (character, length) = numeric(number)?;
            Some(([Some(character), None], length + 2))
        }
        None => named(rest, ends_bare),
    }
}

fn numeric(text: &str) -> Option<(char, usize)> {
    let (digits, radix, prefix) = match text.strip_prefix(['x', 'X']) {
        Some(digits) => (digits, 16, 1),
        None => (text, 10, 0),
    };
    let end = digits
        .find(|digit: char| !digit.is_digit(radix))
        .unwrap_or(digits.len());
    if end == 0 {
        return None;
    }
    let number = u32::from_str_radix(&digits[..end], radix).unwrap_or(u32::MAX);
    let length = prefix + end + usize::from(digits[end..].starts_with(';'));
    Some((character(number), length))
}

fn character(number: u32) -> char {
    let replaced = match number {
        0x80..=0x9F => C1_REPLACEMENTS[(number - 0x80) as usize],
        0 => None,
        _ => char::from_u32(number),
    };
    replaced
        .or_else(|| char::from_u32(number).filter(|_| number != 0))
        .unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The longest name that is one.
const NAME_MAX: usize = 32;

fn named(text: &str, ends_bare: fn(&str) -> bool) -> Option<(Characters, usize)> {
    let end = text
        .bytes()
        .take(NAME_MAX)
        .take_while(u8::is_ascii_alphanumeric)
        .count();
    let semicolon = usize::from(text[end..].starts_with(';'));
    (1..=end + semicolon).rev().find_map(|length| {
        // The table also holds the beginnings of names, as references to nothing.
        let (first, second) = *NAMED_ENTITIES
            .get(&text[..length])
            .filter(|found| found.0 != 0)?;
        let closed = text[..length].ends_with(';');
        if !closed && !ends_bare(&text[length..]) {
            return None;
        }
        let second = (second != 0).then_some(second).and_then(char::from_u32);
        Some(([char::from_u32(first), second], length + 1))
    })
}

/// `text` as it is written between tags.
pub fn escape(text: &str) -> String {
    escape_with(text, |_| None)
}

/// `value` as it is written between quotes of either kind.
pub fn escape_attribute(value: &str) -> String {
    escape_with(value, |character| match character {
        '"' => Some("&quot;"),
        '\'' => Some("&#39;"),
        _ => None,
    })
}

fn escape_with(text: &str, also: fn(char) -> Option<&'static str>) -> String {
    let mut html = String::with_capacity(text.len() + text.len() / 16);
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            other => match also(other) {
                Some(reference) => html.push_str(reference),
                None => html.push(other),
            },
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_read_as_browsers_read_them() {
        for (html, text) in [
            ("a &amp; b", "a & b"),
            ("&nbsp;&zwnj;&#847;", "\u{A0}\u{200C}\u{34F}"),
            ("&lt;b&gt", "<b>"),
            ("&notit; &notin; &not", "¬it; ∉ ¬"),
            ("&#x41;&#X42&#67x", "ABCx"),
            (
                "&#0;&#xD800;&#x110000;&#99999999999;",
                "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}",
            ),
            ("&#128;&#x81;", "€\u{81}"),
            ("& &; &# &#x; &unknown; &", "& &; &# &#x; &unknown; &"),
            ("&acE; &fjlig;", "∾\u{333} fj"),
            ("&&amp;amp;", "&&amp;"),
            ("&CounterClockwiseContourIntegral;!", "∳!"),
        ] {
            assert_eq!(decode(html), text, "{html}");
        }
    }

    #[test]
    fn an_address_keeps_what_only_looks_like_a_reference() {
        for (html, value) in [
            ("?a=1&copy=2&amp;b&lt", "?a=1&copy=2&b<"),
            ("?a&copy2&copy", "?a&copy2©"),
            ("&copy;=", "©="),
            ("&#106;avascript&colon;", "javascript:"),
        ] {
            assert_eq!(decode_attribute(html), value, "{html}");
        }
    }

    #[test]
    fn what_is_escaped_is_read_back() {
        let text = "<a href='x' title=\"&amp;\">{{ name | \"you\" }} é\u{A0}</a>";
        assert_eq!(decode(&escape(text)), text);
        assert_eq!(decode_attribute(&escape_attribute(text)), text);
        assert!(!escape(text).contains(['<', '>']));
        assert!(!escape_attribute(text).contains(['<', '>', '"', '\'']));
    }
}
