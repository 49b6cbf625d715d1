//! Which lines stand by themselves: a headline leans on nothing that was said before it.

use super::dates;
use super::grammar::Grammar;
use super::tokens::{Token, tokens};

/// Tokens of a question that says what it asks.
const QUESTION_MIN: usize = 3;

/// Whether a line can stand above a mail.
pub fn can_stand(text: &str, code: &str, grammar: &Grammar) -> bool {
    let opening = text.split(' ').next().unwrap_or_default().to_lowercase();
    let small = text.to_lowercase();
    let how_to = small.starts_with("how to ");
    // `No class on Monday` says all.
    let no = opening == "no" && text.split_whitespace().count() > 3;
    // So does `Danke an alle, die …`.
    let thanks = [
        "danke an ",
        "danke für ",
        "merci pour ",
        "merci d",
        "gracias por ",
    ];
    let thanks = thanks.iter().any(|words| small.starts_with(words));
    let leans = grammar.leaning.contains(&opening)
        && !how_to
        && !no
        && !thanks
        && !says_itself(text, grammar)
        && !is_article(text, grammar);
    let unfit = ["{{", "? ", "@", ", +", ", dass ", code]
        .iter()
        .any(|sign| text.contains(sign));
    // `You asked` tells nothing.
    let words = text.split_whitespace().count();
    let short = words == 2 && ["you", "we", "i", "they"].contains(&opening.as_str());
    !leans && !unfit && words >= 2 && !short
}

/// Begins as if it leaned on something, and does not: `There will be no class`, `This Saturday we open`, `Only 3 places are
/// left`, `Until Friday the pool is closed`, `What do you think of it?`
fn says_itself(text: &str, grammar: &Grammar) -> bool {
    let tokens = tokens(text);
    let [first, next, ..] = &tokens[..] else {
        return false;
    };
    let spoken = tokens[1..].iter().any(|token| token.is_in(&grammar.finite));
    let number =
        next.has_digit() || next.is_any("one two three four five six seven eight nine ten");
    let time = next.is_any(
        "week weekend month year term season morning afternoon evening summer winter spring autumn",
    );
    let asks = text.ends_with('?') && tokens.len() > QUESTION_MIN;
    first.is("there") && next.is_in(&grammar.finite)
        || first.is("this") && spoken && (time || dates::is_date(next))
        || first.is_any("only just") && number
        || first.is_any("with for until at not") && spoken && !refers(text)
        || first.is_any("what how why") && (asks || next.is("a"))
}

/// `Das neue Schuljahr beginnt`, but `Das ist neu`.
fn is_article(text: &str, grammar: &Grammar) -> bool {
    let tokens = tokens(text);
    let [article, next, last, ..] = &tokens[..] else {
        return false;
    };
    let is_noun = |token: &Token| token.text.starts_with(char::is_uppercase);
    article.is("das")
        && !next.is_in(&grammar.finite)
        && (is_noun(next) || !last.is_in(&grammar.finite) && is_noun(last))
}

/// Speaks of something that was named before.
pub fn refers(text: &str) -> bool {
    tokens(text).iter().any(|token| {
        token.is_any("it them this that these those he she her his they there one ones its same")
    })
}
