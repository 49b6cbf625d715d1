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
            mut html,
            preheader,
            ..
        } = self.assemble();
        // What is stored was read before; if it ever cannot be, there is nothing to find in it.
        let tokens = scan(&html).unwrap_or_default();
        let preheader = preheader.unwrap_or_else(|| {
            let start = start_of_body(&tokens);
            start..start
        });
        if let Some(footer) = footer {
            let end = end_of_body(&tokens).unwrap_or(html.len());
            html.insert_str(end, footer);
        }
        let text = text::from_html(&html);
        Rendered {
            html,
            text,
            preheader,
        }
    }

    pub(super) fn assemble(&self) -> Assembled {
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

pub(super) struct Assembled {
    pub html: String,
    /// Where each part begins.
    pub starts: Vec<usize>,
    preheader: Option<Range<usize>>,
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
    let value = reference.value.escape(value);
    match reference.place {
        Place::Quoted => html.push_str(&value),
        Place::Bare => html.extend(["\"", &value, "\""]),
        Place::Missing => html.extend([" alt=\"", &value, "\""]),
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
