//! Writes the sketch: the author's words in order, and around them the phrases of the kind of mail that it is.

mod phrases;

pub use phrases::{Book, Phrases, Slots};

use postrider_domain::designs::design::Category;

use super::reading::tidy::capital;
use super::reading::{Content, Reading};
use crate::brief::Brief;
use crate::sketch::{Fact, Item, Sketch};

/// Characters of a subject, so that inboxes show all of it.
pub const SUBJECT: std::ops::RangeInclusive<usize> = 15..=60;
/// Characters of a preview text.
pub const PREVIEW: std::ops::RangeInclusive<usize> = 35..=110;
/// Characters of a headline.
const HEADLINE_MAX: usize = 70;
/// Characters of the author's own words as a headline.
const SAID_MAX: usize = 58;
/// Words that lean on something said before.
const LEANING: &str = "it it's its this that that's there these those if and please no or also because use just what why how thank thanks with for code valid reply know";
/// Words of the author beside which a phrase of ours is too much.
const ENOUGH: usize = 60;
/// Words of the author that begin without us.
const PLENTY: usize = 110;
/// Sentences of a paragraph.
const PARAGRAPH: usize = 3;

/// What a sketch is written from.
pub struct Draft<'d> {
    pub brief: &'d Brief,
    pub reading: &'d Reading,
    pub intent: &'d str,
    pub book: &'d Book,
    pub phrases: &'d Phrases,
    /// Where the button leads.
    pub link: Option<String>,
}

