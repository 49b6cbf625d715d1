//! Colours, sizes and sides.

use super::{PageStyle, Style};
use crate::document::blocks::Block;
use crate::document::page::Page;
use crate::document::values::{Align, Color, Font, FontSize, Radius, Whole};

type Changed = Result<(), String>;

/// What of a block can be changed; what it does not have is `None`.
#[derive(Default)]
struct Parts<'b> {
    color: Option<&'b mut Option<Color>>,
    background_color: Option<&'b mut Option<Color>>,
    align: Option<&'b mut Option<Align>>,
    font_size: Option<&'b mut Option<FontSize>>,
    radius: Option<&'b mut Option<Radius>>,
    width: Option<&'b mut Option<Whole<1, 800>>>,
    full_width: Option<&'b mut bool>,
}

fn parts(block: &mut Block) -> Parts<'_> {
    let none = Parts::default();
    match block {
        Block::Heading(block) => words(&mut block.color, &mut block.align, &mut block.font_size),
        Block::Text(block) => words(&mut block.color, &mut block.align, &mut block.font_size),
        Block::Coupon(block) => panel(
            &mut block.color,
            &mut block.background_color,
            &mut block.radius,
        ),
        Block::Facts(block) => panel(
            &mut block.color,
            &mut block.background_color,
            &mut block.radius,
        ),
        Block::Button(block) => Parts {
            align: Some(&mut block.align),
            full_width: Some(&mut block.full_width),
            ..panel(
                &mut block.text_color,
                &mut block.background_color,
                &mut block.radius,
            )
        },
        Block::Section(block) => Parts {
            background_color: Some(&mut block.background_color),
            radius: Some(&mut block.radius),
            ..none
        },
        Block::Image(block) => Parts {
            align: Some(&mut block.align),
            radius: Some(&mut block.radius),
            width: Some(&mut block.width),
            ..none
        },
        Block::List(block) => Parts {
            color: Some(&mut block.color),
            font_size: Some(&mut block.font_size),
            ..none
        },
        Block::Footer(block) => Parts {
            color: Some(&mut block.color),
            align: Some(&mut block.align),
            ..none
        },
        Block::Divider(block) => Parts {
            color: Some(&mut block.color),
            ..none
        },
        Block::Social(block) => Parts {
            align: Some(&mut block.align),
            ..none
        },
        Block::ProductCard(block) => Parts {
            color: Some(&mut block.color),
            align: Some(&mut block.align),
            ..none
        },
        Block::Columns(_) | Block::Spacer(_) | Block::RawHtml(_) => none,
    }
}

fn words<'b>(
    color: &'b mut Option<Color>,
    align: &'b mut Option<Align>,
    font_size: &'b mut Option<FontSize>,
) -> Parts<'b> {
    Parts {
        color: Some(color),
        align: Some(align),
        font_size: Some(font_size),
        ..Parts::default()
    }
}

fn panel<'b>(
    color: &'b mut Option<Color>,
    background_color: &'b mut Option<Color>,
    radius: &'b mut Option<Radius>,
) -> Parts<'b> {
    Parts {
        color: Some(color),
        background_color: Some(background_color),
        radius: Some(radius),
        ..Parts::default()
    }
}

pub(super) fn set(block: &mut Block, style: &Style) -> Changed {
    let parts = parts(block);
    set_part(parts.color, style.color.as_deref(), "colour", color)?;
    set_part(
        parts.background_color,
        style.background_color.as_deref(),
        "background",
        color,
    )?;
    set_part(parts.align, style.align.as_deref(), "side", align)?;
    set_part(parts.font_size, style.font_size, "letters", number)?;
    set_part(parts.radius, style.radius, "corners", number)?;
    set_part(parts.width, style.width, "width", number)?;
    match (parts.full_width, style.full_width) {
        (Some(part), Some(wanted)) => *part = wanted,
        (None, Some(_)) => return Err("It has no full width.".to_owned()),
        (_, None) => {}
    }
    Ok(())
}

fn set_part<W, T>(
    part: Option<&mut Option<T>>,
    wanted: Option<W>,
    name: &str,
    read: fn(W) -> Result<T, String>,
) -> Changed {
    let Some(wanted) = wanted else {
        return Ok(());
    };
    let part = part.ok_or_else(|| format!("It has no {name} of its own."))?;
    *part = Some(read(wanted)?);
    Ok(())
}

fn color(text: &str) -> Result<Color, String> {
    Color::try_from(text.to_owned())
}

fn align(text: &str) -> Result<Align, String> {
    [Align::Left, Align::Center, Align::Right]
        .into_iter()
        .find(|align| align.as_str() == text)
        .ok_or_else(|| "Must be `left`, `center` or `right`.".to_owned())
}

fn number<const MIN: u16, const MAX: u16>(number: u16) -> Result<Whole<MIN, MAX>, String> {
    Whole::try_from(u64::from(number))
}

pub(super) fn set_page(page: &mut Page, style: &PageStyle) -> Changed {
    for (part, wanted) in [
        (&mut page.background_color, &style.background_color),
        (
            &mut page.content_background_color,
            &style.content_background_color,
        ),
        (&mut page.text_color, &style.text_color),
        (&mut page.heading_color, &style.heading_color),
        (&mut page.link_color, &style.link_color),
        (&mut page.button_color, &style.button_color),
        (&mut page.button_text_color, &style.button_text_color),
    ] {
        if let Some(wanted) = wanted {
            *part = color(wanted)?;
        }
    }
    for (part, wanted) in [
        (&mut page.heading_font, &style.heading_font),
        (&mut page.body_font, &style.body_font),
    ] {
        if let Some(wanted) = wanted {
            *part = font(wanted);
        }
    }
    if let Some(radius) = style.button_radius {
        page.button_radius = number(radius)?;
    }
    if let Some(size) = style.font_size {
        page.font_size = number(size)?;
    }
    Ok(())
}

fn font(wanted: &str) -> Font {
    crate::compose::font_stack(Some(wanted))
}
