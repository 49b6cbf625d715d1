//! Sets words, links and pictures, and knows what else a change may mean.

use super::colors;
use super::command::Command;
use super::outcome::{Done, Missed, because, missing};
use super::scene::{Kind, Part, Scene, Takes};
use super::styling::Size;
use super::words::{self, Target, Verb};
use super::{removing, replacing, styling};
use crate::edit::{Operation, PageStyle, Place};
use crate::sketch::Item;

pub fn change(command: &Command, scene: &Scene) -> Done {
    let outside = command.quoted.is_empty();
    let degree = command.instruction().iter().find_map(words::degree);
    if outside && degree == Some(Verb::Shorten) {
        return removing::shorten(scene);
    }
    if let Some(done) = command.link.and_then(|link| linked(command, scene, link)) {
        return done;
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
    // A size is no name of a font, and no new headline.
    if let Some(pixels) = command.pixels() {
        return styling::resize(command, scene, Size::To(pixels));
    }
    if let Some(align) = command.tokens.iter().find_map(words::align) {
        return styling::side(command, scene, align);
    }
    if let Some(verb) =
        degree.or(Some(command.verb).filter(|verb| matches!(verb, Verb::Enlarge | Verb::Shrink)))
    {
        return styling::resize(command, scene, Size::By(verb));
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
    let rest = scene.rest_of(&part.id).map(|part| (part, String::new()));
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

/// Where the command says that something leads there.
fn linked(command: &Command, scene: &Scene, link: &str) -> Option<Done> {
    let target = command.target();
    let is_of_fields = scene.takes == Takes::OfFields;
    match (target, &command.quoted[..]) {
        (Some(Target::Image), _) if is_linking(command) => Some(lead_image(command, scene, link)),
        // `Change the link "our notes" to https://…`
        (None | Some(Target::Link), [label]) if is_of_fields && is_linking(command) => {
            Some(lead_words(command, scene, label, link))
        }
        // `Change the link of the button to https://…`
        (Some(Target::Button | Target::Link), _) => Some(lead(command, scene, link)),
        _ => None,
    }
}

/// Whether it says where something leads: `Link the image to …`, `Change the link "our notes" to …`.
fn is_linking(command: &Command) -> bool {
    let verb = command.tokens.first();
    let is_pointing = verb.is_some_and(|verb| words::is_in(verb, "point"));
    is_pointing || command.has("link lien enlace verlinke enlaza")
}

fn lead_image(command: &Command, scene: &Scene, link: &str) -> Done {
    let parts = scene.meant(Target::Image, command.nth);
    let part = parts.first().ok_or_else(|| missing(Target::Image))?;
    if scene.takes == Takes::OfFields && part.url.is_none() {
        return Err(because(
            "The image stands in no link, and none can be put around it.",
        ));
    }
    let set = Operation::SetLink {
        block: part.id.clone(),
        url: link.to_owned(),
    };
    Ok((vec![set], format!("The image leads to {link} now.")))
}

/// Where words that are named lead, of all links with these words that lead to the same place.
fn lead_words(command: &Command, scene: &Scene, words: &str, link: &str) -> Done {
    let small = words.to_lowercase();
    let mut links = scene.in_full();
    links.retain(|(part, full)| {
        let is_link = matches!(part.kind, Kind::Link | Kind::Button | Kind::Heading);
        is_link && part.url.is_some() && full.to_lowercase() == small
    });
    let last = links.len().saturating_sub(1);
    let nth = command.nth.unwrap_or_default().min(last);
    let Some((first, _)) = links.get(nth) else {
        return Err(because(format!("There is no link “{words}” in this mail.")));
    };
    let url = first.url.clone();
    let operations = links
        .iter()
        .filter(|(part, _)| part.url == url)
        .map(|(part, _)| Operation::SetLink {
            block: part.id.clone(),
            url: link.to_owned(),
        });
    let done = format!("“{words}” leads to {link} now.");
    Ok((operations.collect(), done))
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
