//! A sentence of a prompt, cut where requests, asides and directives begin.

use super::dates;
use super::grammar::Grammar;
use super::links;
use super::tidy;
use super::tokens::{Kind, Token, tokens};

/// What becomes of a piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clause {
    /// Stands in the mail.
    Sentence(String),
    /// Stands in the mail and is no sentence.
    Fragment(String),
    /// Said to the writer.
    Directive(String),
    /// Says what kind of mail to write, and nothing else.
    Named(String),
    /// What the reader is to do behind the link.
    Action(String),
}

/// Where clauses may begin.
const SEPARATORS: [&str; 10] = [",", ";", ":", "-", "–", "—", "and", "but", ".", "+"];

/// What an audience did, and may be told so.
const DEEDS: [&str; 12] = [
    "bought",
    "ordered",
    "purchased",
    "signed",
    "have",
    "haven't",
    "stayed",
    "registered",
    "cancelled",
    "attended",
    "stopped",
    "left",
];

pub fn clauses(sentence: &str, grammar: &Grammar) -> Vec<Clause> {
    let text = tidy::written_out(sentence, grammar);
    let tokens = tokens(&text);
    let cuts = cuts(&tokens, grammar);
    let mut found: Vec<Clause> = Vec::new();
    // What is kept side by side stays one clause, with the signs that stood between.
    let mut kept: Option<(usize, usize)> = None;
    for (from, to) in cuts {
        let part = &tokens[from..to];
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

fn flush(
    kept: &mut Option<(usize, usize)>,
    tokens: &[Token],
    text: &str,
    grammar: &Grammar,
    found: &mut Vec<Clause>,
) {
    if let Some((from, to)) = kept.take() {
        found.extend(content(slice(text, &tokens[from..to]), grammar));
    }
}

fn slice<'t>(text: &'t str, tokens: &[Token]) -> &'t str {
    match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => &text[first.start..last.end()],
        _ => "",
    }
}

/// From where to where the parts reach, in tokens.
fn cuts(tokens: &[Token], grammar: &Grammar) -> Vec<(usize, usize)> {
    let terse = !is_finite(tokens, grammar);
    let mut starts = vec![0];
    for (place, token) in tokens.iter().enumerate() {
        if place == 0 || !SEPARATORS.iter().any(|word| token.is(word)) {
            continue;
        }
        let mut next = place + 1;
        while tokens
            .get(next)
            .is_some_and(|token| SEPARATORS.iter().any(|word| token.is(word)))
        {
            next += 1;
        }
        let rest = &tokens[next.min(tokens.len())..];
        // `Thursday, 4 June` is one date.
        let number = rest.first().is_some_and(Token::has_digit);
        if token.text == "," && number && dates::is_date(&tokens[place - 1]) {
            continue;
        }
        let mark = token.kind == Kind::Mark;
        let opens = grammar.is_directive(until_separator(rest))
            || grammar.is_directive(rest)
            || grammar
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

/// `…, and say we will write again`
fn is_saying(tokens: &[Token]) -> bool {
    let verbs = ["say", "mention", "explain"];
    tokens
        .first()
        .is_some_and(|first| verbs.iter().any(|verb| first.is(verb)))
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
        return Some(vec![Clause::Directive(tidy::line(slice(text, trimmed)))]);
    }
    let (gives, rest, told) = framed(trimmed, text, grammar)?;
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
    if gives == "{rest}" {
        clauses.extend(content(&rest, grammar));
    } else if let Some(Clause::Sentence(said) | Clause::Fragment(said)) = content(&rest, grammar) {
        let said = lower(said.trim_end_matches('.'), &rest);
        clauses.push(Clause::Sentence(tidy::sentence(
            &gives.replace("{rest}", &said),
        )));
    }
    Some(clauses)
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
    let is = |token: &Token| SEPARATORS.iter().any(|word| token.is(word));
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
        told = told.or_else(|| deed(&rest[..taken], text));
        rest = without_separators(&rest[taken..]);
        gives = next;
        if gives != "{rest}" {
            break;
        }
    }
    (!gives.is_empty() || rest.len() < part.len())
        .then(|| (gives.to_owned(), slice(text, rest).to_owned(), told))
}

