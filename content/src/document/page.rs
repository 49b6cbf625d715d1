//! What holds for the whole document.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::values::{Align, Color, Font, Lang, Radius, Space, Whole};

/// The page that the blocks stand on. Blocks may overrule its colours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[schemars(rename = "DesignPage")]
pub struct Page {
    /// Pixels that the content is wide on a screen that has the room.
    pub width: Whole<320, 800>,
    pub lang: Lang,
    pub direction: Direction,
    /// Around the content.
    pub background_color: Color,
    /// Behind the content.
    pub content_background_color: Color,
    /// Rounded corners of the content.
    pub content_radius: Radius,
    /// Pixels between the content and the top of the page.
    pub padding_top: Space,
    pub padding_bottom: Space,
    pub text_color: Color,
    /// Of what is less important: footers, crossed-out prices.
    pub muted_color: Color,
    pub link_color: Color,
    pub heading_color: Color,
    pub heading_font: Font,
    pub body_font: Font,
    pub font_size: Whole<10, 32>,
    pub button_color: Color,
    pub button_text_color: Color,
    pub button_radius: Radius,
    pub divider_color: Color,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "DesignDirection")]
pub enum Direction {
    Ltr,
    Rtl,
}

impl Direction {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ltr => "ltr",
            Self::Rtl => "rtl",
        }
    }
}

impl Page {
    /// The side where text begins.
    pub fn start(&self) -> Align {
        match self.direction {
            Direction::Ltr => Align::Left,
            Direction::Rtl => Align::Right,
        }
    }
}

/// Fonts that every device has.
const SANS: &str = "Helvetica, Arial, sans-serif";

impl Default for Page {
    fn default() -> Self {
        Self {
            width: Whole::of(600),
            lang: Lang::of("en"),
            direction: Direction::Ltr,
            background_color: Color::of("#f4f4f5"),
            content_background_color: Color::of("#ffffff"),
            content_radius: Radius::of(0),
            padding_top: Space::of(24),
            padding_bottom: Space::of(24),
            text_color: Color::of("#27272a"),
            muted_color: Color::of("#71717a"),
            link_color: Color::of("#1d4ed8"),
            heading_color: Color::of("#18181b"),
            heading_font: Font::of(SANS),
            body_font: Font::of(SANS),
            font_size: Whole::of(16),
            button_color: Color::of("#18181b"),
            button_text_color: Color::of("#ffffff"),
            button_radius: Radius::of(6),
            divider_color: Color::of("#e4e4e7"),
        }
    }
}
