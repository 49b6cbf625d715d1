//! Writes the sketch: the author's words in order, and around them the phrases of the kind of mail that it is.

mod above;
mod items;
mod manner;
mod phrases;
mod preview;

pub use items::content_items;
pub use phrases::{Book, Phrases, Slots, Words};
pub use preview::preview;

use std::ops::RangeInclusive;

use postrider_domain::designs::design::Category;

use super::intent::{UNSURE, is_grave};
use super::reading::tidy::{capital, shortened, small};
use super::reading::tokens::tokens;
use super::reading::{Content, Reading};
use super::reading::{dates, facts, is_label};
use crate::brief::Brief;
use crate::sketch::{Fact, Item, Sketch};

/// Characters of a subject, so that inboxes show all of it.
pub const SUBJECT: RangeInclusive<usize> = 15..=60;
/// Characters of a subject that its author wrote.
const SUBJECT_GIVEN: usize = 150;
/// Characters of a preview text.
pub const PREVIEW: RangeInclusive<usize> = 35..=110;
/// Characters of one that its author wrote.
const PREVIEW_GIVEN: usize = 200;
/// Words of the author beside which a phrase of ours is too much.
const ENOUGH: usize = 60;
/// Words of the author that begin without us.
const PLENTY: usize = 110;

/// What a sketch is written from.
pub struct Draft<'d> {
    pub brief: &'d Brief,
    /// Its prompt in small letters, with a space around each word and sign: many phrases are held against it.
    pub prompt: String,
    pub reading: &'d Reading,
    pub intent: &'d str,
    pub category: Category,
    pub book: &'d Book,
    pub phrases: &'d Phrases,
    /// Where the button leads.
    pub link: Option<String>,
}

/// The words and signs of a prompt, for `Draft::prompt`.
pub fn spaced(prompt: &str) -> String {
    let words: Vec<String> = tokens(prompt)
        .iter()
        .map(|token| token.text.to_lowercase().replace('’', "'"))
        .collect();
    format!(" {} ", words.join(" "))
}

