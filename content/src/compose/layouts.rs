//! The six layouts: where the pieces of a mail stand.

use super::look::{Layout, Look};
use super::pieces::{Ground, Manner, Pieces};
use super::{make, opening};
use crate::document::BlockDocument;
use crate::document::blocks::{Block, VerticalAlign};
use crate::document::values::{Align, Color, Radius, Whole};
use crate::sketch::{Item, Sketch};

/// Pixels between words and the edges of the content.
const SIDES: u16 = 40;

pub(super) struct Composer<'s> {
    pub sketch: &'s Sketch,
    pub look: &'s Look,
    pub pieces: Pieces<'s>,
    blocks: Vec<Block>,
}

/// The items of a sketch as a layout takes them.
struct Taken<'s> {
    /// The picture that the mail begins with.
    picture: Option<&'s Item>,
    /// A code and a button that come before anything else: they stand with the headline.
    early: &'s [Item],
    rest: Vec<Item>,
}

impl<'s> Composer<'s> {
    pub fn new(sketch: &'s Sketch, look: &'s Look, pieces: Pieces<'s>) -> Self {
        Self {
            sketch,
            look,
            pieces,
            blocks: Vec::new(),
        }
    }

    pub fn compose(mut self, layout: Layout) -> BlockDocument {
        let mut page = self.pieces.palette.page.clone();
        match layout {
            Layout::Letter => {
                page.background_color = page.content_background_color.clone();
                page.content_radius = Radius::of(0);
                self.letter();
            }
            Layout::Banner => self.banner(),
            Layout::Picture => self.picture(),
            Layout::Split => self.split(),
            Layout::Cards => {
                page.content_radius = Radius::of(0);
                self.cards();
            }
            Layout::Notice => self.notice(),
        }
        BlockDocument {
            page,
            blocks: self.blocks,
        }
    }

    fn letter(&mut self) {
        let manner = Manner::default();
        self.header(manner, (32, 0));
        let mut blocks = opening::words(&mut self.pieces, self.sketch, 32, manner);
        blocks.extend(self.pieces.items(&self.sketch.items, manner));
        blocks.extend(self.sign_off(manner));
        self.section("body", (28, 36), blocks);
        let line = Block::Divider(make::divider(self.pieces.names.one("line")));
        let mut footer = make::footer(self.pieces.names.one("footer"));
        footer.align = Some(self.pieces.start());
        footer.padding = Some(make::padding(20, 0, 0));
        self.section("ending", (0, 24), vec![line, Block::Footer(footer)]);
    }

    fn banner(&mut self) {
        let taken = take(&self.sketch.items, Lead::Words);
        let manner = self.body_manner(&taken.rest);
        let band = Manner {
            ground: Ground::Band,
            ..Manner::CENTERED
        };
        // A logo that is made for another ground stays off the band.
        let palette = self.pieces.palette;
        let is_above = opening::has_logo(self.look, palette.ground)
            && !opening::has_logo(self.look, palette.band.ground);
        let mut blocks = Vec::new();
        if is_above {
            self.header(Manner::CENTERED, (28, 28));
        } else {
            blocks.extend(opening::logo(&mut self.pieces, self.look, band));
            blocks.push(self.spacer(32));
        }
        blocks.extend(opening::words(&mut self.pieces, self.sketch, 52, band));
        blocks.extend(self.pieces.items(taken.early, band));
        let color = palette.band.color.clone();
        self.colored("hero", color, (36, 48), blocks);
        self.body(&taken.rest, manner);
        self.footer();
    }

