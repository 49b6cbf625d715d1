//! `don't mention the warehouse` takes it out of what was said before.

use super::content::Content;
use super::grammar::Grammar;
use super::tidy;
use super::tokens::{Kind, Token, tokens};

/// How an author says that something is to be left out, in small letters.
const LEFT_OUT: [&str; 9] = [
    "n't mention ",
    "not mention ",
    "never mention ",
    "n't include ",
    "not include ",
    "n't talk about ",
    "no mention of ",
    "without mentioning ",
    "omit ",
];
/// What stands for a price.
const PRICES: [&str; 5] = ["price", "prices", "cost", "costs", "pricing"];
/// What a price is told in.
const MONEY: &str = "$ £ € euro euros pounds dollars eur usd gbp";
/// Before which a sentence says enough without what follows.
const JOINTS: [&str; 3] = [" because ", ", ", " and "];
/// Words that are enough.
const ENOUGH: usize = 3;

/// Takes out what its author wants left out, and says what that was.
pub fn unmention(
    content: &mut Vec<Content>,
    directives: &[String],
    grammar: &Grammar,
) -> Vec<String> {
    let phrases = directives.iter().filter_map(|said| left_out(said));
    let unsaid: Vec<Vec<String>> = phrases.map(|said| words(&said, grammar)).collect();
    let mut dropped = Vec::new();
    for words in unsaid.iter().filter(|words| !words.is_empty()) {
        content.retain_mut(|content| match content {
            Content::Sentence(text) | Content::Fragment(text) => {
                if speaks_of(text, words) {
                    dropped.push(text.clone());
                }
                without(text, words)
            }
            Content::List { items, .. } => {
                items.retain(|item| !speaks_of(item, words));
                !items.is_empty()
            }
            Content::Row { label, value } => {
                !speaks_of(&[label.as_str(), value.as_str()].join(" "), words)
            }
            Content::Break => true,
        });
    }
    dropped
}

fn left_out(said: &str) -> Option<String> {
    let small = said.to_lowercase().replace('’', "'").replace(": ", " ");
    let places = LEFT_OUT.iter().filter_map(|words| {
        let at = small.find(words)?;
        Some(at + words.len())
    });
    let from = places.min()?;
    small.get(from..).map(str::to_owned)
}

/// The words that matter of what is left out: `the old supplier`.
fn words(said: &str, grammar: &Grammar) -> Vec<String> {
    let matters = |token: &Token| {
        let plain = token.is_in(&grammar.binding) || token.is_any("the our any that please yet");
        token.kind == Kind::Word && token.text.chars().count() > 2 && !plain
    };
    let tokens = tokens(said).into_iter().filter(matters);
    tokens.map(|token| token.text.to_owned()).collect()
}

fn speaks_of(text: &str, words: &[String]) -> bool {
    let small = text.to_lowercase();
    let priced = || {
        let tokens = tokens(text);
        tokens.iter().any(|token| {
            token.is_any(MONEY) || token.has_digit() && token.text.contains(['$', '£', '€'])
        })
    };
    let says = |word: &String| small.contains(word) || PRICES.contains(&word.as_str()) && priced();
    words.iter().all(says)
}

/// Whether anything remains of a sentence without the words.
fn without(text: &mut String, words: &[String]) -> bool {
    if !speaks_of(text, words) {
        return true;
    }
    let kept = JOINTS.iter().find_map(|joint| {
        let kept = tidy::sentence(&text[..text.find(joint)?]);
        let says = kept.split(' ').count() >= ENOUGH && !speaks_of(&kept, words);
        says.then_some(kept)
    });
    kept.is_some_and(|kept| {
        *text = kept;
        true
    })
}
