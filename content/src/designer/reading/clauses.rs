//! A sentence of a prompt, cut where requests, asides and directives begin.

use super::dates;
use super::deeds::deed_of;
use super::german;
use super::grammar::Grammar;
use super::kept::{Clause, content, is_finite};
use super::request::request;
use super::segments::CHOICE_MAX;
use super::tidy;
use super::tokens::{Kind, Token, span, tokens};

/// Where clauses may begin.
const SEPARATORS: [&str; 10] = [",", ";", ":", "-", "–", "—", "and", "but", ".", "+"];

pub fn clauses(sentence: &str, grammar: &Grammar) -> Vec<Clause> {
    let mut text = tidy::written_out(sentence, grammar);
    let mut found: Vec<Clause> = Vec::new();
    if let Some(request) = request(&text, grammar) {
        found.extend(
            request
                .told
                .into_iter()
                .chain(request.spoken)
                .map(Clause::Sentence),
        );
        found.extend(request.audience.map(Clause::Directive));
        found.extend(request.called.map(Clause::Named));
        text = request.rest;
    }
    let tokens = tokens(&text);
    let cuts = cuts(&tokens, grammar);
    // What is kept side by side stays one clause, with the signs that stood between.
    let mut kept: Option<(usize, usize)> = None;
    let mut behind = 0;
    for (place, (from, to)) in cuts.iter().copied().enumerate() {
        if from < behind {
            continue;
        }
        // What is asked for goes on behind a comma: `invite them to a class, 3 Mill Lane, on Friday`.
        let to = if grammar
            .frame(without_separators(&tokens[from..to]))
            .is_some()
        {
            frame_end(&cuts[place..], &tokens, grammar)
        } else {
            to
        };
        behind = to;
        let part = &tokens[from..to];
        if kept.is_none()
            && let Some(taken) = unframed(part, &text, grammar)
        {
            kept = Some((from + taken, to));
            continue;
        }
        match taken_out(part, &text, grammar) {
            None => {
                kept = Some((kept.map_or(from, |(from, _)| from), to));
            }
            Some(clauses) => {
                flush(&mut kept, &tokens, &text, grammar, &mut found);
                found.extend(clauses);
            }
        }
    }
    flush(&mut kept, &tokens, &text, grammar, &mut found);
    found
}

/// Up to where a framed part reaches: over all that only adds a number, a day or a place to it.
fn frame_end(cuts: &[(usize, usize)], tokens: &[Token], grammar: &Grammar) -> usize {
    let mut end = cuts.first().map_or(0, |(_, to)| *to);
    for (from, to) in cuts.iter().skip(1) {
        let part = without_separators(&tokens[*from..*to]);
        let adds = part.iter().any(Token::has_digit)
            && part.first().is_some_and(|first| {
                first.has_digit()
                    || first.is_any("on at in from until between")
                    || dates::is_date(first)
            });
        let other = grammar.is_directive(part)
            || grammar.frame(part).is_some()
            || part
                .iter()
                .any(|token| token.text.contains('%') || token.is("code"));
        // `the beta of Atlas, our new editor`
        let named = part.len() <= 5
            && part
                .first()
                .is_some_and(|first| first.is_any("our the a an"))
            && !is_finite(part, grammar);
        // `a talk on Friday, online`
        let where_held = part.len() <= 2
            && part
                .first()
                .is_some_and(|first| first.is_any("online outdoors indoors live virtual"));
        // `who ran, baked or gave`
        let choice =
            part.len() <= CHOICE_MAX && part.iter().any(|token| token.is_any("or oder ou"));
        if !(adds || named || where_held || choice) || other {
            break;
        }
        end = *to;
    }
    end
}

fn flush(
    kept: &mut Option<(usize, usize)>,
    tokens: &[Token],
    text: &str,
    grammar: &Grammar,
    found: &mut Vec<Clause>,
) {
    if let Some((from, to)) = kept.take() {
        let part = span(text, &tokens[from..to]).unwrap_or_default();
        for part in asked_apart(part, grammar) {
            found.extend(content(part, grammar));
        }
    }
}

