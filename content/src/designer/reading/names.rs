//! What a mail is called by its author: `Cart reminder: …` names it, and says nothing to anybody else.

use super::grammar::Grammar;
use super::tokens::{Token, tokens};

/// Words before a colon or dash that name the mail: `Cart reminder: …`.
const NAME_MAX: usize = 5;

/// The sentence without the name of the mail that it begins with, or is.
pub fn unnamed<'t>(text: &'t str, grammar: &Grammar) -> &'t str {
    // `Double opt in mail, …` names itself before a comma, and says nothing else there.
    if let Some((name, rest)) = text.split_once(',')
        && grammar.is_name(&tokens(name))
    {
        return rest.trim();
    }
    if is_named(text, grammar) {
        return "";
    }
    let ends = [":", " - ", " – ", "."]
        .iter()
        .filter_map(|end| Some((text.find(end)?, end.len())));
    let Some((at, length)) = ends.min() else {
        return text;
    };
    let name = &text[..at];
    let named = has_meta(&tokens(name), grammar);
    let short = name.split_whitespace().count() <= NAME_MAX;
    let capital = |word: &str| word.chars().any(char::is_uppercase);
    let told = name.split_whitespace().skip(1).any(capital)
        || name.contains(|c: char| c.is_ascii_digit() || "\"“„«{".contains(c));
    let known = grammar.is_name(&tokens(name)) || name.split_whitespace().count() <= 2;
    if named && known && short && !told {
        text[at + length..].trim()
    } else {
        text
    }
}

/// `Newsletter for the club`: says what to write, and for whom.
fn is_named(text: &str, grammar: &Grammar) -> bool {
    let tokens = tokens(text);
    let is = |token: &Token, list: &[String]| list.iter().any(|word| token.is(word));
    // `Abandoned cart mail`
    let name = tokens
        .iter()
        .take_while(|token| {
            !token.is_any("for to") && (is(token, &grammar.named) || is(token, &grammar.meta))
        })
        .count();
    let meta = tokens[..name].iter().any(|token| is(token, &grammar.meta));
    let for_whom = tokens.get(name).is_some_and(|next| next.is_any("for to"));
    let plain = !text.contains(|c: char| c.is_ascii_digit() || ":,\"“{".contains(c))
        && !tokens
            .iter()
            .any(|token| token.is_any("about on that with"));
    meta && for_whom && plain && tokens.len() <= NAME_MAX + 3
}

pub fn has_meta(tokens: &[Token], grammar: &Grammar) -> bool {
    tokens
        .iter()
        .any(|token| grammar.meta.iter().any(|word| token.is(word)))
}
