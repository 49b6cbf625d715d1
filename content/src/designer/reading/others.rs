//! Others than the readers: `the builders come on Monday, they need keys` speaks of builders, and tells nobody who reads it that
//! they need any.

use super::dates;
use super::grammar::Grammar;
use super::tokens::{Kind, Token, tokens};

/// Words before those of whom somebody speaks.
const LEADING: &str =
    "our the my these those some both two three four five six seven eight nine ten";
/// People who get mails, and of whom others hear more often.
const SPOKEN_OF: &str = "team staff crew volunteers teachers players coaches nurses drivers helpers kids children artists speakers singers musicians makers growers partners sponsors pupils runners";
/// Words between the first and the one that names them.
const WORDS: usize = 4;
const PRONOUNS: &str = "we you they it i";

/// Where somebody other than the readers has been named who does something, in tokens.
pub fn named(tokens: &[Token], grammar: &Grammar) -> Option<usize> {
    let opens = |place: usize| {
        place == 0 || {
            let before = &tokens[place - 1];
            before.kind == Kind::Mark || before.is_any("and but because that so when if as while")
        }
    };
    let mut starts = (0..tokens.len()).filter(|place| opens(*place));
    starts.find_map(|place| {
        let rest = &tokens[place..];
        let end = group(rest, grammar).or_else(|| pair(rest, grammar))?;
        Some(place + end)
    })
}

/// Whether a sentence speaks of somebody by name or of several others, and of nobody who gets the mail.
pub fn names(text: &str, grammar: &Grammar) -> bool {
    let tokens = tokens(text);
    let to_readers = tokens.iter().any(|token| token.is_in(&grammar.who));
    let name = |token: &Token| {
        token.kind == Kind::Word
            && token.text.starts_with(char::is_uppercase)
            && !dates::is_date(token)
            && token.text.chars().any(char::is_lowercase)
    };
    !to_readers && tokens.iter().skip(1).any(name)
}

/// `our new bakers are`
fn group(tokens: &[Token], grammar: &Grammar) -> Option<usize> {
    let led = tokens.first()?.is_any(LEADING);
    let verb = |token: &Token| token.is_in(&grammar.finite) && !token.is_any(PRONOUNS);
    let end = tokens.iter().take(WORDS + 2).position(verb)?;
    let noun = tokens.get(end.checked_sub(1)?)?;
    let many = noun.text.ends_with('s') && noun.text.len() > 3 && !noun.text.ends_with("ss");
    let others = many && !noun.is_in(&grammar.who) || noun.is_any(SPOKEN_OF);
    let words = tokens[..end].iter().all(|token| token.kind == Kind::Word);
    (led && end > 1 && others && words && !dates::is_date(noun)).then_some(end)
}

/// `Jo and Sam start`
fn pair(tokens: &[Token], grammar: &Grammar) -> Option<usize> {
    let [one, and, other, verb, ..] = tokens else {
        return None;
    };
    let large = |token: &Token| token.text.starts_with(char::is_uppercase);
    let lists = [
        &grammar.reader_verbs,
        &grammar.writer_verbs,
        &grammar.finite,
        &grammar.who,
    ];
    let name =
        |token: &Token| token.kind == Kind::Word && !lists.iter().any(|list| token.is_in(list));
    let does = verb.is_in(&grammar.finite) && !verb.is_any(PRONOUNS)
        || large(one) && large(other) && verb.kind == Kind::Word && !verb.is_in(&grammar.binding);
    (and.is_any("and &") && name(one) && name(other) && !dates::is_date(other) && does).then_some(3)
}
