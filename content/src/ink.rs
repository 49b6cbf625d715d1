//! Colours as style sheets write them: one may let another through.

use cssparser::color::{parse_hash_color, parse_named_color};
use postrider_domain::accounts::brand::Color;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ink {
    color: Color,
    /// 0 is not there at all.
    alpha: f32,
}

impl Ink {
    pub const BLACK: Self = Self::opaque(0, 0, 0);
    /// How browsers paint links.
    pub const LINK: Self = Self::opaque(0, 0, 238);

    const fn opaque(red: u8, green: u8, blue: u8) -> Self {
        Self {
            color: Color::new(red, green, blue),
            alpha: 1.0,
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        if text == "transparent" {
            let alpha = 0.0;
            return Some(Self {
                alpha,
                ..Self::BLACK
            });
        }
        if let Some(digits) = text.strip_prefix('#') {
            let (red, green, blue, alpha) = parse_hash_color(digits.as_bytes()).ok()?;
            let opaque = Self::opaque(red, green, blue);
            return Some(Self { alpha, ..opaque });
        }
        if let Ok((red, green, blue)) = parse_named_color(&text) {
            return Some(Self::opaque(red, green, blue));
        }
        let (name, arguments) = text.strip_suffix(')')?.split_once('(')?;
        let numbers: Vec<&str> = arguments
            .split([',', ' ', '/'])
            .filter(|part| !part.is_empty())
            .collect();
        let [one, two, three, rest @ ..] = numbers.as_slice() else {
            return None;
        };
        let alpha = rest.first().map_or(Some(1.0), |text| scaled(text, 1.0))?;
        let alpha = alpha.clamp(0.0, 1.0);
        if name == "oklch" {
            let (lightness, chroma) = (scaled(one, 1.0)?, scaled(two, 0.4)?);
            let color = Color::from_oklch(lightness.into(), chroma.into(), degrees(three)?.into());
            return Some(Self { color, alpha });
        }
        let parts = match name {
            "rgb" | "rgba" => [
                scaled(one, 255.0)?,
                scaled(two, 255.0)?,
                scaled(three, 255.0)?,
            ],
            "hsl" | "hsla" => of_hue(degrees(one)?, scaled(two, 1.0)?, scaled(three, 1.0)?),
            _ => return None,
        };
        let [red, green, blue] = parts.map(|part| part.round().clamp(0.0, 255.0) as u8);
        Some(Self {
            alpha,
            ..Self::opaque(red, green, blue)
        })
    }

    /// As an attribute writes it: the `#` may be missing.
    pub fn parse_attribute(text: &str) -> Option<Self> {
        Self::parse(text).or_else(|| Self::parse(&format!("#{}", text.trim())))
    }

    pub fn is_seen(self) -> bool {
        self.alpha > 0.0
    }

    /// Whether nothing of what lies below is seen.
    pub fn is_solid(self) -> bool {
        self.alpha >= 0.95
    }

    /// Another colour that lets as much through.
    #[must_use]
    pub fn painted(self, paint: impl FnOnce(Color) -> Color) -> Self {
        Self {
            color: paint(self.color),
            ..self
        }
    }

    /// As style sheets write it.
    pub fn css(self) -> String {
        if self.alpha >= 1.0 {
            return self.color.css();
        }
        let [red, green, blue] = self.color.parts();
        format!("rgba({red},{green},{blue},{})", self.alpha)
    }

    /// What is seen where it lies on another.
    pub fn over(self, below: Color) -> Color {
        below.mixed(self.color, (self.alpha * 100.0).round() as u8)
    }
}

/// A number, or a percentage of `whole`.
fn scaled(text: &str, whole: f32) -> Option<f32> {
    match text.strip_suffix('%') {
        Some(percent) => Some(percent.parse::<f32>().ok()? / 100.0 * whole),
        None => text.parse().ok(),
    }
}

fn degrees(text: &str) -> Option<f32> {
    text.trim_end_matches("deg").parse().ok()
}

fn of_hue(hue: f32, saturation: f32, lightness: f32) -> [f32; 3] {
    let reach = saturation * lightness.min(1.0 - lightness);
    [0.0, 8.0, 4.0].map(|offset: f32| {
        let at = (offset + hue.rem_euclid(360.0) / 30.0) % 12.0;
        let part = lightness - reach * (at - 3.0).min(9.0 - at).clamp(-1.0, 1.0);
        part * 255.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_white(text: &str) -> Option<String> {
        Ink::parse(text).map(|ink| ink.over(Color::LIGHT).css())
    }

    #[test]
    fn colours_are_read_in_every_form() {
        for (text, css) in [
            ("#fff", "#ffffff"),
            ("#1D4ED8", "#1d4ed8"),
            ("#00000080", "#808080"),
            (" RebeccaPurple ", "#663399"),
            ("rgb(1, 2, 3)", "#010203"),
            ("rgba(0,0,0,.5)", "#808080"),
            ("rgb(100% 0% 0% / 50%)", "#ff8080"),
            ("hsl(120, 100%, 25%)", "#008000"),
            ("hsl(-120deg 100% 50%)", "#0000ff"),
            ("oklch(62.8% 0.2577 29.23)", "#ff0000"),
            ("oklch(1 0 0 / 50%)", "#ffffff"),
            ("transparent", "#ffffff"),
        ] {
            assert_eq!(on_white(text).as_deref(), Some(css), "{text}");
        }
        for text in ["", "#12", "inherit", "var(--x)", "rgb(1,2)", "url(#fff)"] {
            assert_eq!(on_white(text), None, "{text}");
        }
        let bare = Ink::parse_attribute("f4f4f5").unwrap();
        assert_eq!(bare.over(Color::LIGHT).css(), "#f4f4f5");
    }
}