/// A request that no frame knew ends at its first sign; what follows may be for readers.
fn asked_apart<'t>(part: &'t str, grammar: &Grammar) -> impl Iterator<Item = &'t str> {
    let tokens = tokens(part);
    let asks = tokens
        .first()
        .is_some_and(|first| first.is_in(&grammar.writer_verbs));
    let sign = tokens
        .iter()
        .find(|token| asks && matches!(token.text, "," | ";" | ":"));
    let end = sign.map_or(part.len(), |sign| sign.start);
    let (asked, rest) = part.split_at(end);
    let rest = rest.trim_start_matches([',', ';', ':', ' ']);
    [asked, rest].into_iter().filter(|part| !part.is_empty())
}

/// From where to where the parts reach, in tokens.
fn cuts(tokens: &[Token], grammar: &Grammar) -> Vec<(usize, usize)> {
    let terse = !is_finite(tokens, grammar);
    // `Stop using it and ask for a refund` is asked of readers, all of it.
    let asked = |list: &[String]| {
        let first = tokens.iter().find(|token| !token.is("please"));
        first.is_some_and(|first| first.is_in(list))
    };
    let to_readers = asked(&grammar.reader_verbs)
        && !asked(&grammar.writer_verbs)
        && grammar.frame(tokens).is_none();
    let mut starts = vec![0];
    for (place, token) in tokens.iter().enumerate() {
        if place == 0 || !token.is_in(&SEPARATORS) {
            continue;
        }
        if to_readers && token.is("and") {
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
        // `Thursday, 4 June` is one date.
        let number = rest.first().is_some_and(Token::has_digit);
        if token.text == "," && number && dates::is_date(&tokens[place - 1]) {
            continue;
        }
        // `the fair, 20-22 June`
        let dated = rest.first().is_some_and(dates::is_date)
            || (number && rest.get(1).is_some_and(dates::is_date));
        if token.text == "," && dated && starts.len() == 1 {
            continue;
        }
        if token.text == "," && tells_of_named(&tokens[place - 1], rest, grammar) {
            continue;
        }
        // `erinnere sie daran, dass …` is one request.
        if rest.first().is_some_and(|first| first.is("dass")) {
            continue;
        }
        let mark = token.kind == Kind::Mark;
        let opens = grammar.is_directive(until_separator(rest))
            || grammar.is_directive(rest)
            || !to_readers
                && grammar
                    .frame(rest)
                    .is_some_and(|(taken, _)| taken >= 2 || is_saying(rest))
            || (terse && mark && token.text != ".");
        if opens && starts.last() != Some(&next) && next < tokens.len() {
            starts.push(next);
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

/// `by Hollis and Sons, who came at once`: of somebody with a name, and of no reader.
fn tells_of_named(before: &Token, rest: &[Token], grammar: &Grammar) -> bool {
    let named = before.text.starts_with(char::is_uppercase) && !before.is_in(&grammar.who);
    named && rest.first().is_some_and(|first| first.is("who"))
}

/// `…, and say we will write again`
fn is_saying(tokens: &[Token]) -> bool {
    let verbs = ["say", "mention", "explain"];
    tokens.first().is_some_and(|first| first.is_in(&verbs))
}

fn until_separator<'a, 't>(tokens: &'a [Token<'t>]) -> &'a [Token<'t>] {
    let end = tokens
        .iter()
        .position(|token| token.kind == Kind::Mark)
        .unwrap_or(tokens.len());
    &tokens[..end]
}

/// What a part becomes that is not kept as it is.
fn taken_out(part: &[Token], text: &str, grammar: &Grammar) -> Option<Vec<Clause>> {
    let trimmed = without_separators(part);
    if trimmed.is_empty() {
        return Some(Vec::new());
    }
    if grammar.is_directive(trimmed) {
        return Some(vec![Clause::Directive(tidy::line(
            span(text, trimmed).unwrap_or_default(),
        ))]);
    }
    let (gives, rest, told) = framed(trimmed, text, grammar)?;
    // `to wait and that it is free`: what is not asked for is a sentence of its own.
    let parts = rest
        .split_once(" and that ")
        .or_else(|| rest.split_once("; "));
    let (first, second) = match parts {
        Some((first, second)) if gives != "{rest}" => (first.to_owned(), second.to_owned()),
        _ => (rest.clone(), String::new()),
    };
    let (first, second) = (first.as_str(), second.as_str());
    // `that it ships and that it is free`: each is said for itself.
    let rest = rest
        .replace(" and that if ", ". If ")
        .replace(" and that ", " and ")
        .replace(", that ", ", ");
    let mut clauses: Vec<Clause> = told.into_iter().map(Clause::Sentence).collect();
    if gives.is_empty() {
        return Some(clauses);
    }
    if grammar.is_directive(&tokens(&rest)) {
        clauses.push(Clause::Directive(tidy::line(&rest)));
        return Some(clauses);
    }
    let told = gives
        .ends_with(", dass {rest}")
        .then(|| german::main_clauses(&rest));
    if let Some(text) = told.flatten() {
        clauses.extend(content(&text, grammar));
    } else if gives == "{rest}" {
        clauses.extend(content(&rest, grammar));
    } else if let Some(said) = told_of(first, &gives, grammar) {
        let said = lower(said.trim_end_matches('.'), &rest);
        clauses.push(Clause::Sentence(tidy::sentence(
            &gives.replace("{rest}", &said),
        )));
        clauses.extend(content(second, grammar));
    }
    Some(clauses)
}

/// What stands in the place of `{rest}`; what only names a mail is nothing, unless it is offered.
fn told_of(rest: &str, gives: &str, grammar: &Grammar) -> Option<String> {
    match content(rest, grammar)? {
        Clause::Sentence(said) | Clause::Fragment(said) => Some(said),
        Clause::Named(said) if gives.contains("offer") || gives.contains("who {rest}") => {
            Some(said)
        }
        _ => None,
    }
}

/// How many tokens frames take off a part that is kept as it is otherwise: what follows it may belong to it.
fn unframed(part: &[Token], text: &str, grammar: &Grammar) -> Option<usize> {
    if grammar.is_directive(without_separators(part)) {
        return None;
    }
    let (gives, rest, told) = framed(without_separators(part), text, grammar)?;
    let plain = gives == "{rest}" && told.is_none() && !rest.is_empty() && !rest.contains("that ");
    let inner = tokens(&rest);
    if !plain || grammar.is_directive(&inner) || grammar.is_name(&inner) {
        return None;
    }
    let start = text.rfind(&rest)?;
    part.iter().position(|token| token.start >= start)
}

/// A first letter that was small in the prompt is small again behind what was put before it.
fn lower(said: &str, original: &str) -> String {
    let first = original.trim_start().chars().next();
    match (first, said.chars().next()) {
        (Some(first), Some(now)) if first.is_lowercase() && now.is_uppercase() => {
            now.to_lowercase().chain(said.chars().skip(1)).collect()
        }
        _ => said.to_owned(),
    }
}

fn without_separators<'a, 't>(tokens: &'a [Token<'t>]) -> &'a [Token<'t>] {
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

/// Frames come off one after the other, until one says what becomes of the rest.
fn framed(
    part: &[Token],
    text: &str,
    grammar: &Grammar,
) -> Option<(String, String, Option<String>)> {
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
        told = told.or_else(|| deed(led, text));
        rest = without_separators(&rest[taken..]);
        gives = next;
        if gives != "{rest}" {
            break;
        }
    }
    (!gives.is_empty() || rest.len() < part.len()).then(|| {
        (
            gives.to_owned(),
            span(text, rest).unwrap_or_default().to_owned(),
            told,
        )
    })
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
    first.is("please") && asked && grammar.frame(&tokens[1..]).is_none()
}

/// `customers who bought the tent` may be told that they did.
fn deed(frame: &[Token], text: &str) -> Option<String> {
    let at = frame.iter().position(|token| token.is("who"))?;
    let end = frame
        .iter()
        .position(|token| token.is("should") || token.is(":"));
    deed_of(frame.get(at..end.unwrap_or(frame.len()))?, text)
}
