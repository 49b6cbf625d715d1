//! What an audience did, and may be told so.

use super::tidy;
use super::tokens::{Token, span, tokens};

/// Verbs of such deeds.
const DEEDS: &str = "got won bought left have haven't gave ran came took paid lent sent wrote made";

/// `borrowed`, `signed`, `bought`
fn tells_deed(verb: &Token) -> bool {
    verb.is_any(DEEDS) || verb.text.len() > 4 && verb.text.ends_with("ed")
}

/// `You bought the tent.`
pub fn is_deed(text: &str) -> bool {
    let tokens = tokens(text);
    let verb = tokens.get(1).filter(|_| tokens[0].is("you"));
    verb.is_some_and(tells_deed)
}

/// `who bought the tent`, `whose card expires`: what somebody may be told.
pub fn deed_of(clause: &[Token], text: &str) -> Option<String> {
    let (first, rest) = clause.split_first()?;
    let verb = rest.first()?;
    let deed = first.is("who") && tells_deed(verb);
    let owner = if first.is("whose") { "Your" } else { "You" };
    ((deed || first.is("whose")) && rest.len() > 1)
        .then(|| tidy::sentence(&[owner, span(text, rest).unwrap_or_default()].join(" ")))
}
