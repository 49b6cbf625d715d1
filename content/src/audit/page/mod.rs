//! A mail as a reader sees it: its elements with their style, its texts, and which of both are shown.

mod read;
mod style;

use std::ops::Range;

pub(crate) use self::style::Style;
pub(super) use self::style::{Align, Case};
use crate::html::visible::is_unseen;

#[derive(Debug, Default)]
pub(crate) struct Page {
    /// In the order of the HTML.
    pub elements: Vec<Element>,
    pub texts: Vec<Text>,
    pub title: String,
    /// All of its style sheets, one after the other.
    pub css: String,
    /// Whether the rules of the style sheets stand on the elements: there may be too many of both.
    pub is_styled: bool,
    pub text_part: Option<String>,
}

#[derive(Debug)]
pub(crate) struct Element {
    pub name: String,
    attributes: Vec<(String, String)>,
    pub parent: Option<usize>,
    /// The table that it is a part of.
    pub table: Option<usize>,
    /// The link that it stands in, or is.
    pub link: Option<usize>,
    /// The block whose lines it stands in, or is.
    pub block: usize,
    pub is_right_to_left: bool,
    pub style: Style,
    /// It and what stands in it.
    pub subtree: Range<usize>,
    /// The texts that stand in it.
    pub texts: Range<usize>,
    /// Which of its name it is among those beside it, from 1.
    nth: usize,
}

#[derive(Debug)]
pub(crate) struct Text {
    pub words: String,
    pub parent: usize,
    /// Whether nothing stands before it on its line.
    pub begins_line: bool,
}

/// Smaller letters are not for readers.
const UNREADABLE: f32 = 1.0;
/// Selectors name so many elements at most.
const SELECTOR_MAX: usize = 64;

impl Element {
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(own, _)| own == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Whether it is there for its looks alone.
    pub fn is_presentation(&self) -> bool {
        let role = self.attribute("role").map(str::trim);
        role.is_some_and(|role| matches!(role, "presentation" | "none"))
    }

    pub fn is_link(&self) -> bool {
        self.name == "a" && self.attribute("href").is_some()
    }

    /// 1 to 6 for a heading.
    pub fn heading_level(&self) -> Option<u32> {
        match self.name.as_bytes() {
            [b'h', level @ b'1'..=b'6'] => Some(u32::from(level - b'0')),
            _ => None,
        }
    }

    /// Pixels that an image is wide or high, where it says so.
    pub fn size(&self, attribute: &str) -> Option<f32> {
        let in_style = match attribute {
            "width" => self.style.width,
            _ => self.style.height,
        };
        in_style.or_else(|| {
            self.attribute(attribute)?
                .trim()
                .trim_end_matches("px")
                .parse()
                .ok()
        })
    }

    /// A picture that somebody sees: not one that only counts opens.
    pub fn is_picture(&self) -> bool {
        let is_dot = ["width", "height"]
            .iter()
            .any(|side| self.size(side).is_some_and(|size| size <= 2.0));
        self.name == "img" && !self.style.hidden && !is_dot
    }
}

impl Page {
    pub fn element(&self, at: usize) -> &Element {
        &self.elements[at]
    }

    pub fn style(&self, text: &Text) -> &Style {
        &self.elements[text.parent].style
    }

    pub fn is_shown(&self, text: &Text) -> bool {
        let style = self.style(text);
        !style.hidden && style.font_size > UNREADABLE
    }

    pub fn shown_texts(&self) -> impl Iterator<Item = &Text> {
        self.texts.iter().filter(|text| self.is_shown(text))
    }

    /// Links that are shown.
    pub fn links(&self) -> impl Iterator<Item = (usize, &Element)> {
        self.elements
            .iter()
            .enumerate()
            .filter(|(_, element)| element.is_link() && !element.style.hidden)
    }

    pub fn pictures(&self) -> impl Iterator<Item = (usize, &Element)> {
        self.elements
            .iter()
            .enumerate()
            .filter(|(_, element)| element.is_picture())
    }

    /// What stands in an element for those who see it.
    pub fn text_of(&self, element: &Element) -> String {
        let shown = self.texts[element.texts.clone()]
            .iter()
            .filter(|text| self.is_shown(text));
        let words: Vec<&str> = shown
            .flat_map(|text| text.words.split_whitespace())
            .collect();
        words.join(" ").trim_matches(is_unseen).to_owned()
    }

    /// The pictures in an element.
    pub fn pictures_in(&self, element: &Element) -> impl Iterator<Item = &Element> {
        self.elements[element.subtree.clone()]
            .iter()
            .filter(|inner| inner.is_picture())
    }

    /// What a screen reader says of an element: its label, its text, the texts of its pictures.
    pub fn name_of(&self, element: &Element) -> String {
        let label = element.attribute("aria-label").unwrap_or_default().trim();
        if !label.is_empty() {
            return label.to_owned();
        }
        let alts = self.pictures_in(element);
        let mut parts = vec![self.text_of(element)];
        parts.extend(alts.filter_map(|picture| picture.attribute("alt").map(str::to_owned)));
        let name = parts.join(" ").trim_matches(is_unseen).to_owned();
        if name.is_empty() {
            return element
                .attribute("title")
                .unwrap_or_default()
                .trim()
                .to_owned();
        }
        name
    }

    /// The cell that makes a button of a link: it has a colour, and nothing else in it.
    pub fn button_cell(&self, link: &Element) -> Option<&Element> {
        let parent = self.element(link.parent?);
        let is_cell = matches!(parent.name.as_str(), "td" | "th");
        let is_alone = parent.texts == link.texts;
        (is_cell && parent.style.fill.is_some() && is_alone).then_some(parent)
    }

    /// Whether a link looks like a button.
    pub fn is_button(&self, link: &Element) -> bool {
        let style = &link.style;
        let is_padded = style.padding_top + style.padding_bottom > 0.0;
        !self.text_of(link).is_empty()
            && (style.fill.is_some() || is_padded || self.button_cell(link).is_some())
    }

    /// Where an element stands, for style sheets and developer tools.
    pub fn selector(&self, at: usize) -> Option<String> {
        let mut steps = Vec::new();
        let mut next = Some(at);
        while let Some(element) = next.map(|at| self.element(at)) {
            if matches!(element.name.as_str(), "html" | "body" | "head") {
                steps.push(element.name.clone());
                break;
            }
            steps.push(format!("{}:nth-of-type({})", element.name, element.nth));
            if steps.len() > SELECTOR_MAX {
                return None;
            }
            next = element.parent;
        }
        steps.reverse();
        Some(steps.join(" > "))
    }
}
