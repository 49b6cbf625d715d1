//! Colors as people write them, and which can be read on which.

use super::oklab::{Oklab, linear};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color([u8; 3]);

/// What WCAG asks between text and what is behind it.
const READABLE: f64 = 4.5;
/// Below this the eye cannot tell a shape from what is behind it.
const TOLD_APART: f64 = 1.25;

/// Shades between a color and black or white: fine enough that none is passed that the eye would tell apart.
const STEPS: u8 = 64;

impl Color {
    /// What our pages are written on by day, and what text on a dark color is written in.
    pub const LIGHT: Self = Self([0xff, 0xff, 0xff]);
    /// What our pages are written on by night, and what text on a light color is written in.
    pub const DARK: Self = Self([0x13, 0x1a, 0x27]);
    const BLACK: Self = Self([0, 0, 0]);

    pub const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self([red, green, blue])
    }

    /// Red, green and blue.
    pub const fn parts(self) -> [u8; 3] {
        self.0
    }

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
        let [red, green, blue] = self.0.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// From 1 (the same) to 21 (black and white), as WCAG defines it.
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Whether text of this color can be read on a ground.
    pub fn can_be_read_on(self, ground: Self) -> bool {
        self.contrast(ground) >= READABLE
    }

    /// Whether a shape of this color can be seen on a ground.
    pub fn can_be_told_from(self, ground: Self) -> bool {
        self.contrast(ground) >= TOLD_APART
    }

    /// White where it can be read, which looks best on most colors, else black: one of them always can.
    #[must_use]
    pub fn text_on(self) -> Self {
        [Self::LIGHT, Self::DARK]
            .into_iter()
            .find(|text| text.can_be_read_on(self))
            .unwrap_or(Self::BLACK)
    }

    /// The color itself, or the nearest shade of it that can be read on a ground.
    #[must_use]
    pub fn readable_on(self, ground: Self) -> Self {
        self.readable_on_each(&[ground])
    }

    /// The same on grounds that are shades of one another.
    #[must_use]
    pub fn readable_on_each(self, grounds: &[Self]) -> Self {
        let holds = |shade: Self| grounds.iter().all(|ground| shade.can_be_read_on(*ground));
        if holds(self) {
            return self;
        }
        let is_dark = |ground: &Self| ground.contrast(Self::LIGHT) > ground.contrast(Self::BLACK);
        let end = if grounds.first().is_some_and(is_dark) {
            Self::LIGHT
        } else {
            Self::BLACK
        };
        let (own, far) = (Oklab::from(self.0), Oklab::from(end.0).lightness);
        let shade = |step: u8| {
            let share = f64::from(step) / f64::from(STEPS);
            Self(own.at(own.lightness + (far - own.lightness) * share).into())
        };
        (1..=STEPS)
            .map(shade)
            .find(|shade| holds(*shade))
            .unwrap_or(end)
    }

    /// From 0 (black) to 1 (white), as the eye sees it.
    pub fn lightness(self) -> f64 {
        Oklab::from(self.0).lightness
    }

    /// The same hue at another lightness.
    #[must_use]
    pub fn at_lightness(self, lightness: f64) -> Self {
        Self(Oklab::from(self.0).at(lightness).into())
    }

    /// As style sheets write `oklch()`: lightness from 0 to 1, chroma, and the hue in degrees.
    pub fn from_oklch(lightness: f64, chroma: f64, degrees: f64) -> Self {
        let lightness = lightness.clamp(0.0, 1.0);
        Self(Oklab::of_hue(lightness, chroma.clamp(0.0, 0.5), degrees).into())
    }

    /// How colorful it is: 0 is gray, the purest that a screen shows about 0.3.
    pub fn chroma(self) -> f64 {
        Oklab::from(self.0).chroma()
    }

    /// How different two colors look: black and white are 1 apart, shades that nobody tells apart less than 0.02.
    pub fn distance(self, other: Self) -> f64 {
        Oklab::from(self.0).distance(Oklab::from(other.0))
    }

    /// With so many hundredths of another color in it.
    #[must_use]
    pub fn mixed(self, other: Self, percent: u8) -> Self {
        let share = u16::from(percent.min(100));
        let part = |index: usize| {
            let (own, other) = (u16::from(self.0[index]), u16::from(other.0[index]));
            ((own * (100 - share) + other * share + 50) / 100) as u8
        };
        Self([part(0), part(1), part(2)])
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
    fn contrast_is_what_wcag_says() {
        let color = |text: &str| Color::parse(text).unwrap();
        for (one, other, expected) in [
            ("#000", "#fff", "21.00"),
            ("#777", "#fff", "4.48"),
            ("#fff", "#767676", "4.54"),
            ("#f00", "#f00", "1.00"),
        ] {
            let contrast = color(one).contrast(color(other));
            assert_eq!(format!("{contrast:.2}"), expected, "{one} on {other}");
        }
        assert!(!color("#777").can_be_read_on(Color::LIGHT));
        assert!(!color("#f4f4f4").can_be_told_from(Color::LIGHT));
        assert!(color("#ddd").can_be_told_from(Color::LIGHT));
    }

    #[test]
    fn every_color_can_be_read() {
        let parts = [0, 0x33, 0x66, 0x80, 0x99, 0xcc, 0xff];
        for red in parts {
            for (green, blue) in parts.iter().flat_map(|g| parts.map(|b| (*g, b))) {
                let color = Color::new(red, green, blue);
                assert!(color.text_on().can_be_read_on(color), "on {color:?}");
                for ground in [
                    Color::LIGHT,
                    Color::DARK,
                    Color::new(0x80, 0x80, 0x80),
                    color,
                ] {
                    let shade = color.readable_on(ground);
                    assert!(shade.can_be_read_on(ground), "{color:?} on {ground:?}");
                }
            }
        }
    }

    #[test]
    fn a_color_moves_no_further_than_it_must_and_keeps_its_hue() {
        let shade = |text: &str, ground| Color::parse(text).unwrap().readable_on(ground).css();
        assert_eq!(shade("#b3391a", Color::LIGHT), "#b3391a");
        for (text, ground, expected) in [
            ("#f97316", Color::LIGHT, "#bf5400"),
            ("#ffdd00", Color::LIGHT, "#877500"),
            ("#1e40af", Color::DARK, "#527ef2"),
        ] {
            assert_eq!(shade(text, ground), expected, "{text}");
        }
    }

    #[test]
    fn colors_that_look_alike_are_near_and_grays_have_no_chroma() {
        let color = |text: &str| Color::parse(text).unwrap();
        assert!((color("#000").distance(Color::LIGHT) - 1.0).abs() < 0.001);
        assert!(color("#0a7d55").distance(color("#0b7e57")) < 0.02);
        assert!(color("#0a7d55").distance(color("#7d0a55")) > 0.2);
        assert!(color("#808080").chroma() < 0.001 && color("#f00").chroma() > 0.2);
        assert_eq!(Color::from_oklch(1.0, 0.0, 0.0), Color::LIGHT);
        assert_eq!(
            Color::from_oklch(0.627_955, 0.257_683, 29.233_9).css(),
            "#ff0000"
        );
    }

    #[test]
    fn white_stands_on_most_colors_and_black_on_light_ones() {
        let text = |text: &str| Color::parse(text).unwrap().text_on().css();
        assert_eq!(text("#b3391a"), "#ffffff");
        assert_eq!(text("#ffdd00"), "#131a27");
        // On the few between, only black itself will do.
        assert_eq!(text("#7a7a7a"), "#000000");
    }
}
