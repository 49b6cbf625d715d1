//! Parts of a mail that an author names and fills: `use the subject line "Doors open"`, `add a button that says See the menu`,
//! `sign it from the whole team`.

use super::dates;
use super::grammar::Grammar;
use super::tidy;
use super::tokens::{Kind, Token, span, unquoted};
use super::turned::turned;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Subject,
    Headline,
    Preview,
    Button,
    SignOff,
    Postscript,
}

/// Characters of a button.
pub const LABEL_MAX: usize = 40;
/// Words between an article and the button that they name: `a Book now button`.
const BETWEEN_MAX: usize = 4;
/// Verbs by which a part is asked for.
const ASKING: &str = "include add put use with have insert need want give make set";
/// Words and signs behind which nothing can stand but what a part says.
const TELLING: &str =
    "should must say says saying read reads reading labelled labeled called named : = - – -> →";
/// How last words begin that a name follows.
const FAREWELLS: &str = "love cheers best warm kind regards yours thanks hugs";
/// What ends the words of a button before the link that it leads to.
const TO_LINK: &str = "at to via on here link links linking leading with and a the : -> → (";

/// A part with what fills it; nothing for a button that is only asked for.
#[derive(Clone, Copy)]
struct Filled<'a, 't> {
    part: Part,
    value: &'a [Token<'t>],
}

/// The part of which a label is the name: `Subject: …`.
pub fn part_of(label: &str, grammar: &Grammar) -> Option<Part> {
    let small = label.to_lowercase();
    let names = names(grammar);
    let found = names
        .iter()
        .find(|(_, keys)| keys.contains(&small))
        .map(|(part, _)| *part);
    // `Sign off with: …`
    let (shorter, last) = small.rsplit_once(' ').unwrap_or_default();
    let leads_on = grammar.parts.joints.iter().any(|word| word == last);
    found.or_else(|| leads_on.then(|| part_of(shorter, grammar)).flatten())
}

fn names(grammar: &Grammar) -> [(Part, &[String]); 6] {
    let parts = &grammar.parts;
    [
        (Part::Subject, &parts.subjects),
        (Part::Headline, &grammar.keys_for_names),
        (Part::Preview, &parts.previews),
        (Part::Button, &grammar.keys_for_buttons),
        (Part::SignOff, &parts.sign_offs),
        (Part::Postscript, &parts.postscripts),
    ]
}

/// Whether somebody names a part here and fills it.
pub fn names_part(tokens: &[Token], grammar: &Grammar) -> bool {
    filled(tokens, grammar).is_some()
}

/// Whether what names a part ends before a sign, or before any word behind quotes.
pub fn ends_part(tokens: &[Token], next: &Token, grammar: &Grammar) -> bool {
    let quotes = tokens.last().is_some_and(|last| last.kind == Kind::Quoted);
    let ends = quotes || next.kind == Kind::Mark;
    ends && filled(tokens, grammar).is_some_and(|filled| {
        // `sign it with Love, Ada`
        let bids = filled
            .value
            .first()
            .is_some_and(|first| first.is_any(FAREWELLS));
        filled.part != Part::Postscript && !(bids && next.is(","))
    })
}

/// What a clause that names a part puts there; without words of its own it stays with the writer, as it was said.
pub fn part(tokens: &[Token], text: &str, grammar: &Grammar) -> Option<(Option<Part>, String)> {
    let Filled { part, value } = filled(tokens, grammar)?;
    let said = || (None, tidy::line(span(text, tokens).unwrap_or_default()));
    let Some(first) = value.first() else {
        return Some(said());
    };
    if first.kind == Kind::Quoted {
        return Some((Some(part), unquoted(first.text).to_owned()));
    }
    if part != Part::Button {
        let value = turned(span(text, value)?, grammar);
        return Some((Some(part), tidy::capital(&tidy::line(&value))));
    }
    let words = before_link(value);
    // `a button to the menu`, but `a button to book a table`
    let before = tokens.iter().rfind(|token| token.start < first.start);
    let to_place = before.is_some_and(|before| before.is("to"))
        && !first.is_in(&grammar.reader_verbs)
        && !grammar.verbs.contains_key(&first.text.to_lowercase());
    if to_place {
        let place = words.last()?.text.to_lowercase();
        let label = grammar.labels.get(&place).cloned();
        return Some(label.map_or_else(said, |label| (Some(part), label)));
    }
    let label = label_of(value, text)?;
    (label.chars().count() <= LABEL_MAX).then_some((Some(part), label))
}

