//! Keeps words readable when colours, or the places of blocks, change. What could not be read before the change is the
//! author's own choice, and stays.

use std::collections::HashSet;

use postrider_domain::accounts::brand::Color;

use super::PageStyle;
use crate::compose::tint;
use crate::document::BlockDocument;
use crate::document::blocks::{Block, Button};
use crate::document::page::Page;
use crate::document::values;

/// The blocks that cannot be read.
pub(super) fn unreadable(document: &BlockDocument) -> HashSet<String> {
    let mut found = HashSet::new();
    let mut document = document.clone();
    walk(&mut document, &mut |block, page, ground| {
        if mended(block, page, ground) {
            found.insert(block.id().to_string());
        }
    });
    found
}

/// Changes the colours of blocks that cannot be read and are none of `known`.
pub(super) fn mend(document: &mut BlockDocument, known: &HashSet<String>) {
    walk(document, &mut |block, page, ground| {
        if !known.contains(&**block.id()) {
            mended(block, page, ground);
        }
    });
}

/// Lets the rest of a page follow what was set of it.
pub(super) fn mend_page(document: &mut BlockDocument, before: &Page, style: &PageStyle) {
    let page = &mut document.page;
    // Words on paper: there is no edge between the content and what is around it.
    if before.background_color == before.content_background_color {
        match (&style.background_color, &style.content_background_color) {
            (Some(_), None) => page.content_background_color = page.background_color.clone(),
            (None, Some(_)) => page.background_color = page.content_background_color.clone(),
            _ => {}
        }
    }
    mend_button(page, style);
    mend_words(page);
    tint_panels(document, before);
}

/// Words stand on the ground of the page and on its tint.
fn mend_words(page: &mut Page) {
    let (Some(ground), Some(button)) = (
        page.content_background_color.solid(),
        page.button_color.solid(),
    ) else {
        return;
    };
    let Page {
        text_color,
        heading_color,
        link_color,
        muted_color,
        ..
    } = page;
    for words in [text_color, heading_color, link_color, muted_color] {
        if let Some(color) = words.solid() {
            *words = color
                .readable_on_each(&[ground, tint(ground, button)])
                .into();
        }
    }
}

/// The counterpart of a colour that was set moves. Where both were, the words do.
fn mend_button(page: &mut Page, style: &PageStyle) {
    let (Some(button), Some(label)) = (page.button_color.solid(), page.button_text_color.solid())
    else {
        return;
    };
    if label.can_be_read_on(button) {
        return;
    }
    if style.button_text_color.is_some() && style.button_color.is_none() {
        page.button_color = button.readable_on(label).into();
    } else {
        page.button_text_color = button.text_on().into();
    }
}

/// Panels are tints of the ground that they lie on: they follow it.
fn tint_panels(document: &mut BlockDocument, before: &Page) {
    let BlockDocument { page, blocks } = document;
    let (Some(old), Some(new), Some(button)) = (
        before.content_background_color.solid(),
        page.content_background_color.solid(),
        page.button_color.solid(),
    ) else {
        return;
    };
    if old != new {
        each_panel(blocks, &mut |panel| {
            let is_tint = |color: &Color| *color != old && !color.can_be_told_from(old);
            if panel.solid().as_ref().is_some_and(is_tint) {
                *panel = tint(new, button).into();
            }
        });
    }
}

fn each_panel(blocks: &mut [Block], each: &mut impl FnMut(&mut values::Color)) {
    for block in blocks {
        match block {
            Block::Section(section) => {
                section.background_color.iter_mut().for_each(&mut *each);
                each_panel(&mut section.blocks, each);
            }
            Block::Columns(columns) => {
                for column in &mut columns.columns {
                    column.background_color.iter_mut().for_each(&mut *each);
                    each_panel(&mut column.blocks, each);
                }
            }
            Block::Coupon(block) => block.background_color.iter_mut().for_each(&mut *each),
            Block::Facts(block) => block.background_color.iter_mut().for_each(&mut *each),
            _ => {}
        }
    }
}

type Each<'e> = &'e mut dyn FnMut(&mut Block, &Page, Color);

/// Calls `each` with every block that stands on a ground of one known colour.
fn walk(document: &mut BlockDocument, each: Each<'_>) {
    let BlockDocument { page, blocks } = document;
    let around = page.background_color.solid();
    let content = over(Some(&page.content_background_color), around);
    for block in blocks {
        let ground = match block {
            Block::Footer(_) => around,
            _ => content,
        };
        walk_block(block, page, ground, around, each);
    }
}

