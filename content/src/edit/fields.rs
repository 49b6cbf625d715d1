//! Edits of an imported HTML: its fields take other words, links and images. What stands between them stays as it came.

use std::collections::{HashMap, HashSet};

use postrider_domain::contract::problem::Problem;

use super::missing::missing;
use super::{Operation, Part};
use crate::document::Document;
use crate::document::values::{Link, Source};
use crate::html::{self, Field, FieldId, ImportedHtml, Private, Rules, Value, WORDS_MAX, one_line};
use crate::sketch::texts;

/// What whoever asks for more of an imported design reads.
pub const FIELDS_ALONE: &str = "A design that was imported as HTML keeps its layout and its look: a prompt changes its texts, links and images, its subject and its preview text. For anything else import it with `cleanUp`, which lays it out anew.";

const EMPTY: &str = "Must not be empty: what stands here can be changed, not taken out.";

const NO_ALT: &str = "Its HTML has no place for a description.";

const TOO_LONG: &str =
    "A text of more than 50,000 bytes cannot be changed here, and none can become so long.";

const CHOICES: &str = "Its HTML names several files for this image (`srcset` or `picture`), and many mail clients would go on showing the old one.";

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
    /// Which stretch of the mail each text is of.
    stretches: HashMap<FieldId, usize>,
    /// How many texts of a stretch say something.
    speaking: HashMap<usize, usize>,
    /// The images whose HTML has a place for what they show.
    described: HashSet<FieldId>,
    /// The images that have other addresses beside their own.
    with_choices: HashSet<FieldId>,
    /// Where the field of an id is.
    places: HashMap<String, usize>,
}

impl Fields {
    pub fn of(html: &ImportedHtml) -> Self {
        let placed = html.placed();
        let link = |placed: &html::Placed| Some((placed.id().clone(), placed.link?.id().clone()));
        let texts = placed
            .iter()
            .filter(|placed| matches!(placed.field, Field::Text { .. }));
        let mut speaking: HashMap<usize, usize> = HashMap::new();
        for text in texts.clone() {
            *speaking.entry(text.stretch).or_default() += usize::from(says(text.field));
        }
        let with_choices = placed.iter().filter(|placed| placed.has_choices);
        let ids = html.fields.iter().map(|field| field.id().0.clone());
        let described = html.parts.iter().filter_map(|part| match part {
            html::Part::Field(reference) if reference.value == Value::Alt => {
                Some(reference.field.clone())
            }
            _ => None,
        });
        Self {
            described: described.collect(),
            links: placed.iter().filter_map(link).collect(),
            stretches: texts
                .map(|text| (text.id().clone(), text.stretch))
                .collect(),
            speaking,
            with_choices: with_choices.map(|placed| placed.id().clone()).collect(),
            places: ids.enumerate().map(|(place, id)| (id, place)).collect(),
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
                self.find(block)?;
                self.set_image(block, image, alt.as_deref())
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
        let place = self.places.get(id).ok_or_else(|| missing("block", id))?;
        let field = self.html.fields.get_mut(*place);
        field.ok_or_else(|| missing("block", id))
    }

    fn set_text(&mut self, id: &str, part: Option<Part>, text: &str) -> Result<(), String> {
        let key = FieldId(id.to_owned());
        let stretch = self.stretches.get(&key).copied();
        let speaking = stretch.and_then(|stretch| self.speaking.get(&stretch).copied());
        let has_alt = self.described.contains(&key);
        let field = self.find(id).map_err(|problem| problem.message)?;
        if field.words().len() > WORDS_MAX || text.len() > WORDS_MAX {
            return Err(TOO_LONG.to_owned());
        }
        let own = usize::from(says(field));
        let others = speaking.unwrap_or_default().saturating_sub(own);
        match (&mut *field, part) {
            // A part of a heading may go where the others say it all.
            (Field::Text { value, .. }, None | Some(Part::Text))
                if others > 0 && text.trim().is_empty() =>
            {
                value.clear();
            }
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
                return Err(NO_ALT.to_owned());
            }
            (Field::Link { .. }, None) => {
                return Err("It has no words of its own: name the text in it.".to_owned());
            }
            _ => return Err("It has no such words.".to_owned()),
        }
        let speaking = others + usize::from(says(field));
        self.speaking
            .extend(stretch.map(|stretch| (stretch, speaking)));
        Ok(())
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

    fn set_image(&mut self, id: &str, image: &str, new: Option<&str>) -> Result<(), String> {
        let key = FieldId(id.to_owned());
        let has_alt = self.described.contains(&key);
        let has_choices = self.with_choices.contains(&key);
        let field = self.find(id).map_err(|problem| problem.message)?;
        let Field::Image { src, alt, .. } = field else {
            return Err("It shows no image.".to_owned());
        };
        if has_choices {
            return Err(CHOICES.to_owned());
        }
        let source = Source::try_from(image.to_owned())?.to_string();
        let new = new.map(|new| words(new, "")).transpose()?;
        if has_alt {
            // What was said of another picture does not hold for this one.
            *alt = new.or_else(|| alt.as_ref().map(|_| String::new()));
        } else if new.is_some_and(|new| !new.is_empty()) {
            return Err(NO_ALT.to_owned());
        }
        *src = source;
        Ok(())
    }
}

/// Whether a text has words.
fn says(field: &Field) -> bool {
    !field.words().trim().is_empty()
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
