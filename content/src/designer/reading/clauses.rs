//! A sentence of a prompt, cut where requests, asides and directives begin.

use super::cuts::{cuts, without_separators};
use super::dates;
use super::endings::sentences;
use super::framed::{Framed, framed};
use super::german;
use super::grammar::Grammar;
use super::heard::{heard, tells};
use super::kept::{Clause, content, is_finite};
use super::noun;
use super::parts;
use super::readers;
use super::request::request;
use super::segments::CHOICE_MAX;
use super::tidy;
use super::tokens::{Kind, Token, span, tokens};

pub fn clauses(sentence: &str, grammar: &Grammar) -> Vec<Clause> {
    let mut text = tidy::written_out(sentence, grammar);
    let mut found: Vec<Clause> = Vec::new();
    let mut is_told = false;
    if let Some(request) = request(&text, grammar) {
        is_told = true;
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
    let mut kept: Option<Kept> = None;
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
            kept = Some(Kept {
                from: from + taken,
                to,
                is_told: true,
            });
            continue;
        }
        match taken_out(part, &text, grammar) {
            None => {
                let kept = kept.get_or_insert(Kept { from, to, is_told });
                kept.to = to;
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

/// What is kept of a sentence, from token to token.
struct Kept {
    from: usize,
    to: usize,
    /// Its author asks to tell it, however it sounds: `mention that he'd never say so`.
    is_told: bool,
}

fn flush(
    kept: &mut Option<Kept>,
    tokens: &[Token],
    text: &str,
    grammar: &Grammar,
    found: &mut Vec<Clause>,
) {
    let Some(Kept { from, to, is_told }) = kept.take() else {
        return;
    };
    let hear = if is_told { content } else { heard };
    let part = span(text, &tokens[from..to]).unwrap_or_default();
    for part in asked_apart(part, grammar) {
        let told = part.strip_prefix("dass ").and_then(german::main_clauses);
        found.extend(hear(told.as_deref().unwrap_or(part), grammar));
    }
}

/// A request that no frame knew ends at its first sign; what follows may be for readers.
fn asked_apart<'t>(part: &'t str, grammar: &Grammar) -> impl Iterator<Item = &'t str> {
    let tokens = tokens(part);
    let asks = grammar.is_writing(&tokens);
    let sign = tokens
        .iter()
        .find(|token| asks && matches!(token.text, "," | ";" | ":"));
    let end = sign.map_or(part.len(), |sign| sign.start);
    let (asked, rest) = part.split_at(end);
    let rest = rest.trim_start_matches([',', ';', ':', ' ']);
    [asked, rest].into_iter().filter(|part| !part.is_empty())
}

/// What a part becomes that is not kept as it is.
fn taken_out(part: &[Token], text: &str, grammar: &Grammar) -> Option<Vec<Clause>> {
    let trimmed = without_separators(part);
    if trimmed.is_empty() {
        return Some(Vec::new());
    }
    if let Some(said) = to_the_writer(trimmed, text, grammar) {
        return Some(vec![said]);
    }
    let Framed { gives, rest, told } = framed(trimmed, text, grammar)?;
    // `Schreib eine Mail an info@club.example` is asked of readers.
    let told_more = !rest.is_empty() || trimmed.iter().any(Token::has_digit);
    if grammar.subjects.is_empty() && gives.is_empty() && told_more {
        let asked = trimmed.iter().any(|token| token.kind == Kind::Address);
        return (!asked).then(|| asked_alone(trimmed, text, grammar));
    }
    let audience = numbered(trimmed, text, rest);
    if gives == "{rest}"
        && let Some(said) = told_apart(trimmed, text, rest, grammar)
    {
        return Some(told.into_iter().map(Clause::Sentence).chain(said).collect());
    }
    let rest = readers::as_said(span(text, rest).unwrap_or_default(), gives, grammar);
    let mut clauses: Vec<Clause> = told.into_iter().map(Clause::Sentence).collect();
    clauses.extend(audience.map(Clause::Directive));
    clauses.extend(given(gives, &rest, grammar));
    Some(clauses)
}

/// `il me faudrait un mail pour les adhérents, la sortie est reportée`: what follows the first sign is told, if it says more than
/// the request.
fn asked_alone(part: &[Token], text: &str, grammar: &Grammar) -> Vec<Clause> {
    let taken = grammar.frame(part).map_or(0, |(taken, _)| taken);
    let mut signs = taken..part.len();
    let sign = signs.find(|at| matches!(part[*at].text, "," | ";" | ":"));
    let (asked, rest) = part.split_at(sign.unwrap_or(part.len()));
    let rest = without_separators(rest);
    if !(is_finite(rest, grammar) || rest.iter().any(tells)) {
        return vec![directive(part, text)];
    }
    let told = span(text, rest).and_then(|rest| content(rest, grammar));
    [directive(asked, text)].into_iter().chain(told).collect()
}

/// What a frame makes of what stands behind it.
fn given(gives: &str, rest: &str, grammar: &Grammar) -> Vec<Clause> {
    // `say thanks` is all there is to say.
    if !gives.contains("{rest}") {
        let said = Some(gives.to_owned()).filter(|said| !said.is_empty());
        return said.map(Clause::Sentence).into_iter().collect();
    }
    // `to wait and that it is free`: what is not asked for is a sentence of its own.
    let parts = rest
        .split_once(" and that ")
        .or_else(|| rest.split_once("; "));
    let (first, second) = parts.filter(|_| gives != "{rest}").unwrap_or((rest, ""));
    let apart = readers::said_apart(rest).filter(|_| gives == "{rest}");
    // `that it ships and that it is free`: each is said for itself.
    let rest = rest
        .replace(" and that if ", ". If ")
        .replace(" and that ", " and ")
        .replace(", that ", ", ");
    if grammar.is_directive(&tokens(&rest)) {
        return vec![Clause::Directive(tidy::line(&rest))];
    }
    let told = gives
        .ends_with(", dass {rest}")
        .then(|| german::main_clauses(&rest));
    if let Some(text) = told.flatten().or(apart) {
        let said = sentences(&text).into_iter();
        said.filter_map(|sentence| content(sentence, grammar))
            .collect()
    } else if gives == "{rest}" {
        content(&rest, grammar).into_iter().collect()
    } else if let Some(action @ Clause::Action(_)) = content(first, grammar) {
        vec![action]
    } else if let Some(said) = told_of(first, gives, grammar) {
        let said = lower(said.trim_end_matches('.'), &rest);
        let told = Clause::Sentence(put_into(gives, &said));
        [told].into_iter().chain(content(second, grammar)).collect()
    } else {
        Vec::new()
    }
}

/// What names a part of the mail or says how to write it.
fn to_the_writer(part: &[Token], text: &str, grammar: &Grammar) -> Option<Clause> {
    let named = parts::part(part, text, grammar).map(|(part, said)| match part {
        Some(part) => Clause::Part(part, said),
        None => Clause::Directive(said),
    });
    let said = || directive(part, text);
    named.or_else(|| grammar.is_directive(part).then(said))
}

fn directive(part: &[Token], text: &str) -> Clause {
    Clause::Directive(tidy::line(span(text, part).unwrap_or_default()))
}

/// What a frame took off that holds a number: `mail to all pupils in year 11`.
fn numbered(part: &[Token], text: &str, rest: &[Token]) -> Option<String> {
    let start = rest.first()?.start;
    let frame = part.iter().take_while(|token| token.start < start);
    let frame = &part[..frame.count()];
    let number = frame.iter().any(Token::has_digit);
    number.then(|| tidy::line(span(text, frame).unwrap_or_default()))
}

/// A frame with what stands in it.
fn put_into(gives: &str, said: &str) -> String {
    let whole = gives.replace("{rest}", said);
    // `ask them to book and to bring a cup`
    let asks = whole.starts_with("Please ");
    let joint = if asks { " and " } else { " and to " };
    tidy::sentence(&whole.replace(" and to ", joint))
}

/// `the water is off and to bring cans` is told and asked for; `about the fair on Monday` only names it.
fn told_apart(
    part: &[Token],
    text: &str,
    rest: &[Token],
    grammar: &Grammar,
) -> Option<Vec<Clause>> {
    let start = rest.first()?.start;
    let before = part.iter().rfind(|token| token.start < start)?;
    let rest = span(text, rest)?;
    if let Some((told, asked)) = asked_too(rest, grammar) {
        let asked_of = lower(&sentence_of(asked, grammar)?, asked);
        let asked = Clause::Sentence(tidy::sentence(&["Please", &asked_of].join(" ")));
        return Some(content(told, grammar).into_iter().chain([asked]).collect());
    }
    if !noun::is_about(before) {
        return None;
    }
    // `about the fair on Monday, there is cake`
    let goes_on = |more: &str| {
        let first = tokens(more).first().copied();
        first.is_some_and(|first| !first.has_digit() && !dates::is_date(&first))
    };
    let (name, more) = rest
        .split_once(", ")
        .filter(|(_, more)| goes_on(more))
        .unwrap_or((rest, ""));
    let told = Clause::Sentence(tidy::sentence(&noun::on_day(name, grammar)?));
    Some([told].into_iter().chain(content(more, grammar)).collect())
}

/// What is told, and what readers are asked to do besides.
fn asked_too<'t>(rest: &'t str, grammar: &Grammar) -> Option<(&'t str, &'t str)> {
    let (told, asked) = rest.split_once(" and to ")?;
    let verb = tokens(asked).first().copied()?;
    let asks = !verb.is_in(&grammar.binding) && !verb.is_in(&grammar.subjects) && !verb.is("a");
    (asks && !tokens(told).iter().any(|token| token.is("to"))).then_some((told, asked))
}

