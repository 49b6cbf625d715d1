//! In which form an author speaks to readers: the phrases of ours have one, and no mail has two.

use super::pattern::is_one;
use super::tokens::{Token, tokens};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Address {
    /// That of our phrases, or none.
    #[default]
    House,
    /// `du` and `ihr` in German, `tu` in French, `usted` and `vosotros` in Spanish.
    Other,
}

/// Who is asked so writes the mail, and does not read it.
const ASKED: &str = "kannst könntest würdest magst bedanke bedank peux pourrais veux";

impl Address {
    /// The form of a prompt; these words speak in another than ours.
    pub fn of(prompt: &str, words: &[String]) -> Self {
        let tokens = tokens(prompt);
        let asked = |at: Option<usize>| {
            let token = at.and_then(|at| tokens.get(at));
            token.is_some_and(|token| token.is_any(ASKED))
        };
        let other = tokens.iter().enumerate().any(|(place, token)| {
            let to_writer = asked(place.checked_sub(1)) || asked(Some(place + 1));
            !to_writer && is_said(token, words)
        });
        if other { Self::Other } else { Self::House }
    }
}

/// A word with a capital is meant with it: `Su pedido` speaks to somebody, `con su perro` need not.
fn is_said(token: &Token, words: &[String]) -> bool {
    let (large, small): (Vec<&String>, Vec<&String>) = words
        .iter()
        .partition(|word| word.starts_with(char::is_uppercase));
    is_one(token, &small) || large.iter().any(|word| *word == token.text)
}
