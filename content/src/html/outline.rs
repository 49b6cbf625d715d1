//! Which elements are open at a place of an HTML, as far as one must know to tell whether it is shown.

use super::css::{HiddenClasses, Weight};
use super::entities::decode_attribute;
use super::scan::{Tag, TextKind, Token};

#[derive(Default)]
pub(crate) struct Outline {
    open: Vec<Open>,
    classes: HiddenClasses,
    /// Elements so far.
    started: usize,
}

struct Open {
    name: String,
    hidden: bool,
    /// Too small to read.
    tiny: bool,
    /// It, or what it stands in, bears the name of the line which inboxes show.
    named: bool,
    /// The outermost element around it, by its number, that is unreadable or named so.
    aside: Option<usize>,
}

/// How far back the start of an element is looked for: a text of nothing but wrong end tags must not cost
/// more than any other.
const LOOK_BACK: usize = 256;

impl Outline {
    /// Knows which classes the style sheets among `tokens` hide.
    pub fn of(html: &str, tokens: &[Token]) -> Self {
        let mut outline = Self::default();
        for pair in tokens.windows(2) {
            if let [
                Token::Start(tag),
                Token::Text {
                    range,
                    kind: TextKind::Style,
                },
            ] = pair
                && tag.attribute("media").is_none()
            {
                outline.classes.read(&html[range.clone()]);
            }
        }
        outline
    }

    pub fn start(&mut self, html: &str, tag: &Tag) {
        for closed in implied_ends(&tag.name) {
            self.close(closed);
        }
        if is_void(&tag.name) {
            return;
        }
        self.started += 1;
        let (hidden, tiny, aside) = self.open.last().map_or((false, false, None), |parent| {
            (parent.hidden, parent.tiny, parent.aside)
        });
        let class = tag
            .value(html, "class")
            .map(decode_attribute)
            .unwrap_or_default();
        let style = Style::of(html, tag, self.classes.hide(&class));
        let hidden = hidden || style.hidden;
        let tiny = style.tiny.unwrap_or(tiny);
        let is_named = is_named_preheader(&class) && !matches!(tag.name.as_str(), "html" | "body");
        let is_named_around = self.open.last().is_some_and(|parent| parent.named);
        let named = is_named || is_named_around;
        self.open.push(Open {
            name: tag.name.clone(),
            hidden,
            tiny,
            named,
            aside: (hidden || tiny || named).then(|| aside.unwrap_or(self.started)),
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

    /// The number of the element that keeps what stands here apart from the mail itself, as the line which
    /// inboxes show: it cannot be read, or is named after that line.
    pub fn aside(&self) -> Option<usize> {
        self.open.last().and_then(|open| open.aside)
    }
}

fn is_named_preheader(class: &str) -> bool {
    let class = class.to_ascii_lowercase();
    ["preheader", "preview-text", "previewtext"]
        .iter()
        .any(|name| class.contains(name))
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
    fn of(html: &str, tag: &Tag, by_class: Option<Weight>) -> Self {
        let mut style = Self {
            hidden: tag.attribute("hidden").is_some(),
            tiny: None,
        };
        let mut by_class = by_class;
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
                "display" => {
                    style.hidden |= value.eq_ignore_ascii_case("none");
                    by_class = by_class.filter(|weight| *weight == Weight::Important);
                }
                "visibility" => style.hidden |= value.eq_ignore_ascii_case("hidden"),
                "max-height" | "opacity" => style.hidden |= size(value) == Some(0.0),
                "font-size" => style.tiny = size(value).map(|size| size <= 1.0),
                _ => {}
            }
        }
        style.hidden |= by_class.is_some();
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
        let tokens = scan(html).unwrap();
        let mut outline = Outline::of(html, &tokens);
        let mut shown = String::new();
        for token in tokens {
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

    #[test]
    fn style_sheets_hide_classes() {
        for (css, html, expected) in [
            (
                ".x{display:none}",
                "<p class='y X x'>a</p><p class=xx>b</p>",
                "[a]b",
            ),
            (
                "/* c */\n.a, .x { color : red ; DISPLAY:None !important; }",
                "<p class=x>a</p>",
                "[a]",
            ),
            (
                ".x{display:none!important}",
                "<p class=x style='display:block'>a</p>",
                "[a]",
            ),
            (
                ".x{display:none}",
                "<p class=x style='display:block'>a</p>",
                "a",
            ),
            (".x{display:none}.x{display:block}", "<p class=x>a</p>", "a"),
            (
                "@media (max-width:9px){.x{display:none}}",
                "<p class=x>a</p>",
                "a",
            ),
            (
                "@import 'a;b{';@media x{y{}}.x{display:none}",
                "<p class=x>a</p>",
                "[a]",
            ),
            (
                "p.x{display:none}.y .x{display:none}.x:hover{display:none}",
                "<p class=x>a</p>",
                "a",
            ),
        ] {
            let html = format!("<style>{css}</style>{html}");
            assert_eq!(shown(&html), expected, "{html}");
        }
        assert_eq!(
            shown("<style media=print>.x{display:none}</style><p class=x>a</p>"),
            "a"
        );
    }
}
