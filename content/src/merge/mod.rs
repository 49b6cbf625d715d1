//! Merge tags in HTML: what each of them stands in.

mod attribute;
mod css;
mod mask;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::ops::Range;

use postrider_domain::designs::merge::{Builder, Escape, Template, as_is, encoded_tags, tags};

use self::attribute::Element;
use crate::html::entities::decode;
use crate::html::scan::{Tag, TextKind, Token, scan};
use crate::report::ImportError;

/// Takes an HTML mail apart, once for all its recipients. Between tags it stays byte for byte what it is. In
/// ordinary comments nothing is filled in: nobody is meant to read them.
pub fn compile_html(html: &str) -> Result<Template, ImportError> {
    let tokens = scan(html)?;
    let mut compiler = Compiler {
        html,
        at: 0,
        builder: Builder::new(html.len()),
    };
    compiler.tokens(&tokens, 0, Comments::Conditional);
    compiler.copy_to(html.len());
    Ok(compiler.builder.finish())
}

/// The words of a plain text as most readers will see them: fallbacks stand for merge tags, and `unknown` for those
/// without.
pub(crate) fn shown(text: &str, unknown: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut end = 0;
    for tag in tags(text) {
        shown.push_str(&text[end..tag.range.start]);
        shown.push_str(tag.fallback.as_deref().unwrap_or(unknown));
        end = tag.range.end;
    }
    shown.push_str(&text[end..]);
    shown
}

/// Which comments are looked into.
#[derive(Clone, Copy, PartialEq)]
enum Comments {
    Conditional,
    /// A comment inside a comment has no meaning, however often it is repeated.
    None,
}

struct Compiler<'h> {
    html: &'h str,
    /// What stands before is done.
    at: usize,
    builder: Builder,
}

impl<'h> Compiler<'h> {
    /// `offset`: where in the HTML what was scanned begins.
    fn tokens(&mut self, tokens: &[Token], offset: usize, comments: Comments) {
        for token in tokens {
            match token {
                Token::Text { range, kind } => self.text(moved(range, offset), *kind),
                Token::Start(tag) => self.start(tag, offset),
                Token::Comment { range, .. } if comments == Comments::Conditional => {
                    self.comment(&moved(range, offset));
                }
                Token::Comment { .. } | Token::Doctype(_) | Token::End { .. } => {}
            }
        }
    }

    fn text(&mut self, range: Range<usize>, kind: TextKind) {
        let source = self.take(&range);
        match kind {
            TextKind::Data | TextKind::Title => {
                self.builder
                    .text(&without_openings(source), decode, Escape::Html);
            }
            TextKind::Style => css::sheet(&mut self.builder, source),
            TextKind::Script | TextKind::OtherRaw => {
                self.builder.text(source, as_is, Escape::Strict);
            }
        }
    }

    fn start(&mut self, tag: &Tag, offset: usize) {
        let element = Element::new(tag);
        for (index, attribute) in tag.attributes.iter().enumerate() {
            if let Some(value) = &attribute.value {
                let source = self.take(&moved(value, offset));
                attribute::compile(&mut self.builder, &element, index, source);
            }
        }
    }

    /// `<!--[if mso]> … <![endif]-->`: Outlook reads what is inside as HTML.
    fn comment(&mut self, range: &Range<usize>) {
        let text = &self.html[range.clone()];
        let Some(inner) = text.strip_prefix("<!--") else {
            return;
        };
        if !inner.trim_start().starts_with("[if") {
            return;
        }
        let Some(condition) = text.find("]>") else {
            return;
        };
        let start = condition + 2;
        let end = text
            .rfind("<![endif]")
            .filter(|end| *end >= start)
            .unwrap_or(text.len() - usize::from(text.ends_with("-->")) * 3);
        // What cannot be read stays as it is.
        if let Ok(tokens) = scan(&text[start..end]) {
            self.tokens(&tokens, range.start + start, Comments::None);
        }
    }

    /// What stands in the range; all before it stays as it is.
    fn take(&mut self, range: &Range<usize>) -> &'h str {
        self.copy_to(range.start);
        let start = self.at.min(range.end);
        self.at = range.end.max(start);
        &self.html[start..range.end]
    }

    fn copy_to(&mut self, end: usize) {
        if self.at < end {
            self.builder.literal(&self.html[self.at..end]);
            self.at = end;
        }
    }
}

/// `<{{ x }}` is text, but with a value that begins with a letter it would be an element.
fn without_openings(source: &str) -> Cow<'_, str> {
    if !source.contains("<{{") {
        return source.into();
    }
    let mut text = String::with_capacity(source.len() + 16);
    let mut at = 0;
    for tag in encoded_tags(source, decode) {
        let before = &source[at..tag.range.start];
        match before.strip_suffix('<') {
            Some(before) => text.extend([before, "&lt;"]),
            None => text.push_str(before),
        }
        text.push_str(&source[tag.range.clone()]);
        at = tag.range.end;
    }
    text.push_str(&source[at..]);
    text.into()
}

fn moved(range: &Range<usize>, offset: usize) -> Range<usize> {
    range.start + offset..range.end + offset
}
