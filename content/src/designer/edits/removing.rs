//! Takes parts, sentences and lines out of a mail.

use super::super::reading::sentences;
use super::super::reading::tokens::{Kind as Word, tokens};
use super::command::Command;
use super::outcome::{Done, Missed, because, missing};
use super::scene::{Kind, Part, Scene};
use super::words::{ABOUT, LAST, Target, is_in};
use crate::edit::Operation;

pub fn remove(command: &Command, scene: &Scene) -> Done {
    if let Some(text) = command.quoted.first() {
        return drop_words(scene, text);
    }
    match command.target() {
        Some(Target::Sentence) => drop_words(scene, about(command).ok_or(Missed::NotUnderstood)?),
        Some(Target::Item) => drop_item(command, scene),
        Some(Target::Footer) => Err(because(
            "The footer stays: it holds your address and the link to unsubscribe.",
        )),
        Some(Target::Preview | Target::Subject | Target::Background | Target::Font) => {
            Err(Missed::NotUnderstood)
        }
        Some(
            target @ (Target::Paragraph
            | Target::Text
            | Target::Heading
            | Target::Headline
            | Target::Lead
            | Target::Eyebrow
            | Target::Button
            | Target::Link
            | Target::Coupon
            | Target::Image
            | Target::Logo
            | Target::List
            | Target::Facts
            | Target::SignOff
            | Target::Divider),
        ) => drop_parts(command, scene, target),
        _ => {
            let named = command.span(&command.tokens[1..]);
            drop_words(scene, named.ok_or(Missed::NotUnderstood)?)
        }
    }
}

fn drop_parts(command: &Command, scene: &Scene, target: Target) -> Done {
    let mut parts = scene.meant(target, command.nth);
    if parts.is_empty() {
        return Err(missing(target));
    }
    // `the paragraph about prices`
    if let (Some(topic), Target::Paragraph | Target::Text) = (about(command), target) {
        parts.retain(|part| holds(&part.text, topic));
    }
    let plural = command.has("all every alle tous todas todos paragraphs buttons images pictures");
    let several = matches!(target, Target::Paragraph | Target::Text) && parts.len() > 1 && !plural;
    if several && command.nth.is_none() {
        return Err(because(
            "Please say which paragraph: “Remove the second paragraph” or “Remove the sentence about …”.",
        ));
    }
    let mut operations: Vec<Operation> = parts.iter().map(|part| gone(part)).collect();
    if operations.is_empty() {
        return Err(missing(target));
    }
    if target == Target::Coupon {
        let codes: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        operations.extend(codes.into_iter().flat_map(|code| without_code(scene, code)));
    }
    Ok((operations, "It is out of the mail.".to_owned()))
}

/// Words that lead to a code.
const LEADS: [&str; 8] = [
    ", code ",
    " with the code ",
    " with code ",
    " using code ",
    " with ",
    " mit dem Code ",
    " avec le code ",
    " con el código ",
];

/// Takes a code out of the sentences that name it; the sentence goes where nothing else leads to it.
fn without_code(scene: &Scene, code: &str) -> Vec<Operation> {
    let cut = |text: &str| {
        LEADS.iter().fold(text.to_owned(), |text, lead| {
            text.replace(&[lead, code].concat(), "")
        })
    };
    let mut operations = Vec::new();
    for part in scene.paragraphs() {
        if holds(&part.text, code) {
            let text = without(&cut(&part.text), code);
            operations.push(if text.is_empty() {
                gone(part)
            } else {
                set(part, text)
            });
        }
    }
    operations.extend(without_in_head(scene, code));
    operations
}

/// The sentences that do not hold the words.
fn without(text: &str, topic: &str) -> String {
    let mut kept = sentences(text);
    kept.retain(|sentence| !holds(sentence, topic));
    kept.join(" ")
}

/// Subject and preview text say nothing that is out of the mail: the headline and the first words stand for them.
fn without_in_head(scene: &Scene, topic: &str) -> Vec<Operation> {
    let mut operations = Vec::new();
    let headline = scene.of(Target::Headline);
    let headline = headline.first().map(|part| part.text.clone());
    if let Some(text) = headline.filter(|_| holds(&scene.subject, topic)) {
        operations.push(Operation::SetSubject { text });
    }
    let paragraphs = scene.paragraphs();
    let mut others = paragraphs.iter().flat_map(|part| sentences(&part.text));
    let other = others.find(|sentence| !holds(sentence, topic) && !sentence.contains("]("));
    if let Some(other) = other.filter(|_| holds(&scene.preview_text, topic)) {
        let text = other.to_owned();
        operations.push(Operation::SetPreviewText { text });
    }
    operations
}

fn gone(part: &Part) -> Operation {
    Operation::Remove {
        block: part.id.clone(),
    }
}

