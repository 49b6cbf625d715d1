//! What a website says of itself for those who put it on a home screen.

use postrider_domain::accounts::brand::Color;
use serde_json::Value;
use url::Url;

use crate::ink::Ink;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Manifest {
    pub(super) name: Option<String>,
    pub(super) description: Option<String>,
    pub(super) theme_color: Option<Color>,
    /// With the pixels of their longer side.
    pub(super) icons: Vec<(Url, u32)>,
}

impl Manifest {
    /// `url` is where it was found. What is no manifest says nothing.
    pub fn read(json: &str, url: &Url) -> Self {
        let told: Value = serde_json::from_str(json).unwrap_or_default();
        let text = |name: &str| {
            let text = told.get(name)?.as_str()?.trim();
            (!text.is_empty()).then(|| text.to_owned())
        };
        let icons = told.get("icons").and_then(Value::as_array);
        let icon = |icon: &Value| {
            let purpose = icon.get("purpose").and_then(Value::as_str);
            // One to be cut out has its logo small, in a wide margin; one in a single colour is no logo.
            if purpose.is_some_and(|purpose| !purpose.contains("any")) {
                return None;
            }
            let sizes = icon
                .get("sizes")
                .and_then(Value::as_str)
                .unwrap_or_default();
            let address = icon.get("src")?.as_str()?;
            Some((url.join(address).ok()?, longest_side(sizes)))
        };
        Self {
            name: text("name").or_else(|| text("short_name")),
            description: text("description"),
            theme_color: text("theme_color")
                .and_then(|color| Ink::parse(&color))
                .map(|ink| ink.over(Color::LIGHT)),
            icons: icons.into_iter().flatten().filter_map(icon).collect(),
        }
    }
}

/// Of `48x48 192x192`; 0 where nothing is said, `any` is as large as one likes.
pub(super) fn longest_side(sizes: &str) -> u32 {
    let pixels = sizes
        .split_ascii_whitespace()
        .filter_map(|size| match size {
            "any" => Some(512),
            size => size.split(['x', 'X']).next()?.parse().ok(),
        });
    pixels.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_names_colour_and_icons() {
        let url = Url::parse("https://acme.test/x/site.webmanifest").unwrap();
        let manifest = Manifest::read(
            r##"{"short_name":"Acme","name":" ","theme_color":"#0a7","icons":[{"src":"i.png","sizes":"48x48 192x192"},
                {"src":"m.png","purpose":"maskable"},{"src":5},"x"]}"##,
            &url,
        );
        assert_eq!(manifest.name.as_deref(), Some("Acme"));
        assert_eq!(
            manifest.theme_color.map(Color::css).as_deref(),
            Some("#00aa77")
        );
        let icon = Url::parse("https://acme.test/x/i.png").unwrap();
        assert_eq!(manifest.icons, [(icon, 192)]);
        for broken in ["", "[]", "{", r#"{"icons":{}}"#] {
            assert_eq!(
                Manifest::read(broken, &url),
                Manifest::default(),
                "{broken}"
            );
        }
    }
}