/// `customers who bought the tent` may be told that they did.
fn deed(frame: &[Token], text: &str) -> Option<String> {
    let at = frame.iter().position(|token| token.is("who"))?;
    let verb = frame.get(at + 1)?;
    let end = frame.iter().position(|token| token.is("should"));
    let to = end.or(frame.len().checked_sub(1))?;
    (DEEDS.iter().any(|word| verb.is(word)) && to > at + 2)
        .then(|| tidy::sentence(&format!("You {}", slice(text, &frame[at + 1..to]))))
}

/// Words of a fragment that only names the mail.
const NAMED_MAX: usize = 4;

/// A mail does not speak of itself as one.
const NAMES: [&str; 7] = [
    "mail",
    "email",
    "e-mail",
    "note",
    "incentive",
    "notification",
    "dunning",
];

fn without_names(line: &str, tokens: &[Token]) -> String {
    const BEHIND: [&str; 9] = ["for", "from", "with", "to", "about", "on", ":", ",", "."];
    let mut written = String::with_capacity(line.len());
    let mut at = 0;
    for (place, token) in tokens.iter().enumerate() {
        let next = tokens.get(place + 1);
        let ends = next.is_none_or(|next| {
            BEHIND.iter().any(|word| next.is(word))
                || next.text.starts_with('#')
                || NAMES.iter().any(|name| next.is(name))
                || next.is("code")
        });
        if !ends || !NAMES.iter().any(|name| token.is(name)) {
            continue;
        }
        written.push_str(line[at..token.start].trim_end());
        let number = next.filter(|next| next.text.starts_with('#'));
        at = number.unwrap_or(token).end();
    }
    written.push_str(&line[at..]);
    written
}

/// A name, inside a sentence.
fn has_capital(token: &Token) -> bool {
    token.kind == Kind::Word && token.text.len() > 1 && token.text.chars().any(char::is_uppercase)
}

/// What stands in the mail.
fn content(text: &str, grammar: &Grammar) -> Option<Clause> {
    let placed = links::placed(text);
    let had_link = placed != text;
    let line = tidy::line(&tidy::turned(&placed, grammar));
    let line = tidy::line(&without_names(&line, &tokens(&line)));
    let tokens = tokens(&line);
    if grammar.is_name(&tokens) {
        return Some(Clause::Named(line));
    }
    // A request that no frame knew is still none of the reader's.
    let first = tokens.first();
    if first.is_some_and(|first| grammar.writer_verbs.iter().any(|verb| first.is(verb))) {
        return Some(Clause::Directive(tidy::line(text)));
    }
    if !line.chars().any(char::is_alphanumeric) {
        return None;
    }
    let finite = is_finite(&tokens, grammar);
    let tail = line
        .rsplit_once(' ')
        .filter(|(_, last)| !finite && grammar.tails.iter().any(|tail| tail == last));
    let line = tail.map_or(line.as_str(), |(bare, _)| bare).to_owned();
    let asked = tokens
        .first()
        .is_some_and(|first| grammar.reader_verbs.iter().any(|verb| first.is(verb)));
    let words = tokens
        .iter()
        .filter(|token| token.kind == Kind::Word)
        .count();
    let hard = tokens.iter().any(is_hard) || tokens.iter().skip(1).any(has_capital);
    let named = tokens
        .iter()
        .any(|token| grammar.meta.iter().any(|word| token.is(word)));
    Some(match (finite, asked) {
        _ if asked && had_link && (2..=3).contains(&words) && !hard => {
            Clause::Action(tidy::capital(line.trim_end_matches(['.', ':', ' '])))
        }
        (false, false) if named && !hard && words <= NAMED_MAX => Clause::Named(line),
        (false, false) => Clause::Fragment(tidy::sentence(&line)),
        _ => Clause::Sentence(tidy::sentence(&line)),
    })
}

fn is_finite(tokens: &[Token], grammar: &Grammar) -> bool {
    tokens
        .iter()
        .any(|token| grammar.finite.iter().any(|word| token.is(word)))
}

/// Numbers in words.
const NUMBERS: [&str; 20] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "half", "double", "une", "deux", "trois", "zwei", "drei", "dos",
];

/// Says something that must not be lost.
fn is_hard(token: &Token) -> bool {
    let number = NUMBERS.iter().any(|word| token.is(word));
    number
        || token.has_digit()
        || matches!(
            token.kind,
            Kind::Link | Kind::Address | Kind::Tag | Kind::Quoted
        )
}
