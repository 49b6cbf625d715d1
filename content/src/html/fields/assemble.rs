//! Drafts and slots become the stored form.

use postrider_domain::designs::design::LINE_MAX;

use super::super::imported::{Field, FieldId, ImportedHtml, Part, Quoting, Reference, Value};
use super::super::visible::line;
use super::draft::{Draft, Slot};
use super::finder::Finder;
use super::preheader::Preheader;

pub(in crate::html) struct Found {
    pub document: ImportedHtml,
    pub title: Option<String>,
    pub preview_text: Option<String>,
    /// Whether there is anything to see.
    pub shows_something: bool,
    /// Texts that did not become fields, because there are too many.
    pub left_out: usize,
}

impl Finder<'_> {
    pub(super) fn finish(mut self) -> Found {
        // Attributes stand in any order, and what Outlook sees was found last.
        self.slots.sort_by_key(|slot| slot.range.start);
        let ids = ids(&self.drafts);
        let title = self.drafts.iter().find_map(|draft| match draft {
            Draft::Title(title) => {
                line(title).map(|title| title.chars().take(LINE_MAX).collect::<String>())
            }
            _ => None,
        });
        let preview_text = self.preheader.as_ref().and_then(Preheader::preview_text);
        let parts = parts(self.html, &self.slots, &self.drafts, &ids);
        let preheader = self.preheader.as_ref().and_then(Preheader::only_text);
        let preheader = preheader.and_then(|draft| ids[draft].clone());
        let fields = self
            .drafts
            .into_iter()
            .zip(ids)
            .filter_map(|(draft, id)| field(draft, id?))
            .collect();
        Found {
            document: ImportedHtml {
                parts,
                fields,
                preheader,
            },
            title,
            preview_text,
            shows_something: self.shows_something,
            left_out: self.left_out,
        }
    }
}

fn ids(drafts: &[Draft]) -> Vec<Option<FieldId>> {
    let mut number = 0;
    let id = |draft: &Draft| {
        (!matches!(draft, Draft::Gone)).then(|| {
            number += 1;
            FieldId(format!("f{number}"))
        })
    };
    drafts.iter().map(id).collect()
}

fn field(draft: Draft, id: FieldId) -> Option<Field> {
    Some(match draft {
        Draft::Title(value) => Field::Title { id, value },
        Draft::Text(value) => Field::Text { id, value },
        Draft::Link { href } => Field::Link { id, href },
        Draft::Button { label, href } => Field::Button { id, label, href },
        Draft::Image { src, alt } => Field::Image { id, src, alt },
        Draft::Gone => return None,
    })
}

fn parts(html: &str, slots: &[Slot], drafts: &[Draft], ids: &[Option<FieldId>]) -> Vec<Part> {
    let mut parts = Vec::with_capacity(slots.len() * 2 + 1);
    let mut at = 0;
    for slot in slots {
        let Some(field) = ids[slot.draft].clone() else {
            continue;
        };
        // No two places overlap; if they ever did, the HTML would have to stay whole.
        if slot.range.start < at {
            continue;
        }
        if at < slot.range.start {
            parts.push(Part::Literal(html[at..slot.range.start].to_owned()));
        }
        parts.push(Part::Field(Reference {
            field,
            value: slot.value,
            place: slot.place,
            source: spelling(&html[slot.range.clone()], slot, &drafts[slot.draft]),
        }));
        at = slot.range.end;
    }
    if at < html.len() {
        parts.push(Part::Literal(html[at..].to_owned()));
    }
    parts
}

/// The spelling, if it is not the one that the value would get today.
fn spelling(source: &str, slot: &Slot, draft: &Draft) -> Option<String> {
    let value = match (draft, slot.value) {
        (Draft::Title(text) | Draft::Text(text), _) => text,
        (Draft::Button { label, .. }, Value::Label) => label,
        (Draft::Link { href } | Draft::Button { href, .. }, _) => href,
        (Draft::Image { alt: Some(alt), .. }, Value::Alt) => alt,
        (Draft::Image { src, .. }, _) => src,
        (Draft::Gone, _) => return None,
    };
    match slot.place {
        Quoting::Quoted => (slot.value.escape(value) != source).then(|| source.to_owned()),
        Quoting::Bare => Some(source.to_owned()),
        Quoting::Missing => None,
    }
}
