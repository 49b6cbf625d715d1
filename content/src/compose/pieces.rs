//! The blocks of a sketch's items. What cannot be shown falls out; a sketch that was checked holds no such thing.

use super::make;
use super::names::Names;
use super::products;
use super::theme::Palette;
use crate::document::blocks::{Block, Fact};
use crate::document::values::{Align, Color, FontSize, Inline, Padding};
use crate::sketch::Item;

/// Where blocks stand, and how.
#[derive(Clone, Copy, Default)]
pub(super) struct Manner {
    pub ground: Ground,
    /// The side where text begins, if nothing is said.
    pub align: Option<Align>,
    pub button_align: Option<Align>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Ground {
    /// That of the page.
    #[default]
    Page,
    /// A stripe of the brand's colour.
    Band,
}

impl Manner {
    pub const CENTERED: Self = Self {
        ground: Ground::Page,
        align: Some(Align::Center),
        button_align: Some(Align::Center),
    };
}

pub(super) struct Pieces<'p> {
    pub palette: &'p Palette,
    pub names: Names,
}

impl Pieces<'_> {
    pub fn items(&mut self, items: &[Item], manner: Manner) -> Vec<Block> {
        let mut blocks = Vec::new();
        for item in items {
            blocks.extend(self.item(item, manner));
        }
        blocks
    }

    pub fn item(&mut self, item: &Item, manner: Manner) -> Vec<Block> {
        if let Item::Products { products } = item {
            return products::blocks(products, &self.palette.tint, &mut self.names);
        }
        self.single(item, manner).into_iter().collect()
    }

    fn single(&mut self, item: &Item, manner: Manner) -> Option<Block> {
        Some(match item {
            Item::Heading { text } => {
                let html = make::inline(text)?;
                let mut block = make::heading(self.names.each("heading"), 2, html);
                block.align = manner.align;
                block.color = self.words(manner);
                Block::Heading(block)
            }
            Item::Text { text } => {
                let html = make::inline(text)?;
                let mut block = make::text(self.names.each("text"), html);
                block.align = manner.align;
                block.color = self.words(manner);
                Block::Text(block)
            }
            Item::List { numbered, items } => {
                let items: Vec<Inline> =
                    items.iter().filter_map(|item| make::inline(item)).collect();
                if items.is_empty() {
                    return None;
                }
                let mut block = make::list(self.names.each("list"), items);
                block.ordered = *numbered;
                block.color = self.words(manner);
                Block::List(block)
            }
            Item::Button { label, url } => self.button(label, url, manner)?,
            Item::Image { image, alt, url } => self.image(image, alt, url.as_deref())?,
            Item::Coupon { label, code } => self.coupon(label, code, manner)?,
            Item::Quote { text, by } => self.quote(text, by.as_deref(), manner)?,
            Item::Facts { rows } => {
                let row = |row: &crate::sketch::Fact| {
                    Some(Fact {
                        label: make::plain(&row.label)?,
                        value: make::inline(&row.value)?,
                    })
                };
                let rows: Vec<Fact> = rows.iter().filter_map(row).collect();
                if rows.is_empty() {
                    return None;
                }
                let mut block = make::facts(self.names.one("facts"));
                block.rows = rows;
                block.background_color = Some(self.palette.tint.clone());
                block.radius = Some(self.palette.radius);
                Block::Facts(block)
            }
            Item::Divider => Block::Divider(make::divider(self.names.each("divider"))),
            Item::Products { .. } => return None,
        })
    }

    /// The colour of words, where it is not the page's.
    pub fn words(&self, manner: Manner) -> Option<Color> {
        (manner.ground == Ground::Band).then(|| self.palette.band.words.clone())
    }

    fn button(&mut self, label: &str, url: &str, manner: Manner) -> Option<Block> {
        let (label, href) = (make::plain(label)?, make::link(url)?);
        let mut block = make::button(self.names.one("cta"), label, href);
        block.align = manner.button_align;
        if manner.ground == Ground::Band {
            block.background_color = Some(self.palette.band.words.clone());
            block.text_color = Some(self.palette.band.color.clone());
        }
        Some(Block::Button(block))
    }

    fn image(&mut self, image: &str, alt: &str, url: Option<&str>) -> Option<Block> {
        let mut block = make::image(self.names.each("image"), make::source(image)?);
        block.alt = make::plain(alt);
        block.href = url.and_then(make::link);
        block.radius = Some(self.palette.radius);
        Some(Block::Image(block))
    }

    fn coupon(&mut self, label: &str, code: &str, manner: Manner) -> Option<Block> {
        let mut block = make::coupon(self.names.one("coupon"), make::plain(code)?);
        block.label = make::plain(label);
        block.radius = Some(self.palette.radius);
        if manner.ground == Ground::Band {
            block.color = self.words(manner);
        } else {
            block.color = Some(self.palette.page.link_color.clone());
            block.background_color = Some(self.palette.tint.clone());
        }
        Some(Block::Coupon(block))
    }

    /// Set apart by its letters; who says it stands below.
    fn quote(&mut self, text: &str, by: Option<&str>, manner: Manner) -> Option<Block> {
        let words = make::inline(text)?;
        let by = by.and_then(make::inline).map_or(String::new(), |by| {
            let muted = &self.palette.page.muted_color;
            let color = self.words(manner);
            let color = color.as_ref().unwrap_or(muted);
            format!(r#"<br><span style="font-size:15px;color:{color}">— {by}</span>"#)
        });
        let html = Inline::try_from(format!("<em>{words}</em>{by}")).ok()?;
        let mut block = make::text(self.names.each("quote"), html);
        block.align = manner.align;
        block.color = self.words(manner);
        block.font_size = Some(FontSize::of(20));
        block.padding = Some(Padding {
            top: make::padding(24, 0, 0).top,
            bottom: make::padding(0, 0, 12).bottom,
            ..Padding::of(0, 24)
        });
        Some(Block::Text(block))
    }
}
