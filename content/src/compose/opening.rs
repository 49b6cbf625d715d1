//! How a mail begins: who writes, and what it is about in the largest letters.

use postrider_domain::accounts::brand::{LogoGround, logo_for};

use super::look::Look;
use super::make;
use super::pieces::{Ground, Manner, Pieces};
use crate::document::blocks::Block;
use crate::document::values::{Align, FontSize, Inline, Plain, Whole};
use crate::html::entities::escape;
use crate::merge::shown;
use crate::sketch::{Sketch, texts};

/// Pixels that a logo is high and wide at most.
const LOGO_HEIGHT: u32 = 40;
const LOGO_WIDTH: u32 = 180;
/// Of one whose size nobody knows.
const LOGO_USUAL: u16 = 140;

/// Whether the brand has a logo for this ground.
pub(super) fn has_logo(look: &Look, ground: LogoGround) -> bool {
    logo_for(&look.logos, ground).is_some_and(|logo| make::source(&logo.url).is_some())
}

/// The logo that is made for the ground, else the name.
pub(super) fn logo(pieces: &mut Pieces<'_>, look: &Look, manner: Manner) -> Option<Block> {
    let ground = match manner.ground {
        Ground::Page => pieces.palette.ground,
        Ground::Band => pieces.palette.band.ground,
    };
    let logo = logo_for(&look.logos, ground);
    if let Some((logo, src)) = logo.and_then(|logo| Some((logo, make::source(&logo.url)?))) {
        let mut block = make::image(pieces.names.one("logo"), src);
        block.alt = Plain::try_from(look.name.clone()).ok();
        block.href = look.site.as_deref().and_then(make::link);
        block.width = Some(logo_width(logo.width, logo.height));
        block.align = Some(manner.align.unwrap_or_else(|| pieces.start()));
        return Some(Block::Image(block));
    }
    let name = look.name.trim();
    if name.is_empty() {
        return None;
    }
    let html = Inline::try_from(format!("<strong>{}</strong>", escape(name))).ok()?;
    let mut block = make::text(pieces.names.one("logo"), html);
    let heading = pieces.palette.page.heading_color.clone();
    block.color = Some(pieces.words(manner).unwrap_or(heading));
    block.font_size = Some(FontSize::of(20));
    block.align = manner.align;
    Some(Block::Text(block))
}

fn logo_width(width: Option<u32>, height: Option<u32>) -> Whole<1, 800> {
    let (Some(width), Some(height @ 1..)) = (width, height) else {
        return Whole::of(LOGO_USUAL);
    };
    let fitting = u64::from(width) * u64::from(LOGO_HEIGHT) / u64::from(height);
    let fitting = fitting.clamp(24, u64::from(LOGO_WIDTH));
    Whole::try_from(fitting).unwrap_or(Whole::of(LOGO_USUAL))
}

/// Eyebrow, headline and lead; the headline has letters of up to `most` pixels.
pub(super) fn words(
    pieces: &mut Pieces<'_>,
    sketch: &Sketch,
    most: u16,
    manner: Manner,
) -> Vec<Block> {
    let mut blocks = Vec::new();
    if let Some(html) = sketch.eyebrow.as_deref().and_then(make::inline)
        && let Ok(html) = Inline::try_from(format!("<strong>{html}</strong>"))
    {
        let mut block = make::text(pieces.names.one("eyebrow"), html);
        let link = pieces.palette.page.link_color.clone();
        block.color = Some(pieces.words(manner).unwrap_or(link));
        block.font_size = Some(FontSize::of(15));
        block.align = manner.align;
        blocks.push(Block::Text(block));
    }
    if let Some(html) = make::inline(&sketch.headline) {
        let mut block = make::heading(pieces.names.one("headline"), 1, html);
        block.color = pieces.words(manner);
        block.font_size = Some(FontSize::of(headline_size(&sketch.headline, most)));
        block.align = manner.align;
        block.padding = (!blocks.is_empty()).then(|| make::padding(6, 0, 0));
        blocks.push(Block::Heading(block));
    }
    if let Some(html) = sketch.lead.as_deref().and_then(make::inline) {
        let mut block = make::text(pieces.names.one("lead"), html);
        block.color = pieces.words(manner);
        block.font_size = Some(FontSize::of(18));
        block.align = manner.align;
        block.padding = (!blocks.is_empty()).then(|| make::padding(14, 0, 0));
        blocks.push(Block::Text(block));
    }
    blocks
}

/// Pixels of a headline's letters: the fewer words, the larger, and no word wider than a phone.
fn headline_size(headline: &str, most: u16) -> u16 {
    let shown = shown(&texts::plain(headline), "a name");
    let share = match shown.chars().count() {
        0..=20 => 100,
        21..=36 => 84,
        37..=60 => 72,
        _ => 62,
    };
    let longest = shown
        .split_whitespace()
        .map(|word| word.chars().count())
        .max();
    // A phone leaves 290 pixels; a bold letter is about 0.6 of its height wide.
    let fitting = 2_900 / (6 * longest.unwrap_or(1).clamp(1, 100) as u16);
    (most * share / 100).min(fitting).max(24)
}

impl Pieces<'_> {
    /// The side where text begins.
    pub(super) fn start(&self) -> Align {
        self.palette.page.start()
    }
}
