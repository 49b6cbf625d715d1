//! What of a text can be seen.

use std::ops::Range;

use postrider_domain::designs::design::is_unfit_for_a_line;

use super::entities;

/// Characters that take room at most. Mails fill the line after the preview text with them.
pub(crate) fn is_unseen(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || matches!(
            character,
            '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}'
        )
}

/// From the first to the last character of an HTML text that can be seen, in bytes of `html`.
pub(crate) fn seen(html: &str) -> Option<Range<usize>> {
    let mut seen: Option<Range<usize>> = None;
    let mut at = 0;
    while let Some(character) = html[at..].chars().next() {
        let (length, is_seen) = match entities::reference(&html[at..], |_| true) {
            Some((characters, length)) => (
                length,
                characters.into_iter().flatten().any(|one| !is_unseen(one)),
            ),
            None => (character.len_utf8(), !is_unseen(character)),
        };
        if is_seen {
            let start = seen.map_or(at, |seen| seen.start);
            seen = Some(start..at + length);
        }
        at += length;
    }
    seen
}

/// A text as it may stand on one line of an inbox.
pub(crate) fn line(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words
        .join(" ")
        .chars()
        .filter(|character| !is_unfit_for_a_line(*character))
        .collect::<String>();
    let line = line.trim();
    (!line.is_empty()).then(|| line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::seen;

    #[test]
    fn filler_is_not_seen() {
        for (html, text) in [
            (
                " \n Hello &amp; bye&nbsp;&zwnj;&nbsp; ",
                Some("Hello &amp; bye"),
            ),
            ("&nbsp;", None),
            ("&#847;&zwnj;\u{A0}\u{200B}&#8199;", None),
            ("a&shy;b&#8203;", Some("a&shy;b")),
            ("\u{200F}שלום", Some("שלום")),
            ("👋🏽", Some("👋🏽")),
            ("&amp", Some("&amp")),
        ] {
            assert_eq!(seen(html).map(|range| &html[range]), text, "{html}");
        }
    }
}
