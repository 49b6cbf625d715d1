//! Changes a mail by a prompt: commands of a verb, a target and a value, in four languages. What is not understood is
//! named, and nothing is guessed.

mod adding;
mod changing;
mod colors;
mod command;
mod fields;
mod outcome;
mod part;
mod removing;
mod replacing;
mod scene;
mod styling;
mod words;

use crate::brief::Brief;
use crate::document::Document;
use crate::edit::{FIELDS_ALONE, Head, Operation};

use self::command::Command;
use self::outcome::{Done, Missed, TOO_LONG, WORDS_MAX, because};
pub use self::scene::Scene;
use self::scene::Takes;
use self::words::Verb;

/// What a prompt asks to change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Understood {
    /// None if nothing was understood, or there is nothing to change.
    pub operations: Vec<Operation>,
    /// What the assistant says about it.
    pub message: String,
    /// The parts of the prompt that brought nothing.
    pub not_understood: Vec<String>,
}

pub fn edit(prompt: &str, document: &Document, head: &Head, brief: &Brief) -> Understood {
    understood(prompt, Scene::of_document(document, head), brief)
}

fn understood(prompt: &str, mut scene: Scene, brief: &Brief) -> Understood {
    let (commands, unknown) = command::commands(prompt);
    let mut not_understood: Vec<String> = unknown.into_iter().map(said).collect();
    let (mut operations, mut told) = (Vec::new(), Vec::new());
    let mut is_beyond = false;
    let mut room = WORDS_MAX;
    for command in &commands {
        match one(command, &scene, brief) {
            // Half of what was asked for is none of it.
            Ok((new, _)) if !new.iter().all(|operation| scene.can_take(operation)) => {
                is_beyond = true;
                not_understood.push(said(command.text));
            }
            Ok((new, _)) if length_of_all(&new) > room => {
                told.push(TOO_LONG.to_owned());
                not_understood.push(said(command.text));
            }
            Ok((new, done)) => {
                room -= length_of_all(&new);
                scene.follow(&new);
                operations.extend(new);
                told.push(done);
            }
            Err(Missed::NotUnderstood) => not_understood.push(said(command.text)),
            Err(Missed::Because(why)) => {
                told.push(why);
                not_understood.push(said(command.text));
            }
        }
    }
    let advice: &[&str] = match (scene.takes, operations.is_empty()) {
        (Takes::Any, true) => &[EXAMPLES],
        (Takes::OfFields, true) => &[FIELDS_ALONE, FIELD_EXAMPLES],
        (_, false) if is_beyond => &[FIELDS_ALONE],
        (_, false) => &[],
    };
    Understood {
        message: message(&told, &not_understood, advice),
        operations,
        not_understood,
    }
}

fn length_of_all(operations: &[Operation]) -> usize {
    operations.iter().map(length).sum()
}

/// Bytes of the words that it sets.
fn length(operation: &Operation) -> usize {
    match operation {
        Operation::SetText { text, .. }
        | Operation::SetSubject { text }
        | Operation::SetPreviewText { text } => text.len(),
        _ => 0,
    }
}

fn said(text: &str) -> String {
    text.trim_matches([',', ';', '.', ' ']).to_owned()
}

/// The first that knows what to do with it.
fn one(command: &Command, scene: &Scene, brief: &Brief) -> Done {
    if command.tokens.iter().any(words::is_tone) && command.quoted.is_empty() {
        return Err(because(
            "I can change words that you name, but not the tone of a text. Tell me the new words, or connect a model that writes.",
        ));
    }
    match command.verb {
        Verb::Remove => removing::remove(command, scene),
        Verb::Add => adding::add(command, scene, brief),
        Verb::Move => adding::shift(command, scene),
        Verb::Replace => match replacing::replace(command, scene) {
            // `Replace the headline with …` names a part, not its words.
            Err(_) if command.names_part() => changing::change(command, scene),
            done => done,
        },
        Verb::Shorten => removing::shorten(scene),
        Verb::Set | Verb::Enlarge | Verb::Shrink | Verb::Align => changing::change(command, scene),
    }
}

const EXAMPLES: &str = "You can say, for example: “Change the headline to \"Hello\"”, “Make the button green”, “Add a paragraph saying \"See you soon.\"”, “Remove the coupon”, “Replace \"Thursday\" with \"Friday\"” or “Make it shorter”.";

/// What can be said of an imported HTML.
const FIELD_EXAMPLES: &str = "You can say, for example: “Replace \"Spring sale\" with \"Summer sale\"”, “Change the headline to \"Hello\"”, “Change the button to \"Read on\"”, “Link the button to https://…” or “Set the subject to \"Hello\"”.";

fn message(told: &[String], not_understood: &[String], advice: &[&str]) -> String {
    let mut lines: Vec<String> = told.to_vec();
    let quoted: Vec<String> = not_understood
        .iter()
        .map(|text| format!("“{text}”"))
        .collect();
    if !quoted.is_empty() {
        lines.push(format!("This brought no change: {}.", quoted.join(", ")));
    }
    lines.extend(advice.iter().map(|line| (*line).to_owned()));
    lines.join("\n\n")
}

#[cfg(test)]
mod tests;
