//! Takes off what a request says before what the mail is to say: `let members know that`.

use super::cuts::without_separators;
use super::deeds::deed_in;
use super::grammar::Grammar;
use super::tokens::Token;

/// A part of a text without its frames.
pub struct Framed<'a, 't> {
    /// What becomes of the rest.
    pub gives: &'a str,
    /// What stood in the frames, where it stands.
    pub rest: &'a [Token<'t>],
    /// What its readers may be told of themselves.
    pub told: Option<String>,
}

/// Frames come off one after the other, until one says what becomes of the rest.
pub fn framed<'a, 't>(
    part: &'a [Token<'t>],
    text: &str,
    grammar: &'a Grammar,
) -> Option<Framed<'a, 't>> {
    let (mut rest, mut told) = (part, None);
    let mut gives = "";
    while let Some((taken, next)) = grammar.frame(rest) {
        if is_polite(rest, grammar) {
            break;
        }
        // Nothing leads on from a frame that takes all.
        let frame = without_separators(&rest[..taken]);
        let led = if taken < rest.len() {
            &rest[..taken - 1]
        } else {
            frame
        };
        told = told.or_else(|| deed_in(led, text, grammar));
        rest = without_separators(&rest[taken..]);
        gives = next;
        if gives != "{rest}" {
            break;
        }
    }
    let some = !gives.is_empty() || rest.len() < part.len();
    some.then_some(Framed { gives, rest, told })
}

/// `Please send the form back`: what readers are asked for stays a request. And `just £5` says more than `£5`.
fn is_polite(tokens: &[Token], grammar: &Grammar) -> bool {
    let [first, verb, ..] = tokens else {
        return false;
    };
    let rest = &tokens[1..];
    let asks = verb.is_in(&grammar.writer_verbs) || grammar.is_directive(rest);
    if first.is_any("just now") && !asks && grammar.frame(rest).is_none() {
        return true;
    }
    let is = |list: &[String]| verb.is_in(list);
    let asked = is(&grammar.reader_verbs) && !is(&grammar.writer_verbs);
    first.is("please") && asked && grammar.frame(rest).is_none()
}
