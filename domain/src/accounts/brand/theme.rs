//! What the brand looks like.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::patch::Patch;

// Colors stay as they were written; `Color` reads them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BrandTheme")]
pub struct Theme {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub primary_color: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secondary_color: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub background_color: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_color: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heading_font: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body_font: Option<String>,
    /// Pixels
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub button_radius: Option<u32>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ThemeUpdate {
    #[serde(default)]
    #[schemars(extend("format" = "color"))]
    pub primary_color: Patch<String>,
    #[serde(default)]
    #[schemars(extend("format" = "color"))]
    pub secondary_color: Patch<String>,
    #[serde(default)]
    #[schemars(extend("format" = "color"))]
    pub background_color: Patch<String>,
    #[serde(default)]
    #[schemars(extend("format" = "color"))]
    pub text_color: Patch<String>,
    #[serde(default)]
    #[schemars(length(max = 200), extend("format" = "line"))]
    pub heading_font: Patch<String>,
    #[serde(default)]
    #[schemars(length(max = 200), extend("format" = "line"))]
    pub body_font: Patch<String>,
    #[serde(default)]
    #[schemars(range(min = 0, max = 100))]
    pub button_radius: Patch<u32>,
}

impl ThemeUpdate {
    /// What is left out stays, `null` clears.
    #[must_use]
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

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = r##"{"primaryColor":"#1a2B3c","secondaryColor":"#abc","backgroundColor":"#ffffff","textColor":"#000","headingFont":"Inter","bodyFont":"Georgia","buttonRadius":4}"##;

    fn read(json: &str) -> Theme {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn it_is_stored_and_shown_in_one_form() {
        for (stored, written) in [(WHOLE, WHOLE), ("{}", "{}"), (r#"{"dark":true}"#, "{}")] {
            assert_eq!(
                serde_json::to_string(&read(stored)).unwrap(),
                written,
                "{stored}"
            );
        }
        assert_eq!(read("{}"), Theme::default());
    }

    #[test]
    fn a_change_keeps_what_it_leaves_out_and_null_clears() {
        let cases = [
            ("{}", WHOLE),
            (
                r#"{"primaryColor":null,"secondaryColor":null,"backgroundColor":null,"textColor":null,"headingFont":null,"bodyFont":null,"buttonRadius":null}"#,
                "{}",
            ),
            (
                r##"{"primaryColor":"#fff","secondaryColor":null,"backgroundColor":null,"headingFont":null,"bodyFont":null,"buttonRadius":0}"##,
                r##"{"primaryColor":"#fff","textColor":"#000","buttonRadius":0}"##,
            ),
        ];
        for (change, after) in cases {
            let change: ThemeUpdate = serde_json::from_str(change).unwrap();
            assert_eq!(change.apply(read(WHOLE)), read(after), "{change:?}");
        }
        assert!(serde_json::from_str::<ThemeUpdate>(r##"{"primary_color":"#fff"}"##).is_err());
    }
}