    fn picture(&mut self) {
        let taken = take(&self.sketch.items, Lead::Picture);
        let manner = self.body_manner(&taken.rest);
        self.header(Manner::CENTERED, (28, 28));
        if let Some(picture) = taken.picture {
            let mut blocks = self.pieces.item(picture, manner);
            if let Some(Block::Image(image)) = blocks.first_mut() {
                image.radius = None;
            }
            let section = make::section(
                self.pieces.names.one("picture"),
                make::padding(0, 0, 0),
                blocks,
            );
            self.blocks.push(Block::Section(section));
        }
        let mut blocks = opening::words(&mut self.pieces, self.sketch, 44, Manner::CENTERED);
        blocks.extend(self.pieces.items(taken.early, Manner::CENTERED));
        self.section("hero", (36, 36), blocks);
        self.body(&taken.rest, manner);
        self.footer();
    }

    fn split(&mut self) {
        let taken = take(&self.sketch.items, Lead::Picture);
        let manner = Manner::default();
        self.header(manner, (28, 28));
        let picture = taken
            .picture
            .map(|picture| self.pieces.item(picture, manner));
        let mut words = opening::words(&mut self.pieces, self.sketch, 34, manner);
        words.extend(self.pieces.items(taken.early, manner));
        let blocks = match picture {
            Some(picture) if !picture.is_empty() => {
                let names = &mut self.pieces.names;
                let sides = vec![
                    make::column(names.one("hero-words"), 54, words),
                    make::column(names.one("hero-picture"), 46, picture),
                ];
                let mut columns = make::columns(names.one("hero-columns"), sides);
                columns.vertical_align = VerticalAlign::Middle;
                vec![Block::Columns(columns)]
            }
            _ => words,
        };
        let tint = self.pieces.palette.tint.clone();
        self.colored("hero", tint, (SIDES, SIDES), blocks);
        self.body(&taken.rest, manner);
        self.footer();
    }

    fn cards(&mut self) {
        let manner = Manner::default();
        let header = opening::logo(&mut self.pieces, self.look, Manner::CENTERED);
        self.colored(
            "header",
            make::transparent(),
            (8, 24),
            header.into_iter().collect(),
        );
        let groups = groups(&self.sketch.items);
        let last = groups.len().saturating_sub(1);
        for (index, group) in groups.into_iter().enumerate() {
            let mut blocks = Vec::new();
            if index == 0 {
                blocks.extend(opening::words(&mut self.pieces, self.sketch, 40, manner));
            } else {
                let gap = self.spacer(16);
                let id = self.pieces.names.each("gap");
                let mut section = make::section(id, make::padding(0, 0, 0), vec![gap]);
                section.background_color = Some(make::transparent());
                self.blocks.push(Block::Section(section));
            }
            blocks.extend(self.pieces.items(group, manner));
            if index == last {
                blocks.extend(self.sign_off(manner));
            }
            let padding = make::padding(36, SIDES, 36);
            let mut card = make::section(self.pieces.names.each("card"), padding, blocks);
            card.radius = Some(self.pieces.palette.page.content_radius);
            self.blocks.push(Block::Section(card));
        }
        self.footer();
    }

    fn notice(&mut self) {
        let manner = Manner::default();
        let mut bar = make::divider(self.pieces.names.one("bar-line"));
        bar.thickness = Whole::of(6);
        bar.color = Some(self.pieces.palette.button.clone());
        let id = self.pieces.names.one("bar");
        let bar = make::section(id, make::padding(0, 0, 0), vec![Block::Divider(bar)]);
        self.blocks.push(Block::Section(bar));
        self.header(manner, (28, 0));
        let mut blocks = opening::words(&mut self.pieces, self.sketch, 30, manner);
        blocks.extend(self.pieces.items(&self.sketch.items, manner));
        blocks.extend(self.sign_off(manner));
        self.section("body", (24, SIDES), blocks);
        self.footer();
    }

