//! The plain text of a mail, for those who read nothing else.

mod writer;

use self::writer::{Separator, Writer};
use crate::html::entities::{decode, decode_attribute};
use crate::html::outline::{self, Outline};
use crate::html::scan::{Tag, TextKind, Token, scan};
use crate::html::visible;

/// What an HTML says, line by line. Links stand behind their text, images as their text, and merge tags as
/// they are; what is hidden is left out.
pub fn from_html(html: &str) -> String {
    let tokens = scan(html).unwrap_or_default();
    let mut reader = Reader {
        html,
        outline: Outline::of(html, &tokens),
        writer: Writer::default(),
        lists: Vec::new(),
        link: None,
        preformatted: 0,
    };
    for token in tokens {
        match token {
            Token::Start(tag) => reader.start(&tag),
            Token::End { name, .. } => reader.end(&name),
            Token::Text {
                range,
                kind: TextKind::Data,
            } => reader.text(&html[range]),
            Token::Doctype(_) | Token::Text { .. } | Token::Comment { .. } => {}
        }
    }
    reader.end_link();
    reader.writer.finish()
}

struct Reader<'h> {
    html: &'h str,
    outline: Outline,
    writer: Writer,
    /// The number of the next item; bullets have none.
    lists: Vec<Option<usize>>,
    link: Option<Link>,
    preformatted: usize,
}

struct Link {
    href: String,
    /// Where its text begins in what is written.
    start: usize,
}

impl Reader<'_> {
    fn start(&mut self, tag: &Tag) {
        self.outline.start(self.html, tag);
        let is_shown_as = |outline: &Outline| !outline.is_hidden();
        self.writer.separate(separator(&tag.name));
        match tag.name.as_str() {
            "a" => {
                self.end_link();
                let href = tag
                    .value(self.html, "href")
                    .map(|href| decode_attribute(href).trim().to_owned());
                let href = href.filter(|href| !href.is_empty() && !href.starts_with('#'));
                self.link = href.map(|href| Link {
                    href,
                    start: self.writer.len(),
                });
            }
            "img" if is_shown_as(&self.outline) => {
                let alt = tag
                    .value(self.html, "alt")
                    .map(decode_attribute)
                    .unwrap_or_default();
                self.writer.words(&alt);
            }
            "br" => self.writer.line_break(),
            "hr" if is_shown_as(&self.outline) => {
                self.writer.words("---");
                self.writer.separate(Separator::Blank);
            }
            "pre" => self.preformatted += 1,
            "ul" => self.lists.push(None),
            "ol" => self.lists.push(Some(1)),
            "li" if is_shown_as(&self.outline) => self.item(),
            _ => {}
        }
    }

    fn item(&mut self) {
        let mark = match self.lists.last_mut() {
            Some(Some(number)) => {
                *number += 1;
                format!("{}. ", *number - 1)
            }
            _ => "- ".to_owned(),
        };
        self.writer.mark(&mark);
    }

    fn end(&mut self, name: &str) {
        match name {
            "a" => self.end_link(),
            "ul" | "ol" => {
                self.lists.pop();
            }
            "pre" => self.preformatted = self.preformatted.saturating_sub(1),
            _ => {}
        }
        self.outline.end(name);
        if !outline::is_void(name) {
            self.writer.separate(separator(name));
        }
    }

    fn text(&mut self, html: &str) {
        if self.outline.is_hidden() {
            return;
        }
        if self.preformatted > 0 {
            for (index, line) in decode(html).split('\n').enumerate() {
                if index > 0 {
                    self.writer.line_break();
                }
                self.writer.line(line);
            }
            return;
        }
        if visible::seen(html).is_none() {
            if html.contains([' ', '\n', '\t']) || html.contains("&nbsp;") {
                self.writer.separate(Separator::Space);
            }
            return;
        }
        self.writer.words(&decode(html));
    }

    fn end_link(&mut self) {
        let Some(link) = self.link.take() else {
            return;
        };
        let text = self.writer.written_from(link.start).trim();
        let address = link
            .href
            .strip_prefix("mailto:")
            .or(link.href.strip_prefix("tel:"))
            .unwrap_or(&link.href);
        if text.is_empty() || text == link.href || text == address {
            return;
        }
        self.writer.attach(&format!(" ({})", link.href));
    }
}

fn separator(name: &str) -> Separator {
    match name {
        "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "ul" | "ol" | "dl" | "table"
        | "blockquote" | "pre" | "hr" => Separator::Blank,
        "div" | "tr" | "li" | "dt" | "dd" | "center" | "section" | "article" | "header"
        | "footer" | "main" | "nav" | "address" | "body" | "thead" | "tbody" | "tfoot"
        | "caption" | "form" | "fieldset" | "figure" => Separator::Line,
        "td" | "th" => Separator::Gap,
        _ => Separator::None,
    }
}

#[cfg(test)]
mod tests;
