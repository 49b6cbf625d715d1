//! Shapes that Word draws, as a style that a browser draws them by.

use std::fmt::Write;

use super::dark;
use super::profiles::Scheme;
use crate::html::css::declarations;
use crate::html::entities::decode_attribute;
use crate::html::scan::Tag;
use crate::ink::Ink;

/// Pixels; larger shapes are none.
const SIZE_MAX: f32 = 4000.0;
/// How Word insets texts in a box: 0.1 inches at the sides, half of it above and below.
const INSET: [f32; 4] = [9.6, 4.8, 9.6, 4.8];

/// What a tag and those of its fill and stroke say.
#[derive(Debug)]
pub(super) struct Shape {
    width: Option<f32>,
    is_wide: bool,
    height: Option<f32>,
    /// As a part of the smaller side.
    arc: f32,
    fill: Option<String>,
    picture: Option<Picture>,
    stroke: Option<String>,
    weight: f32,
    anchor: &'static str,
    scheme: Scheme,
}

#[derive(Debug)]
enum Picture {
    Tile(String),
    Frame(String, &'static str),
    Gradient(String),
}

/// An attribute of a tag as it is meant.
pub(super) fn value(html: &str, tag: &Tag, name: &str) -> Option<String> {
    let value = tag.value(html, name)?;
    Some(decode_attribute(value).trim().to_owned())
}

impl Shape {
    pub fn read(html: &str, tag: &Tag, scheme: Scheme) -> Self {
        let value = |name: &str| value(html, tag, name);
        let is_off = |name: &str| value(name).is_some_and(|value| is_false(&value));
        let color =
            |name: &str, or: &str| painted(&value(name).unwrap_or_else(|| or.to_owned()), scheme);
        let mut shape = Self {
            width: None,
            is_wide: false,
            height: None,
            arc: match tag.name.as_str() {
                "v:oval" => 0.5,
                "v:roundrect" => arc(&value("arcsize").unwrap_or_default()),
                _ => 0.0,
            },
            fill: color("fillcolor", "#ffffff").filter(|_| !is_off("fill") && !is_off("filled")),
            picture: None,
            stroke: color("strokecolor", "#000000")
                .filter(|_| !is_off("stroke") && !is_off("stroked")),
            weight: value("strokeweight")
                .and_then(|weight| pixels(&weight))
                .unwrap_or(1.0),
            anchor: "flex-start",
            scheme,
        };
        shape.style(&value("style").unwrap_or_default());
        shape
    }

    fn style(&mut self, style: &str) {
        for declaration in declarations(style) {
            let Some((property, value)) = declaration.split_once(':') else {
                continue;
            };
            let value = value.trim();
            match property.trim().to_ascii_lowercase().as_str() {
                "width" => self.width = pixels(value),
                "height" => self.height = pixels(value),
                "mso-width-percent" => self.is_wide |= value.starts_with("1000"),
                "v-text-anchor" if value.starts_with("middle") => self.anchor = "center",
                "v-text-anchor" if value.starts_with("bottom") => self.anchor = "flex-end",
                _ => {}
            }
        }
    }

    /// `v:fill` inside it.
    pub fn fill(&mut self, html: &str, tag: &Tag) {
        let scheme = self.scheme;
        let value = |name: &str| value(html, tag, name);
        let color = |name: &str| value(name).and_then(|color| painted(&color, scheme));
        if value("on").is_some_and(|on| is_false(&on)) {
            self.fill = None;
            return;
        }
        let first = color("color").or(self.fill.take());
        let source = value("src").filter(|source| !source.is_empty());
        self.picture = match (
            value("type")
                .unwrap_or_default()
                .to_ascii_lowercase()
                .as_str(),
            source,
        ) {
            ("tile" | "pattern", Some(source)) => Some(Picture::Tile(source)),
            ("frame", Some(source)) => {
                let size = match value("aspect")
                    .unwrap_or_default()
                    .to_ascii_lowercase()
                    .as_str()
                {
                    "atleast" => "cover",
                    "atmost" => "contain",
                    _ => "100% 100%",
                };
                Some(Picture::Frame(source, size))
            }
            (kind, _) if kind.starts_with("gradient") => {
                let angle = value("angle")
                    .and_then(|angle| angle.parse::<f32>().ok())
                    .unwrap_or(0.0);
                let (from, to) = (first.clone(), color("color2"));
                from.zip(to).map(|(from, to)| {
                    Picture::Gradient(format!(
                        "linear-gradient({}deg,{to},{from})",
                        (180.0 - angle) % 360.0
                    ))
                })
            }
            _ => None,
        };
        self.fill = first;
    }

    /// `v:stroke` inside it.
    pub fn stroke(&mut self, html: &str, tag: &Tag) {
        let value = |name: &str| value(html, tag, name);
        if let Some(color) = value("color").and_then(|color| painted(&color, self.scheme)) {
            self.stroke = Some(color);
        }
        if let Some(weight) = value("weight").and_then(|weight| pixels(&weight)) {
            self.weight = weight;
        }
        if value("on").is_some_and(|on| is_false(&on)) {
            self.stroke = None;
        }
    }

