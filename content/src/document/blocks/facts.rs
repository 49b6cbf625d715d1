//! Blocks for what readers take from a mail: a code, and facts in a table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::values::{Color, Id, Inline, Padding, Plain, Radius};

/// A code for the checkout, in a frame of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DesignCoupon")]
pub struct Coupon {
    pub id: Id,
    /// Stands above the code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<Plain>,
    pub code: Plain,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background_color: Option<Color>,
    /// Of its words and of the frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<Radius>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub padding: Option<Padding>,
}

/// A table with a row for each fact: when, where, how much.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DesignFacts")]
pub struct Facts {
    pub id: Id,
    #[schemars(length(min = 1, max = 50))]
    pub rows: Vec<Fact>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background_color: Option<Color>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<Radius>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub padding: Option<Padding>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DesignFact")]
pub struct Fact {
    pub label: Plain,
    pub value: Inline,
}
