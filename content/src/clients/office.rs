//! What Word draws and browsers do not know: buttons and backgrounds in VML, as HTML. Word's settings are left out.

use std::fmt::Write;

use super::profiles::Scheme;
use super::shape::{self, Grows, Shape};
use crate::html::entities::escape_attribute;
use crate::html::scan::{Tag, TextKind, Token, scan};
use crate::report::ImportError;

/// Shapes and boxes inside each other; of deeper ones only the text is shown.
const DEPTH_MAX: usize = 10;

pub(super) fn translated(html: &str, scheme: Scheme) -> Result<String, ImportError> {
    let tokens = scan(html)?;
    let mut translator = Translator {
        html,
        scheme,
        out: String::with_capacity(html.len()),
        open: Vec::new(),
        beyond: 0,
        is_in_settings: false,
    };
    for at in 0..tokens.len() {
        translator.token(&tokens, at);
    }
    while let Some((_, close)) = translator.open.pop() {
        translator.out.push_str(close);
    }
    Ok(translator.out)
}

struct Translator<'h> {
    html: &'h str,
    scheme: Scheme,
    out: String,
    /// Names of what is open inside shapes, and what closes it in HTML.
    open: Vec<(String, &'static str)>,
    /// How many more are open than are drawn.
    beyond: usize,
    is_in_settings: bool,
}

impl Translator<'_> {
    fn token(&mut self, tokens: &[Token], at: usize) {
        let token = &tokens[at];
        if self.is_in_settings {
            self.skip(token);
            return;
        }
        match token {
            Token::Start(tag) if tag.name == "xml" => self.is_in_settings = true,
            Token::Start(tag) if tag.name.starts_with("v:") => self.draw(tag, &tokens[at + 1..]),
            Token::Start(tag) if tag.name == "center" && !self.open.is_empty() => {
                let style = shape::value(self.html, tag, "style").unwrap_or_default();
                self.begin(
                    tag,
                    &format!("display:block;text-align:center;{style}"),
                    None,
                );
            }
            Token::Start(tag) if is_office(&tag.name) => {}
            Token::End { name, .. } if self.end(name) || is_office(name) => {}
            _ => self.out.push_str(&self.html[token.range()]),
        }
    }

    /// Settings end with their tag, and at the latest where the body begins.
    fn skip(&mut self, token: &Token) {
        match token {
            Token::End { name, .. } if name == "xml" => self.is_in_settings = false,
            Token::Start(tag) if tag.name == "body" => {
                self.is_in_settings = false;
                self.out.push_str(&self.html[tag.range.clone()]);
            }
            _ => {}
        }
    }

    fn draw(&mut self, tag: &Tag, behind: &[Token]) {
        match tag.name.as_str() {
            "v:rect" | "v:roundrect" | "v:oval" => {
                let (shape, grows) = self.shape(tag, behind);
                let href = shape::value(self.html, tag, "href").filter(|href| is_link(href));
                self.begin(tag, &shape.css(grows), href.as_deref());
            }
            "v:textbox" => {
                let padding = shape::inset(self.html, tag);
                self.begin(tag, &format!("display:block;{padding}"), None);
            }
            "v:background" => {
                let (shape, _) = self.shape(tag, behind);
                let ground = shape.ground().replace('<', "%3C");
                let _ = write!(
                    self.out,
                    "<style>body{{{}}}</style>",
                    ground.trim_start_matches(';')
                );
            }
            "v:image" => self.picture(tag),
            // Its parts, and shapes that are drawn by points.
            _ => {}
        }
    }

    /// A shape with the fill and the stroke that stand at its beginning.
    fn shape(&self, tag: &Tag, behind: &[Token]) -> (Shape, Grows) {
        let mut shape = Shape::read(self.html, tag, self.scheme);
        if self.is_empty(tag) {
            return (shape, Grows::Never);
        }
        for token in behind {
            match token {
                Token::Start(part) => match part.name.as_str() {
                    "v:fill" => shape.fill(self.html, part),
                    "v:stroke" => shape.stroke(self.html, part),
                    "v:textbox" => return (shape, shape::grows(self.html, part)),
                    "w:anchorlock" | "v:path" => {}
                    _ => break,
                },
                Token::Text {
                    range,
                    kind: TextKind::Data,
                } if self.html[range.clone()].trim().is_empty() => {}
                Token::End { name, .. } if is_office(name) && name != &tag.name => {}
                _ => break,
            }
        }
        (shape, Grows::Never)
    }

    fn picture(&mut self, tag: &Tag) {
        let Some(source) = shape::value(self.html, tag, "src") else {
            return;
        };
        let _ = write!(
            self.out,
            "<img alt=\"\" src=\"{}\"",
            escape_attribute(&source)
        );
        let (width, height) = Shape::read(self.html, tag, self.scheme).size();
        for (name, size) in [("width", width), ("height", height)] {
            if let Some(size) = size {
                let _ = write!(self.out, " {name}=\"{size:.0}\"");
            }
        }
        self.out.push('>');
    }

    /// Opens an element for a tag. All are spans: they close no paragraph around them.
    fn begin(&mut self, tag: &Tag, style: &str, href: Option<&str>) {
        if self.open.len() >= DEPTH_MAX {
            self.beyond += usize::from(!self.is_empty(tag));
            return;
        }
        let close = if let Some(href) = href {
            let (href, style) = (escape_attribute(href), escape_attribute(style));
            let _ = write!(self.out, "<a href=\"{href}\" style=\"{style}\"><span>");
            "</span></a>"
        } else {
            // A box of its own keeps the words in it together.
            let _ = write!(
                self.out,
                "<span style=\"{}\"><span>",
                escape_attribute(style)
            );
            "</span></span>"
        };
        if self.is_empty(tag) {
            self.out.push_str(close);
        } else {
            self.open.push((tag.name.clone(), close));
        }
    }

    /// Closes what a tag has opened, with all that is open in it.
    fn end(&mut self, name: &str) -> bool {
        let can_be_open = matches!(
            name,
            "v:rect" | "v:roundrect" | "v:oval" | "v:textbox" | "center"
        );
        if can_be_open && self.beyond > 0 {
            self.beyond -= 1;
            return true;
        }
        let Some(at) = self.open.iter().rposition(|(open, _)| open == name) else {
            return false;
        };
        for (_, close) in self.open.drain(at..).rev() {
            self.out.push_str(close);
        }
        true
    }

    fn is_empty(&self, tag: &Tag) -> bool {
        self.html[tag.range.clone()].ends_with("/>")
    }
}

/// Whether an element is Word's own. Its text, such as that of `o:p`, is the mail's.
fn is_office(name: &str) -> bool {
    ["v:", "o:", "w:"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

fn is_link(href: &str) -> bool {
    let href = href.trim_start().to_ascii_lowercase();
    let schemes = ["https:", "http:", "mailto:", "tel:", "sms:", "{{", "#"];
    schemes.iter().any(|scheme| href.starts_with(scheme))
}

#[cfg(test)]
mod tests;
