//! Text of strangers on a terminal.

/// What steers a terminal is shown instead of obeyed: escape sequences could rewrite what stands on the screen, and
/// marks of direction turn a link around.
pub fn harmless(text: &str) -> String {
    text.replace("\r\n", "\n").chars().map(shown).collect()
}

/// The same, on one line and at most so long.
pub fn cell(text: &str, width: usize) -> String {
    let text: String = text
        .chars()
        .map(|char| {
            if char.is_whitespace() {
                ' '
            } else {
                shown(char)
            }
        })
        .collect();
    match text.char_indices().nth(width) {
        None => text,
        Some(_) => text.chars().take(width - 1).chain(['…']).collect(),
    }
}

fn shown(char: char) -> char {
    match char {
        '\n' | '\t' => char,
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + u32::from(char)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        '\u{80}'..='\u{9f}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        _ => char,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        let text = "a\u{1b}[2J\r\nb\rc\td\u{9b}1m\u{7f}\u{202e}é😀";
        assert_eq!(harmless(text), "a␛[2J\nb␍c\td\u{fffd}1m␡\u{fffd}é😀");
        assert_eq!(cell("a\nb\tc\u{1b}", 10), "a b c␛");
        assert_eq!(cell("äöüß", 4), "äöüß");
        assert_eq!(cell("äöüßx", 4), "äöü…");
    }
}
