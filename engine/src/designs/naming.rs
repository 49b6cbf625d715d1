//! A title for a design whose author gave none.

use postrider_domain::designs::design::{TITLE_MAX, is_unfit_for_a_line};

/// The first of some texts that can be a title, made to fit one line.
pub fn title_of(candidates: &[Option<&str>]) -> String {
    candidates
        .iter()
        .flatten()
        .map(|text| one_line(text, TITLE_MAX))
        .find(|title| !title.is_empty())
        .unwrap_or_else(|| "Untitled design".to_owned())
}

/// A text made to fit one line of so many characters.
pub fn one_line(text: &str, most: usize) -> String {
    let spaced: String = text
        .chars()
        .map(|character| {
            if is_unfit_for_a_line(character) {
                ' '
            } else {
                character
            }
        })
        .collect();
    let words: Vec<&str> = spaced.split_whitespace().collect();
    words.join(" ").chars().take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_text_that_says_something_is_the_title() {
        assert_eq!(
            title_of(&[None, Some(" \n "), Some(" Spring\r\n sale ")]),
            "Spring sale"
        );
        assert_eq!(title_of(&[None]), "Untitled design");
        assert_eq!(title_of(&[Some(&"x".repeat(1000))]).len(), TITLE_MAX);
    }
}
