//! Edits of an imported HTML: its fields take other words, links and images. What stands between them stays as it came.

use std::collections::{HashMap, HashSet};

use postrider_domain::contract::problem::Problem;

use super::missing::missing;
use super::{Operation, Part};
use crate::document::Document;
use crate::document::values::{Link, Source};
use crate::html::{self, Field, FieldId, ImportedHtml, Private, Rules, Value, one_line};
use crate::sketch::texts;

/// What whoever asks for more of an imported design reads.
pub const FIELDS_ALONE: &str = "A design that was imported as HTML keeps its layout and its look: a prompt changes its texts, links and images, its subject and its preview text. For anything else import it with `cleanUp`, which lays it out anew.";

const EMPTY: &str = "Must not be empty: what stands here can be changed, not taken out.";

impl Operation {
    /// Whether a document of this kind takes such an operation at all.
    pub fn is_taken_by(&self, document: &Document) -> bool {
        document.is_of_blocks() || self.is_of_fields()
    }

    /// Changes what stands in the places that there are.
    pub(crate) fn is_of_fields(&self) -> bool {
        match self {
            Self::SetText { .. }
            | Self::SetLink { .. }
            | Self::SetImage { .. }
            | Self::SetSubject { .. }
            | Self::SetPreviewText { .. } => true,
            Self::SetStyle { .. }
            | Self::SetPage { .. }
            | Self::Insert { .. }
            | Self::Remove { .. }
            | Self::Move { .. } => false,
        }
    }
}

/// An imported HTML on its way, and what of it no edit changes.
pub(super) struct Fields {
    html: ImportedHtml,
    /// The link around what stands in one.
    links: HashMap<FieldId, FieldId>,
    /// Which piece of the mail each text is of.
    pieces: HashMap<FieldId, usize>,
    /// The images whose HTML has a place for what they show.
    described: HashSet<FieldId>,
}

impl Fields {
    pub fn of(html: &ImportedHtml) -> Self {
        let placed = html.placed();
        let link = |placed: &html::Placed| Some((placed.id().clone(), placed.link?.id().clone()));
        let texts = placed
            .iter()
            .filter(|placed| matches!(placed.field, Field::Text { .. }));
        let described = html.parts.iter().filter_map(|part| match part {
            html::Part::Field(reference) if reference.value == Value::Alt => {
                Some(reference.field.clone())
            }
            _ => None,
        });
        Self {
            described: described.collect(),
            links: placed.iter().filter_map(link).collect(),
            pieces: texts.map(|text| (text.id().clone(), text.piece)).collect(),
            html: html.clone(),
        }
    }

    /// The document, looked at as if somebody had sent it. Addresses were let in before, or are judged by whoever stores it.
    pub fn finish(self) -> Result<ImportedHtml, Problem> {
        let rules = Rules {
            private: Private::Keep,
            ..Rules::default()
        };
        self.html.check("document", &rules)?;
        Ok(self.html)
    }

    pub fn apply(&mut self, operation: &Operation) -> Result<(), Problem> {
        match operation {
            Operation::SetText { block, part, text } => {
                self.find(block)?;
                self.set_text(block, *part, text)
                    .map_err(|why| Problem::invalid("text", why))
            }
            Operation::SetLink { block, url } => {
                self.find(block)?;
                self.set_link(block, url)
                    .map_err(|why| Problem::invalid("url", why))
            }
            Operation::SetImage { block, image, alt } => {
                let field = self.find(block)?;
                set_image(field, image, alt.as_deref())
                    .map_err(|why| Problem::invalid("image", why))
            }
            Operation::SetStyle { .. } | Operation::SetPage { .. } => {
                Err(Problem::invalid("style", FIELDS_ALONE))
            }
            Operation::Insert { .. } => Err(Problem::invalid("item", FIELDS_ALONE)),
            Operation::Remove { .. } => Err(Problem::invalid("block", FIELDS_ALONE)),
            Operation::Move { .. } => Err(Problem::invalid("place", FIELDS_ALONE)),
            // They stand beside the document.
            Operation::SetSubject { .. } | Operation::SetPreviewText { .. } => Ok(()),
        }
    }

