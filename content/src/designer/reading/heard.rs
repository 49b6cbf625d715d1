//! What sounds as if it was said to the writer, though no pattern of the grammar knows it.

use super::dates;
use super::grammar::Grammar;
use super::kept::{Clause, content, is_finite};
use super::request::request;
use super::tidy;
use super::tokens::{Kind, Token, tokens};
use crate::designer::listener::{share_of_writer, surely_to_writer};

/// From this share on what a prompt begins with is left out: there authors say what they want.
const FIRST: f32 = 0.85;
/// Words of such a sentence, at least: `PRODUCT RECALL` stands above a mail.
const FIRST_MIN: usize = 4;
/// The same of the last sentence, which mostly says how to write.
const LAST: f32 = 0.8;
const LAST_MIN: usize = 3;
/// From this share on the beginning of a first sentence is a request.
const ASKED: f32 = 0.85;

/// Signs behind which what is told may begin.
const SIGNS_MAX: usize = 8;
/// What a mail is called in any language.
const MAILS: &str = "mail email e-mail newsletter courriel correo message mensaje nachricht";

/// Parts of a mail, in the first words of a line.
const PARTS: &str =
    "subject title headline button preview signature betreff titel objet titre asunto título";
const PART_WITHIN: usize = 2;

/// Tells what readers would miss: a day, a number, a link. Numbers in words are as often the writer's: `two of them are mine`.
pub fn tells(token: &Token) -> bool {
    let leads = matches!(token.kind, Kind::Link | Kind::Address | Kind::Tag);
    leads || token.has_digit() || dates::names_day(token)
}

/// Tells nothing, and names no part of a mail, which the grammar knows better: `The subject of the talk is bees.`
fn is_plain(text: &str) -> bool {
    let tokens = tokens(text);
    let names = |token: &Token| token.is_any(PARTS);
    !tokens.iter().any(tells) && !tokens.iter().take(PART_WITHIN).any(names)
}

/// What stands in the mail, unless it sounds as if it was said to the writer and tells nothing.
pub fn heard(text: &str, grammar: &Grammar) -> Option<Clause> {
    let kept = content(text, grammar)?;
    Some(match kept {
        Clause::Sentence(said) | Clause::Fragment(said)
            if grammar.is_known() && is_plain(text) && surely_to_writer(text) =>
        {
            Clause::Unsure(said)
        }
        kept => kept,
    })
}

/// Where in a prompt a sentence stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    First,
    Inner,
    Last,
}

/// The clauses of a sentence, of which what is kept as it was said may be said to the writer. Authors say what they want at the
/// beginning of a prompt, and how they want it at its end: `Not telling anybody off, just a nudge.`
pub fn heard_at(place: Place, text: &str, clauses: Vec<Clause>, grammar: &Grammar) -> Vec<Clause> {
    let (least, several) = match place {
        Place::First => (FIRST, FIRST_MIN),
        Place::Last => (LAST, LAST_MIN),
        Place::Inner => return clauses,
    };
    let words = text.split_whitespace().count();
    let unsure = words >= several && is_plain(text) && share_of_writer(text) >= least;
    let framed = || request(text, grammar).is_some() || grammar.frame(&tokens(text)).is_some();
    if !grammar.is_known() || !unsure || framed() {
        return clauses;
    }
    let bare = |text: &str| tidy::line(text).trim_end_matches('.').to_lowercase();
    let whole = bare(text);
    // `Keep it short, the kids can come too.`: each is judged for itself.
    let told = |said: &str| whole.contains(&bare(said)) && share_of_writer(said) >= least;
    let heard = |clause: Clause| match clause {
        Clause::Sentence(said) | Clause::Fragment(said) if told(&said) => Clause::Unsure(said),
        clause => clause,
    };
    clauses.into_iter().map(heard).collect()
}

/// `Il me faudrait un mail pour les amapiens, la distribution est décalée`: a first sentence as the request that it begins with,
/// which no pattern knows, and what is told behind that.
pub fn asked_first<'t>(text: &'t str, grammar: &Grammar) -> Option<(&'t str, &'t str)> {
    let all = tokens(text);
    let signs = (1..all.len()).filter(|at| matches!(all[*at].text, "," | ":" | ";" | "–" | "—"));
    let signs: Vec<usize> = signs.take(SIGNS_MAX).collect();
    let ends = signs.iter().skip(1).copied().chain([all.len()]);
    let says = |piece: &[Token]| is_finite(piece, grammar) || piece.iter().any(tells);
    // An audience may have commas: `pour les adhérents, les bénévoles et les parents, la sortie est reportée`.
    let mut pieces = signs.iter().zip(ends);
    let (at, _) = pieces.find(|(from, to)| says(&all[**from + 1..*to]))?;
    let sign = all[*at];
    let asked = &text[..sign.start];
    let rest = text[sign.end()..].trim_start();
    let known = || request(text, grammar).is_some() || grammar.frame(&all).is_some();
    let several = asked.split_whitespace().count() >= FIRST_MIN;
    // Behind a comma a sentence mostly goes on, unless a mail was asked for.
    let of_mail = || {
        let named = |token: &Token| token.is_in(&grammar.mails) || token.is_any(MAILS);
        tokens(asked).iter().any(named)
    };
    let parted = sign.text != "," || of_mail();
    let fits = several && parted && is_plain(asked) && share_of_writer(asked) >= ASKED;
    (grammar.is_known() && fits && !known()).then_some((asked, rest))
}

/// The items of a list, those apart that sound so.
pub fn without_orders(items: &[String], grammar: &Grammar) -> (Vec<String>, Vec<String>) {
    let items = items.iter().cloned();
    items.partition(|item| matches!(heard(item, grammar), Some(Clause::Unsure(_))))
}
