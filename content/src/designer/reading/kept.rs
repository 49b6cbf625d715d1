//! What is kept of a part of a prompt: a sentence, a line, a label of the button, or nothing.

use super::grammar::Grammar;
use super::links;
use super::parts::Part;
use super::tidy;
use super::tokens::{Kind, Token, tokens};
use super::turned::turned;

/// What becomes of a piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clause {
    /// Stands in the mail.
    Sentence(String),
    /// Stands in the mail and is no sentence.
    Fragment(String),
    /// Said to the writer.
    Directive(String),
    /// Sounds as if it were: no pattern knows it.
    Unsure(String),
    /// Says what kind of mail to write, and nothing else.
    Named(String),
    /// What the reader is to do behind the link.
    Action(String),
    /// Fills a part of the mail that is none of its text.
    Part(Part, String),
}

/// Words of a fragment that only names the mail.
const NAMED_MAX: usize = 4;

/// Words that only lead to a link.
const LEADING: &str = "it's its is it here here's the this that that's at on see link";

/// Words that hand over a link.
const LINK_MAX: usize = 5;

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
            next.is_in(&BEHIND)
                || next.text.starts_with('#')
                || next.is_in(&NAMES)
                || next.is("code")
        });
        // `in yesterday's mail` speaks of another one.
        let other = place > 0
            && tokens[place - 1]
                .is_any("yesterday's last previous earlier recent first our my new by");
        // `by replying to this mail`
        let this = place > 1
            && (tokens[place - 1].is_any("this the")
                && tokens[place - 2]
                    .is_any("to on in with of show bring answer keep mention forward save print")
                || tokens[place - 1].is_any("diese dieser ce cet este"));
        // `it came with royal mail`
        let carried = place > 1 && tokens[place - 2].is_any("with by via per");
        // `Schick uns eine Mail`
        let object = place > 0
            && tokens[place - 1].is_any("ein eine einen einer die der un une una la le el");
        if !ends || other || this || carried || object || !token.is_in(&NAMES) {
            continue;
        }
        written.push_str(line[at..token.start].trim_end());
        let number = next.filter(|next| next.text.starts_with('#'));
        at = number.unwrap_or(token).end();
    }
    written.push_str(&line[at..]);
    written
}

/// `… zum Sommerfest einzuladen`, `… an die Frist zu erinnern`: what a request ends with.
fn without_tails<'t>(line: &'t str, grammar: &Grammar) -> &'t str {
    let ended = line.trim_end_matches(['.', ' ']);
    let mut bare = ended;
    while let Some((before, last)) = bare.rsplit_once(' ')
        && grammar.tails.iter().any(|tail| tail == last)
    {
        bare = before;
    }
    if bare == ended { line } else { bare }
}

/// A name, inside a sentence.
fn has_capital(token: &Token) -> bool {
    token.kind == Kind::Word && token.text.len() > 1 && token.text.chars().any(char::is_uppercase)
}

/// What stands in the mail.
pub fn content(text: &str, grammar: &Grammar) -> Option<Clause> {
    let placed = links::placed(text);
    let had_link = placed != text;
    let line = tidy::line(&turned(&placed, grammar));
    let mut line = tidy::line(&without_names(&line, &tokens(&line)));
    // `Kündige den Verkauf an: …`
    for tail in &grammar.tails {
        line = line.replacen(&format!(" {tail}: "), ": ", 1);
    }
    let tokens = tokens(&line);
    if grammar.is_name(&tokens) {
        return Some(Clause::Named(line));
    }
    // A request that no frame knew is still none of the reader's.
    let first = tokens.first();
    if grammar.is_writing(&tokens) {
        return Some(Clause::Directive(tidy::line(text)));
    }
    if !line.chars().any(char::is_alphanumeric) {
        return None;
    }
    let finite = is_finite(&tokens, grammar);
    let kept = if finite {
        line.as_str()
    } else {
        without_tails(&line, grammar)
    };
    let line = kept.to_owned();
    let words = tokens
        .iter()
        .filter(|token| token.kind == Kind::Word)
        .count();
    if had_link && let Some(label) = label(&tokens, &line, grammar) {
        return Some(Clause::Action(label));
    }
    // `it's https://…` says nothing without its link.
    let leads = |token: &Token| token.kind == Kind::Mark || token.is_any(LEADING);
    if had_link && tokens.iter().all(leads) {
        return None;
    }
    // `Link to the changelog https://…` is said to the writer.
    if had_link && words <= LINK_MAX && first.is_some_and(|first| first.is("link")) {
        return Some(Clause::Directive(tidy::line(text)));
    }
    let asked = tokens
        .first()
        .is_some_and(|first| first.is_in(&grammar.reader_verbs));
    let hard = tokens.iter().any(is_hard) || tokens.iter().skip(1).any(has_capital);
    let named = tokens.iter().any(|token| token.is_in(&grammar.meta));
    Some(match (finite, asked) {
        _ if asked && had_link && (1..=3).contains(&words) && !hard => {
            Clause::Action(button(line.trim_end_matches(['.', ':', ',', ' ']), grammar))
        }
        (false, false) if line.to_lowercase().starts_with("how to ") => {
            Clause::Fragment(tidy::sentence(&line))
        }
        (false, false) if named && !hard && words <= NAMED_MAX => Clause::Named(line),
        // A single word says nothing.
        (false, false) if words < 2 && !hard => Clause::Named(line),
        (false, false) => Clause::Fragment(tidy::sentence(&line)),
        _ => Clause::Sentence(tidy::sentence(&line)),
    })
}

/// What a button says for a line that only leads to its link: `tickets`, `sign up at …`.
fn label(tokens: &[Token], line: &str, grammar: &Grammar) -> Option<String> {
    let small = line.trim_end_matches(['.', ':', ' ']).to_lowercase();
    if let Some(label) = grammar.labels.get(&small) {
        return Some(label.clone());
    }
    let (before, _) = line.split_once(" [")?;
    let before = ["at", "on", "via", "under", "here", "in", "to", ":"]
        .iter()
        .find_map(|joint| before.strip_suffix(joint))?
        .trim();
    let words = before.split(' ').count();
    let asked = tokens
        .first()
        .is_some_and(|first| first.is_in(&grammar.reader_verbs));
    let ends = line.trim_end_matches('.').ends_with(')');
    let object = tokens.iter().any(|token| token.is_any("it them this that"));
    (asked && ends && words <= 3 && !object).then(|| button(before, grammar))
}

/// What a button says for a request.
fn button(said: &str, grammar: &Grammar) -> String {
    let known = grammar.verbs.get(&said.to_lowercase());
    known.cloned().unwrap_or_else(|| tidy::capital(said))
}

/// What a button says for a sentence that only leads to a link.
pub fn button_of(text: &str, grammar: &Grammar) -> Option<String> {
    text.contains("](")
        .then(|| label(&tokens(text), text, grammar))
        .flatten()
}

pub fn is_finite(tokens: &[Token], grammar: &Grammar) -> bool {
    tokens.iter().any(|token| token.is_in(&grammar.finite))
}

/// Numbers in words.
const NUMBERS: [&str; 20] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "half", "double", "une", "deux", "trois", "zwei", "drei", "dos",
];

/// Says something that must not be lost.
pub fn is_hard(token: &Token) -> bool {
    let number = token.is_in(&NUMBERS);
    number
        || token.has_digit()
        || matches!(
            token.kind,
            Kind::Link | Kind::Address | Kind::Tag | Kind::Quoted
        )
}
