//! Colors as the eye sees them: the `OKLab` space, in which a color keeps its hue when its lightness changes.

#[derive(Clone, Copy, Debug)]
pub(super) struct Oklab {
    /// From 0 (black) to 1 (white).
    pub lightness: f64,
    a: f64,
    b: f64,
}

impl Oklab {
    /// The same hue at another lightness, as colorful as a screen can show it there.
    pub fn at(self, lightness: f64) -> Self {
        let faded = |share: f64| Self {
            lightness,
            a: self.a * share,
            b: self.b * share,
        };
        let (mut shown, mut beyond) = (0.0, 1.0);
        if faded(beyond).is_shown() {
            return faded(beyond);
        }
        // Twelve halvings are finer than the steps of a screen.
        for _ in 0..12 {
            let middle = f64::midpoint(shown, beyond);
            if faded(middle).is_shown() {
                shown = middle;
            } else {
                beyond = middle;
            }
        }
        faded(shown)
    }

    /// The color of a hue, in degrees, as colorful as a screen can show it there.
    pub fn of_hue(lightness: f64, chroma: f64, degrees: f64) -> Self {
        let hue = degrees.to_radians();
        let (a, b) = (chroma * hue.cos(), chroma * hue.sin());
        Self { lightness, a, b }.at(lightness)
    }

    /// How far it is from gray.
    pub fn chroma(self) -> f64 {
        self.a.hypot(self.b)
    }

    pub fn distance(self, other: Self) -> f64 {
        let plane = (self.a - other.a).hypot(self.b - other.b);
        plane.hypot(self.lightness - other.lightness)
    }

    fn is_shown(self) -> bool {
        self.linear()
            .iter()
            .all(|part| (-0.000_1..=1.000_1).contains(part))
    }

    /// Red, green and blue as amounts of light. The numbers are those of the space's author.
    fn linear(self) -> [f64; 3] {
        let Self { lightness, a, b } = self;
        let l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
        let m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
        let s = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
        [
            4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
            -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
            -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s,
        ]
    }
}

impl From<[u8; 3]> for Oklab {
    fn from(parts: [u8; 3]) -> Self {
        let [red, green, blue] = parts.map(linear);
        let l = (0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue).cbrt();
        let m = (0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue).cbrt();
        let s = (0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue).cbrt();
        Self {
            lightness: 0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
            a: 1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
            b: 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
        }
    }
}

impl From<Oklab> for [u8; 3] {
    fn from(color: Oklab) -> Self {
        color.linear().map(written)
    }
}

/// The amount of light that a part of a color stands for.
pub(super) fn linear(part: u8) -> f64 {
    let part = f64::from(part) / 255.0;
    if part <= 0.040_45 {
        part / 12.92
    } else {
        ((part + 0.055) / 1.055).powf(2.4)
    }
}

fn written(light: f64) -> u8 {
    let part = if light <= 0.003_130_8 {
        light * 12.92
    } else {
        1.055 * light.powf(1.0 / 2.4) - 0.055
    };
    (part * 255.0).round().clamp(0.0, 255.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_color_comes_back_as_it_was() {
        for part in 0..=255 {
            for color in [[part, part, part], [part, 255 - part, 80], [200, 10, part]] {
                assert_eq!(<[u8; 3]>::from(Oklab::from(color)), color);
            }
        }
    }

    #[test]
    fn lightness_has_black_and_white_at_its_ends() {
        let green = Oklab::from([0, 170, 119]);
        assert_eq!(<[u8; 3]>::from(green.at(0.0)), [0, 0, 0]);
        assert_eq!(<[u8; 3]>::from(green.at(1.0)), [255, 255, 255]);
        let dark = Oklab::from(<[u8; 3]>::from(green.at(0.4)));
        assert!((dark.lightness - 0.4).abs() < 0.01);
        // The hue is the direction of the two others.
        let turn = dark.b.atan2(dark.a) - green.b.atan2(green.a);
        assert!(turn.abs() < 0.03, "{turn}");
    }
}
