//! What a password must be. Length is what counts; rules about kinds of characters make people write them down.

use crate::contract::problem::Problem;

/// In characters: letters of some scripts take several bytes.
pub const SHORTEST: usize = 12;
/// In bytes: nobody makes us hash megabytes.
pub const LONGEST: usize = 1024;

/// Whether a person with this address may have this password.
pub fn check(password: &str, email: &str) -> Result<(), Problem> {
    let Some(first) = password.chars().next() else {
        return refuse("is empty", "Choose at least 12 characters.");
    };
    if password.chars().count() < SHORTEST {
        let message = "has fewer than 12 characters";
        return refuse(
            message,
            "Choose a longer one; a few words are easy to keep.",
        );
    }
    if password.len() > LONGEST {
        let message = "is longer than 1024 bytes";
        return refuse(message, "Choose a shorter one.");
    }
    if password.trim().to_lowercase() == email.to_lowercase() {
        let message = "is your own email address";
        return refuse(message, "Choose something that others cannot know.");
    }
    if password.chars().all(|character| character == first) {
        let message = "is one character repeated";
        return refuse(message, "Choose different characters.");
    }
    Ok(())
}

fn refuse(why: &str, suggestion: &str) -> Result<(), Problem> {
    Err(Problem::invalid("password", format!("The password {why}.")).suggest(suggestion))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::catalog::Code;

    const EMAIL: &str = "ada.lovelace@example.test";

    #[test]
    fn passwords_are_judged_by_length_and_by_what_everybody_knows() {
        let longest = "ab".repeat(512);
        let too_long = format!("{longest}c");
        let few_letters = "é".repeat(11);
        let wide = "ß".repeat(511) + "ab";
        let too_wide = "ß".repeat(512) + "a";
        for (password, refused) in [
            ("", Some("is empty")),
            ("elevenchars", Some("has fewer than 12 characters")),
            (&few_letters, Some("has fewer than 12 characters")),
            ("twelve chars", None),
            ("éééééééééééa", None),
            (&longest, None),
            (&too_long, Some("is longer than 1024 bytes")),
            (&wide, None),
            (&too_wide, Some("is longer than 1024 bytes")),
            (EMAIL, Some("is your own email address")),
            (
                "Ada.Lovelace@Example.test ",
                Some("is your own email address"),
            ),
            ("bda.lovelace@example.test", None),
            ("aaaaaaaaaaaa", Some("is one character repeated")),
            ("            ", Some("is one character repeated")),
            ("aaaaaaaaaaab", None),
            ("correct horse battery", None),
        ] {
            let judged = check(password, EMAIL).err();
            let said = judged.as_ref().map(|problem| problem.message.as_str());
            let expected = refused.map(|why| format!("The password {why}."));
            assert_eq!(said, expected.as_deref(), "{password}");
            if let Some(problem) = judged {
                assert_eq!(problem.code, Code::InvalidRequest);
                assert_eq!(problem.param.as_deref(), Some("password"));
                assert!(problem.suggestion.is_some());
            }
        }
    }
}