fn walk_block(
    block: &mut Block,
    page: &Page,
    ground: Option<Color>,
    around: Option<Color>,
    each: Each<'_>,
) {
    match block {
        Block::Section(section) => {
            let own = section.background_color.as_ref();
            let ground = match own {
                // Nobody knows what the picture shows.
                _ if section.background_image.is_some() => None,
                Some(_) => over(own, around),
                None => ground,
            };
            for block in &mut section.blocks {
                walk_block(block, page, ground, around, each);
            }
        }
        Block::Columns(columns) => {
            for column in &mut columns.columns {
                let ground = over(column.background_color.as_ref(), ground);
                for block in &mut column.blocks {
                    walk_block(block, page, ground, around, each);
                }
            }
        }
        leaf => {
            if let Some(ground) = ground {
                each(leaf, page, ground);
            }
        }
    }
}

/// A colour on what is behind it.
fn over(own: Option<&values::Color>, behind: Option<Color>) -> Option<Color> {
    match own {
        Some(own) if &**own != "transparent" => own.solid(),
        _ => behind,
    }
}

/// Makes the words of a block readable on their ground; `true` if they were not.
fn mended(block: &mut Block, page: &Page, ground: Color) -> bool {
    let has_link = |html: &str| html.contains("<a ");
    let link = |is_there: bool| is_there.then_some(&page.link_color);
    match block {
        Block::Heading(block) => {
            let usual = [Some(&page.heading_color), link(has_link(&block.html))];
            words(&mut block.color, &usual, ground)
        }
        Block::Text(block) => {
            let usual = [Some(&page.text_color), link(has_link(&block.html))];
            words(&mut block.color, &usual, ground)
        }
        Block::List(block) => {
            let has_link = block.items.iter().any(|item| has_link(item));
            let usual = [Some(&page.text_color), link(has_link)];
            words(&mut block.color, &usual, ground)
        }
        Block::ProductCard(card) => {
            let has_link = card.description.as_deref().is_some_and(has_link);
            let usual = [
                Some(&page.text_color),
                Some(&page.heading_color),
                Some(&page.muted_color),
                link(has_link),
            ];
            words(&mut card.color, &usual, ground)
        }
        Block::Coupon(block) => over(block.background_color.as_ref(), Some(ground))
            .is_some_and(|ground| words(&mut block.color, &[Some(&page.heading_color)], ground)),
        Block::Facts(block) => {
            let has_link = block.rows.iter().any(|row| has_link(&row.value));
            let usual = [
                Some(&page.text_color),
                Some(&page.muted_color),
                link(has_link),
            ];
            over(block.background_color.as_ref(), Some(ground))
                .is_some_and(|ground| words(&mut block.color, &usual, ground))
        }
        Block::Footer(block) => words(&mut block.color, &[Some(&page.muted_color)], ground),
        Block::Button(block) => button(block, page, ground),
        _ => false,
    }
}

/// `usual` are the colours that the words have if the block has none of its own.
fn words(own: &mut Option<values::Color>, usual: &[Option<&values::Color>], ground: Color) -> bool {
    let colors: Vec<Color> = match own {
        Some(own) => own.solid().into_iter().collect(),
        None => usual.iter().flatten().filter_map(|c| c.solid()).collect(),
    };
    if colors.iter().all(|color| color.can_be_read_on(ground)) {
        return false;
    }
    // A colour that somebody chose keeps its hue. The page's was chosen for another ground.
    let color = match own {
        Some(_) => colors[0].readable_on(ground),
        None if colors[0].can_be_read_on(ground) => colors[0],
        None => ground.text_on(),
    };
    *own = Some(color.into());
    true
}

fn button(block: &mut Button, page: &Page, ground: Color) -> bool {
    let is_seen = |color: &values::Color| {
        color
            .solid()
            .is_none_or(|color| color.can_be_told_from(ground))
    };
    let color = block
        .background_color
        .as_ref()
        .unwrap_or(&page.button_color);
    if is_seen(color) {
        let label = block.text_color.as_ref();
        let label = label.unwrap_or(&page.button_text_color).solid();
        let ground = over(Some(color), Some(ground));
        return match (label, ground) {
            (Some(label), Some(ground)) if !label.can_be_read_on(ground) => {
                block.text_color = Some(ground.text_on().into());
                true
            }
            _ => false,
        };
    }
    // Made for another ground. On this one it has the page's colours, or those of the words around it.
    (block.background_color, block.text_color) = if is_seen(&page.button_color) {
        (None, None)
    } else {
        (Some(ground.text_on().into()), Some(ground.into()))
    };
    true
}
