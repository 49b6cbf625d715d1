//! Who is spoken of in a request is spoken to in the mail: `dis-leur que leurs livres sont prêts` says `Vos livres sont prêts`.

use super::dates;
use super::german;
use super::grammar::Grammar;
use super::kept::is_finite;
use super::tidy;
use super::tokens::{Token, tokens};

/// What a frame leaves, as readers are told of it.
pub fn as_said(rest: &str, gives: &str, grammar: &Grammar) -> String {
    // English turns persons everywhere.
    if !grammar.subjects.is_empty() {
        return rest.to_owned();
    }
    let said = german::to_you(&to_readers(rest, grammar));
    if gives == "{rest}" && !is_finite(&tokens(&said), grammar) {
        german::name(&said)
    } else {
        said
    }
}

/// Whether that is what was asked for, word by word and in one sentence.
pub fn is_as_said(rest: &str, gives: &str, grammar: &Grammar) -> bool {
    said_apart(rest).is_none() && as_said(rest, gives, grammar) == rest
}

/// What somebody asked to be said, said to the readers. What is somebody else's stays: `les enfants et leur spectacle`.
fn to_readers(text: &str, grammar: &Grammar) -> String {
    let tokens = tokens(text);
    // `el viernes` owns nothing.
    let owns = |(place, token): (usize, &Token)| {
        let next = tokens.get(place + 1);
        let dated = next.is_some_and(|next| next.has_digit() || dates::is_date(next));
        token.is_in(&grammar.owners) && !dated
    };
    let owner = tokens.iter().enumerate().position(owns);
    let owner = owner.unwrap_or(tokens.len());
    let mut written = String::with_capacity(text.len());
    let (mut at, mut place) = (0, 0);
    while let Some(token) = tokens.get(place) {
        let begins = |from: &[String]| {
            let mut words = from.iter().zip(tokens.get(place..).unwrap_or_default());
            from.len() <= tokens.len() - place && words.all(|(word, token)| token.is(word))
        };
        // Once a reader was spoken of, the rest is theirs too.
        let theirs = place < owner || at > 0;
        let found = grammar.readers.iter().find(|(from, _)| begins(from));
        let Some((from, to)) = found.filter(|_| theirs) else {
            place += 1;
            continue;
        };
        written.push_str(&text[at..token.start]);
        let is_large = token.text.starts_with(char::is_uppercase);
        written.push_str(&if is_large {
            tidy::capital(to)
        } else {
            to.clone()
        });
        place += from.len();
        at = tokens[place - 1].end();
    }
    written.push_str(&text[at..]);
    written
}

/// `que le maire vient et que l’entrée est libre` says two things.
pub fn said_apart(text: &str) -> Option<String> {
    let joints = [" et que ", " et qu'", " et qu’", " y que ", " y de que "];
    let parts = joints.iter().find_map(|joint| text.split_once(joint));
    let (first, second) = parts?;
    let second = said_apart(second).unwrap_or_else(|| tidy::sentence(second));
    Some([tidy::sentence(first), second].join(" "))
}
