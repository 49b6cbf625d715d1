//! The colours of a website, by how much they are used for what.

use std::collections::BTreeMap;

use postrider_domain::accounts::brand::Color;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    /// What the page says its colour is.
    Said,
    /// A property or a manifest names it.
    Named,
    Button,
    Link,
    Header,
    Logo,
    Other,
}

impl Source {
    fn weight(self, times: f64) -> f64 {
        let once = match self {
            Self::Said => 8.0,
            Self::Named => 6.0,
            Self::Button | Self::Link => 4.0,
            Self::Header | Self::Logo => 3.0,
            // Alone it says little, and large style sheets say it often.
            Self::Other => return times.ln_1p(),
        };
        once * (1.0 + times.max(1.0).ln())
    }
}

/// Colours that are nearer to each other are one.
const SAME: f64 = 0.05;
/// Colours that are compared with each other, the heaviest.
const MOST: usize = 500;
/// Two that a mail shows beside each other.
const DIFFERENT: f64 = 0.12;
/// What is less colourful is a grey.
const COLORFUL: f64 = 0.045;
/// Darker and lighter ones are for texts and grounds.
const DARKEST: f64 = 0.18;
const LIGHTEST: f64 = 0.92;
/// What a second colour weighs of the first, at least.
const SECOND_SHARE: f64 = 0.1;

#[derive(Debug, Default)]
pub(super) struct Palette(BTreeMap<([u8; 3], Source), f64>);

#[derive(Clone, Copy, Debug)]
struct Cluster {
    color: Color,
    weight: f64,
    /// Whether buttons have it.
    is_on_buttons: bool,
    /// Whether it is more than one colour among others.
    is_meant: bool,
}

impl Palette {
    pub fn add(&mut self, color: Color, source: Source, times: f64) {
        *self.0.entry((color.parts(), source)).or_default() += times;
    }

    /// The brand's colour, and another beside it.
    pub fn brand(&self) -> (Option<Color>, Option<Color>) {
        let clusters = self.clusters();
        let is_colorful = |cluster: &&Cluster| {
            let lightness = cluster.color.lightness();
            cluster.color.chroma() >= COLORFUL && (DARKEST..=LIGHTEST).contains(&lightness)
        };
        let colorful: Vec<&Cluster> = clusters.iter().filter(is_colorful).collect();
        let Some(first) = colorful.first() else {
            // Some brands are black.
            let is_dark = |cluster: &&Cluster| cluster.color.lightness() < 0.5;
            let on_buttons = clusters.iter().filter(|cluster| cluster.is_on_buttons);
            return (
                on_buttons
                    .filter(is_dark)
                    .map(|cluster| cluster.color)
                    .next(),
                None,
            );
        };
        let second = colorful.iter().find(|cluster| {
            let is_heavy = cluster.weight >= first.weight * SECOND_SHARE;
            is_heavy && cluster.is_meant && cluster.color.distance(first.color) >= DIFFERENT
        });
        (Some(first.color), second.map(|cluster| cluster.color))
    }

    /// The heaviest first. Each is the heaviest of those that look like it.
    fn clusters(&self) -> Vec<Cluster> {
        let mut single: Vec<Cluster> = Vec::new();
        for (([red, green, blue], source), times) in &self.0 {
            let color = Color::new(*red, *green, *blue);
            let own = Cluster {
                color,
                weight: source.weight(*times),
                is_on_buttons: *source == Source::Button,
                is_meant: *source != Source::Other,
            };
            match single.last_mut() {
                Some(last) if last.color == color => last.join(own),
                _ => single.push(own),
            }
        }
        heaviest_first(&mut single);
        single.truncate(MOST);
        let mut clusters: Vec<Cluster> = Vec::new();
        for own in single {
            let near = clusters
                .iter_mut()
                .find(|cluster| cluster.color.distance(own.color) < SAME);
            match near {
                Some(cluster) => cluster.join(own),
                None => clusters.push(own),
            }
        }
        heaviest_first(&mut clusters);
        clusters
    }
}

impl Cluster {
    fn join(&mut self, other: Self) {
        self.weight += other.weight;
        self.is_on_buttons |= other.is_on_buttons;
        self.is_meant |= other.is_meant;
    }
}

/// Among equals the order of their parts decides: the same page gives the same colours.
fn heaviest_first(clusters: &mut [Cluster]) {
    clusters.sort_by(|one, other| {
        let by_weight = other.weight.total_cmp(&one.weight);
        by_weight.then(one.color.parts().cmp(&other.color.parts()))
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brand(colors: &[(&str, Source, f64)]) -> (Option<String>, Option<String>) {
        let mut palette = Palette::default();
        for (color, source, times) in colors {
            palette.add(Color::parse(color).unwrap(), *source, *times);
        }
        let (first, second) = palette.brand();
        (first.map(Color::css), second.map(Color::css))
    }

    #[test]
    fn what_is_meant_outweighs_what_is_frequent() {
        let expect = |first: Option<&str>, second: Option<&str>| {
            (first.map(str::to_owned), second.map(str::to_owned))
        };
        assert_eq!(
            brand(&[
                ("#0a7d55", Source::Said, 1.0),
                ("#cc2200", Source::Other, 400.0)
            ]),
            expect(Some("#0a7d55"), None)
        );
        assert_eq!(
            brand(&[
                ("#ffffff", Source::Said, 1.0),
                ("#111111", Source::Header, 9.0),
                ("#0a7d55", Source::Button, 2.0),
                ("#f59e0b", Source::Link, 1.0)
            ]),
            expect(Some("#0a7d55"), Some("#f59e0b"))
        );
        // Shades of one colour weigh together.
        assert_eq!(
            brand(&[
                ("#b91c1c", Source::Button, 1.0),
                ("#1d4ed8", Source::Button, 1.0),
                ("#1e50da", Source::Link, 1.0)
            ])
            .0,
            Some("#1d4ed8".to_owned())
        );
        assert_eq!(
            brand(&[
                ("#111111", Source::Button, 3.0),
                ("#222222", Source::Other, 30.0)
            ]),
            expect(Some("#111111"), None)
        );
        assert_eq!(
            brand(&[("#eeeeee", Source::Button, 3.0)]),
            expect(None, None)
        );
        assert_eq!(brand(&[]), expect(None, None));
    }
}
