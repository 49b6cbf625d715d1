//! Texts of which an author takes one.

use super::writing::{Book, Draft, PREVIEW, content_items, preview, spaced};
use super::{kind_of, own_words, read};
use crate::brief::Brief;
use crate::sketch::Item;

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    Subjects,
    Previews,
    /// What the mail says.
    Copy,
}

/// At most so many, the best first; none is there twice.
pub fn suggest(brief: &Brief, wanted: Wanted, count: usize) -> Vec<String> {
    let (language, reading) = read(brief);
    let (intent, category) = kind_of(brief, &reading);
    let book = Book::of(language.code);
    let found =
        if let Some((book, phrases)) = book.and_then(|book| Some((book, book.phrases(intent)?))) {
            let draft = Draft {
                brief,
                prompt: spaced(&brief.prompt),
                reading: &reading,
                intent,
                category,
                book,
                phrases,
                link: None,
            };
            draft.texts(wanted)
        } else {
            let sketch = own_words::sketch(brief, &reading, category, None);
            match wanted {
                Wanted::Subjects => vec![sketch.subject],
                Wanted::Previews => vec![sketch.preview_text],
                Wanted::Copy => vec![said(&sketch.items)],
            }
        };
    let mut texts: Vec<String> = Vec::new();
    for text in found {
        if !text.trim().is_empty() && !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts.truncate(count);
    texts
}

impl Draft<'_> {
    fn texts(&self, wanted: Wanted) -> Vec<String> {
        let phrases = self.phrases;
        match wanted {
            Wanted::Subjects => self.subjects(),
            Wanted::Previews => {
                let own = preview(&self.reading.content, "");
                own.into_iter()
                    .chain(self.choices(&phrases.previews, PREVIEW))
                    .collect()
            }
            Wanted::Copy => {
                let own = said(&content_items(&self.reading.content));
                let with = |texts: Vec<String>| {
                    let texts = texts.into_iter().map(Some);
                    texts.chain([None]).collect::<Vec<_>>()
                };
                let leads = with(self.choices(&phrases.leads, 1..=400));
                let bodies = with(self.choices(&phrases.bodies, 1..=600));
                let pairs = leads
                    .iter()
                    .flat_map(|lead| bodies.iter().map(move |body| (lead, body)));
                let copy = pairs.map(|(lead, body)| {
                    let parts = [lead.as_deref(), Some(own.as_str()), body.as_deref()];
                    let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
                    parts.collect::<Vec<_>>().join("\n\n")
                });
                copy.collect()
            }
        }
    }
}

/// The words of some items, paragraph by paragraph.
fn said(items: &[Item]) -> String {
    let paragraphs = items.iter().filter_map(|item| match item {
        Item::Text { text } | Item::Heading { text } => Some(text.clone()),
        Item::List { items, .. } => Some(items.join("\n")),
        Item::Facts { rows } => {
            let row = rows
                .iter()
                .map(|row| format!("{}: {}", row.label, row.value));
            Some(row.collect::<Vec<_>>().join("\n"))
        }
        _ => None,
    });
    paragraphs.collect::<Vec<_>>().join("\n\n")
}
