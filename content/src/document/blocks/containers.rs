//! Blocks that hold others.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::values::{Color, Id, Padding, Source, Whole};
use super::Block;

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

pub(super) fn yes() -> bool {
    true
}
