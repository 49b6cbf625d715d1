//! An imported HTML goes out again.

use std::collections::HashMap;
use std::ops::Range;

use super::imported::{Field, FieldId, ImportedHtml, Part, Place, Reference, Value};
use super::scan::{Token, scan};
use crate::rendered::Rendered;
use crate::text;

impl ImportedHtml {
    /// HTML and plain text. `footer` is HTML that is put at the end of the body.
    pub fn render(&self, footer: Option<&str>) -> Rendered {
        let Assembled {
            html, preheader, ..
        } = self.assemble();
        // What is stored was read before; if it ever cannot be, there is nothing to find in it.
        let tokens = scan(&html).unwrap_or_default();
        let start = start_of_body(&tokens);
        let rendered = Rendered {
            text: text::from_html(&html),
            preheader: preheader.unwrap_or(start..start),
            html,
        };
        let Some(footer) = footer else {
            return rendered;
        };
        let end = end_of_body(&tokens).unwrap_or(rendered.html.len());
        let complete = with_footer(&rendered, footer, end);
        // What is hidden and never closed hides all that follows.
        if complete.text == rendered.text {
            return with_footer(&rendered, footer, start);
        }
        complete
    }

    pub(super) fn assemble(&self) -> Assembled {
        self.assemble_up_to(usize::MAX)
    }

    /// `None` if that takes more than `most` bytes: a long field in many places makes a huge HTML.
    pub(super) fn assemble_within(&self, most: usize) -> Option<Assembled> {
        let assembled = self.assemble_up_to(most);
        (assembled.html.len() <= most).then_some(assembled)
    }

    /// Stops as soon as there is more than that.
    fn assemble_up_to(&self, most: usize) -> Assembled {
        let fields: HashMap<&FieldId, &Field> = self
            .fields
            .iter()
            .map(|field| (field.id(), field))
            .collect();
        let mut assembled = Assembled {
            html: String::new(),
            starts: Vec::with_capacity(self.parts.len()),
            preheader: None,
        };
        for part in &self.parts {
            if assembled.html.len() > most {
                break;
            }
            let start = assembled.html.len();
            assembled.starts.push(start);
            match part {
                Part::Literal(html) => assembled.html.push_str(html),
                Part::Field(reference) => {
                    if let Some(field) = fields.get(&reference.field) {
                        write(field, reference, &mut assembled.html);
                    }
                    let is_preheader = reference.value == Value::Text
                        && self.preheader.as_ref() == Some(&reference.field);
                    if is_preheader && assembled.preheader.is_none() {
                        assembled.preheader = Some(start..assembled.html.len());
                    }
                }
            }
        }
        assembled
    }
}

#[derive(Default)]
pub(super) struct Assembled {
    pub html: String,
    /// Where each part begins.
    pub starts: Vec<usize>,
    preheader: Option<Range<usize>>,
}

impl Assembled {
    /// Where a part stands.
    pub fn range(&self, part: usize) -> Range<usize> {
        let end = self.starts.get(part + 1).copied();
        self.starts[part]..end.unwrap_or(self.html.len())
    }
}

fn write(field: &Field, reference: &Reference, html: &mut String) {
    let Some(value) = field.value(reference.value) else {
        return;
    };
    if let Some(source) = &reference.source
        && reference.value.decode(source) == value
    {
        html.push_str(source);
        return;
    }
    spell(&reference.value.escape(value), reference.place, html);
}

/// `value` is escaped.
pub(super) fn spell(value: &str, place: Place, html: &mut String) {
    match place {
        Place::Quoted => html.push_str(value),
        Place::Bare => html.extend(["\"", value, "\""]),
        Place::Missing => html.extend([" alt=\"", value, "\""]),
    }
}

fn with_footer(rendered: &Rendered, footer: &str, at: usize) -> Rendered {
    let mut html = rendered.html.clone();
    html.insert_str(at, footer);
    let mut preheader = rendered.preheader.clone();
    // Where nothing stands yet, what is put in comes first.
    let follows = at < preheader.start || (at == preheader.start && !preheader.is_empty());
    if preheader.start < at && at < preheader.end {
        preheader = at..at;
    } else if follows {
        preheader = preheader.start + footer.len()..preheader.end + footer.len();
    }
    Rendered {
        text: text::from_html(&html),
        html,
        preheader,
    }
}

/// Where the body begins, or would.
fn start_of_body(tokens: &[Token]) -> usize {
    let end_of = |is_it: fn(&Token) -> bool| {
        tokens
            .iter()
            .find(|token| is_it(token))
            .map(|token| token.range().end)
    };
    end_of(|token| matches!(token, Token::Start(tag) if tag.name == "body"))
        .or_else(|| end_of(|token| matches!(token, Token::End { name, .. } if name == "head")))
        .or_else(|| end_of(|token| matches!(token, Token::Start(tag) if tag.name == "html")))
        .or_else(|| end_of(|token| matches!(token, Token::Doctype(_))))
        .unwrap_or(0)
}

fn end_of_body(tokens: &[Token]) -> Option<usize> {
    tokens.iter().rev().find_map(|token| match token {
        Token::End { name, range } if name == "body" => Some(range.start),
        _ => None,
    })
}
