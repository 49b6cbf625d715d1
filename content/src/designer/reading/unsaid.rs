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
/// Words of what is left out that say nothing of it.
const PLAIN: &str = "the our any that this these those please yet him her his their them anything anyone anybody else etc";
/// Letters of a word that has other endings than that of a plural.
const BENT_MIN: usize = 5;
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
    let unsaid: Vec<Vec<String>> = phrases.flat_map(|said| each(&said, grammar)).collect();
    let mut dropped = Vec::new();
    for words in &unsaid {
        let mut drops = |text: &str| {
            let speaks = speaks_of(text, words);
            if speaks {
                dropped.push(text.to_owned());
            }
            speaks
        };
        content.retain_mut(|content| match content {
            Content::Sentence(text) | Content::Fragment(text) => {
                !drops(text) || without(text, words)
            }
            Content::List { items, .. } => {
                items.retain(|item| !drops(item));
                !items.is_empty()
            }
            Content::Row { label, value } => !drops(&[label.as_str(), value.as_str()].join(": ")),
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

/// The words that matter of each thing that is left out: `the old supplier or the price`.
fn each(said: &str, grammar: &Grammar) -> Vec<Vec<String>> {
    let matters = |token: &Token| {
        let plain = token.is_in(&grammar.binding) || token.is_any(PLAIN);
        token.kind == Kind::Word && token.text.chars().count() > 2 && !plain
    };
    let tokens = tokens(said);
    let things = tokens.split(|token| token.is_any("or and nor , ;"));
    let words = |thing: &[Token]| {
        let words = thing.iter().filter(|token| matters(token));
        words.map(|token| token.text.to_owned()).collect()
    };
    let all = things.map(words);
    all.filter(|words: &Vec<String>| !words.is_empty())
        .collect()
}

/// The words of a text, in small letters; what a link says is none of them.
fn said_words(text: &str) -> Vec<String> {
    let tokens = tokens(text);
    let words = tokens.iter().filter(|token| token.kind != Kind::Link);
    let parts = words.flat_map(|token| token.text.split(|c: char| !c.is_alphanumeric()));
    let parts = parts.filter(|part| !part.is_empty());
    parts.map(str::to_lowercase).collect()
}

/// The word, or what becomes of it in a sentence: `bars` of `bar`, `delayed` of `delay`; a `barn` is none.
fn is_form(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() <= other.len() {
        (one, other)
    } else {
        (other, one)
    };
    let ended = |end: &str| matches!(end, "" | "s" | "es");
    let bent = |end: &str| short.len() >= BENT_MIN && matches!(end, "d" | "ed" | "ing");
    let stem = short.strip_suffix('y').unwrap_or(short);
    long.strip_prefix(short)
        .is_some_and(|end| ended(end) || bent(end))
        || stem != short && long.strip_prefix(stem) == Some("ies")
}

fn speaks_of(text: &str, words: &[String]) -> bool {
    let said = said_words(text);
    let priced = || {
        let tokens = tokens(text);
        tokens.iter().any(|token| {
            token.is_any(MONEY) || token.has_digit() && token.text.contains(['$', '£', '€'])
        })
    };
    let has = |part: &str| said.iter().any(|said| is_form(part, said));
    let says = |word: &String| {
        let mut parts = word.split(|c: char| !c.is_alphanumeric());
        let named = parts.all(|part| part.is_empty() || has(part));
        named || PRICES.contains(&word.as_str()) && priced()
    };
    words.iter().all(says)
}

/// Whether anything remains of a sentence that has the words without them.
fn without(text: &mut String, words: &[String]) -> bool {
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
