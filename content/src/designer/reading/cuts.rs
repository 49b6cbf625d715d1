//! Where the clauses of a sentence begin: behind signs, before what was said to the writer.

use super::asked::is_saying;
use super::dates;
use super::grammar::Grammar;
use super::kept::{is_finite, is_hard};
use super::parts::{ends_part, names_part};
use super::tokens::{Kind, Token};

/// Where clauses may begin.
const SEPARATORS: [&str; 14] = [
    ",", ";", ":", "-", "–", "—", "and", "but", ".", "+", "und", "et", "y", "sowie",
];

/// From where to where the parts reach, in tokens.
pub fn cuts(tokens: &[Token], grammar: &Grammar) -> Vec<(usize, usize)> {
    let terse = !is_finite(tokens, grammar);
    let to_readers = is_asked_of_readers(tokens, grammar);
    let mut starts = vec![0];
    let mut framed = frame_reach(tokens, grammar);
    for (place, token) in tokens.iter().enumerate() {
        if place < framed.max(1) || !token.is_in(&SEPARATORS) {
            continue;
        }
        let mut next = place + 1;
        while tokens
            .get(next)
            .is_some_and(|token| token.is_in(&SEPARATORS))
        {
            next += 1;
        }
        let rest = &tokens[next.min(tokens.len())..];
        if to_readers && token.is("and") && !names_part(rest, grammar) {
            continue;
        }
        let from = starts.last().copied().unwrap_or(0);
        let before = without_separators(tokens.get(from..place).unwrap_or_default());
        let ordered = grammar.is_directive(before);
        // `Thursday, 4 June` is one date.
        let number = rest.first().is_some_and(Token::has_digit);
        if token.text == "," && number && dates::is_date(&tokens[place - 1]) {
            continue;
        }
        // `the fair, 20-22 June`
        let dated = rest.first().is_some_and(dates::is_date)
            || (number && rest.get(1).is_some_and(dates::is_date));
        if token.text == "," && dated && starts.len() == 1 && !ordered {
            continue;
        }
        let named = token.text == "," && tells_of_named(&tokens[place - 1], rest, grammar);
        // `… offen ist, dass …` goes on, and `4a to 7c+` is one grade.
        let joined = token.text == "+" && tokens[place - 1].end() == token.start;
        if named || joined || rest.first().is_some_and(|first| first.is("dass")) {
            continue;
        }
        let mark = token.kind == Kind::Mark;
        let opens = grammar.is_directive(until_separator(rest))
            || grammar.is_directive(rest)
            || !to_readers
                && grammar
                    .frame(rest)
                    .is_some_and(|(taken, _)| taken >= 2 || is_saying(rest))
            || (terse && mark && token.text != ".")
            || names_part(rest, grammar)
            || mark && ordered && says_more(until_separator(rest), rest, grammar)
            || ends_part(before, token, grammar);
        if opens && starts.last() != Some(&next) && next < tokens.len() {
            starts.push(next);
            framed = next + frame_reach(rest, grammar);
        }
    }
    let ends: Vec<usize> = starts
        .iter()
        .skip(1)
        .copied()
        .chain([tokens.len()])
        .collect();
    starts.into_iter().zip(ends).collect()
}

/// Behind which sign the writer is asked for something else: `Subject: Summer, keep it short`.
pub fn order_from(tokens: &[Token], grammar: &Grammar) -> Option<usize> {
    let orders = |at: &usize| {
        let rest = &tokens[*at..];
        let framed = grammar.frame(rest).is_some_and(|(taken, _)| taken > 1);
        framed || grammar.is_directive(until_separator(rest)) || names_part(rest, grammar)
    };
    let signs = (0..tokens.len()).filter(|at| matches!(tokens[*at].text, "," | ";"));
    signs.map(|at| at + 1).find(orders)
}

/// How many tokens a request takes that has commas of its own: `erinnere sie daran, dass`. In English none has.
fn frame_reach(tokens: &[Token], grammar: &Grammar) -> usize {
    let frame = grammar
        .frame(tokens)
        .filter(|_| grammar.subjects.is_empty());
    frame.map_or(0, |(taken, _)| taken)
}

/// `by Hollis and Sons, who came at once`: of somebody with a name, and of no reader.
fn tells_of_named(before: &Token, rest: &[Token], grammar: &Grammar) -> bool {
    let named = before.text.starts_with(char::is_uppercase) && !before.is_in(&grammar.who);
    named && rest.first().is_some_and(|first| first.is("who"))
}

/// `Stop using it and ask for a refund` is asked of readers, all of it.
fn is_asked_of_readers(tokens: &[Token], grammar: &Grammar) -> bool {
    let asked = |list: &[String]| {
        let first = tokens.iter().find(|token| !token.is("please"));
        first.is_some_and(|first| first.is_in(list))
    };
    let ends = |token: &Token| token.is_in(&SEPARATORS);
    let end = tokens.iter().position(ends).unwrap_or(tokens.len());
    asked(&grammar.reader_verbs)
        && !asked(&grammar.writer_verbs)
        && grammar.frame(tokens).is_none()
        && !names_part(tokens, grammar)
        && !names_part(&tokens[..end], grammar)
}

/// Whether a piece behind what was said to the writer is for readers again: `keep it short, we open on Monday`.
fn says_more(piece: &[Token], rest: &[Token], grammar: &Grammar) -> bool {
    let Some(first) = piece.first() else {
        return false;
    };
    let speaks = first.is_in(&grammar.subjects) || first.is_in(&grammar.reader_verbs);
    let leads = rest.get(piece.len()).is_some_and(|sign| sign.is(":"));
    speaks || leads || is_finite(piece, grammar) || piece.iter().any(is_hard)
}

fn until_separator<'a, 't>(tokens: &'a [Token<'t>]) -> &'a [Token<'t>] {
    let end = tokens
        .iter()
        .position(|token| token.kind == Kind::Mark)
        .unwrap_or(tokens.len());
    &tokens[..end]
}

pub fn without_separators<'a, 't>(tokens: &'a [Token<'t>]) -> &'a [Token<'t>] {
    let is = |token: &Token| token.is_in(&SEPARATORS);
    let from = tokens
        .iter()
        .position(|token| !is(token))
        .unwrap_or(tokens.len());
    let to = tokens
        .iter()
        .rposition(|token| !is(token))
        .map_or(from, |at| at + 1);
    &tokens[from..to]
}
