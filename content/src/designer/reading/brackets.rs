//! What stands in brackets and was said to the writer: `6am start (should I say this?)`.

use super::grammar::Grammar;
use super::heard::tells;
use super::salutation::greets;
use super::tidy;
use super::tokens::tokens;
use crate::designer::listener::surely_to_writer;

/// What a language stands behind: `tours at 2 (in English)`.
const IN_LANGUAGE: &str = "in auf en";
/// Words of such an aside, at least: `(free)` is for readers.
const LEAST: usize = 2;
/// Bytes of one, at most: brackets that nobody closes are no aside.
const LONGEST: usize = 300;

/// The prompt without such asides, and what they say.
pub fn unbracketed(prompt: &str, grammar: &Grammar) -> (String, Vec<String>) {
    let (mut kept, mut asides) = (String::with_capacity(prompt.len()), Vec::new());
    // In a letter its author speaks to readers.
    let is_letter = prompt.lines().any(|line| greets(line, grammar));
    if is_letter || !grammar.is_known() {
        return (prompt.to_owned(), asides);
    }
    let mut rest = prompt;
    while let Some(open) = rest.find('(') {
        let (before, behind) = rest.split_at(open);
        kept.push_str(before);
        let inner = behind.find(')').map(|end| &behind[1..end]);
        let said = inner.filter(|inner| is_for_writer(inner));
        let taken = said.map_or(1, |said| said.len() + 2);
        let (bracket, next) = behind.split_at(taken);
        match said {
            Some(said) => {
                asides.push(tidy::line(said));
                kept.truncate(kept.trim_end_matches(' ').len());
            }
            None => kept.push_str(bracket),
        }
        rest = next;
    }
    kept.push_str(rest);
    (kept, asides)
}

fn is_for_writer(inner: &str) -> bool {
    if inner.len() > LONGEST || inner.contains(['(', '\n', '[', ']', '{']) {
        return false;
    }
    let tokens = tokens(inner);
    let several = inner.split_whitespace().count() >= LEAST;
    // Patterns are made for whole clauses, and take `(not too hot)` for one.
    let spoken = tokens
        .first()
        .is_some_and(|first| first.is_any(IN_LANGUAGE))
        && tokens.len() == 2;
    several && !spoken && !tokens.iter().any(tells) && surely_to_writer(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asides_to_the_writer_fall_out_and_those_to_readers_stay() {
        let without = |prompt: &str| unbracketed(prompt, Grammar::of("en"));
        for (prompt, kept, aside) in [
            (
                "6am start (I hate gushy mails), £13.85 an hour.",
                "6am start, £13.85 an hour.",
                "I hate gushy mails",
            ),
            (
                "The rent goes up by £4 (should I say this?).",
                "The rent goes up by £4.",
                "should I say this?",
            ),
        ] {
            assert_eq!(without(prompt), (kept.to_owned(), vec![aside.to_owned()]));
        }
        for prompt in [
            "12 Mill Lane (behind the church)",
            "Dr Hale (cardiology) and (open",
            "juniors £15 (under 16)",
            "The main hall (step-free) is open",
            "See you there :)",
            "Tours at 2 (in English) and 4 (auf Deutsch)",
            "Maya Lind (who founded the shop) retires",
            "Curry (not too hot), dogs (friendly and patient)",
            "Dear all,\nthe rent goes up (should I say this?).",
        ] {
            assert_eq!(without(prompt), (prompt.to_owned(), Vec::new()));
        }
        assert_eq!(
            unbracketed("L'ingresso (should I say this?)", Grammar::of("it")).1,
            Vec::<String>::new()
        );
    }

    #[test]
    fn brackets_that_nobody_closes_cost_little() {
        let open = ["a(".repeat(4_000).as_str(), ")"].concat();
        assert_eq!(unbracketed(&open, Grammar::of("en")).0, open);
    }
}
