//! What texts of one line may hold: subjects, preview texts, titles.

use crate::contract::problem::Problem;

/// Characters of a subject or a preview text.
pub const LINE_MAX: usize = 500;
/// Characters of a title.
pub const TITLE_MAX: usize = 200;

/// A text that stands on one line of an inbox: no line breaks, no control characters, and nothing that
/// turns the direction of what follows, which can dress one text up as another.
pub fn check_line(param: &str, text: &str) -> Result<(), Problem> {
    let Some(bad) = text
        .chars()
        .find(|character| is_unfit_for_a_line(*character))
    else {
        return Ok(());
    };
    let message = format!(
        "`{param}` holds the character U+{:04X}, which has no place on one line.",
        u32::from(bad)
    );
    Err(Problem::invalid(param, message).suggest(
        "Remove line breaks, control characters and marks that turn the direction of the text.",
    ))
}

/// A name that people find something by.
pub fn check_title(param: &str, text: &str) -> Result<(), Problem> {
    if text.trim().is_empty() {
        return Err(Problem::invalid(
            param,
            format!("`{param}` holds no letter."),
        ));
    }
    check_line(param, text)
}

pub fn is_unfit_for_a_line(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{2028}' | '\u{2029}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_holds_any_script_and_no_hidden_turn() {
        for good in [
            "",
            "Héllo 👋🏽",
            "שלום",
            "a\u{200F}b",
            "{{ firstName | \"you\" }}",
        ] {
            assert_eq!(check_line("subject", good), Ok(()), "{good}");
        }
        for bad in [
            "a\r\nBcc: x",
            "tab\there",
            "nul\0",
            "rlo\u{202E}gpj.exe",
            "iso\u{2067}x",
            "\u{2028}",
        ] {
            let problem = check_line("subject", bad).unwrap_err();
            assert_eq!(problem.param.as_deref(), Some("subject"), "{bad:?}");
        }
    }
}