impl Draft<'_> {
    /// The sketch, and other subjects that would do.
    pub fn write(&self) -> (Sketch, Vec<String>) {
        let subjects = self.subjects();
        let first = |patterns: &[String], range| self.choices(patterns, range).into_iter().next();
        let rows = self.rows();
        let headline = self.headline(&rows);
        let own = self.reading.words();
        let content = self.unsaid(&headline, &rows);
        let subject = subjects
            .first()
            .cloned()
            .or_else(|| self.plain(|plain| plain.subjects.as_slice(), SUBJECT))
            .unwrap_or_else(|| self.phrases.eyebrow.clone());
        let lead = first(&self.phrases.leads, 1..=400).filter(|_| own < PLENTY);
        let body =
            first(&self.phrases.bodies, 1..=600).filter(|_| own < ENOUGH && !self.needs_no_more());
        let category = self.category;
        let salutation = self.reading.salutation.as_deref();
        let greeting = salutation.or_else(|| manner::greeting(self.brief, category, self.book));
        let given = self.reading.preview.as_deref();
        let given = given.map(|text| shortened(text, PREVIEW_GIVEN));
        let preview_text = given
            .or_else(|| self.preview(&content, &subject))
            .or_else(|| first(&self.phrases.previews, PREVIEW))
            .or_else(|| self.plain(|plain| plain.previews.as_slice(), PREVIEW));
        let mut items = self.items(&content, rows, body);
        // Where we have nothing to say first, the author has.
        let speaks = matches!(
            content.first(),
            Some(Content::Sentence(_) | Content::Fragment(_))
        );
        let lead = lead.or_else(|| speaks.then(|| own_lead(&mut items)).flatten());
        let lead = match (greeting, lead) {
            // A salutation has a line of its own.
            (Some(greeting), Some(lead)) if salutation.is_some() => {
                Some([greeting, &lead].join("\n"))
            }
            (Some(greeting), Some(lead)) => Some([greeting, &lead].join(" ")),
            (greeting, lead) => lead.or_else(|| greeting.map(str::to_owned)),
        };
        let mut sketch = Sketch {
            category,
            title: subject.clone(),
            subject,
            preview_text: preview_text.unwrap_or_default(),
            eyebrow: Some(self.phrases.eyebrow.clone())
                .filter(|eyebrow| self.intent != UNSURE && *eyebrow != headline)
                .filter(|eyebrow| self.suits(eyebrow)),
            headline,
            lead,
            items,
            sign_off: Some(manner::sign_off(
                self.brief,
                self.reading,
                category,
                self.book,
            )),
        };
        if let Some(reference) = &self.brief.reference {
            manner::follow(&mut sketch, reference);
        }
        (sketch, subjects.into_iter().skip(1).collect())
    }

    /// Whether the author said already whom to ask, or that nothing needs to be done; and nobody offers to answer questions
    /// about a death.
    fn needs_no_more(&self) -> bool {
        if is_grave(&self.brief.prompt) {
            return true;
        }
        let said = self.reading.content.iter().map(|content| match content {
            Content::Sentence(text) | Content::Fragment(text) => text.to_lowercase(),
            _ => String::new(),
        });
        let words = &self.book.asking;
        said.into_iter()
            .any(|text| words.iter().any(|word| text.contains(word.as_str())))
    }

    /// Whether a phrase of ours goes against what the prompt says. What the author says of it may.
    fn clashes(&self, phrase: &str) -> bool {
        let title = self.reading.title.as_ref();
        let said = title.map(|title| title.text.to_lowercase());
        let ours = phrase.to_lowercase();
        let ours = match said.filter(|said| !said.is_empty()) {
            Some(said) => ours.replace(&said, ""),
            None => ours,
        };
        let beside = |word: &String| {
            let ends = word == "{deadline}" && self.reading.facts.deadline.is_some();
            ends || self.prompt.contains(&format!(" {word} "))
        };
        let clash = self.book.clash.iter();
        clash
            .filter(|clash| {
                clash
                    .never
                    .iter()
                    .any(|never| ours.contains(never.as_str()))
            })
            .any(|clash| clash.beside.iter().any(beside))
    }

    /// Whether a phrase of ours can be said to these readers, now.
    fn suits(&self, phrase: &str) -> bool {
        !self.clashes(phrase) && !manner::clashes(phrase, self.reading, self.book)
    }

    /// What any mail may say, where nothing of its own kind suits.
    fn plain(
        &self,
        of: fn(&Phrases) -> &[String],
        length: RangeInclusive<usize>,
    ) -> Option<String> {
        let plain = self.book.phrases(UNSURE)?;
        self.choices(of(plain), length).into_iter().next()
    }

    /// What the author called it first, where that fits.
    pub fn subjects(&self) -> Vec<String> {
        let given = self.reading.subject.as_deref();
        let given = given.map(|text| shortened(text, SUBJECT_GIVEN));
        let named = self.reading.title.as_ref().filter(|title| title.named);
        let named = named.map(|title| title.text.clone());
        let named = named.filter(|text| text.chars().count() <= *SUBJECT.end());
        let named = given.or(named);
        let fits = |text: &str| SUBJECT.contains(&text.chars().count()) && self.suits(text);
        let (patterns, seed) = (&self.phrases.subjects, self.brief.seed());
        let others = self
            .slots()
            .own_first(patterns, self.phrases.own, &seed, fits);
        // Of what is too long for a subject its beginning says more than a phrase that fits every mail.
        let brand = self.brief.brand.name.trim();
        let plain = |text: &String| {
            let mut ours = patterns
                .iter()
                .map(|pattern| pattern.replace("{brand}", brand));
            ours.any(|ours| ours == *text)
        };
        let said = patterns.iter().any(|pattern| pattern == "{said}");
        let title = self
            .reading
            .title
            .as_ref()
            .filter(|_| said && others.first().is_none_or(plain));
        let long = title.filter(|title| title.text.chars().count() > *SUBJECT.end());
        let long = long.map(|title| shortened(&title.text, *SUBJECT.end()));
        named.into_iter().chain(long).chain(others).collect()
    }

    /// All of some patterns that can be filled and have a length that fits; the best first.
    pub fn choices(&self, patterns: &[String], length: RangeInclusive<usize>) -> Vec<String> {
        let fits = |text: &str| length.contains(&text.chars().count()) && self.suits(text);
        self.slots().choices(patterns, &self.brief.seed(), fits)
    }

    fn slots(&self) -> Slots {
        let facts = &self.reading.facts;
        let mut slots = Slots::default();
        let name = self.brief.brand.name.trim();
        slots.add("brand", Some(name.to_owned()));
        slots.add("offer", facts.offer.as_deref().map(capital));
        slots.add("deadline", facts.offer_ends.as_deref().map(small));
        let when = facts.when.as_deref().map(capital);
        slots.add("when", when);
        slots.add("quoted", facts.quoted.first().cloned());
        // What was done about an incident is no headline of it.
        let incident = self.intent == "product_update.incident";
        let title = self.reading.title.as_ref();
        let title = title.filter(|title| !incident || title.named || title.is_first());
        slots.add("said", title.map(|title| title.text.clone()));
        let opens = |words: &[&str]| {
            let said = title.filter(|title| {
                let small = title.text.to_lowercase();
                words.iter().any(|word| small.starts_with(word))
            });
            said.map(|title| title.text.clone())
        };
        slots.add(
            "welcome",
            opens(&["welcome", "willkommen", "bienvenu", "bienvenid"]),
        );
        slots.add("how", opens(&["how to "]));
        slots
    }

    fn items(&self, content: &[Content], rows: Vec<Fact>, body: Option<String>) -> Vec<Item> {
        let code = self.reading.facts.code.as_deref();
        // The coupon shows the code.
        let shown = |content: &&Content| !matches!(content, Content::Row { value, .. } if Some(value.as_str()) == code);
        let mut items = content_items(&content.iter().filter(shown).cloned().collect::<Vec<_>>());
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
        items.extend(self.button());
        items.extend(self.reading.postscript.as_ref().map(|said| Item::Text {
            text: ["PS: ", said].concat(),
        }));
        items
    }

    /// The button, with the author's words if there are some. Nobody is sent to a site that the author did not name, unless to
    /// buy there or to use an account.
    fn button(&self) -> Option<Item> {
        let url = self.link.clone()?;
        let label = self.reading.action.clone().or_else(|| {
            let shop = [
                "promotion",
                "seasonal",
                "abandoned_cart",
                "reengagement",
                "order_update",
                "billing",
                "account",
                "welcome",
                "onboarding",
                "feedback",
            ];
            let category = self.intent.split('.').next().unwrap_or_default();
            let home = self.link == self.brief.brand.site;
            let named = self.reading.facts.links.contains(&url);
            let ours = !home || shop.contains(&category);
            let action = Some(&self.phrases.action).filter(|action| ours && self.suits(action));
            let site = Some(&self.book.site).filter(|_| ours || named);
            action.or(site).cloned()
        })?;
        Some(Item::Button { label, url })
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
        // A tour has many days, and none is the day.
        let days = self.reading.content.iter().map(|content| match content {
            Content::List { items, .. } => {
                let dated = |item: &&String| facts::facts(item).when.is_some();
                items.iter().filter(dated).count()
            }
            _ => 0,
        });
        let told = self.reading.content.iter().map(|content| match content {
            Content::Sentence(text) | Content::Fragment(text) => dates::days(&tokens(text)),
            _ => 0,
        });
        let planned = self.reading.content.iter().any(|content| match content {
            Content::Row { label, .. } => is_label(label),
            _ => false,
        });
        if planned || days.max().unwrap_or(0) > 1 || told.sum::<usize>() > 1 {
            return Vec::new();
        }
        let row = |label: &str, value: &Option<String>| {
            value.as_ref().map(|value| Fact {
                label: label.to_owned(),
                value: capital(value),
            })
        };
        // What the author put into rows stands there once.
        let given = |value: &str| {
            self.reading.content.iter().any(|content| {
                matches!(content, Content::Row { value: row, .. } if row.to_lowercase().contains(&value.to_lowercase()))
            })
        };
        let rows = [
            row(&self.book.when, &facts.when),
            row(&self.book.place, &facts.place),
        ];
        rows.into_iter()
            .flatten()
            .filter(|row| !given(&row.value))
            .collect()
    }
}

/// Characters of a paragraph that can lead.
const LEAD_MAX: usize = 240;

/// Takes the first paragraph, if others follow it.
fn own_lead(items: &mut Vec<Item>) -> Option<String> {
    let fits =
        matches!(items.first(), Some(Item::Text { text }) if text.chars().count() <= LEAD_MAX);
    if !fits || items.len() < 2 {
        return None;
    }
    match items.remove(0) {
        Item::Text { text } => Some(text),
        _ => None,
    }
}
