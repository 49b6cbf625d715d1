//! What an element looks like, as far as the audit judges it.

use postrider_domain::accounts::brand::Color;

use crate::html::css::declarations;
use crate::ink::Ink;

#[derive(Clone, Debug)]
pub struct Style {
    pub hidden: bool,
    pub is_bold: bool,
    /// Or told from the text around it by a line below it in another way.
    pub is_underlined: bool,
    pub case: Case,
    pub ink: Ink,
    /// What lies behind it; nothing if that is an image alone.
    pub backdrop: Option<Color>,
    /// The background of its own.
    pub fill: Option<Fill>,
    /// Pixels.
    pub font_size: f32,
    line_height: LineHeight,
    pub align: Align,
    pub padding_top: f32,
    pub padding_bottom: f32,
    pub width: Option<f32>,
    pub height: Option<f32>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fill {
    Color,
    Image,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    AsWritten,
    Capitals,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Start,
    Center,
    Justify,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum LineHeight {
    Normal,
    /// Of the size of the letters.
    Times(f32),
    Pixels(f32),
}

impl Style {
    /// How a mail begins.
    pub fn of_page() -> Self {
        Self {
            hidden: false,
            is_bold: false,
            is_underlined: false,
            case: Case::AsWritten,
            ink: Ink::BLACK,
            backdrop: Some(Color::LIGHT),
            fill: None,
            font_size: 16.0,
            line_height: LineHeight::Normal,
            align: Align::Start,
            padding_top: 0.0,
            padding_bottom: 0.0,
            width: None,
            height: None,
        }
    }

    /// Pixels of its lines; nothing if the reader's program decides.
    pub fn line_height(&self) -> Option<f32> {
        match self.line_height {
            LineHeight::Normal => None,
            LineHeight::Times(times) => Some(times * self.font_size),
            LineHeight::Pixels(pixels) => Some(pixels),
        }
    }

    /// Letters that WCAG calls large: 18 pt, or 14 pt if they are bold.
    pub fn is_large(&self) -> bool {
        self.font_size >= 24.0 || (self.is_bold && self.font_size >= 18.66)
    }

    /// The style of an element inside one of this style.
    pub fn of_child(&self, name: &str, attribute: impl Fn(&str) -> Option<String>) -> Self {
        let mut style = Self {
            fill: None,
            padding_top: 0.0,
            padding_bottom: 0.0,
            width: None,
            height: None,
            ..self.clone()
        };
        style.apply_name(name);
        if name == "a" && attribute("href").is_some() {
            style.ink = Ink::LINK;
            style.is_underlined = true;
        }
        style.apply_attributes(name, &attribute);
        // Letters first: other sizes are told in theirs.
        let css = attribute("style").unwrap_or_default();
        let css: Vec<(String, String)> = declarations(&css).filter_map(declaration).collect();
        for (property, value) in &css {
            match (property.as_str(), value.as_str()) {
                ("font-size", value) => {
                    style.font_size = length(value, self.font_size).unwrap_or(style.font_size);
                }
                ("color", "inherit") => style.ink = self.ink,
                _ => {}
            }
        }
        for (property, value) in &css {
            style.declare(property, value);
        }
        style
    }

    fn apply_name(&mut self, name: &str) {
        let heading = match name {
            "h1" => Some(2.0),
            "h2" => Some(1.5),
            "h3" => Some(1.17),
            "h4" => Some(1.0),
            "h5" => Some(0.83),
            "h6" => Some(0.67),
            _ => None,
        };
        if let Some(times) = heading {
            self.font_size *= times;
        }
        if heading.is_some() || matches!(name, "b" | "strong" | "th") {
            self.is_bold = true;
        }
        match name {
            "small" | "sub" | "sup" => self.font_size *= 0.83,
            "center" => self.align = Align::Center,
            "u" | "ins" => self.is_underlined = true,
            // What is never a text of the mail.
            "head" | "style" | "script" | "template" | "noscript" => self.hidden = true,
            _ => {}
        }
    }

    fn apply_attributes(&mut self, name: &str, attribute: &impl Fn(&str) -> Option<String>) {
        self.hidden |= attribute("hidden").is_some();
        if let Some(ink) = attribute("bgcolor").and_then(|text| Ink::parse_attribute(&text)) {
            self.lie_on(ink);
        }
        if attribute("background").is_some_and(|address| !address.trim().is_empty()) {
            self.lie_on_image();
        }
        if name != "table"
            && let Some(align) = attribute("align")
        {
            self.set_align(&align);
        }
        if name == "font" {
            let ink = attribute("color").and_then(|text| Ink::parse_attribute(&text));
            self.ink = ink.unwrap_or(self.ink);
        }
    }

    fn declare(&mut self, property: &str, value: &str) {
        match property {
            "display" => self.hidden |= value == "none",
            "visibility" => self.hidden |= value == "hidden",
            "opacity" | "max-height" => {
                self.hidden |= length(value, self.font_size).is_some_and(|size| size <= 0.0);
            }
            "color" => {
                let ink = Ink::parse(value).filter(|ink| ink.is_seen());
                self.ink = ink.unwrap_or(self.ink);
            }
            "background" | "background-color" | "background-image" => self.background(value),
            "font-weight" => {
                self.is_bold = match value.parse::<u32>() {
                    Ok(weight) => weight >= 600,
                    Err(_) => matches!(value, "bold" | "bolder"),
                };
            }
            "line-height" => self.line_height = line_height(value, self.font_size),
            "text-align" => self.set_align(value),
            "text-transform" if value == "uppercase" => self.case = Case::Capitals,
            "text-transform" => self.case = Case::AsWritten,
            "text-decoration" | "text-decoration-line" => {
                self.is_underlined = value.contains("underline");
            }
            "border-bottom" => self.is_underlined |= is_line(value),
            "padding" => self.padding(value),
            "padding-top" => self.padding_top = self.pixels(value),
            "padding-bottom" => self.padding_bottom = self.pixels(value),
            "width" => self.width = length_without_percent(value, self.font_size),
            "height" => self.height = length_without_percent(value, self.font_size),
            _ => {}
        }
    }

    fn background(&mut self, value: &str) {
        let parts = words(value);
        let is_image = |part: &String| part.starts_with("url(") || part.contains("gradient(");
        if parts.iter().any(is_image) {
            self.lie_on_image();
        }
        if let Some(ink) = parts.iter().find_map(|part| Ink::parse(part)) {
            self.lie_on(ink);
        }
    }

    fn lie_on(&mut self, ink: Ink) {
        if ink.is_seen() {
            self.backdrop = Some(ink.over(self.backdrop.unwrap_or(Color::LIGHT)));
            self.fill = self.fill.or(Some(Fill::Color));
        }
    }

    /// A colour beside the image is what is seen until it is there, and where it never is.
    fn lie_on_image(&mut self) {
        if self.fill != Some(Fill::Color) {
            self.backdrop = None;
        }
        self.fill = Some(Fill::Image);
    }

    fn set_align(&mut self, value: &str) {
        self.align = match value.trim().to_ascii_lowercase().as_str() {
            "center" => Align::Center,
            "justify" => Align::Justify,
            "inherit" => self.align,
            _ => Align::Start,
        };
    }

    fn padding(&mut self, value: &str) {
        let sides = words(value);
        let side = |at: usize| sides.get(at).map_or(0.0, |side| self.pixels(side));
        let (top, bottom) = (side(0), if sides.len() > 2 { side(2) } else { side(0) });
        (self.padding_top, self.padding_bottom) = (top, bottom);
    }

    fn pixels(&self, value: &str) -> f32 {
        length_without_percent(value, self.font_size).unwrap_or(0.0)
    }
}

/// Property and value in lower case, without `!important`.
fn declaration(text: &str) -> Option<(String, String)> {
    let (property, value) = text.split_once(':')?;
    let value = value.trim().to_ascii_lowercase();
    let value = value.trim_end_matches("!important").trim();
    Some((property.trim().to_ascii_lowercase(), value.to_owned()))
}

/// What spaces keep apart, but not those in parentheses.
fn words(value: &str) -> Vec<String> {
    let mut depth = 0_usize;
    let parts = value.split(move |character: char| {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        character.is_whitespace() && depth == 0
    });
    parts
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

fn is_line(border: &str) -> bool {
    !border.is_empty()
        && !words(border)
            .iter()
            .any(|part| matches!(part.as_str(), "none" | "0" | "0px"))
}

/// Pixels of a length; `em` is what 1 em and 100 % are.
fn length(value: &str, em: f32) -> Option<f32> {
    let keyword = match value {
        "xx-small" => Some(9.0),
        "x-small" => Some(10.0),
        "small" => Some(13.0),
        "medium" => Some(16.0),
        "large" => Some(18.0),
        "x-large" => Some(24.0),
        "xx-large" => Some(32.0),
        "smaller" => Some(em * 0.83),
        "larger" => Some(em * 1.2),
        _ => None,
    };
    let end = value
        .find(|next: char| !next.is_ascii_digit() && !matches!(next, '.' | '-' | '+'))
        .unwrap_or(value.len());
    let unit = match value[end..].trim() {
        "" | "px" => 1.0,
        "pt" => 4.0 / 3.0,
        "em" => em,
        "rem" => 16.0,
        "%" => em / 100.0,
        _ => return keyword,
    };
    keyword.or_else(|| Some(value[..end].parse::<f32>().ok()? * unit))
}

fn length_without_percent(value: &str, em: f32) -> Option<f32> {
    length(value, em).filter(|_| !value.ends_with('%'))
}

fn line_height(value: &str, font_size: f32) -> LineHeight {
    if let Ok(times) = value.parse() {
        return LineHeight::Times(times);
    }
    length(value, font_size).map_or(LineHeight::Normal, LineHeight::Pixels)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(name: &str, css: &str) -> Style {
        let attribute = |asked: &str| (asked == "style").then(|| css.to_owned());
        Style::of_page().of_child(name, attribute)
    }

    #[test]
    fn sizes_are_told_in_pixels() {
        for (css, size) in [
            ("font-size:14px", 14.0),
            ("FONT-SIZE: 12pt !important", 16.0),
            ("font-size:1.5em", 24.0),
            ("font-size:200%", 32.0),
            ("font-size:small", 13.0),
            ("font-size:calc(1px)", 16.0),
        ] {
            assert!((style("p", css).font_size - size).abs() < 0.01, "{css}");
        }
        assert!((style("h1", "").font_size - 32.0).abs() < 0.01);
    }

    #[test]
    fn lines_go_by_the_letters_wherever_they_are_told() {
        for (css, height) in [
            ("line-height:1.5;font-size:20px", Some(30.0)),
            ("line-height:150%;font-size:20px", Some(30.0)),
            ("line-height:18px", Some(18.0)),
            ("line-height:normal", None),
        ] {
            assert_eq!(style("p", css).line_height(), height, "{css}");
        }
    }

    #[test]
    fn what_lies_behind_is_a_colour_or_an_image() {
        let behind = |css| style("td", css).backdrop.map(Color::css);
        assert_eq!(
            behind("background:#000 url(x.png) center / cover").as_deref(),
            Some("#000000")
        );
        assert_eq!(behind("background-image:url(x.png)"), None);
        assert_eq!(
            behind("background-color:#000;background-image:url(x.png)").as_deref(),
            Some("#000000")
        );
        assert_eq!(
            behind("background:rgba(0, 0, 0, .5)").as_deref(),
            Some("#808080")
        );
        assert_eq!(behind("background:transparent").as_deref(), Some("#ffffff"));
    }
}
