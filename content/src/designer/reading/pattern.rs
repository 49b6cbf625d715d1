//! Patterns over words, for the tables of the grammar: `ask @who * to` or `keep|make it short`.
//!
//! `a|b` is either word, `~mail` one that ends so or is it, `?a` may be missing, `*` is anything for up to twelve words before a colon,
//! `+` up to six words without a sign, `@who` are the people who get the mail, `@people` those and `our bell ringers`, `$` is the end.

use super::tokens::{Kind, Token};

#[derive(Clone, Debug)]
pub struct Pattern(Vec<Part>);

#[derive(Clone, Debug)]
enum Part {
    Words { any: Vec<String>, optional: bool },
    Anything,
    Few,
    Who { optional: bool, people: People },
    End,
}

/// What a pattern knows of the words of a language.
#[derive(Clone, Copy, Debug)]
pub struct Known<'g> {
    /// People who get the mail.
    pub who: &'g [String],
    /// Words by which a sentence is one.
    pub finite: &'g [String],
}

/// Who may be meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum People {
    Known,
    /// Whoever the author calls theirs.
    Ours,
}

const ANYTHING_MAX: usize = 12;
const FEW_MAX: usize = 6;
const WHO_MAX: usize = 5;

impl Pattern {
    pub fn parse(text: &str) -> Self {
        let parts = text.split_whitespace().map(|part| match part {
            "*" => Part::Anything,
            "+" => Part::Few,
            "@who" | "?@who" | "@people" | "?@people" => Part::Who {
                optional: part.starts_with('?'),
                people: if part.ends_with("people") {
                    People::Ours
                } else {
                    People::Known
                },
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
    pub fn at(&self, tokens: &[Token], known: &Known) -> Option<usize> {
        fits(&self.0, tokens, known)
    }
}

fn fits(parts: &[Part], tokens: &[Token], known: &Known) -> Option<usize> {
    let Some((part, others)) = parts.split_first() else {
        return Some(0);
    };
    let after = |taken: usize| Some(taken + fits(others, tokens.get(taken..)?, known)?);
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
            let near = &tokens[..tokens.len().min(ANYTHING_MAX)];
            let colon = near.iter().position(|token| token.text == ":");
            let most = colon.unwrap_or(near.len());
            (0..=most).find_map(after)
        }
        Part::Few => {
            let words = tokens.iter().take(FEW_MAX);
            let most = words.take_while(|token| token.kind == Kind::Word);
            (0..=most.count()).find_map(after)
        }
        Part::Who { optional, people } => (1..=WHO_MAX.min(tokens.len()))
            .filter(|taken| is_who(&tokens[..*taken], *people, known))
            .find_map(after)
            .or_else(|| optional.then(|| after(0)).flatten()),
    }
}

/// Words that end the name of a group, or are none of it.
const TIES: &str = "for to of in on at with from about that about telling asking saying reminding letting inviting thanking announcing";
/// Those who speak, and those who are spoken to.
const SPEAKERS: &str = "your you us me we i he she they";

/// A few words that end in one for people.
fn is_who(tokens: &[Token], people: People, known: &Known) -> bool {
    let Some((last, before)) = tokens.split_last() else {
        return false;
    };
    let plain =
        |token: &Token| token.kind == Kind::Word && !token.has_digit() && !token.is_any(SPEAKERS);
    if !tokens.iter().all(plain) || before.iter().any(|token| token.is_any(TIES)) {
        return false;
    }
    let many = last.text.ends_with('s') && last.text.len() > 3 && !last.text.contains(['\'', '’']);
    let ours = before
        .first()
        .is_some_and(|first| first.is_any("our my all"));
    let named = people == People::Ours && ours && many;
    is_one(last, known.who) || named && !tokens.iter().any(|token| token.is_in(known.finite))
}

/// One of the words, or one with an ending of theirs: `~mail` is said of a `Rundmail`.
pub fn is_one<W: AsRef<str>>(token: &Token, words: &[W]) -> bool {
    let ends = |word: &W| {
        let end = word.as_ref().strip_prefix('~');
        end.is_some_and(|end| token.text.to_lowercase().ends_with(end))
    };
    token.is_in(words) || token.kind == Kind::Word && words.iter().any(ends)
}
