//! The parts of an imported HTML, put together again.

use std::collections::HashMap;
use std::ops::Range;

use super::imported::{Field, FieldId, ImportedHtml, Part, Quoting, Reference, Value};

impl ImportedHtml {
    pub(crate) fn assemble(&self) -> Assembled {
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
pub(crate) struct Assembled {
    pub html: String,
    /// Where each part begins.
    pub starts: Vec<usize>,
    /// Where the preview text stands that it has of its own.
    pub preheader: Option<Range<usize>>,
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
pub(super) fn spell(value: &str, place: Quoting, html: &mut String) {
    match place {
        Quoting::Quoted => html.push_str(value),
        Quoting::Bare => html.extend(["\"", value, "\""]),
        Quoting::Missing => html.extend([" alt=\"", value, "\""]),
    }
}