fn set(part: &Part, text: String) -> Operation {
    Operation::SetText {
        block: part.id.clone(),
        part: None,
        text,
    }
}

/// What a sentence is about that is meant: the words behind `about`.
fn about<'t>(command: &Command<'t>) -> Option<&'t str> {
    let at = command
        .tokens
        .iter()
        .position(|token| is_in(token, ABOUT))?;
    command.span(command.tokens.get(at + 1..)?)
}

fn drop_item(command: &Command, scene: &Scene) -> Done {
    let lists = scene.of(Target::List);
    let list = lists.first().ok_or_else(|| missing(Target::List))?;
    let mut lines: Vec<&str> = list.text.lines().collect();
    match (command.nth, about(command)) {
        (Some(LAST), _) => drop(lines.pop()),
        (Some(nth), _) if nth < lines.len() => drop(lines.remove(nth)),
        (None, Some(topic)) => lines.retain(|line| !holds(line, topic)),
        _ => return Err(missing(Target::Item)),
    }
    let operation = if lines.is_empty() {
        gone(list)
    } else {
        set(list, lines.join("\n"))
    };
    Ok((vec![operation], "It is off the list.".to_owned()))
}

fn holds(text: &str, topic: &str) -> bool {
    text.to_lowercase().contains(&topic.to_lowercase())
}

/// Said of sentences of which no part alone has all words.
const SPREAD: &str = "Its sentences hold links or bold words, which I cannot take out with them. Say what is to stand there instead: “Replace \"…\" with \"…\"”.";

/// Takes out every sentence, line or product that holds the words.
fn drop_words(scene: &Scene, topic: &str) -> Done {
    let mut operations = Vec::new();
    let mut is_spread = false;
    let parts = scene.parts.iter().filter(|part| part.id != "headline");
    for part in parts.filter(|part| holds(&part.text, topic)) {
        if !part.is_alone {
            is_spread = true;
            continue;
        }
        let kept = match part.kind {
            Kind::Text => without(&part.text, topic),
            Kind::List | Kind::Facts => {
                let kept: Vec<&str> = part
                    .text
                    .lines()
                    .filter(|line| !holds(line, topic))
                    .collect();
                kept.join("\n")
            }
            Kind::Footer => continue,
            _ => String::new(),
        };
        operations.push(if kept.is_empty() {
            gone(part)
        } else {
            set(part, kept)
        });
    }
    if operations.is_empty() && is_spread {
        return Err(because(SPREAD));
    }
    if operations.is_empty() {
        return Err(because(format!("“{topic}” stands nowhere in this mail.")));
    }
    operations.extend(without_in_head(scene, topic));
    Ok((
        operations,
        format!("What said “{topic}” is out of the mail."),
    ))
}

/// Of the words of a mail, what is left of it.
const SHARE: usize = 60;

/// Drops sentences that hold no facts, the last ones first.
pub fn shorten(scene: &Scene) -> Done {
    let mut paragraphs = scene.paragraphs();
    let is_spread = paragraphs.iter().any(|part| !part.is_alone);
    paragraphs.retain(|part| part.is_alone);
    if is_spread && paragraphs.is_empty() {
        return Err(because(SPREAD));
    }
    let count = |text: &str| text.split_whitespace().count();
    let all: usize = paragraphs.iter().map(|part| count(&part.text)).sum();
    let mut texts: Vec<Vec<&str>> = paragraphs
        .iter()
        .map(|part| sentences(&part.text))
        .collect();
    let mut left = all;
    for sentences in texts.iter_mut().rev() {
        for at in (0..sentences.len()).rev() {
            if left * 100 > all * SHARE && is_soft(sentences[at]) {
                left -= count(sentences.remove(at));
            }
        }
    }
    let changed = paragraphs.iter().zip(&texts).filter_map(|(part, kept)| {
        let text = kept.join(" ");
        if kept.is_empty() {
            return Some(gone(part));
        }
        (count(&text) < count(&part.text)).then(|| set(part, text))
    });
    let operations: Vec<Operation> = changed.collect();
    if operations.is_empty() {
        return Err(because(
            "Every sentence that is left holds a fact, so I took none out. Name the one that can go: “Remove the sentence about …”.",
        ));
    }
    Ok((
        operations,
        "It is shorter now: what held no facts is out.".to_owned(),
    ))
}

/// Holds nothing that a reader must know.
fn is_soft(sentence: &str) -> bool {
    let tokens = tokens(sentence);
    let hard = |kind: Word| matches!(kind, Word::Link | Word::Address | Word::Tag | Word::Quoted);
    let name = |text: &str| text.len() > 1 && text.chars().any(char::is_uppercase);
    let marked = sentence.contains("](") || sentence.contains("**");
    !marked
        && !tokens
            .iter()
            .any(|token| hard(token.kind) || token.has_digit())
        && !tokens.iter().skip(1).any(|token| name(token.text))
}
