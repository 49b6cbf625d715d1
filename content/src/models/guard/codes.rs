//! Words that somebody could be asked to type in.

/// Letters that a word in capitals has at least to be taken for a code; shorter ones are `FAQ` and `SALE`.
const CAPITALS: usize = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Code<'t> {
    pub word: &'t str,
    pub stands: Stands,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stands {
    /// Alone in capitals, among words that are not.
    Out,
    /// Beside others in capitals, or it has digits.
    In,
}

/// Words of letters and digits that begin with a letter (`SPRING20`, `X200`), and words in capitals in a text that has
/// others.
pub(super) fn codes(text: &str) -> Vec<Code<'_>> {
    let is_quiet = text.contains(char::is_lowercase);
    let words: Vec<&str> = words(text).collect();
    let is_loud = |at: Option<usize>| {
        let word = at.and_then(|at| words.get(at));
        word.is_some_and(|word| word.chars().count() > 1 && word.chars().all(char::is_uppercase))
    };
    let code = |(at, word): (usize, &&'_ str)| {
        let is_beside = is_loud(at.checked_sub(1)) || is_loud(Some(at + 1));
        let stands = if has_digit(word) || is_beside {
            Stands::In
        } else {
            Stands::Out
        };
        let is_loud = is_quiet && word.chars().count() >= CAPITALS && is_loud(Some(at));
        let is_code = word.starts_with(char::is_alphabetic) && (has_digit(word) || is_loud);
        (is_code, stands)
    };
    let judged = words.iter().enumerate().map(code);
    let judged = judged.zip(&words).filter(|((is_code, _), _)| *is_code);
    judged
        .map(|((_, stands), word)| Code { word, stands })
        .collect()
}

pub(super) fn has_digit(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit())
}

/// What stands between spaces and signs.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || is_hyphen(c)))
        .map(|word| word.trim_matches(is_hyphen))
        .filter(|word| !word.is_empty())
}

fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '_')
}

/// All words, and of those that are put together (`BLOOM30-Code`) the parts. A code with hyphens (`SPRING-20`) is whole.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = &str> {
    words(text).flat_map(|word| {
        let is_joined = word.contains(is_hyphen) && word.contains(char::is_lowercase);
        let parts = word.split(is_hyphen).filter(move |_| is_joined);
        std::iter::once(word).chain(parts)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_what_could_be_typed_in() {
        use Stands::{In, Out};
        let found = codes("use SPRING20 or x-200 or BLOOM, not 7pm, FAQ");
        let found: Vec<_> = found.iter().map(|code| (code.word, code.stands)).collect();
        assert_eq!(found, [("SPRING20", In), ("x-200", In), ("BLOOM", Out)]);
        assert!(codes("SPRING IS HERE").is_empty());
        let loud = codes("SPRING SALE: it is here");
        assert_eq!(
            loud,
            [Code {
                word: "SPRING",
                stands: In
            }]
        );
    }

    #[test]
    fn parts_of_words_that_are_put_together_are_words() {
        let found: Vec<_> = tokens("der BLOOM30-Code, SPRING-20 _X9_").collect();
        let expected = ["der", "BLOOM30-Code", "BLOOM30", "Code", "SPRING-20", "X9"];
        assert_eq!(found, expected);
    }
}
