//! The colors of all that people see of the product: the dashboard, the pages that the server writes, and the mails of the
//! installation itself. They stand in one file, which the dashboard reads as it is.

use std::fmt::Write;

const SOURCE: &str = include_str!("../../web/src/styles/palette.css");

/// A color by its name, as it is by day and by night.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swatch {
    pub name: &'static str,
    pub light: &'static str,
    pub dark: &'static str,
}

pub fn swatches() -> impl Iterator<Item = Swatch> {
    SOURCE.lines().filter_map(swatch)
}

fn swatch(line: &'static str) -> Option<Swatch> {
    let line = line.trim().strip_prefix("--")?.strip_suffix(';')?;
    let (name, value) = line.split_once(": ")?;
    let pair = value.strip_prefix("light-dark(");
    let (light, dark) = match pair.and_then(|pair| pair.strip_suffix(')')) {
        Some(pair) => pair.split_once(", ")?,
        None => (value, value),
    };
    Some(Swatch { name, light, dark })
}

/// All of them as variables of a style sheet. `light-dark()` is no older than 2024, and mails lead into browsers that are: so
/// they are written twice.
pub fn variables() -> String {
    let mut css = String::from(":root{color-scheme:light dark");
    for swatch in swatches() {
        let _ = write!(css, ";--{}:{}", swatch.name, swatch.light);
    }
    css.push_str("}@media (prefers-color-scheme:dark){:root{color-scheme:light dark");
    for swatch in swatches().filter(|swatch| swatch.light != swatch.dark) {
        let _ = write!(css, ";--{}:{}", swatch.name, swatch.dark);
    }
    css.push_str("}}");
    css
}

/// A template in which `light(ink)` and `dark(ink)` stand for colors: mail programs know no variables.
pub fn painted(template: &str) -> String {
    let mut painted = template.to_owned();
    for swatch in swatches() {
        for (time, color) in [("light", swatch.light), ("dark", swatch.dark)] {
            painted = painted.replace(&format!("{time}({})", swatch.name), color);
        }
    }
    painted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::brand::Color;

    fn find(name: &str) -> Swatch {
        swatches().find(|swatch| swatch.name == name).unwrap()
    }

    #[test]
    fn every_line_of_the_file_is_a_color() {
        let lines = SOURCE.lines().filter(|line| line.contains("--")).count();
        assert_eq!(swatches().count(), lines);
        for swatch in swatches() {
            for color in [swatch.light, swatch.dark] {
                assert!(Color::parse(color).is_some(), "{swatch:?}");
            }
        }
    }

    #[test]
    fn text_can_be_read_by_day_and_by_night() {
        for (text, ground) in [
            ("ink", "page"),
            ("ink-2", "page"),
            ("ink-3", "page"),
            ("ink-3", "sheet"),
            ("ink-2", "sunken"),
            ("link", "page"),
            ("on-act", "act"),
            ("on-go", "go"),
            ("bad-text", "bad-tint"),
            ("go-text", "go-tint"),
        ] {
            let (text, ground) = (find(text), find(ground));
            for (text, ground) in [(text.light, ground.light), (text.dark, ground.dark)] {
                let (text, ground) = (Color::parse(text).unwrap(), Color::parse(ground).unwrap());
                assert!(text.can_be_read_on(ground), "{text:?} on {ground:?}");
            }
        }
    }

    #[test]
    fn templates_are_painted() {
        let ink = find("ink");
        let painted = painted("color:light(ink);x:dark(ink-2)");
        assert_eq!(
            painted,
            format!("color:{};x:{}", ink.light, find("ink-2").dark)
        );
        assert!(variables().contains(&format!(";--ink:{};", ink.dark)));
    }
}
