//! Sets words, links and pictures, and knows what else a change may mean.

use super::colors;
use super::command::Command;
use super::outcome::{Done, Missed, missing};
use super::scene::{Part, Scene, Takes};
use super::words::{self, Target, Verb};
use super::{removing, replacing, styling};
use crate::edit::{Operation, PageStyle, Place};
use crate::sketch::Item;

pub fn change(command: &Command, scene: &Scene) -> Done {
    let outside = command.quoted.is_empty();
    let degree = command.tokens.iter().find_map(words::degree);
    if outside && degree == Some(Verb::Shorten) {
        return removing::shorten(scene);
    }
    // `Change the link of the button to https://…`
    if let Some(link) = command.link
        && matches!(command.target(), Some(Target::Button | Target::Link))
    {
        return lead(command, scene, link);
    }
    if let Some(value) = command.quoted.last().filter(|_| command.quoted.len() == 1) {
        return set_words(command, scene, value);
    }
    if command.quoted.len() == 2 {
        return replacing::replace(command, scene);
    }
    if let Some(color) = colors::color(&command.tokens) {
        return styling::paint(command, scene, &color);
    }
    if let Some(align) = command.tokens.iter().find_map(words::align) {
        return styling::side(command, scene, align);
    }
    if let Some(verb) =
        degree.or(Some(command.verb).filter(|verb| matches!(verb, Verb::Enlarge | Verb::Shrink)))
    {
        return styling::resize(command, scene, verb);
    }
    if command.has("numbered ordered nummeriert numérotée numerada numbers") {
        return number(scene, Marks::Numbers);
    }
    if command.has("bulleted bullets unnumbered dots") {
        return number(scene, Marks::Dots);
    }
    match (command.target(), command.new) {
        (Some(Target::Font), Some(font)) => Ok((
            vec![Operation::SetPage {
                style: PageStyle {
                    heading_font: Some(font.to_owned()),
                    body_font: Some(font.to_owned()),
                    ..PageStyle::default()
                },
            }],
            format!("The font is {font} now, where a reader's device has it."),
        )),
        (Some(Target::Image), _) if command.link.is_some() => picture(command, scene),
        (Some(Target::Time | Target::Date | Target::Price | Target::Coupon), Some(value)) => {
            replacing::renew(command, scene, value)
        }
        (Some(_), Some(value)) => set_words(command, scene, value),
        _ => replacing::replace(command, scene),
    }
}

/// What an image says to those who do not see it.
const DESCRIPTION: &str =
    "description alt beschreibung bildbeschreibung alternativtext descripción";

fn set_words(command: &Command, scene: &Scene, value: &str) -> Done {
    let target = command.target().ok_or(Missed::NotUnderstood)?;
    let text = value.to_owned();
    match target {
        Target::Subject => {
            let done = format!("The subject is “{value}” now.");
            return Ok((vec![Operation::SetSubject { text }], done));
        }
        Target::Preview => {
            let done = format!("The preview text is “{value}” now.");
            return Ok((vec![Operation::SetPreviewText { text }], done));
        }
        Target::Time | Target::Date | Target::Price => {
            return replacing::renew(command, scene, value);
        }
        Target::Image if command.has(DESCRIPTION) => {}
        Target::Background | Target::Font | Target::Whole | Target::Image => {
            return Err(Missed::NotUnderstood);
        }
        _ => {}
    }
    let parts = scene.meant(target, command.nth);
    let Some(part) = parts.first() else {
        return match target {
            Target::Headline => Ok((
                vec![Operation::Insert {
                    place: Place::Start,
                    item: Item::Heading { text },
                }],
                format!("There is a headline now: “{value}”."),
            )),
            _ => Err(missing(target)),
        };
    };
    let text = match target {
        Target::Item => with_line(&part.text, command.nth.ok_or(Missed::NotUnderstood)?, value),
        _ => text,
    };
    let done = format!("“{value}” stands there now.");
    Ok((words_of(part, scene, text), done))
}

/// The words of a part, and of what goes on with them. Those go only once the part itself says it all.
fn words_of(part: &Part, scene: &Scene, text: String) -> Vec<Operation> {
    let rest = scene.rest_of(&part.id).map(|piece| (piece, String::new()));
    let all = std::iter::once((part, text)).chain(rest);
    let set = all.map(|(part, text)| Operation::SetText {
        block: part.id.clone(),
        part: None,
        text,
    });
    set.collect()
}

/// The list with another line in place of one.
fn with_line(list: &str, nth: usize, value: &str) -> String {
    let mut lines: Vec<&str> = list.lines().collect();
    let nth = nth.min(lines.len().saturating_sub(1));
    if let Some(line) = lines.get_mut(nth) {
        *line = value;
    }
    lines.join("\n")
}

fn lead(command: &Command, scene: &Scene, link: &str) -> Done {
    let mut parts = scene.meant(Target::Button, command.nth);
    let first = parts.first().ok_or_else(|| missing(Target::Button))?;
    // Buttons of a mail that was made here lead to one place; others may be of several things.
    let url = first.url.clone();
    let is_every = scene.takes == Takes::Any || command.has("buttons all every");
    parts.retain(|part| is_every || part.url == url);
    let mut operations: Vec<Operation> = parts
        .iter()
        .map(|part| Operation::SetLink {
            block: part.id.clone(),
            url: link.to_owned(),
        })
        .collect();
    let label = command.quoted.last();
    if let (Some(label), Some(part)) = (label, parts.first()) {
        operations.extend(words_of(part, scene, (*label).to_owned()));
    }
    Ok((operations, format!("The button leads to {link} now.")))
}

fn picture(command: &Command, scene: &Scene) -> Done {
    let link = command.link.ok_or(Missed::NotUnderstood)?;
    let parts = scene.meant(Target::Image, command.nth);
    let part = parts.first().ok_or_else(|| missing(Target::Image))?;
    let set = Operation::SetImage {
        block: part.id.clone(),
        image: link.to_owned(),
        alt: None,
    };
    Ok((vec![set], "There is another picture now. Please say what it shows: “Set the image description to \"…\"”.".to_owned()))
}

/// What stands before the items of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Marks {
    Numbers,
    Dots,
}

/// Lists have no style for this: another one takes its place.
fn number(scene: &Scene, marks: Marks) -> Done {
    let numbered = marks == Marks::Numbers;
    let lists = scene.of(Target::List);
    let list = lists.first().ok_or_else(|| missing(Target::List))?;
    let item = Item::List {
        numbered,
        items: list.text.lines().map(str::to_owned).collect(),
    };
    let operations = vec![
        Operation::Insert {
            place: Place::Before(list.id.clone()),
            item,
        },
        Operation::Remove {
            block: list.id.clone(),
        },
    ];
    let done = if numbered {
        "The list has numbers now."
    } else {
        "The list has dots now."
    };
    Ok((operations, done.to_owned()))
}
