//! What strangers say, without what could change how others read it.

/// Has no shape of its own, or turns the letters around it: zero widths, directions, tags.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// One line of at most so many characters: single spaces, nothing that controls and nothing invisible.
pub(crate) fn line(text: &str, most: usize) -> String {
    let text: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .filter(|c| !is_invisible(*c))
        .collect();
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    words.chars().take(most).collect()
}

/// At most so many bytes from the start, and no half of a character.
pub(crate) fn cut(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}
