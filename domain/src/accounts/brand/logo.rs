//! The brand's logos.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Logo {
    pub url: String,
    // The ground it is made for; light where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub theme: Option<LogoGround>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogoGround {
    #[default]
    Light,
    Dark,
}

/// The first that is made for this ground.
pub fn logo_for(logos: &[Logo], ground: LogoGround) -> Option<&Logo> {
    logos
        .iter()
        .find(|logo| logo.theme.unwrap_or_default() == ground)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logo_is_found_by_its_ground() {
        for (stored, light, dark) in [
            ("[]", None, None),
            (r#"[{"url":"a"}]"#, Some("a"), None),
            (r#"[{"url":"a","theme":"dark"}]"#, None, Some("a")),
            (
                r#"[{"url":"a","theme":"dark"},{"url":"b","theme":"light"},{"url":"c"}]"#,
                Some("b"),
                Some("a"),
            ),
        ] {
            let logos: Vec<Logo> = serde_json::from_str(stored).unwrap();
            let found = |ground| logo_for(&logos, ground).map(|logo| logo.url.as_str());
            assert_eq!(
                (found(LogoGround::Light), found(LogoGround::Dark)),
                (light, dark),
                "{stored}"
            );
            assert_eq!(serde_json::to_string(&logos).unwrap(), stored);
        }
    }
}
