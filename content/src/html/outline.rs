//! Which elements are open at a place of an HTML, as far as one must know to tell whether it is shown.

use super::entities::decode_attribute;
use super::scan::Tag;

#[derive(Default)]
pub(crate) struct Outline {
    open: Vec<Open>,
}

struct Open {
    name: String,
    hidden: bool,
    /// Too small to read.
    tiny: bool,
}

/// How far back the start of an element is looked for: a text of nothing but wrong end tags must not cost
/// more than any other.
const LOOK_BACK: usize = 256;

impl Outline {
    pub fn start(&mut self, html: &str, tag: &Tag) {
        for closed in implied_ends(&tag.name) {
            self.close(closed);
        }
        if is_void(&tag.name) {
            return;
        }
        let (hidden, tiny) = self
            .open
            .last()
            .map_or((false, false), |parent| (parent.hidden, parent.tiny));
        let style = Style::of(html, tag);
        self.open.push(Open {
            name: tag.name.clone(),
            hidden: hidden || style.hidden,
            tiny: style.tiny.unwrap_or(tiny),
        });
    }

    pub fn end(&mut self, name: &str) {
        self.close(name);
    }

    /// Nothing in a cell closes what stands around its table.
    fn close(&mut self, name: &str) {
        let is_part_of_table = matches!(
            name,
            "table" | "tbody" | "thead" | "tfoot" | "tr" | "td" | "th"
        );
        for (back, open) in self.open.iter().rev().take(LOOK_BACK).enumerate() {
            if open.name == name {
                self.open.truncate(self.open.len() - 1 - back);
                return;
            }
            let ends_search = match open.name.as_str() {
                "table" => true,
                "td" | "th" => !is_part_of_table,
                _ => false,
            };
            if ends_search {
                return;
            }
        }
    }

    /// Whether what stands here is not shown to anybody.
    pub fn is_hidden(&self) -> bool {
        self.open.last().is_some_and(|open| open.hidden)
    }

    /// Whether what stands here cannot be read: hidden, or too small.
    pub fn is_unreadable(&self) -> bool {
        self.open
            .last()
            .is_some_and(|open| open.hidden || open.tiny)
    }
}

/// Elements that end where one of this name begins.
fn implied_ends(name: &str) -> &'static [&'static str] {
    match name {
        "td" | "th" => &["td", "th"],
        "tr" => &["tr"],
        "li" => &["li"],
        "dt" | "dd" => &["dt", "dd"],
        "p" | "div" | "table" | "ul" | "ol" | "dl" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6"
        | "hr" | "pre" | "blockquote" | "center" => &["p"],
        "body" => &["head"],
        _ => &[],
    }
}

pub(crate) fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

struct Style {
    hidden: bool,
    /// `None` if the size of the text is not changed.
    tiny: Option<bool>,
}

impl Style {
    fn of(html: &str, tag: &Tag) -> Self {
        let mut style = Self {
            hidden: tag.attribute("hidden").is_some(),
            tiny: None,
        };
        let css = tag
            .value(html, "style")
            .map(decode_attribute)
            .unwrap_or_default();
        for declaration in css.split(';') {
            let Some((property, value)) = declaration.split_once(':') else {
                continue;
            };
            let value = value.trim().trim_end_matches("!important").trim();
            match property.trim().to_ascii_lowercase().as_str() {
                "display" => style.hidden |= value.eq_ignore_ascii_case("none"),
                "visibility" => style.hidden |= value.eq_ignore_ascii_case("hidden"),
                "max-height" | "opacity" => style.hidden |= size(value) == Some(0.0),
                "font-size" => style.tiny = size(value).map(|size| size <= 1.0),
                _ => {}
            }
        }
        style
    }
}

/// The number of `1px`, `0`, `0.0em`; nothing for `100%` or `medium`, which are no small sizes.
fn size(value: &str) -> Option<f64> {
    let end = value
        .find(|next: char| !next.is_ascii_digit() && next != '.')
        .unwrap_or(value.len());
    let number: f64 = value[..end].parse().ok()?;
    let is_absolute = matches!(
        value[end..].trim().to_ascii_lowercase().as_str(),
        "" | "px" | "pt"
    );
    Some(if is_absolute || number == 0.0 {
        number
    } else {
        f64::MAX
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::scan::{TextKind, Token, scan};

    /// Hidden texts in brackets, tiny ones in parentheses.
    fn shown(html: &str) -> String {
        let mut outline = Outline::default();
        let mut shown = String::new();
        for token in scan(html).unwrap() {
            match token {
                Token::Start(tag) => outline.start(html, &tag),
                Token::End { name, .. } => outline.end(&name),
                Token::Text {
                    range,
                    kind: TextKind::Data,
                } => {
                    let text = &html[range];
                    let marks = match (outline.is_hidden(), outline.is_unreadable()) {
                        (true, _) => ["[", "]"],
                        (false, true) => ["(", ")"],
                        (false, false) => ["", ""],
                    };
                    shown.extend([marks[0], text, marks[1]]);
                }
                Token::Doctype(_) | Token::Text { .. } | Token::Comment { .. } => {}
            }
        }
        shown
    }

    #[test]
    fn what_is_hidden_stays_hidden_until_it_ends() {
        for (html, expected) in [
            (
                "a<div style='DISPLAY : none !important'>b<p>c</p></div>d",
                "a[b][c]d",
            ),
            ("<p style='display:none'>a<p>b", "[a]b"),
            ("<ul><li style='max-height:0px'>a<li>b</ul>", "[a]b"),
            (
                "<div style=opacity:0>a</div><div style='opacity:.5'>b</div>",
                "[a]b",
            ),
            (
                "<td style='font-size:0'>a<div style='font-size:13px'>b</div>",
                "(a)b",
            ),
            (
                "<td style='font-size:100%'>a<b style='font-size:0.5em'>b",
                "ab",
            ),
            (
                "<div style='display:none'><table><td>a</div>b</table>c</div>d",
                "[a][b][c]d",
            ),
            ("<br style='display:none'>a</b></td>b", "ab"),
            (
                "<span hidden>a</span><span style='visibility:hidden'>b</span>",
                "[a][b]",
            ),
        ] {
            assert_eq!(shown(html), expected, "{html}");
        }
    }
}