    /// `grows` where a text box says that the shape fits its text.
    pub fn css(&self, grows: Grows) -> String {
        let mut css = "display:inline-flex;flex-direction:column;box-sizing:border-box;vertical-align:top;text-decoration:none".to_owned();
        let _ = write!(css, ";justify-content:{}", self.anchor);
        match self.width {
            _ if self.is_wide => css.push_str(";width:100%"),
            Some(width) => {
                let _ = write!(css, ";width:{width}px");
            }
            None => {}
        }
        if let Some(height) = self.height {
            let _ = match grows {
                Grows::WithItsText => write!(css, ";min-height:{height}px"),
                Grows::Never => write!(css, ";height:{height}px;overflow:hidden"),
            };
        }
        if self.arc > 0.0 {
            let sides = self.width.into_iter().chain(self.height);
            let side = sides.fold(SIZE_MAX, f32::min);
            let _ = write!(css, ";border-radius:{:.1}px", self.arc * side);
        }
        if let Some(stroke) = self.stroke.as_ref().filter(|_| self.weight > 0.0) {
            let _ = write!(css, ";border:{:.1}px solid {stroke}", self.weight);
        }
        css.push_str(&self.ground());
        css
    }

    /// What lies behind its text.
    pub fn ground(&self) -> String {
        let mut css = String::new();
        if let Some(fill) = &self.fill {
            let _ = write!(css, ";background-color:{fill}");
        }
        let _ = match &self.picture {
            Some(Picture::Tile(source)) => {
                write!(css, ";background-image:url('{}')", address(source))
            }
            Some(Picture::Frame(source, size)) => write!(
                css,
                ";background-image:url('{}');background-size:{size};background-position:center;background-repeat:no-repeat",
                address(source)
            ),
            Some(Picture::Gradient(gradient)) => write!(css, ";background-image:{gradient}"),
            None => Ok(()),
        };
        css
    }

    pub fn size(&self) -> (Option<f32>, Option<f32>) {
        (self.width, self.height)
    }
}

/// Whether a shape is as high as the text in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grows {
    WithItsText,
    Never,
}

/// The padding of a `v:textbox`: `inset="10px,5px,10px,5px"`, from the left round to the bottom.
pub(super) fn inset(html: &str, tag: &Tag) -> String {
    let mut inset = INSET;
    let told = value(html, tag, "inset").unwrap_or_default();
    for (side, told) in inset.iter_mut().zip(told.split(',')) {
        *side = pixels(told.trim()).unwrap_or(*side);
    }
    let [left, top, right, bottom] = inset;
    format!("padding:{top}px {right}px {bottom}px {left}px")
}

/// Whether a text box makes its shape fit the text.
pub(super) fn grows(html: &str, tag: &Tag) -> Grows {
    let style = value(html, tag, "style")
        .unwrap_or_default()
        .to_ascii_lowercase();
    let fits = style.replace(' ', "").contains("mso-fit-shape-to-text:t");
    if fits {
        Grows::WithItsText
    } else {
        Grows::Never
    }
}

/// A colour, perhaps with what Word notes behind it: `#2467b3 [3204]`.
fn painted(text: &str, scheme: Scheme) -> Option<String> {
    let ink = Ink::parse_attribute(text.split_whitespace().next()?)?;
    Some(dark::turned(ink, dark::Role::Ground, scheme).css())
}

fn is_false(value: &str) -> bool {
    matches!(
        value.to_ascii_lowercase().as_str(),
        "f" | "false" | "no" | "off" | "0"
    )
}

/// `10%`, `0.1` or `6554f`, of which 65,536 are the whole. A half is round already.
fn arc(text: &str) -> f32 {
    let part = if let Some(percent) = text.strip_suffix('%') {
        percent.parse::<f32>().map(|percent| percent / 100.0)
    } else if let Some(fixed) = text.strip_suffix('f') {
        fixed.parse::<f32>().map(|fixed| fixed / 65_536.0)
    } else {
        text.parse()
    };
    // What Word takes where nothing is said.
    let part = part.unwrap_or(0.2);
    if part.is_finite() {
        part.clamp(0.0, 0.5)
    } else {
        0.0
    }
}

pub(super) fn pixels(text: &str) -> Option<f32> {
    let end = text
        .find(|next: char| !next.is_ascii_digit() && next != '.')
        .unwrap_or(text.len());
    let times = match text[end..].trim().to_ascii_lowercase().as_str() {
        "" | "px" => 1.0,
        "pt" => 4.0 / 3.0,
        "in" => 96.0,
        "cm" => 37.8,
        "mm" => 3.78,
        _ => return None,
    };
    let size = text[..end].parse::<f32>().ok()? * times;
    (size.is_finite() && size <= SIZE_MAX).then_some(size)
}

/// An address between single quotes of a style sheet.
fn address(source: &str) -> String {
    let mut address = String::with_capacity(source.len());
    for character in source.chars().filter(|character| !character.is_control()) {
        match character {
            '\'' => address.push_str("%27"),
            '\\' => address.push_str("%5C"),
            _ => address.push(character),
        }
    }
    address
}
