//! A block, and the blocks that hold others: each is made of the other.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::values::{Color, Id, Padding, Radius, Source, Whole};
use super::facts::{Coupon, Facts};
use super::leaves::{
    Button, Divider, FooterBlock, Heading, Image, List, ProductCard, RawHtml, Social, Spacer, Text,
    yes,
};

/// A block. Sections stand on the page, columns there or in a section, all others anywhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
#[schemars(rename = "DesignBlock")]
pub enum Block {
    Section(Section),
    Columns(Columns),
    Heading(Heading),
    Text(Text),
    Button(Button),
    Image(Image),
    Divider(Divider),
    Spacer(Spacer),
    List(List),
    Social(Social),
    ProductCard(ProductCard),
    Coupon(Coupon),
    Facts(Facts),
    Footer(FooterBlock),
    RawHtml(RawHtml),
}

impl Block {
    /// The words that `type` takes.
    pub const KINDS: [&str; 15] = [
        "section",
        "columns",
        "heading",
        "text",
        "button",
        "image",
        "divider",
        "spacer",
        "list",
        "social",
        "productCard",
        "coupon",
        "facts",
        "footer",
        "rawHtml",
    ];

    pub fn id(&self) -> &Id {
        match self {
            Self::Section(block) => &block.id,
            Self::Columns(block) => &block.id,
            Self::Heading(block) => &block.id,
            Self::Text(block) => &block.id,
            Self::Button(block) => &block.id,
            Self::Image(block) => &block.id,
            Self::Divider(block) => &block.id,
            Self::Spacer(block) => &block.id,
            Self::List(block) => &block.id,
            Self::Social(block) => &block.id,
            Self::ProductCard(block) => &block.id,
            Self::Coupon(block) => &block.id,
            Self::Facts(block) => &block.id,
            Self::Footer(block) => &block.id,
            Self::RawHtml(block) => &block.id,
        }
    }

    /// The space around it, where its author said something about it.
    pub(in super::super) fn padding(&self) -> Option<Padding> {
        match self {
            Self::Heading(block) => block.padding,
            Self::Text(block) => block.padding,
            Self::Button(block) => block.padding,
            Self::Image(block) => block.padding,
            Self::Divider(block) => block.padding,
            Self::List(block) => block.padding,
            Self::Social(block) => block.padding,
            Self::ProductCard(block) => block.padding,
            Self::Coupon(block) => block.padding,
            Self::Facts(block) => block.padding,
            Self::Footer(block) => block.padding,
            Self::RawHtml(block) => block.padding,
            Self::Section(_) | Self::Columns(_) | Self::Spacer(_) => None,
        }
    }
}

/// A band across the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DesignSection")]
pub struct Section {
    pub id: Id,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background_color: Option<Color>,
    /// Shown behind the blocks, cut to cover the section.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background_image: Option<Source>,
    /// Rounded corners; without it the first and the last band have those of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<Radius>,
    #[serde(default = "section_padding")]
    pub padding: Padding,
    pub blocks: Vec<Block>,
}

pub(in super::super) fn section_padding() -> Padding {
    Padding::of(32, 32)
}

/// Two to four columns beside each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DesignColumns")]
pub struct Columns {
    pub id: Id,
    /// Pixels between two columns.
    #[serde(default = "Columns::gap")]
    pub gap: Whole<0, 64>,
    /// On a phone the columns stand below each other.
    #[serde(default = "yes")]
    pub stack_on_mobile: bool,
    #[serde(default)]
    pub vertical_align: VerticalAlign,
    #[schemars(length(min = 2, max = 4))]
    pub columns: Vec<Column>,
}

impl Columns {
    fn gap() -> Whole<0, 64> {
        Whole::of(24)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DesignColumn")]
pub struct Column {
    pub id: Id,
    /// Percent of the width; those of all columns make 100.
    pub width: Whole<5, 95>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background_color: Option<Color>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub padding: Option<Padding>,
    pub blocks: Vec<Block>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "DesignVerticalAlign")]
pub enum VerticalAlign {
    #[default]
    Top,
    Middle,
    Bottom,
}

impl VerticalAlign {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Top => "top",
            Self::Middle => "middle",
            Self::Bottom => "bottom",
        }
    }
}