impl Draft<'_> {
    /// The sketch, and other subjects that would do.
    pub fn write(&self) -> (Sketch, Vec<String>) {
        let said = self.said();
        let slots = self.slots(said.map(|(_, text)| text));
        let seed = &self.brief.seed();
        let fits = |range: std::ops::RangeInclusive<usize>| {
            move |text: &str| range.contains(&text.chars().count())
        };
        let choose = |patterns: &[String], range| slots.choices(patterns, seed, fits(range));
        let subjects = choose(&self.phrases.subjects, SUBJECT);
        let pick = |texts: Vec<String>| texts.into_iter().next();
        let headline = pick(choose(&self.phrases.headlines, 1..=HEADLINE_MAX))
            .unwrap_or_else(|| self.phrases.eyebrow.clone());
        let own = self.words();
        // What the headline says is not said again.
        let mut content = self.reading.content.clone();
        if let Some((at, _)) = said.filter(|(_, text)| *text == headline) {
            content.remove(at);
        }
        let subject = subjects
            .first()
            .cloned()
            .unwrap_or_else(|| self.phrases.eyebrow.clone());
        let lead = pick(choose(&self.phrases.leads, 1..=400)).filter(|_| own < PLENTY);
        let body = pick(choose(&self.phrases.bodies, 1..=600)).filter(|_| own < ENOUGH);
        let category = self.intent.split('.').next().and_then(Category::parse);
        let sketch = Sketch {
            category: self.brief.category.or(category).unwrap_or(Category::Other),
            title: subject.clone(),
            subject,
            preview_text: preview(&content)
                .or_else(|| pick(choose(&self.phrases.previews, PREVIEW)))
                .unwrap_or_default(),
            eyebrow: Some(self.phrases.eyebrow.clone()),
            headline,
            lead,
            items: self.items(&content, body),
            sign_off: slots
                .choices(std::slice::from_ref(&self.book.sign_off), seed, |_| true)
                .pop(),
        };
        (sketch, subjects.into_iter().skip(1).collect())
    }

    /// All of some patterns that can be filled and have a length that fits; the best first.
    pub fn choices(
        &self,
        patterns: &[String],
        length: std::ops::RangeInclusive<usize>,
    ) -> Vec<String> {
        let slots = self.slots(self.said().map(|(_, text)| text));
        let seed = [self.brief.brand.name.as_str(), &self.brief.prompt].concat();
        let fits = |text: &str| length.contains(&text.chars().count());
        slots.choices(patterns, &seed, fits)
    }

    fn slots(&self, said: Option<&str>) -> Slots {
        let facts = &self.reading.facts;
        let mut slots = Slots::default();
        let name = self.brief.brand.name.trim();
        slots.add("brand", Some(name.to_owned()));
        slots.add("offer", facts.offer.as_deref().map(capital));
        slots.add("deadline", facts.deadline.clone());
        let when = facts.when.as_deref().map(capital);
        slots.add("when", when);
        slots.add("quoted", facts.quoted.first().cloned());
        slots.add("said", said.map(str::to_owned));
        slots
    }

    /// The author's first words, where they can stand for themselves, and which they are.
    fn said(&self) -> Option<(usize, &str)> {
        let first = self.reading.content.iter().enumerate();
        let (at, text) = first.take(2).find_map(|(at, content)| match content {
            Content::Sentence(text) | Content::Fragment(text) => Some((at, text.as_str())),
            _ => None,
        })?;
        let bare = text.trim_end_matches('.');
        let opening = bare.split(' ').next().unwrap_or_default().to_lowercase();
        let leans = LEANING.split(' ').any(|word| word == opening);
        let code = self.reading.facts.code.as_deref().unwrap_or("{{");
        let unfit = ["](", "{{", "?", "@", code]
            .iter()
            .any(|sign| bare.contains(sign));
        let words = bare.split_whitespace().count();
        (!leans && !unfit && words >= 2 && bare.chars().count() <= SAID_MAX).then_some((at, bare))
    }

    /// How many words the author brought.
    fn words(&self) -> usize {
        let count = |text: &str| text.split_whitespace().count();
        let of = |content: &Content| match content {
            Content::Sentence(text) | Content::Fragment(text) => count(text),
            Content::List { items, .. } => items.iter().map(|item| count(item)).sum(),
            Content::Row { label, value } => count(label) + count(value),
            Content::Break => 0,
        };
        self.reading.content.iter().map(of).sum()
    }

    fn items(&self, content: &[Content], body: Option<String>) -> Vec<Item> {
        let code = self.reading.facts.code.as_deref();
        // The coupon shows the code.
        let shown = |content: &&Content| !matches!(content, Content::Row { value, .. } if Some(value.as_str()) == code);
        let mut items = content_items(&content.iter().filter(shown).cloned().collect::<Vec<_>>());
        let rows = self.rows();
        if !rows.is_empty() {
            items.push(Item::Facts { rows });
        }
        if let Some(code) = &self.reading.facts.code {
            items.push(Item::Coupon {
                label: self.book.code.clone(),
                code: code.clone(),
            });
        }
        items.extend(body.map(|text| Item::Text { text }));
        if let Some(url) = &self.link {
            let label = self.reading.action.clone();
            items.push(Item::Button {
                label: label.unwrap_or_else(|| self.phrases.action.clone()),
                url: url.clone(),
            });
        }
        items
    }

    /// When and where, for mails that are about a day.
    fn rows(&self) -> Vec<Fact> {
        let dated = [
            "event.invite",
            "event.reminder",
            "event.save-date",
            "announcement.opening",
            "product_update.maintenance",
        ];
        if !dated.iter().any(|kind| self.intent.starts_with(kind)) {
            return Vec::new();
        }
        let facts = &self.reading.facts;
        let row = |label: &str, value: &Option<String>| {
            value.as_ref().map(|value| Fact {
                label: label.to_owned(),
                value: capital(value),
            })
        };
        [
            row(&self.book.when, &facts.when),
            row(&self.book.place, &facts.place),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

/// A sentence of the author that says enough beside a subject.
pub fn preview(content: &[Content]) -> Option<String> {
    let fits = |text: &str| {
        PREVIEW.contains(&text.chars().count()) && !text.contains("](") && !text.contains("{{")
    };
    content.iter().find_map(|content| match content {
        Content::Sentence(text) => Some(text.clone()).filter(|text| fits(text)),
        _ => None,
    })
}

/// The author's words as paragraphs, lists and rows.
pub fn content_items(content: &[Content]) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut open = 0;
    for content in content {
        let before = open;
        open = 0;
        match content {
            Content::Sentence(said) | Content::Fragment(said) => {
                open = before + 1;
                match items.last_mut() {
                    Some(Item::Text { text }) if (1..PARAGRAPH).contains(&before) => {
                        text.push(' ');
                        text.push_str(said);
                    }
                    _ => {
                        open = 1;
                        items.push(Item::Text { text: said.clone() });
                    }
                }
            }
            Content::List {
                numbered,
                items: lines,
            } => items.push(Item::List {
                numbered: *numbered,
                items: lines.clone(),
            }),
            Content::Row { label, value } => {
                let row = Fact {
                    label: label.clone(),
                    value: value.clone(),
                };
                match items.last_mut() {
                    Some(Item::Facts { rows }) => rows.push(row),
                    _ => items.push(Item::Facts { rows: vec![row] }),
                }
            }
            Content::Break => {}
        }
    }
    items
}
