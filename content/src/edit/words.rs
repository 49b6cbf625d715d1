//! New words, links and images for a block.

use super::Part;
use crate::compose::make;
use crate::document::blocks::{Block, Fact, ProductCard, ProductImage};
use crate::document::values::{Inline, Plain};

type Changed = Result<(), String>;

pub(super) fn set_text(block: &mut Block, part: Option<Part>, text: &str) -> Changed {
    match (block, part) {
        (Block::Heading(block), None | Some(Part::Text)) => change(&mut block.html, text),
        (Block::Text(block), None | Some(Part::Text)) => change(&mut block.html, text),
        (Block::Footer(block), None | Some(Part::Text)) => {
            block.html = (!text.trim().is_empty())
                .then(|| inline(text))
                .transpose()?;
            Ok(())
        }
        (Block::Button(block), None | Some(Part::Label)) => {
            block.label = plain(text)?;
            Ok(())
        }
        (Block::Image(block), None | Some(Part::Alt)) => {
            block.alt = Some(Plain::try_from(text.trim().to_owned())?);
            Ok(())
        }
        (Block::Coupon(block), None | Some(Part::Code)) => {
            block.code = plain(text)?;
            Ok(())
        }
        (Block::Coupon(block), Some(Part::Label)) => {
            block.label = optional(text)?;
            Ok(())
        }
        (Block::List(block), None | Some(Part::Text)) => {
            block.items = lines(text)
                .map(|line| inline(unmarked(line)))
                .collect::<Result<_, _>>()?;
            some(&block.items)
        }
        (Block::Facts(block), None | Some(Part::Text)) => {
            block.rows = lines(text).map(fact).collect::<Result<_, _>>()?;
            some(&block.rows)
        }
        (Block::ProductCard(card), part) => set_product(card, part, text),
        (_, None) => Err("It has no words.".to_owned()),
        (_, Some(_)) => Err("It has no such words.".to_owned()),
    }
}

fn set_product(card: &mut ProductCard, part: Option<Part>, text: &str) -> Changed {
    match part {
        None | Some(Part::Title) => card.title = plain(text)?,
        Some(Part::Price) => card.price = optional(text)?,
        Some(Part::Before) => card.original_price = optional(text)?,
        Some(Part::Text) => {
            card.description = (!text.trim().is_empty())
                .then(|| inline(text))
                .transpose()?;
        }
        Some(Part::Label | Part::Code | Part::Alt) => {
            return Err("It has no such words.".to_owned());
        }
    }
    Ok(())
}

/// What was bold as a whole stays so.
fn change(html: &mut Inline, text: &str) -> Changed {
    let new = inline(text)?;
    let is_bold = html.starts_with("<strong>")
        && html.find("</strong>") == Some(html.len().saturating_sub(9));
    *html = if is_bold && !new.contains("<strong>") {
        Inline::try_from(format!("<strong>{new}</strong>"))?
    } else {
        new
    };
    Ok(())
}

const EMPTY: &str = "Must not be empty: remove the block instead.";

fn inline(text: &str) -> Result<Inline, String> {
    make::inline(text).ok_or_else(|| EMPTY.to_owned())
}

fn plain(text: &str) -> Result<Plain, String> {
    make::plain(text).ok_or_else(|| EMPTY.to_owned())
}

fn optional(text: &str) -> Result<Option<Plain>, String> {
    (!text.trim().is_empty()).then(|| plain(text)).transpose()
}

fn some<T>(entries: &[T]) -> Changed {
    if entries.is_empty() {
        return Err(EMPTY.to_owned());
    }
    Ok(())
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

/// Without the mark of a list item, which the list has itself.
fn unmarked(line: &str) -> &str {
    let marked = line.strip_prefix("- ").or_else(|| line.strip_prefix("• "));
    let numbered = || {
        let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
        (rest.len() < line.len())
            .then(|| rest.strip_prefix(". "))
            .flatten()
    };
    marked.or_else(numbered).unwrap_or(line)
}

fn fact(line: &str) -> Result<Fact, String> {
    let (label, value) = line
        .split_once(':')
        .ok_or_else(|| "Every line must be `label: value`.".to_owned())?;
    Ok(Fact {
        label: plain(label)?,
        value: inline(value)?,
    })
}

pub(super) fn set_link(block: &mut Block, url: &str) -> Changed {
    let href = crate::document::values::Link::try_from(url.to_owned())?;
    match block {
        Block::Button(block) => block.href = href,
        Block::Image(block) => block.href = Some(href),
        Block::ProductCard(card) => {
            if let Some(image) = &mut card.image {
                image.href = None;
            }
            if let Some(button) = &mut card.button {
                button.href = href.clone();
            }
            card.href = Some(href);
        }
        _ => {
            return Err("It leads nowhere by itself: write `[label](url)` in its text.".to_owned());
        }
    }
    Ok(())
}

pub(super) fn set_image(block: &mut Block, image: &str, alt: Option<&str>) -> Changed {
    let src = crate::document::values::Source::try_from(image.to_owned())?;
    let alt = alt
        .map(|alt| Plain::try_from(alt.trim().to_owned()))
        .transpose()?;
    match block {
        Block::Image(block) => {
            block.src = src;
            // What was said of another picture does not hold for this one.
            block.alt = alt;
        }
        Block::ProductCard(card) => {
            let alt = alt.or_else(|| Some(card.title.clone()));
            card.image = Some(ProductImage {
                src,
                alt,
                href: None,
            });
        }
        _ => return Err("It shows no image.".to_owned()),
    }
    Ok(())
}