    /// Short words stand in the middle, and whatever is read from line to line begins at the side.
    fn body_manner(&self, items: &[Item]) -> Manner {
        let is_short = |text: &str| text.chars().count() <= 160;
        let is_brief = items.iter().all(|item| match item {
            Item::Heading { .. }
            | Item::Button { .. }
            | Item::Coupon { .. }
            | Item::Divider
            | Item::Image { .. } => true,
            Item::Text { text } | Item::Quote { text, .. } => is_short(text),
            Item::List { .. } | Item::Facts { .. } | Item::Products { .. } => false,
        });
        if is_brief && self.sketch.sign_off.as_deref().is_none_or(is_short) {
            return Manner::CENTERED;
        }
        Manner {
            button_align: Some(Align::Center),
            ..Manner::default()
        }
    }

    fn header(&mut self, manner: Manner, (top, bottom): (u16, u16)) {
        let logo = opening::logo(&mut self.pieces, self.look, manner);
        self.section("header", (top, bottom), logo.into_iter().collect());
    }

    fn body(&mut self, items: &[Item], manner: Manner) {
        let mut blocks = self.pieces.items(items, manner);
        blocks.extend(self.sign_off(manner));
        let top = if self.ends_in_color() { 36 } else { 0 };
        self.section("body", (top, SIDES), blocks);
    }

    /// Whether the band above has a ground of its own, so that words must keep off its edge.
    fn ends_in_color(&self) -> bool {
        matches!(self.blocks.last(), Some(Block::Section(section)) if section.background_color.is_some())
    }

    fn sign_off(&mut self, manner: Manner) -> Option<Block> {
        let html = make::inline(self.sketch.sign_off.as_deref()?)?;
        let mut block = make::text(self.pieces.names.one("sign-off"), html);
        block.align = manner.align;
        block.padding = Some(make::padding(24, 0, 0));
        Some(Block::Text(block))
    }

    fn footer(&mut self) {
        let footer = make::footer(self.pieces.names.one("footer"));
        self.blocks.push(Block::Footer(footer));
    }

    fn spacer(&mut self, height: u16) -> Block {
        Block::Spacer(crate::document::blocks::Spacer {
            id: self.pieces.names.each("space"),
            height: Whole::of(height),
        })
    }

    fn section(&mut self, name: &str, (top, bottom): (u16, u16), blocks: Vec<Block>) {
        if !blocks.is_empty() {
            let padding = make::padding(top, SIDES, bottom);
            let section = make::section(self.pieces.names.one(name), padding, blocks);
            self.blocks.push(Block::Section(section));
        }
    }

    fn colored(&mut self, name: &str, color: Color, edges: (u16, u16), blocks: Vec<Block>) {
        let before = self.blocks.len();
        self.section(name, edges, blocks);
        if let Some(Block::Section(section)) = self.blocks.get_mut(before) {
            section.background_color = Some(color);
        }
    }
}

/// What a layout begins with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lead {
    Words,
    Picture,
}

fn take(items: &[Item], lead: Lead) -> Taken<'_> {
    let picture = items
        .iter()
        .position(|item| lead == Lead::Picture && matches!(item, Item::Image { .. }));
    // A picture that leads is none of the rest.
    let start = usize::from(picture == Some(0));
    let early = items[start..]
        .iter()
        .take_while(|item| matches!(item, Item::Coupon { .. } | Item::Button { .. }))
        .count();
    let rest = items.iter().enumerate().skip(start + early);
    Taken {
        picture: picture.map(|index| &items[index]),
        early: &items[start..start + early],
        rest: rest
            .filter(|(index, _)| picture != Some(*index))
            .map(|(_, item)| item.clone())
            .collect(),
    }
}

/// What belongs on one card: a heading and what follows it. The first card holds what comes before any heading.
fn groups(items: &[Item]) -> Vec<&[Item]> {
    let starts = items
        .iter()
        .enumerate()
        .filter(|(_, item)| matches!(item, Item::Heading { .. }))
        .map(|(index, _)| index);
    let mut edges = vec![0];
    edges.extend(starts);
    edges.push(items.len());
    edges
        .windows(2)
        .map(|pair| &items[pair[0]..pair[1]])
        .collect()
}
