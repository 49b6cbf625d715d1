//! The one place that reads HTML: where its tags, attributes, texts and comments stand, in bytes of the
//! source. Nothing is built up, so depth costs nothing.

use std::cell::RefCell;
use std::ops::Range;

use lol_html::errors::RewritingError;
use lol_html::html_content::{Comment, Element, TextType};
use lol_html::{HtmlRewriter, Settings, doc_comments, doc_text, doctype, element};

use super::end_tags;
pub use super::token::{Attribute, Quote, Tag, TextKind, Token};
use crate::report::ImportError;

/// Every token of `html` in order. What lies between two tokens is nothing to a browser: `</>`, or a tag
/// that the end of the text cuts off.
pub fn scan(html: &str) -> Result<Vec<Token>, ImportError> {
    let found = Found {
        html,
        tokens: RefCell::new(Vec::with_capacity(html.len() / 16)),
    };
    let settings = Settings::new()
        .append_document_content_handler(doctype!(|doctype| {
            found.push(Token::Doctype(doctype.source_location().bytes()));
            Ok(())
        }))
        .append_document_content_handler(doc_comments!(|comment| {
            found.comment(comment);
            Ok(())
        }))
        .append_document_content_handler(doc_text!(|chunk| {
            found.text(chunk.source_location().bytes(), chunk.text_type());
            Ok(())
        }))
        .append_element_content_handler(element!("*", |element| {
            found.start(element);
            Ok(())
        }));
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    rewriter
        .write(html.as_bytes())
        .map_err(|error| unreadable(&error))?;
    rewriter.end().map_err(|error| unreadable(&error))?;
    Ok(end_tags::fill_in(html, found.tokens.into_inner()))
}

/// The tokens of a part of `html`, which is read as if it stood alone: the inside of a conditional comment.
pub fn scan_within(html: &str, part: Range<usize>) -> Result<Vec<Token>, ImportError> {
    let mut tokens = scan(&html[part.clone()])?;
    for token in &mut tokens {
        token.shift(part.start);
    }
    Ok(tokens)
}

/// Some markup means one thing to one reader and another to the next, such as `style` inside `select`.
fn unreadable(error: &RewritingError) -> ImportError {
    match error {
        RewritingError::ParsingAmbiguity(_) => ImportError::new(
            "The HTML is ambiguous: a `select` or `frameset` holds an element whose text is not HTML \
             (`style`, `script`, `title`, `textarea`).",
        ),
        other => ImportError::new(format!("The HTML cannot be read: {other}.")),
    }
}

struct Found<'h> {
    html: &'h str,
    tokens: RefCell<Vec<Token>>,
}

impl Found<'_> {
    fn push(&self, token: Token) {
        self.tokens.borrow_mut().push(token);
    }

    fn start(&self, element: &Element) {
        let attributes = element.attributes().iter().filter_map(|attribute| {
            let name = attribute.name_source_location()?.bytes();
            let value = attribute.value_source_location().map(|value| value.bytes());
            Some(self.attribute(attribute.name(), name, value))
        });
        self.push(Token::Start(Tag {
            name: element.tag_name(),
            range: element.source_location().bytes(),
            attributes: attributes.collect(),
        }));
    }

    fn attribute(&self, name: String, at: Range<usize>, value: Option<Range<usize>>) -> Attribute {
        let before = value
            .as_ref()
            .and_then(|value| self.html.as_bytes().get(value.start.wrapping_sub(1)));
        let quote = match before {
            Some(b'"') => Quote::Double,
            Some(b'\'') => Quote::Single,
            _ => Quote::None,
        };
        let end = value.as_ref().map_or(at.end, |value| {
            value.end + usize::from(quote != Quote::None)
        });
        Attribute {
            name,
            range: at.start..end,
            value,
            quote,
        }
    }

    /// The scanner hands a text out in pieces.
    fn text(&self, piece: Range<usize>, text_type: TextType) {
        let mut tokens = self.tokens.borrow_mut();
        if let Some(Token::Text { range, .. }) = tokens.last_mut()
            && range.end == piece.start
        {
            range.end = piece.end;
        } else if !piece.is_empty() {
            let kind = text_kind(text_type, tokens.last());
            tokens.push(Token::Text { range: piece, kind });
        }
    }

    fn comment(&self, comment: &Comment) {
        let range = comment.source_location().bytes();
        let inner = inner_of_comment(&self.html[range.clone()]);
        self.push(Token::Comment {
            inner: range.start + inner.start..range.start + inner.end,
            range,
        });
    }
}

/// What stands between the marks of a comment; all of the rest if it never ends.
fn inner_of_comment(source: &str) -> Range<usize> {
    let (opening, closings): (usize, &[&str]) = if source.starts_with("<!--") {
        (4, &["-->", "--!>"])
    } else if source.starts_with("<?") {
        (1, &[">"])
    } else {
        (2, &[">"])
    };
    let Some(rest) = source.get(opening..) else {
        return source.len()..source.len();
    };
    // `<!-->` and `<!--->` end where they begin.
    let inner = match rest {
        ">" | "->" => "",
        _ => closings
            .iter()
            .find_map(|closing| rest.strip_suffix(closing))
            .unwrap_or(rest),
    };
    opening..opening + inner.len()
}

fn text_kind(text_type: TextType, before: Option<&Token>) -> TextKind {
    match text_type {
        TextType::Data => TextKind::Data,
        TextType::RCData => TextKind::Title,
        TextType::ScriptData => TextKind::Script,
        TextType::RawText => match before {
            Some(Token::Start(tag)) if tag.name == "style" => TextKind::Style,
            _ => TextKind::OtherRaw,
        },
        TextType::PlainText | TextType::CDataSection => TextKind::OtherRaw,
    }
}

#[cfg(test)]
mod tests;
