//! What an audience did, and may be told so.

use super::grammar::Grammar;
use super::tidy;
use super::tokens::{Token, span, tokens as tokens_of};
use super::turned::turned;

/// Verbs of such deeds.
const DEEDS: &str = "got won bought left have haven't gave ran came took paid lent sent wrote made";

/// `borrowed`, `signed`, `bought`
fn tells_deed(verb: &Token) -> bool {
    verb.is_any(DEEDS) || verb.text.len() > 4 && verb.text.ends_with("ed")
}

/// `You bought the tent.`
pub fn is_deed(text: &str) -> bool {
    let tokens = tokens_of(text);
    let verb = tokens.get(1).filter(|_| tokens[0].is("you"));
    verb.is_some_and(tells_deed)
}

/// `customers who bought the tent` may be told that they did, `who left it in their cart` of their own.
pub fn deed_in(tokens: &[Token], text: &str, grammar: &Grammar) -> Option<String> {
    let at = tokens.iter().position(|token| token.is_any("who whose"))?;
    let end = tokens
        .iter()
        .position(|token| token.is("should") || token.is(":"));
    let clause = tokens.get(at..end.unwrap_or(tokens.len()))?;
    let turned = turned(span(text, clause)?, grammar);
    deed_of(&tokens_of(&turned), &turned)
}

/// `who bought the tent`, `whose card expires`: what somebody may be told.
fn deed_of(clause: &[Token], text: &str) -> Option<String> {
    let (first, rest) = clause.split_first()?;
    let verb = rest.first()?;
    let deed = first.is("who") && tells_deed(verb);
    let owner = if first.is("whose") { "Your" } else { "You" };
    ((deed || first.is("whose")) && rest.len() > 1)
        .then(|| tidy::sentence(&[owner, span(text, rest).unwrap_or_default()].join(" ")))
}
