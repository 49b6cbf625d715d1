//! What people may say about a design: plain text, and not without end.

use crate::contract::catalog::Code;
use crate::contract::problem::Problem;

/// Characters of a message.
pub const BODY_MAX: usize = 4_000;
/// Messages of a thread.
pub const MESSAGES_MAX: i64 = 100;
/// Threads of a design, resolved ones too.
pub const THREADS_MAX: i64 = 500;

/// A message may have several lines. Nothing in it is hidden or turns the direction of what follows, which can dress one
/// text up as another.
pub fn check_body(body: &str) -> Result<(), Problem> {
    if body.trim().is_empty() {
        return Err(Problem::invalid("body", "The message says nothing."));
    }
    if body.chars().count() > BODY_MAX {
        let message = format!("A message has at most {BODY_MAX} characters.");
        return Err(Problem::invalid("body", message));
    }
    let Some(bad) = body.chars().find(|character| is_unfit(*character)) else {
        return Ok(());
    };
    let message = format!(
        "The message holds the character U+{:04X}, which has no place in a text.",
        u32::from(bad)
    );
    Err(Problem::invalid("body", message)
        .suggest("Remove control characters and marks that turn the direction of the text."))
}

fn is_unfit(character: char) -> bool {
    match character {
        '\n' | '\r' | '\t' => false,
        _ => {
            character.is_control()
                || matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
        }
    }
}

/// What is wrong stands in no key of the body. The design has as many threads as it may have.
pub fn too_many_threads() -> Problem {
    let message = format!("A design has at most {THREADS_MAX} comment threads.");
    Problem::new(Code::InvalidRequest, message).suggest("Answer in a thread that is there.")
}

/// The thread has as many messages as it may have.
pub fn too_many_messages() -> Problem {
    let message = format!("A comment thread has at most {MESSAGES_MAX} messages.");
    Problem::new(Code::InvalidRequest, message).suggest("Start another thread.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_not_to_blame_for_those_before_it() {
        for full in [too_many_threads(), too_many_messages()] {
            assert_eq!(full.param, None);
            assert_eq!(full.code, Code::InvalidRequest);
        }
    }

    #[test]
    fn a_message_has_lines_and_an_end_and_hides_nothing() {
        let longest = "ü".repeat(BODY_MAX);
        for good in ["Larger.", "One\r\n\ttwo", "<b>مرحبا</b>", &longest] {
            assert_eq!(check_body(good), Ok(()), "{good:?}");
        }
        let longer = "ü".repeat(BODY_MAX + 1);
        for bad in ["", " \n\t", "a\0b", "a\u{1b}[31m", "a\u{202E}b", &longer] {
            assert_eq!(
                check_body(bad).unwrap_err().param.as_deref(),
                Some("body"),
                "{bad:?}"
            );
        }
    }
}
