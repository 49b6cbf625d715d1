//! What the brand looks like.

use postrider_domain::contact::Patch;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BrandTheme")]
pub struct Theme {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    primary_color: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    secondary_color: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    background_color: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text_color: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    heading_font: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    body_font: Option<String>,
    /// Pixels
    #[serde(default, skip_serializing_if = "Option::is_none")]
    button_radius: Option<u32>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ThemeChange {
    #[serde(default)]
    #[schemars(extend("format" = "color"))]
    primary_color: Patch<String>,
    #[serde(default)]
    #[schemars(extend("format" = "color"))]
    secondary_color: Patch<String>,
    #[serde(default)]
    #[schemars(extend("format" = "color"))]
    background_color: Patch<String>,
    #[serde(default)]
    #[schemars(extend("format" = "color"))]
    text_color: Patch<String>,
    #[serde(default)]
    #[schemars(length(max = 200), extend("format" = "line"))]
    heading_font: Patch<String>,
    #[serde(default)]
    #[schemars(length(max = 200), extend("format" = "line"))]
    body_font: Patch<String>,
    #[serde(default)]
    #[schemars(range(min = 0, max = 100))]
    button_radius: Patch<u32>,
}

impl ThemeChange {
    /// What is left out stays, `null` clears.
    pub fn apply(&self, before: Theme) -> Theme {
        Theme {
            primary_color: self.primary_color.clone().apply(before.primary_color),
            secondary_color: self.secondary_color.clone().apply(before.secondary_color),
            background_color: self.background_color.clone().apply(before.background_color),
            text_color: self.text_color.clone().apply(before.text_color),
            heading_font: self.heading_font.clone().apply(before.heading_font),
            body_font: self.body_font.clone().apply(before.body_font),
            button_radius: self.button_radius.clone().apply(before.button_radius),
        }
    }
}
