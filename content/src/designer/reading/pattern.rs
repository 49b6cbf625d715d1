//! Patterns over words, for the tables of the grammar: `ask @who * to` or `keep|make it short`.
//!
//! `a|b` is either word, `~mail` one that ends so or is it, `?a` may be missing, `*` is anything for up to twelve words before a colon,
//! `+` up to six words without a sign, `@who` are the people who get the mail, `$` is the end.

use super::tokens::{Kind, Token};

#[derive(Clone, Debug)]
pub struct Pattern(Vec<Part>);

#[derive(Clone, Debug)]
enum Part {
    Words { any: Vec<String>, optional: bool },
    Anything,
    Few,
    Who { optional: bool },
    End,
}

const ANYTHING_MAX: usize = 12;
const FEW_MAX: usize = 6;
const WHO_MAX: usize = 5;

impl Pattern {
    pub fn parse(text: &str) -> Self {
        let parts = text.split_whitespace().map(|part| match part {
            "*" => Part::Anything,
            "+" => Part::Few,
            "@who" | "?@who" => Part::Who {
                optional: part.starts_with('?'),
            },
            "$" => Part::End,
            _ => Part::Words {
                optional: part.starts_with('?'),
                any: part
                    .trim_start_matches('?')
                    .split('|')
                    .map(str::to_owned)
                    .collect(),
            },
        });
        Self(parts.collect())
    }

    /// How many tokens it takes from the first one on, if it fits there.
    pub fn at(&self, tokens: &[Token], who: &[String]) -> Option<usize> {
        fits(&self.0, tokens, who)
    }
}

fn fits(parts: &[Part], tokens: &[Token], who: &[String]) -> Option<usize> {
    let Some((part, others)) = parts.split_first() else {
        return Some(0);
    };
    let after = |taken: usize| Some(taken + fits(others, tokens.get(taken..)?, who)?);
    match part {
        Part::End => tokens
            .iter()
            .all(|token| token.kind == Kind::Mark)
            .then_some(tokens.len()),
        Part::Words { any, optional } => {
            let found = tokens.first().is_some_and(|token| is_one(token, any));
            found
                .then(|| after(1))
                .flatten()
                .or_else(|| optional.then(|| after(0)).flatten())
        }
        Part::Anything => {
            let colon = tokens.iter().position(|token| token.text == ":");
            let most = colon.unwrap_or(tokens.len()).min(ANYTHING_MAX);
            (0..=most).find_map(after)
        }
        Part::Few => {
            let words = tokens.iter().take(FEW_MAX);
            let most = words.take_while(|token| token.kind == Kind::Word);
            (0..=most.count()).find_map(after)
        }
        Part::Who { optional } => (1..=WHO_MAX.min(tokens.len()))
            .filter(|taken| is_who(&tokens[..*taken], who))
            .find_map(after)
            .or_else(|| optional.then(|| after(0)).flatten()),
    }
}

/// A few words that end in one for people.
fn is_who(tokens: &[Token], who: &[String]) -> bool {
    let last = tokens.last();
    last.is_some_and(|last| is_one(last, who))
        && tokens.iter().all(|token| token.kind == Kind::Word)
}

/// One of the words, or one with an ending of theirs: `~mail` is said of a `Rundmail`.
pub fn is_one<W: AsRef<str>>(token: &Token, words: &[W]) -> bool {
    let ends = |word: &W| {
        let end = word.as_ref().strip_prefix('~');
        end.is_some_and(|end| token.text.to_lowercase().ends_with(end))
    };
    token.is_in(words) || token.kind == Kind::Word && words.iter().any(ends)
}