/// What a button says, without the link that it leads to.
pub fn label_of(value: &[Token], text: &str) -> Option<String> {
    let first = value.first()?;
    if first.kind == Kind::Quoted {
        return Some(unquoted(first.text).to_owned());
    }
    let label = span(text, before_link(value))?;
    Some(tidy::capital(label.trim_end_matches(['.', ','])))
}

fn before_link<'a, 't>(value: &'a [Token<'t>]) -> &'a [Token<'t>] {
    let link = |token: &Token| matches!(token.kind, Kind::Link | Kind::Tag) || token.is("(");
    let Some(end) = value.iter().position(link) else {
        return value;
    };
    let words = &value[..end];
    let last = words.iter().rposition(|token| !token.is_any(TO_LINK));
    &words[..last.map_or(0, |last| last + 1)]
}

fn filled<'a, 't>(tokens: &'a [Token<'t>], grammar: &Grammar) -> Option<Filled<'a, 't>> {
    let is_lead = |token: &&Token| token.is_in(&grammar.parts.leads);
    let lead = tokens.iter().take_while(is_lead).count();
    let (lead, rest) = tokens.split_at(lead);
    let asked = lead.iter().any(|token| token.is_any(ASKING));
    let Some((part, length)) = part_at(rest, grammar) else {
        return asked.then(|| button_behind(rest, grammar)).flatten();
    };
    let (name, behind) = rest.split_at(length);
    let is_joint = |token: &&Token| match part {
        Part::Postscript => token.is_any("saying that says to with : - –"),
        _ => token.is_in(&grammar.parts.joints) || token.is_any(": = - – -> →"),
    };
    let joint = behind.iter().take_while(is_joint).count();
    let (joints, value) = behind.split_at(joint);
    let Some(first) = value.first() else {
        let only_asked = asked && part == Part::Button && joints.is_empty();
        return only_asked.then_some(Filled { part, value });
    };
    let quoted = first.kind == Kind::Quoted;
    let told = quoted || joints.iter().any(|token| token.is_any(TELLING));
    let large = first.text.starts_with(char::is_uppercase);
    // `The subject is bees`, `the title of the talk` and `signed copies` speak of something else.
    let fits = match part {
        Part::Postscript => lead.is_empty() || !joints.is_empty(),
        Part::SignOff => {
            let by = joints.iter().any(|token| token.is("by"));
            let dated = value
                .iter()
                .any(|token| token.has_digit() || dates::is_date(token));
            let own = name.len() > 1 || name[0].is_any("sign-off signoff signature");
            let opens = !joints.is_empty() || quoted || large;
            !dated && !by && opens && (own || joints.iter().any(|token| token.kind == Kind::Mark))
        }
        // `Subject to weather, we start at nine`
        Part::Subject | Part::Headline => {
            told || lead.is_empty() && joints.iter().any(|token| token.is("is"))
        }
        Part::Preview | Part::Button => told || !joints.is_empty() && (asked || lead.is_empty()),
    };
    let ends = |token: &Token| matches!(token.text, "," | ";" | "." | "(");
    let end = match part {
        _ if quoted => 1,
        Part::Postscript => value.len(),
        Part::SignOff if first.is_any(FAREWELLS) => value.len(),
        _ => value.iter().position(ends).unwrap_or(value.len()),
    };
    let value = &value[..end];
    fits.then_some(Filled { part, value })
}

/// The longest name that the tokens begin with.
fn part_at(tokens: &[Token], grammar: &Grammar) -> Option<(Part, usize)> {
    let begins = |key: &String| {
        let words = key.split(' ');
        let count = words.clone().count();
        let same = words.zip(tokens).filter(|(word, token)| token.is(word));
        (same.count() == count).then_some(count)
    };
    let found = names(grammar).into_iter().flat_map(|(part, keys)| {
        let lengths = keys.iter().filter_map(begins);
        lengths
            .map(move |length| (part, length))
            .collect::<Vec<_>>()
    });
    found.max_by_key(|(_, length)| *length)
}

/// `a Book now button`
fn button_behind<'a, 't>(tokens: &'a [Token<'t>], grammar: &Grammar) -> Option<Filled<'a, 't>> {
    let (last, value) = tokens.split_last()?;
    let words = |token: &Token| matches!(token.kind, Kind::Word | Kind::Quoted);
    let is_button = last.is_any("button cta") && !grammar.keys_for_buttons.is_empty();
    let fits = (1..=BETWEEN_MAX).contains(&value.len()) && value.iter().all(words);
    (is_button && fits).then_some(Filled {
        part: Part::Button,
        value,
    })
}
