//! The blocks. Each has a name of its own that stays when it is moved or changed.

mod containers;
mod leaves;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::icons::IconStyle;
pub(super) use containers::section_padding;
pub use containers::{Column, Columns, Section, VerticalAlign};
pub use leaves::{
    Button, Divider, FooterBlock, Heading, Image, List, ProductButton, ProductCard, ProductImage,
    RawHtml, Social, SocialLink, Spacer, Text,
};

use super::values::{Id, Padding};

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
    Footer(FooterBlock),
    RawHtml(RawHtml),
}

impl Block {
    /// The words that `type` takes.
    pub const KINDS: [&str; 13] = [
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
            Self::Footer(block) => &block.id,
            Self::RawHtml(block) => &block.id,
        }
    }
}

impl Block {
    /// The space around it, where its author said something about it.
    pub(super) fn padding(&self) -> Option<Padding> {
        match self {
            Self::Heading(block) => block.padding,
            Self::Text(block) => block.padding,
            Self::Button(block) => block.padding,
            Self::Image(block) => block.padding,
            Self::Divider(block) => block.padding,
            Self::List(block) => block.padding,
            Self::Social(block) => block.padding,
            Self::ProductCard(block) => block.padding,
            Self::Footer(block) => block.padding,
            Self::RawHtml(block) => block.padding,
            Self::Section(_) | Self::Columns(_) | Self::Spacer(_) => None,
        }
    }
}
