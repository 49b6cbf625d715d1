//! Puts something new into a mail, or what is there to another place.

use super::command::Command;
use super::outcome::{Done, Missed, because, missing};
use super::scene::{Part, Scene};
use super::words::{self, Side, Target};
use crate::brief::{Brief, BriefImage};
use crate::edit::{Operation, Place};
use crate::search::Spoken;
use crate::sketch::Item;

pub fn add(command: &Command, scene: &Scene, brief: &Brief) -> Done {
    let value = command.value().map(str::to_owned);
    let quoted = command.quoted.last().map(|text| (*text).to_owned());
    match command.target() {
        Some(Target::List | Target::Item) => {
            if let Some(list) = scene.of(Target::List).first() {
                return line(list, quoted);
            }
            let items = vec![quoted.ok_or(Missed::NotUnderstood)?];
            put(
                command,
                scene,
                Item::List {
                    numbered: false,
                    items,
                },
            )
        }
        Some(Target::Facts) => match scene.of(Target::Facts).first() {
            Some(facts) => line(facts, quoted.filter(|text| text.contains(':'))),
            None => Err(missing(Target::Facts)),
        },
        Some(Target::Button | Target::Link) => put(command, scene, button(command, scene, brief)?),
        Some(Target::Heading | Target::Headline) => {
            let text = value.ok_or(Missed::NotUnderstood)?;
            put(command, scene, Item::Heading { text })
        }
        Some(Target::Coupon) => {
            let code = quoted
                .or_else(|| code(command))
                .ok_or(Missed::NotUnderstood)?;
            let label = "Your code".to_owned();
            put(command, scene, Item::Coupon { label, code })
        }
        Some(Target::Image) => put(command, scene, image(command, scene, brief)?),
        Some(Target::Divider) => put(command, scene, Item::Divider),
        Some(Target::Subject) => {
            let text = value.ok_or(Missed::NotUnderstood)?;
            let done = format!("The subject is “{text}” now.");
            Ok((vec![Operation::SetSubject { text }], done))
        }
        Some(Target::Preview) => {
            let text = value.ok_or(Missed::NotUnderstood)?;
            let done = format!("The preview text is “{text}” now.");
            Ok((vec![Operation::SetPreviewText { text }], done))
        }
        // Words of the author: in quotes, or as they stand behind `saying`.
        _ => {
            let said = quoted
                .or_else(|| said(command))
                .ok_or(Missed::NotUnderstood)?;
            put(command, scene, Item::Text { text: said })
        }
    }
}

/// What stands behind a word that says it is to be said.
fn said(command: &Command) -> Option<String> {
    const SAYING: &str = "saying that: says dass disant diciendo";
    let at = command
        .tokens
        .iter()
        .position(|token| token.text == ":" || words::is_in(token, SAYING))?;
    let text = command.span(command.tokens.get(at + 1..)?)?;
    let text = super::super::reading::tidy::sentence(text);
    (!text.is_empty()).then_some(text)
}

fn code(command: &Command) -> Option<String> {
    let is_code = |text: &str| {
        let large = text.chars().filter(char::is_ascii_uppercase).count();
        large >= 3
            && text
                .chars()
                .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
    };
    let found = command.tokens.iter().find(|token| is_code(token.text));
    found.map(|token| token.text.to_owned())
}

fn line(list: &Part, line: Option<String>) -> Done {
    let line = line.ok_or(Missed::NotUnderstood)?;
    let done = format!("“{line}” stands in the list now.");
    let set = Operation::SetText {
        block: list.id.clone(),
        part: None,
        text: format!("{}\n{line}", list.text),
    };
    Ok((vec![set], done))
}

fn button(command: &Command, scene: &Scene, brief: &Brief) -> Result<Item, Missed> {
    let label = command.quoted.last().ok_or_else(|| {
        because("Please say what is to stand on the button: “Add a button \"Find out more\"”.")
    })?;
    let there = scene.of(Target::Button);
    let there = there.first().and_then(|button| button.url.clone());
    let named = command.link.map(str::to_owned);
    let url = named.or(there).or_else(|| brief.brand.site.clone());
    let url = url.ok_or_else(|| {
        because("Please say where the button leads: “Add a button \"Find out more\" linking to https://…”.")
    })?;
    Ok(Item::Button {
        label: (*label).to_owned(),
        url,
    })
}

/// What leads from a picture to what it is to show.
const SHOWING: &str = "of showing with von mit de du des del con";

