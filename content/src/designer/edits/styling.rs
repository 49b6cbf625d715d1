//! Colours, sides and sizes.

use super::command::Command;
use super::outcome::{Done, Missed, because, missing};
use super::scene::{Kind, Part, Scene};
use super::words::{Target, Verb};
use crate::edit::{Operation, PageStyle, Style};

pub fn paint(command: &Command, scene: &Scene, color: &str) -> Done {
    let own = |color: &str| Some(color.to_owned());
    let mut page = PageStyle::default();
    let target = command.target().ok_or(Missed::NotUnderstood)?;
    match target {
        Target::Background => {
            page.background_color = own(color);
            page.content_background_color = own(color);
        }
        Target::Text | Target::Font | Target::Paragraph => page.text_color = own(color),
        Target::Link => page.link_color = own(color),
        _ => {
            let parts: Vec<&Part> = scene.meant(target, command.nth);
            if parts.is_empty() {
                return Err(missing(target));
            }
            let words = command.has("text letters label texte schrift texto words");
            let of = if words { Of::Words } else { Of::Whole };
            let operations = parts.iter().filter_map(|part| painted(part, color, of));
            let operations: Vec<Operation> = operations.collect();
            if operations.is_empty() || target == Target::Whole {
                return Err(because(
                    "Please say what is to have that colour: the button, the headline, the text or the background.",
                ));
            }
            return Ok((operations, done_color(color)));
        }
    }
    Ok((vec![Operation::SetPage { style: page }], done_color(color)))
}

fn done_color(color: &str) -> String {
    format!("The colour is {color} now, and what stands on it can still be read.")
}

/// Of which the colour is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Words,
    Whole,
}

fn painted(part: &Part, color: &str, of: Of) -> Option<Operation> {
    let color = Some(color.to_owned());
    let style = match part.kind {
        Kind::Button | Kind::Coupon | Kind::Facts if of == Of::Whole => Style {
            background_color: color,
            ..Style::default()
        },
        Kind::Image | Kind::Product => return None,
        _ => Style {
            color,
            ..Style::default()
        },
    };
    Some(Operation::SetStyle {
        block: part.id.clone(),
        style,
    })
}

pub fn side(command: &Command, scene: &Scene, align: &str) -> Done {
    let target = command.target().unwrap_or(Target::Whole);
    let mut parts = match target {
        Target::Text | Target::Whole | Target::Font => scene.of(Target::Whole),
        _ => scene.meant(target, command.nth),
    };
    if target == Target::Text {
        parts.retain(|part| matches!(part.kind, Kind::Text | Kind::Heading) && part.id != "logo");
    }
    let operations: Vec<Operation> = parts
        .iter()
        .filter(|part| {
            matches!(
                part.kind,
                Kind::Heading
                    | Kind::Text
                    | Kind::Button
                    | Kind::Image
                    | Kind::Product
                    | Kind::Footer
            )
        })
        .map(|part| Operation::SetStyle {
            block: part.id.clone(),
            style: Style {
                align: Some(align.to_owned()),
                ..Style::default()
            },
        })
        .collect();
    if operations.is_empty() {
        return Err(missing(target));
    }
    let side = if align == "center" {
        "in the middle"
    } else {
        align
    };
    Ok((operations, format!("It stands {side} now.")))
}

/// Pixels that letters of headings may have, those of texts, and images.
const HEADING: (u16, u16) = (14, 72);
const TEXT: (u16, u16) = (13, 26);
const IMAGE: (u16, u16) = (40, 600);

/// How large something is to be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// A quarter more or less.
    By(Verb),
    /// Pixels.
    To(u16),
}

impl Size {
    fn of(self, size: u16, (least, most): (u16, u16)) -> u16 {
        let new = match self {
            Self::By(Verb::Enlarge) => size * 5 / 4,
            Self::By(_) => size * 4 / 5,
            Self::To(pixels) => pixels,
        };
        new.clamp(least, most)
    }

    fn done(self, operations: &[Operation]) -> String {
        match self {
            Self::By(Verb::Enlarge) => "It is larger now.".to_owned(),
            Self::By(_) => "It is smaller now.".to_owned(),
            Self::To(wanted) => {
                let set = operations.iter().find_map(pixels).unwrap_or(wanted);
                let why = if set == wanted {
                    ""
                } else {
                    ", as near to that as a mail can be read"
                };
                format!("The size is {set} pixels now{why}.")
            }
        }
    }
}

fn pixels(operation: &Operation) -> Option<u16> {
    match operation {
        Operation::SetPage { style } => style.font_size,
        Operation::SetStyle { style, .. } => style.font_size.or(style.width),
        _ => None,
    }
}

pub fn resize(command: &Command, scene: &Scene, size: Size) -> Done {
    let target = command.target().unwrap_or(Target::Whole);
    let one_of_several = target == Target::Paragraph && command.nth.is_some();
    let operations = match target {
        Target::Text | Target::Font | Target::Whole | Target::Paragraph if !one_of_several => {
            texts(scene, size)
        }
        _ => {
            let parts = scene.meant(target, command.nth);
            let has_button = parts.iter().any(|part| part.kind == Kind::Button);
            if has_button && matches!(size, Size::To(_)) {
                return Err(because(
                    "A button is as wide as its words, or as the mail: “Make the button bigger”.",
                ));
            }
            let resized = parts.iter().filter_map(|part| resized(part, scene, size));
            resized.collect()
        }
    };
    if operations.is_empty() {
        return Err(missing(target));
    }
    let done = size.done(&operations);
    Ok((operations, done))
}

/// The letters of all texts.
fn texts(scene: &Scene, size: Size) -> Vec<Operation> {
    let page = Operation::SetPage {
        style: PageStyle {
            font_size: Some(size.of(scene.font_size, TEXT)),
            ..PageStyle::default()
        },
    };
    let own = scene.of(Target::Text).into_iter().filter_map(|part| {
        let font_size = Some(size.of(part.size?, TEXT));
        Some(set(
            part,
            Style {
                font_size,
                ..Style::default()
            },
        ))
    });
    [page].into_iter().chain(own).collect()
}

fn resized(part: &Part, scene: &Scene, size: Size) -> Option<Operation> {
    let mut style = Style::default();
    match part.kind {
        Kind::Heading | Kind::Text | Kind::List => {
            let now = part.size.unwrap_or(scene.font_size);
            style.font_size = Some(size.of(now, HEADING));
        }
        Kind::Image => style.width = Some(size.of(part.size.unwrap_or(520), IMAGE)),
        Kind::Button => style.full_width = Some(size == Size::By(Verb::Enlarge)),
        _ => return None,
    }
    Some(set(part, style))
}

fn set(part: &Part, style: Style) -> Operation {
    Operation::SetStyle {
        block: part.id.clone(),
        style,
    }
}
