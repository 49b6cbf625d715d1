//! How much may come of an MJML. A few lines of it can say what a great many elements look like, and the compiler
//! writes that on each of them.

use crate::html::SIZE_MAX;
use crate::html::depth;
use crate::html::scan::{Tag, Token};
use crate::report::{ImportError, SourcePosition};

/// Images of carousels: the compiler writes a rule for each pair of them.
const CAROUSEL_IMAGES_MAX: usize = 500;

/// Elements whose attributes go to those inside them.
const HAND_DOWN: [&str; 5] = [
    "mj-accordion",
    "mj-accordion-element",
    "mj-carousel",
    "mj-navbar",
    "mj-social",
];

pub(super) fn output(html: &str) -> Result<(), ImportError> {
    if html.len() > SIZE_MAX {
        let message = format!(
            "The MJML becomes an HTML that is larger than {} MB.",
            SIZE_MAX / 1024 / 1024
        );
        return Err(ImportError::new(message));
    }
    Ok(())
}

/// Bounds what the compiler will write more than once, before it does.
pub(super) fn copies(source: &str, tokens: &[Token]) -> Result<(), ImportError> {
    let mut elements: usize = 0;
    let mut images = 0;
    let mut defaults = 0;
    let mut handed_down = 0;
    let mut largest: Option<&Tag> = None;
    let mut is_default = false;
    for token in tokens {
        match token {
            Token::Start(tag) if tag.name == "mj-attributes" => is_default = true,
            Token::End { name, .. } if name == "mj-attributes" => is_default = false,
            Token::Start(tag) if is_default => {
                defaults += tag.range.len();
                largest = largest
                    .filter(|other| other.range.len() >= tag.range.len())
                    .or(Some(tag));
            }
            Token::Start(tag) if tag.name.starts_with("mj-") => {
                elements += 1;
                images += usize::from(tag.name == "mj-carousel-image");
                if HAND_DOWN.contains(&tag.name.as_str()) {
                    handed_down = tag.range.len().max(handed_down);
                }
            }
            _ => {}
        }
    }
    if images > CAROUSEL_IMAGES_MAX {
        return Err(ImportError::new(format!(
            "The carousels hold {images} images; {CAROUSEL_IMAGES_MAX} are allowed."
        )));
    }
    // Two levels of them.
    let copied = handed_down.saturating_mul(2).saturating_add(defaults);
    if elements.saturating_mul(copied) <= SIZE_MAX {
        return Ok(());
    }
    let message = "The MJML has too many attributes that many elements share (`mj-attributes`, `mj-class`, \
        `mj-social`, `mj-accordion`): write them on the elements that need them.";
    Err(match largest {
        Some(tag) => ImportError::at(message, SourcePosition::of(source, tag.range.start)),
        None => ImportError::new(message),
    })
}

/// Bounds what a parser of HTML has to build.
pub(super) fn depth(source: &str, slots: &[String], html: &str) -> Result<(), ImportError> {
    let Err(whole) = depth::check(html) else {
        return Ok(());
    };
    let place_in = |slot: &String| {
        let found = depth::check(slot).err()?;
        Some(SourcePosition::of(
            source,
            source.find(slot.as_str())? + found.at,
        ))
    };
    Err(match slots.iter().find_map(place_in) {
        Some(place) => ImportError::at(whole.message, place),
        None => ImportError::new(whole.message),
    })
}
