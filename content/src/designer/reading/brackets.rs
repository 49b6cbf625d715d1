//! What stands in brackets and was said to the writer: `6am start (be honest about that)`.

use super::grammar::Grammar;
use super::heard::tells;
use super::tidy;
use super::tokens::tokens;
use crate::designer::listener;

/// From this share on an aside in brackets is none of the reader's. Who speaks to the writer often does it there.
const LIKELY: f32 = 0.7;
/// Words of such an aside, at least: `(free)` is for readers.
const LEAST: usize = 2;

/// The prompt without such asides, and what they say.
pub fn without_asides(prompt: &str, grammar: &Grammar) -> (String, Vec<String>) {
    let (mut kept, mut asides) = (String::with_capacity(prompt.len()), Vec::new());
    let mut rest = prompt;
    while let Some(open) = rest.find('(') {
        let (before, behind) = rest.split_at(open);
        kept.push_str(before);
        let inner = behind.find(')').map(|end| &behind[1..end]);
        let said = inner.filter(|inner| is_aside(inner, grammar));
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

fn is_aside(inner: &str, grammar: &Grammar) -> bool {
    let tokens = tokens(inner);
    let several = inner.split_whitespace().count() >= LEAST;
    let plain = !inner.contains(['(', '\n', '[', ']', '{']) && !tokens.iter().any(tells);
    let said = || grammar.is_directive(&tokens) || listener::share_of_writer(inner) >= LIKELY;
    several && plain && said()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asides_to_the_writer_fall_out_and_those_to_readers_stay() {
        let without = |prompt: &str| without_asides(prompt, Grammar::of("en"));
        for (prompt, kept, aside) in [
            (
                "6am start (be honest about that), £13.85 an hour.",
                "6am start, £13.85 an hour.",
                "be honest about that",
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
        ] {
            assert_eq!(without(prompt), (prompt.to_owned(), Vec::new()));
        }
    }
}