/// The first of the library that shows what the command names; where it names nothing, what the mail speaks of.
fn fitting<'b>(command: &Command, scene: &Scene, brief: &'b Brief) -> Option<&'b BriefImage> {
    let of = |text: &str| {
        let spoken = Spoken::of(text);
        let mut images = brief.images.iter();
        images.find(|image| spoken.names(&image.description))
    };
    let is_named = command.tokens.windows(2).any(|pair| {
        words::target(&pair[0]) == Some(Target::Image) && words::is_in(&pair[1], SHOWING)
    });
    let said = scene.parts.iter().map(|part| part.text.as_str());
    of(command.text).or_else(|| {
        let said = said.chain([scene.subject.as_str()]);
        of(&said.collect::<Vec<_>>().join("\n")).filter(|_| !is_named)
    })
}

/// The one that is given, else one of the library.
fn image(command: &Command, scene: &Scene, brief: &Brief) -> Result<Item, Missed> {
    let known = fitting(command, scene, brief);
    let image = command.link.map(str::to_owned);
    let alt = command.quoted.last().map(|alt| (*alt).to_owned());
    let (image, alt) = match (image, known) {
        (Some(image), _) => (image, alt),
        (None, Some(known)) => (known.url.clone(), alt.or(Some(known.description.clone()))),
        (None, None) => {
            return Err(because(
                "There is no image in the library that fits. Say what it shows as the library does, or give its address: “Add the image https://… \"A bowl of soup\"”.",
            ));
        }
    };
    let alt = alt.ok_or_else(|| {
        because("Please say what the picture shows: “Add the image https://… \"A bowl of soup\"”.")
    })?;
    Ok(Item::Image {
        image,
        alt,
        url: None,
    })
}

fn put(command: &Command, scene: &Scene, item: Item) -> Done {
    let place = place(command, scene)?.unwrap_or_else(|| {
        let before = match &item {
            Item::Button { .. } => scene.part("sign-off"),
            _ => scene.ending(),
        };
        before.map_or(Place::End, |part| Place::Before(part.id.clone()))
    });
    Ok((
        vec![Operation::Insert { place, item }],
        "It is in the mail now.".to_owned(),
    ))
}

/// The place that the command names.
fn place(command: &Command, scene: &Scene) -> Result<Option<Place>, Missed> {
    let Some((side, beside)) = command.place else {
        return Ok(None);
    };
    let beside = beside.map(|target| {
        let parts = scene.meant(target, command.nth);
        let part = match side {
            Side::After => parts.last(),
            _ => parts.first(),
        };
        part.map(|part| part.id.clone())
            .ok_or_else(|| missing(target))
    });
    Ok(match (side, beside.transpose()?) {
        (Side::Before, Some(id)) => Some(Place::Before(id)),
        (Side::After, Some(id)) => Some(Place::After(id)),
        (Side::Top, _) => Some(Place::Start),
        (Side::Bottom, _) => {
            let end = scene.part("sign-off");
            Some(end.map_or(Place::End, |part| Place::Before(part.id.clone())))
        }
        _ => None,
    })
}

pub fn shift(command: &Command, scene: &Scene) -> Done {
    let target = command.target().ok_or(Missed::NotUnderstood)?;
    let parts = scene.meant(target, command.nth);
    let part = parts.first().ok_or_else(|| missing(target))?;
    let block = part.id.clone();
    let place = match (place(command, scene)?, command.place) {
        (Some(place), _) => place,
        (None, Some((side, _))) => beside(scene, &block, side).ok_or(Missed::NotUnderstood)?,
        _ => return Err(Missed::NotUnderstood),
    };
    let itself = matches!(&place, Place::Before(id) | Place::After(id) if *id == block);
    if itself {
        return Err(because("It stands there already."));
    }
    Ok((
        vec![Operation::Move { block, place }],
        "It stands there now.".to_owned(),
    ))
}

/// One part up or down.
fn beside(scene: &Scene, block: &str, side: Side) -> Option<Place> {
    let at = scene.parts.iter().position(|part| part.id == block)?;
    if side == Side::Up {
        let above = scene.parts.get(at.checked_sub(1)?)?;
        return (above.id != "logo").then(|| Place::Before(above.id.clone()));
    }
    let below = scene.parts.get(at + 1)?;
    (below.id != "footer").then(|| Place::After(below.id.clone()))
}