fn sentence_of(text: &str, grammar: &Grammar) -> Option<String> {
    match content(text, grammar)? {
        Clause::Sentence(said) | Clause::Fragment(said) => Some(said),
        _ => None,
    }
}

/// What stands in the place of `{rest}`; what only names a mail is nothing, unless it is offered.
fn told_of(rest: &str, gives: &str, grammar: &Grammar) -> Option<String> {
    match content(rest, grammar)? {
        Clause::Sentence(said) | Clause::Fragment(said) => Some(said),
        Clause::Named(said)
            if ["offer", "who {rest}", "ask you for"]
                .iter()
                .any(|words| gives.contains(words)) =>
        {
            Some(said)
        }
        _ => None,
    }
}

/// How many tokens frames take off a part that is kept as it is otherwise: what follows it may belong to it.
fn unframed(part: &[Token], text: &str, grammar: &Grammar) -> Option<usize> {
    let part_of_text = without_separators(part);
    if grammar.is_directive(part_of_text) || parts::names_part(part_of_text, grammar) {
        return None;
    }
    let Framed { gives, rest, told } = framed(part_of_text, text, grammar)?;
    let numbered = numbered(part_of_text, text, rest).is_some();
    if numbered || told_apart(part_of_text, text, rest, grammar).is_some() {
        return None;
    }
    let start = rest.first()?.start;
    let said = span(text, rest)?;
    let plain = gives == "{rest}" && told.is_none() && !said.contains("that ");
    let plain = plain && readers::is_as_said(said, gives, grammar);
    let inner = tokens(said);
    if !plain || grammar.is_directive(&inner) || grammar.is_name(&inner) {
        return None;
    }
    let at = part.iter().position(|token| token.start >= start)?;
    let about = at > 0 && noun::is_about(&part[at - 1]);
    let article = noun::article(&part[at..], grammar);
    Some(if about { at + article } else { at })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_twice_is_found_where_it_stands() {
        let said = |text: &str| Clause::Sentence(text.to_owned());
        assert_eq!(
            clauses(
                "tell them to bring £2, ask them to bring £2",
                Grammar::of("en")
            ),
            [said("Please bring £2."), said("Please bring £2.")]
        );
    }
}
