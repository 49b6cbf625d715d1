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

/// Signs of a run that are looked at.
const RUN_MAX: usize = 4;
/// Tokens that tell whether something is said to the writer. Patterns have fewer, and a prompt may have a thousand signs.
const NEAR: usize = 40;

fn near<'a, 't>(tokens: &'a [Token<'t>]) -> &'a [Token<'t>] {
    &tokens[..tokens.len().min(NEAR)]
}

/// From where to where the parts reach, in tokens.
pub fn cuts(tokens: &[Token], grammar: &Grammar) -> Vec<(usize, usize)> {
    let terse = !is_finite(tokens, grammar);
    let to_readers = is_asked_of_readers(tokens, grammar);
    let mut starts = vec![0];
    let mut framed = frame_reach(tokens, grammar);
    let mut run = 0..0;
    for (place, token) in tokens.iter().enumerate() {
        if place < framed.max(1) || !token.is_in(&SEPARATORS) {
            continue;
        }
        // The first signs of a run say whether a clause begins behind it.
        if place >= run.end {
            let others = tokens[place..].iter();
            let signs = others.take_while(|token| token.is_in(&SEPARATORS));
            run = place..place + signs.count();
        } else if place >= run.start + RUN_MAX {
            continue;
        }
        let next = run.end;
        let rest = near(&tokens[next..]);
        if to_readers && token.is("and") && !names_part(rest, grammar) {
            continue;
        }
        let from = starts.last().copied().unwrap_or(0);
        let before = without_separators(tokens.get(from..place).unwrap_or_default());
        let ordered = || grammar.is_directive(near(before));
        let dated = token.text == "," && starts.len() == 1 && is_dated(rest);
        if joins(tokens, place, rest, grammar) || dated && !ordered() {
            continue;
        }
        let mark = token.kind == Kind::Mark;
        if starts.last() == Some(&next) || next == tokens.len() {
            continue;
        }
        let asks = || {
            let frame = grammar.frame(rest);
            frame.is_some_and(|(taken, _)| taken >= 2 || is_saying(rest))
        };
        let opens = (terse && mark && token.text != ".")
            || grammar.is_directive(until_separator(rest))
            || grammar.is_directive(rest)
            || !to_readers && asks()
            || names_part(rest, grammar)
            || mark && ordered() && says_more(until_separator(rest), rest, grammar)
            || ends_part(before, token, grammar);
        if opens {
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

/// Whether a sign belongs to what stands around it.
fn joins(tokens: &[Token], place: usize, rest: &[Token], grammar: &Grammar) -> bool {
    let (before, sign) = (&tokens[place - 1], &tokens[place]);
    let comma = sign.text == ",";
    let number = rest.first().is_some_and(Token::has_digit);
    // `Thursday, 4 June` is one date.
    let dated = comma && number && dates::is_date(before);
    let named = comma && tells_of_named(before, rest, grammar);
    // `… offen ist, dass …` goes on, and `4a to 7c+` is one grade.
    let joined = sign.text == "+" && before.end() == sign.start;
    dated || named || joined || rest.first().is_some_and(|first| first.is("dass"))
}

/// `the fair, 20-22 June`
fn is_dated(rest: &[Token]) -> bool {
    let number = rest.first().is_some_and(Token::has_digit);
    rest.first().is_some_and(dates::is_date) || number && rest.get(1).is_some_and(dates::is_date)
}

/// Behind which sign the writer is asked for something else: `Subject: Summer, keep it short`.
pub fn order_from(tokens: &[Token], grammar: &Grammar) -> Option<usize> {
    let orders = |at: &usize| {
        let rest = near(&tokens[*at..]);
        let framed = grammar.frame(rest).is_some_and(|(taken, _)| taken > 1);
        framed || grammar.is_directive(until_separator(rest)) || names_part(rest, grammar)
    };
    let signs = (0..tokens.len()).filter(|at| matches!(tokens[*at].text, "," | ";"));
    signs.map(|at| at + 1).find(orders)
}

/// How many tokens a request takes that has commas of its own: `erinnere sie daran, dass`. In English none has.
fn frame_reach(tokens: &[Token], grammar: &Grammar) -> usize {
    if !grammar.subjects.is_empty() {
        return 0;
    }
    grammar.frame(tokens).map_or(0, |(taken, _)| taken)
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
