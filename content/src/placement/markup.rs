//! What the HTML holds beside words.

use postrider_domain::accounts::brand::Color;
use url::Url;

use super::mail::{Found, Mail};
use crate::audit::page::Element;

/// Where Gmail cuts a mail off.
const LARGE: usize = 102 * 1024;
/// Letters that may be hidden: a preview text and what fills the line behind it.
const HIDDEN_MAX: usize = 300;
/// Letters that may have the color of their ground: a dot to keep a cell open.
const UNSEEN_MAX: usize = 20;
/// Below this nobody reads letters.
const UNSEEN_CONTRAST: f64 = 1.15;
/// Letters that a footer has, too.
const FOOTER_LETTERS: usize = 60;

pub fn large(mail: &Mail<'_>) -> Found {
    let bytes = mail.finished.html.len();
    (bytes > LARGE).then(|| format!("{} KB", bytes / 1024))
}

fn letters(text: &str) -> usize {
    text.chars()
        .filter(|letter| letter.is_alphanumeric())
        .count()
}

pub fn hidden_text(mail: &Mail<'_>) -> Found {
    let page = mail.page.as_ref()?;
    let hidden = page.texts.iter().filter(|text| !page.is_shown(text));
    let count: usize = hidden.map(|text| letters(&text.words)).sum();
    (count > HIDDEN_MAX).then(|| format!("{count} letters"))
}

pub fn unseen_color(mail: &Mail<'_>) -> Found {
    let page = mail.page.as_ref()?;
    let is_unseen = |ground: Color, ink: Color| ink.contrast(ground) < UNSEEN_CONTRAST;
    let unseen = page.shown_texts().filter(|text| {
        let style = page.style(text);
        let ground = style.backdrop;
        ground.is_some_and(|ground| is_unseen(ground, style.ink.over(ground)))
    });
    let count: usize = unseen.map(|text| letters(&text.words)).sum();
    (count > UNSEEN_MAX).then(|| format!("{count} letters"))
}

pub fn image_only(mail: &Mail<'_>) -> Found {
    let page = mail.page.as_ref()?;
    page.pictures().next()?;
    (letters(&mail.words) < FOOTER_LETTERS).then(String::new)
}

fn named(mail: &Mail<'_>, names: &[&str]) -> Found {
    let found = mail
        .elements()
        .iter()
        .find(|element| names.contains(&element.name.as_str()))?;
    Some(format!("`{}`", found.name))
}

pub fn form(mail: &Mail<'_>) -> Found {
    named(mail, &["form", "input", "textarea", "select"])
}

pub fn active(mail: &Mail<'_>) -> Found {
    let elements = ["script", "iframe", "frame", "object", "embed", "applet"];
    named(mail, &elements).or_else(|| {
        let handlers = [
            "onclick",
            "onload",
            "onerror",
            "onmouseover",
            "onsubmit",
            "onfocus",
        ];
        let has = |name: &&&str| {
            mail.elements()
                .iter()
                .any(|element| element.attribute(name).is_some())
        };
        let handler = handlers.iter().find(has)?;
        Some(format!("`{handler}`"))
    })
}

pub fn data_uri(mail: &Mail<'_>) -> Found {
    let is_data = |element: &Element| {
        let source = element.attribute("src").unwrap_or_default().trim_start();
        let style = element.attribute("style").unwrap_or_default();
        source
            .get(..5)
            .is_some_and(|start| start.eq_ignore_ascii_case("data:"))
            || style.contains("url(data:")
            || style.contains("url('data:")
            || style.contains("url(\"data:")
    };
    mail.elements().iter().any(is_data).then(String::new)
}

pub fn foreign_pixel(mail: &Mail<'_>) -> Found {
    let is_dot = |element: &&Element| {
        element.name == "img"
            && ["width", "height"]
                .iter()
                .all(|side| element.size(side).is_some_and(|size| size <= 1.0))
    };
    mail.elements().iter().filter(is_dot).find_map(|dot| {
        let url = Url::parse(dot.attribute("src")?).ok()?;
        let host = url.host_str()?;
        (!mail.is_own(host)).then(|| format!("`{host}`"))
    })
}
