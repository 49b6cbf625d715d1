//! Colors as people write them, and which can be read on which.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color([u8; 3]);

/// What WCAG asks between text and what is behind it.
const READABLE: f64 = 4.5;

impl Color {
    /// What our pages are written on by day, and what text on a dark color is written in.
    pub const LIGHT: Self = Self([0xff, 0xff, 0xff]);
    /// What our pages are written on by night, and what text on a light color is written in.
    pub const DARK: Self = Self([0x13, 0x1a, 0x27]);

    /// `#abc` or `#aabbcc`.
    pub fn parse(text: &str) -> Option<Self> {
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

    pub fn css(self) -> String {
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

    pub fn can_be_read_on(self, ground: Self) -> bool {
        self.contrast(ground) >= READABLE
    }

    /// Black or white, whichever can be read on it.
    #[must_use]
    pub fn text_on(self) -> Self {
        if self.contrast(Self::LIGHT) >= self.contrast(Self::DARK) {
            Self::LIGHT
        } else {
            Self::DARK
        }
    }

    /// The color itself, or as much of the other end as it takes to read it.
    #[must_use]
    pub fn readable_on(self, ground: Self) -> Self {
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
            .find(|shade| shade.can_be_read_on(ground))
            .unwrap_or(away)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_color_has_three_or_six_hexadecimal_digits() {
        for (text, css) in [
            ("#abc", "#aabbcc"),
            ("#ABC", "#aabbcc"),
            ("#1a2B3c", "#1a2b3c"),
            ("#000000", "#000000"),
        ] {
            assert_eq!(Color::parse(text).map(Color::css).as_deref(), Some(css));
        }
        for text in [
            "",
            "#",
            "#12",
            "red",
            "#ggg",
            "#12345é",
            "#1234567",
            "1a2b3c",
            "#12345",
            "#12345g",
            "#+12",
            "#fff; top: 0",
        ] {
            assert_eq!(Color::parse(text), None, "{text}");
        }
    }

    #[test]
    fn every_color_can_be_read() {
        for text in [
            "#000", "#ffffff", "#ff0", "#b3391a", "#808080", "#0a7", "#1a2b3c",
        ] {
            let color = Color::parse(text).unwrap();
            assert!(color.contrast(color.text_on()) >= 4.4, "on {text}");
            for ground in [Color::LIGHT, Color::DARK] {
                let shade = color.readable_on(ground);
                assert!(shade.contrast(ground) >= READABLE, "{text} on {ground:?}");
            }
        }
        assert_eq!(
            Color::parse("#b3391a")
                .unwrap()
                .readable_on(Color::LIGHT)
                .css(),
            "#b3391a"
        );
    }
}
