//! What a brand's page looks like.

use std::fmt::Write;

use postrider_domain::accounts::brand::{self, Color, LogoGround, logo_for};
use postrider_store::brands::BrandRecord;
use url::Url;

use crate::style::escape;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Empty if the brand is gone.
    pub name: String,
    address: Option<String>,
    primary: Option<Color>,
    font: Option<String>,
    radius: Option<u32>,
    light_logo: Option<Logo>,
    dark_logo: Option<Logo>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Logo {
    url: String,
}

impl Look {
    pub fn of(brand: &BrandRecord) -> Self {
        let (identity, theme) = (&brand.identity, &brand.theme);
        let logo = |ground| Logo::of(logo_for(&brand.logos, ground)?);
        Self {
            name: identity.public_name(&brand.name).to_owned(),
            address: identity.address.clone(),
            primary: theme.primary_color.as_deref().and_then(Color::parse),
            font: theme.body_font.as_deref().and_then(font),
            radius: theme.button_radius.map(|radius| radius.min(28)),
            light_logo: logo(LogoGround::Light),
            dark_logo: logo(LogoGround::Dark),
        }
    }

    /// The variables of the style sheet. All that comes from the brand is taken apart and written anew; where it has said
    /// nothing, the product's own hold.
    pub fn style(&self) -> String {
        let mut style = format!(":root{{--radius:{}px", self.radius.unwrap_or(7));
        if let Some(color) = self.primary {
            let _ = write!(
                style,
                ";--brand:{};--on-brand:{};--brand-on-light:{};--brand-on-dark:{}",
                color.css(),
                color.text_on().css(),
                color.readable_on(Color::LIGHT).css(),
                color.readable_on(Color::DARK).css(),
            );
        }
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
    fn of(logo: &brand::Logo) -> Option<Self> {
        let url = Url::parse(&logo.url).ok()?;
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

#[cfg(test)]
mod tests {
    use super::*;

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
