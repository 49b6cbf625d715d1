//! What a brand's page looks like.

use std::fmt::Write;

use postrider_store::brands::BrandRecord;
use serde_json::Value;
use url::Url;

use crate::docs::html::escape;

/// Of the product, for a brand that has said nothing.
const DEFAULT_COLOR: Color = Color([0x33, 0x41, 0x55]);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Empty if the brand is gone.
    pub name: String,
    address: Option<String>,
    primary: Option<Color>,
    font: Option<String>,
    radius: Option<u64>,
    light_logo: Option<Logo>,
    dark_logo: Option<Logo>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Logo {
    url: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Color([u8; 3]);

impl Look {
    pub fn of(brand: &BrandRecord) -> Self {
        let parsed = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
        let (identity, theme, logos) = (
            parsed(&brand.identity),
            parsed(&brand.theme),
            parsed(&brand.logos),
        );
        let text = |key: &str| identity[key].as_str().map(ToOwned::to_owned);
        let logo = |wanted: &str| {
            let mut logos = logos.as_array().into_iter().flatten();
            let theme_of = |logo: &Value| logo["theme"].as_str().unwrap_or("light").to_owned();
            Logo::of(logos.find(|logo| theme_of(logo) == wanted)?)
        };
        Self {
            name: text("brandName").unwrap_or_else(|| brand.name.clone()),
            address: text("address"),
            primary: theme["primaryColor"].as_str().and_then(Color::parse),
            font: theme["bodyFont"].as_str().and_then(font),
            radius: theme["buttonRadius"].as_u64().map(|radius| radius.min(28)),
            light_logo: logo("light"),
            dark_logo: logo("dark"),
        }
    }

    /// The variables of the style sheet. All that comes from the brand is taken apart and written anew.
    pub fn style(&self) -> String {
        let color = self.primary.unwrap_or(DEFAULT_COLOR);
        let mut style = format!(
            ":root{{--brand:{};--on-brand:{};--brand-on-light:{};--brand-on-dark:{};--radius:{}px",
            color.css(),
            color.text_on().css(),
            color.readable_on(LIGHT).css(),
            color.readable_on(DARK).css(),
            self.radius.unwrap_or(12),
        );
        if let Some(font) = &self.font {
            // Names have letters, digits, spaces and hyphens alone.
            let _ = write!(style, ";--font:\"{font}\"");
        }
        style.push('}');
        style
    }

    /// The brand's logo, or its first letter.
    pub fn mark(&self) -> String {
        let image = |logo: &Logo| {
            format!(
                "<img class=\"logo\" src=\"{}\" alt=\"{}\">",
                escape(&logo.url),
                escape(&self.name)
            )
        };
        match (&self.light_logo, &self.dark_logo) {
            (Some(light), Some(dark)) => format!(
                "<picture><source srcset=\"{}\" media=\"(prefers-color-scheme: dark)\">{}</picture>",
                escape(&dark.url),
                image(light)
            ),
            (Some(logo), None) | (None, Some(logo)) => image(logo),
            (None, None) => match self.name.chars().find(|c| c.is_alphanumeric()) {
                Some(letter) => format!(
                    "<div class=\"letter\" aria-hidden=\"true\">{}</div>",
                    letter.to_uppercase()
                ),
                None => String::new(),
            },
        }
    }

    pub fn footer(&self) -> String {
        if self.name.is_empty() {
            return String::new();
        }
        let address = self.address.as_deref().unwrap_or_default();
        let lines = address.lines().map(str::trim);
        let address: Vec<String> = lines.filter(|line| !line.is_empty()).map(escape).collect();
        let mut footer = format!("<footer><strong>{}</strong>", escape(&self.name));
        if !address.is_empty() {
            let _ = write!(footer, "<span>{}</span>", address.join(", "));
        }
        footer.push_str("</footer>");
        footer
    }
}

impl Logo {
    fn of(logo: &Value) -> Option<Self> {
        let url = Url::parse(logo["url"].as_str()?).ok()?;
        // Commas and spaces would be part of a list of images.
        let is_image =
            matches!(url.scheme(), "http" | "https") && !url.as_str().contains([',', ' ']);
        is_image.then(|| Self { url: url.into() })
    }
}

fn font(name: &str) -> Option<String> {
    let first = name.split(',').next()?.trim_matches(['"', '\'', ' ']);
    let is_name = |c: char| c.is_alphanumeric() || c == ' ' || c == '-';
    (!first.is_empty() && first.chars().all(is_name)).then(|| first.to_owned())
}

const LIGHT: Color = Color([0xff, 0xff, 0xff]);
const DARK: Color = Color([0x17, 0x19, 0x1e]);
/// What WCAG asks between text and what is behind it.
const READABLE: f64 = 4.5;

impl Color {
    /// `#abc` or `#aabbcc`.
    fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#')?;
        let digit = |at: usize| u8::from_str_radix(digits.get(at..=at)?, 16).ok();
        match digits.len() {
            3 => Some(Self([digit(0)? * 17, digit(1)? * 17, digit(2)? * 17])),
            6 => Some(Self([
                digit(0)? * 16 + digit(1)?,
                digit(2)? * 16 + digit(3)?,
                digit(4)? * 16 + digit(5)?,
            ])),
            _ => None,
        }
    }

    fn css(self) -> String {
        let [red, green, blue] = self.0;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        };
        let [red, green, blue] = self.0;
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Black or white, whichever can be read on it.
    fn text_on(self) -> Self {
        if self.contrast(LIGHT) >= self.contrast(DARK) {
            LIGHT
        } else {
            DARK
        }
    }

    /// The color itself, or as much of the other end as it takes to read it.
    fn readable_on(self, ground: Self) -> Self {
        let away = ground.text_on();
        let mixed = |share: u16| {
            let part = |index: usize| {
                let (own, other) = (u16::from(self.0[index]), u16::from(away.0[index]));
                ((own * (10 - share) + other * share) / 10) as u8
            };
            Self([part(0), part(1), part(2)])
        };
        let mut shades = (0..10).map(mixed);
        shades
            .find(|shade| shade.contrast(ground) >= READABLE)
            .unwrap_or(away)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_color_can_be_read() {
        for text in [
            "#000", "#ffffff", "#ff0", "#b3391a", "#808080", "#0a7", "#1a2b3c",
        ] {
            let color = Color::parse(text).unwrap();
            assert!(color.contrast(color.text_on()) >= 4.4, "on {text}");
            for ground in [LIGHT, DARK] {
                let shade = color.readable_on(ground);
                assert!(shade.contrast(ground) >= READABLE, "{text} on {ground:?}");
            }
        }
        assert_eq!(
            Color::parse("#b3391a").unwrap().readable_on(LIGHT).css(),
            "#b3391a"
        );
        for text in [
            "", "#", "#12", "red", "#ggg", "#12345é", "#1234567", "1a2b3c",
        ] {
            assert_eq!(Color::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_font_is_a_name_and_nothing_else() {
        for (text, expect) in [
            ("Inter", Some("Inter")),
            ("'Source Sans 3', sans-serif", Some("Source Sans 3")),
            ("Noto Sans JP", Some("Noto Sans JP")),
            ("a;}body{display:none", None),
            ("</style><script>", None),
            ("", None),
        ] {
            assert_eq!(font(text).as_deref(), expect, "{text}");
        }
    }
}