    fn find(&mut self, id: &str) -> Result<&mut Field, Problem> {
        let mut fields = self.html.fields.iter_mut();
        fields
            .find(|field| field.id().0 == id)
            .ok_or_else(|| missing("block", id))
    }

    fn set_text(&mut self, id: &str, part: Option<Part>, text: &str) -> Result<(), String> {
        // A piece of a heading may go where the others say it all.
        let may_go = text.trim().is_empty() && self.has_other_words(id);
        let has_alt = self.described.contains(&FieldId(id.to_owned()));
        let field = self.find(id).map_err(|problem| problem.message)?;
        match (field, part) {
            (Field::Text { value, .. }, None | Some(Part::Text)) if may_go => value.clear(),
            (Field::Title { value, .. } | Field::Text { value, .. }, None | Some(Part::Text))
            | (Field::Button { label: value, .. }, None | Some(Part::Label)) => {
                let new = words(text, value)?;
                if new.is_empty() {
                    return Err(EMPTY.to_owned());
                }
                *value = new;
            }
            (Field::Image { alt, .. }, None | Some(Part::Alt)) if has_alt => {
                *alt = Some(words(text, alt.as_deref().unwrap_or_default())?);
            }
            (Field::Image { .. }, None | Some(Part::Alt)) => {
                return Err("Its HTML has no place for a description.".to_owned());
            }
            (Field::Link { .. }, None) => {
                return Err("It has no words of its own: name the text in it.".to_owned());
            }
            _ => return Err("It has no such words.".to_owned()),
        }
        Ok(())
    }

    /// Whether other texts of the same piece say something.
    fn has_other_words(&self, id: &str) -> bool {
        let Some(own) = self.pieces.get(&FieldId(id.to_owned())) else {
            return false;
        };
        self.html.fields.iter().any(|field| {
            let says = field
                .value(Value::Text)
                .is_some_and(|text| !text.trim().is_empty());
            says && field.id().0 != id && self.pieces.get(field.id()) == Some(own)
        })
    }

    /// Of a link or a button; of what stands in a link, where that leads.
    fn set_link(&mut self, id: &str, url: &str) -> Result<(), String> {
        let new = Link::try_from(url.to_owned())?;
        let around = self.links.get(&FieldId(id.to_owned())).cloned();
        let around = around.map_or_else(|| id.to_owned(), |link| link.0);
        let field = self.find(&around).map_err(|problem| problem.message)?;
        match field {
            Field::Link { href, .. } | Field::Button { href, .. } => *href = new.to_string(),
            Field::Title { .. } | Field::Text { .. } | Field::Image { .. } => {
                return Err("It leads nowhere, and nothing here can become a link.".to_owned());
            }
        }
        Ok(())
    }
}

fn set_image(field: &mut Field, image: &str, new: Option<&str>) -> Result<(), String> {
    let Field::Image { src, alt, .. } = field else {
        return Err("It shows no image.".to_owned());
    };
    *src = Source::try_from(image.to_owned())?.to_string();
    let new = new.map(|new| words(new, "")).transpose()?;
    // What was said of another picture does not hold for this one.
    *alt = new.or_else(|| alt.as_ref().map(|_| String::new()));
    Ok(())
}

/// A text of a sketch as a field takes it: without marks, in one line. Where signs that are marks elsewhere stood before,
/// they are signs like any other.
fn words(text: &str, before: &str) -> Result<String, String> {
    let (text, before) = (one_line(text), one_line(before));
    let has_marks = texts::plain(&before) != before;
    if !has_marks && !texts::links(&text).is_empty() {
        return Err("No link can be put into a text here.".to_owned());
    }
    if let Some(bad) = text.chars().find(|c| c.is_control()) {
        let message = format!("Holds the control character U+{:04X}.", u32::from(bad));
        return Err(message);
    }
    Ok(if has_marks { text } else { texts::plain(&text) })
}
