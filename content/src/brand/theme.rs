//! What a website looks like, as far as a mail can look like it.

use std::collections::BTreeMap;

use postrider_domain::accounts::brand::{Color, Theme};

use super::colors::colors_in;
use super::fonts::{family, family_of_font};
use super::manifest::Manifest;
use super::palette::{Palette, Source};
use super::selector::Role;
use super::styles::{Styles, Use};
use crate::web_page::{Element, WebPage};

/// What was found beside the page.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shown<'s> {
    pub sheets: &'s [String],
    pub manifest: Option<&'s Manifest>,
    /// Colours of the logo with their share of it.
    pub logo: &'s [(Color, f64)],
}

/// Words in the names of properties for a brand's own colour, and for what is written on it.
const OWN: [&str; 4] = ["primary", "brand", "accent", "theme-color"];
const ON_OWN: [&str; 7] = [
    "foreground",
    "contrast",
    "text",
    "-on-",
    "hover",
    "shadow",
    "light",
];
/// Pixels of an `em` and of the roundest button.
const EM: f32 = 16.0;
const ROUNDEST: f32 = 100.0;

pub fn theme(page: &WebPage, shown: &Shown) -> Theme {
    let styles = Styles::read(page, shown.sheets);
    let (primary, secondary) = palette(page, shown, &styles).brand();
    let background = last_color(&styles, &["background", "background-color"]);
    let ground = background.unwrap_or(Color::LIGHT);
    let text = last_color(&styles, &["color"]).filter(|text| text.can_be_read_on(ground));
    let body_font = last_font(&styles, |role| role == Role::Page);
    let heading_font =
        (1..=3).find_map(|level| last_font(&styles, |role| role == Role::Heading(level)));
    Theme {
        primary_color: primary.map(Color::css),
        secondary_color: secondary.map(Color::css),
        background_color: background.map(Color::css),
        text_color: text.map(Color::css),
        heading_font: heading_font.or_else(|| body_font.clone()),
        body_font,
        button_radius: radius(&styles),
    }
}

fn palette(page: &WebPage, shown: &Shown, styles: &Styles) -> Palette {
    let mut palette = Palette::default();
    let is_by_day = |meta: &&Element| {
        let media = meta.attribute("media").unwrap_or_default();
        meta.has_word("name", "theme-color") && !media.contains("dark")
    };
    let mut said = page.named("meta").filter(is_by_day);
    let said = said.find_map(|meta| meta.attribute("content"));
    for color in colors_in(said.unwrap_or_default()) {
        palette.add(color, Source::Said, 1.0);
    }
    if let Some(color) = shown.manifest.and_then(|manifest| manifest.theme_color) {
        palette.add(color, Source::Named, 1.0);
    }
    for (name, value) in &styles.named {
        let name = name.to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
        if has(&OWN) && !has(&ON_OWN) {
            for color in colors_in(&styles.resolved(value)) {
                palette.add(color, Source::Named, 1.0);
            }
        }
    }
    for (color, share) in shown.logo {
        palette.add(*color, Source::Logo, share * 3.0);
    }
    for own in &styles.uses {
        if let Some(source) = source(own) {
            for color in colors_in(&own.value) {
                palette.add(color, source, 1.0);
            }
        }
    }
    palette
}

fn source(own: &Use) -> Option<Source> {
    let is_ground = own.property.starts_with("background");
    Some(match (own.role, own.property.as_str()) {
        (_, "font" | "font-family" | "border-radius") => return None,
        (Role::Button, _) if is_ground => Source::Button,
        (Role::Link, "color") => Source::Link,
        (Role::Header, _) if is_ground => Source::Header,
        _ => Source::Other,
    })
}

/// Of the page itself, as the last rule says it.
fn last_color(styles: &Styles, properties: &[&str]) -> Option<Color> {
    let of_page = styles
        .uses
        .iter()
        .rev()
        .filter(|own| own.role == Role::Page && properties.contains(&own.property.as_str()));
    // A gradient or a picture is no ground for a mail.
    of_page
        .map(|own| colors_in(&own.value))
        .find(|colors| colors.len() == 1)
        .map(|colors| colors[0])
}

fn last_font(styles: &Styles, is_meant: impl Fn(Role) -> bool) -> Option<String> {
    let mut fonts = styles.uses.iter().rev().filter(|own| is_meant(own.role));
    fonts.find_map(|own| match own.property.as_str() {
        "font-family" => family(&own.value),
        "font" => family_of_font(&own.value),
        _ => None,
    })
}

/// What most buttons have; of those that are as frequent, the smaller.
fn radius(styles: &Styles) -> Option<u32> {
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    for own in &styles.uses {
        if own.role == Role::Button
            && own.property == "border-radius"
            && let Some(pixels) = pixels(&own.value)
        {
            *counts.entry(pixels).or_default() += 1;
        }
    }
    let most = counts.values().copied().max()?;
    counts
        .into_iter()
        .find(|(_, count)| *count == most)
        .map(|(pixels, _)| pixels)
}

fn pixels(value: &str) -> Option<u32> {
    let first = value.split([' ', '/']).next()?.trim();
    let (number, unit) = match first.find(|c: char| c.is_ascii_alphabetic() || c == '%') {
        Some(at) => first.split_at(at),
        None => (first, ""),
    };
    let number: f32 = number.parse().ok()?;
    let pixels = match unit {
        "px" => number,
        "rem" | "em" => number * EM,
        "" if number == 0.0 => 0.0,
        _ => return None,
    };
    (pixels >= 0.0).then(|| pixels.min(ROUNDEST).round() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web_page::page;

    #[test]
    fn a_style_sheet_gives_colours_fonts_and_shape() {
        let css = ":root{--brand:#0a7d55;--brand-text:#f00}body{background:#fffdf8;color:#1f2933;font:16px/1.5 'Work Sans',sans-serif}\
            h1,h2{font-family:Lora,serif}.btn{background:var(--brand);color:#fff;border-radius:.5rem}a{color:#c2410c}\
            .btn:hover{background:#000}.unused{background:#ff00ff}";
        let sheets = [css.to_owned()];
        let shown = Shown {
            sheets: &sheets,
            ..Shown::default()
        };
        let found = theme(&page("<body><a class=btn>x</a>"), &shown);
        let expect = |text: &str| Some(text.to_owned());
        assert_eq!(
            found,
            Theme {
                primary_color: expect("#0a7d55"),
                secondary_color: expect("#c2410c"),
                background_color: expect("#fffdf8"),
                text_color: expect("#1f2933"),
                heading_font: expect("Lora"),
                body_font: expect("Work Sans"),
                button_radius: Some(8),
            }
        );
    }

    #[test]
    fn a_page_without_style_has_none() {
        let shell = page("<div id=root></div>");
        assert_eq!(theme(&shell, &Shown::default()), Theme::default());
        let said = page(
            "<meta name=theme-color content='#fff' media='(prefers-color-scheme: dark)'><meta name=theme-color content=#7c3aed>",
        );
        let primary = theme(&said, &Shown::default()).primary_color;
        assert_eq!(primary.as_deref(), Some("#7c3aed"));
    }

    #[test]
    fn radii_are_pixels() {
        for (value, expect) in [
            ("4px", Some(4)),
            ("0", Some(0)),
            ("9999px", Some(100)),
            ("1.5em 2px", Some(24)),
            ("50%", None),
            ("calc(1px)", None),
            ("-3px", None),
            ("", None),
        ] {
            assert_eq!(pixels(value), expect, "{value}");
        }
    }
}
