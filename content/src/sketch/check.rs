//! What a sketch must hold to, whoever wrote it.

use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::line::{check_line, check_title};

use super::{Fact, Item, Product, Sketch};
use crate::document::values::{Link, Source};

/// Characters that a text may have; a mail that says more is not read.
const TITLE: usize = 100;
const SUBJECT: usize = 150;
const PREVIEW_TEXT: usize = 200;
const SHORT: usize = 80;
const HEADLINE: usize = 150;
const LEAD: usize = 600;
const TEXT: usize = 4_000;
const LINE: usize = 500;
const CODE: usize = 40;

pub(crate) const ITEMS: usize = 60;
const LIST_ITEMS: usize = 30;
const FACTS: usize = 20;
const PRODUCTS: usize = 12;
pub const BUTTONS_MAX: usize = 2;

/// All that is wrong with a sketch; nothing if it is good. Paths are those of its JSON.
pub fn check(sketch: &Sketch) -> Vec<Problem> {
    let mut check = Check::default();
    check.required("title", &sketch.title, TITLE);
    check.required("subject", &sketch.subject, SUBJECT);
    check.required("previewText", &sketch.preview_text, PREVIEW_TEXT);
    check.line(check_title("title", &sketch.title));
    check.line(check_line("subject", &sketch.subject));
    check.line(check_line("previewText", &sketch.preview_text));
    check.optional("eyebrow", sketch.eyebrow.as_deref(), SHORT);
    check.required("headline", &sketch.headline, HEADLINE);
    check.optional("lead", sketch.lead.as_deref(), LEAD);
    check.optional("signOff", sketch.sign_off.as_deref(), LINE);
    check.count("items", sketch.items.len(), ITEMS);
    for (index, item) in sketch.items.iter().enumerate() {
        check.item(&format!("items[{index}]"), item);
    }
    check.problems
}

/// All that is wrong with one item.
pub fn check_item(path: &str, item: &Item) -> Vec<Problem> {
    let mut check = Check::default();
    check.item(path, item);
    check.problems
}

pub fn too_many_buttons() -> String {
    format!(
        "At most {BUTTONS_MAX} buttons, and all with one `url`: write a link in a text instead."
    )
}

/// A mail asks for one thing: all its buttons lead there, and there are two at most.
pub fn check_buttons(sketch: &Sketch) -> Option<Problem> {
    let mut buttons = sketch
        .items
        .iter()
        .enumerate()
        .filter_map(|(index, item)| match item {
            Item::Button { url, .. } => Some((index, url)),
            _ => None,
        });
    let (_, first) = buttons.next()?;
    let offending = buttons
        .enumerate()
        .find(|(more, (_, url))| more + 1 >= BUTTONS_MAX || url != &first);
    offending.map(|(_, (index, _))| Problem::invalid(format!("items[{index}]"), too_many_buttons()))
}

#[derive(Default)]
struct Check {
    problems: Vec<Problem>,
}

impl Check {
    fn report(&mut self, path: &str, message: impl Into<String>) {
        self.problems.push(Problem::invalid(path, message));
    }

    fn line(&mut self, checked: Result<(), Problem>) {
        self.problems.extend(checked.err());
    }

    fn required(&mut self, path: &str, text: &str, most: usize) {
        if text.trim().is_empty() {
            self.report(path, "Must not be empty.");
        }
        self.optional(path, Some(text), most);
    }

    fn optional(&mut self, path: &str, text: Option<&str>, most: usize) {
        let text = text.unwrap_or_default();
        if text.chars().count() > most {
            self.report(path, format!("Must have at most {most} characters."));
        }
        if text
            .chars()
            .any(|c| c.is_control() && !matches!(c, '\n' | '\t'))
        {
            self.report(path, "Must not hold control characters.");
        }
    }

    fn count(&mut self, path: &str, count: usize, most: usize) {
        if !(1..=most).contains(&count) {
            self.report(
                path,
                format!("Must have 1 to {most} entries; it has {count}."),
            );
        }
    }

    fn link(&mut self, path: &str, url: &str) {
        if let Err(message) = Link::try_from(url.to_owned()) {
            self.report(path, message);
        }
    }

    fn source(&mut self, path: &str, image: &str) {
        if let Err(message) = Source::try_from(image.to_owned()) {
            self.report(path, message);
        }
    }

    fn item(&mut self, path: &str, item: &Item) {
        match item {
            Item::Heading { text } => self.required(&format!("{path}.text"), text, HEADLINE),
            Item::Text { text } => self.required(&format!("{path}.text"), text, TEXT),
            Item::List { items, .. } => {
                self.count(&format!("{path}.items"), items.len(), LIST_ITEMS);
                for (index, item) in items.iter().enumerate() {
                    self.required(&format!("{path}.items[{index}]"), item, LINE);
                }
            }
            Item::Button { label, url } => {
                self.required(&format!("{path}.label"), label, SHORT);
                self.link(&format!("{path}.url"), url);
            }
            Item::Image { image, alt, url } => {
                self.source(&format!("{path}.image"), image);
                self.required(&format!("{path}.alt"), alt, LINE);
                if let Some(url) = url {
                    self.link(&format!("{path}.url"), url);
                }
            }
            Item::Coupon { label, code } => {
                self.optional(&format!("{path}.label"), Some(label), SHORT);
                self.required(&format!("{path}.code"), code, CODE);
            }
            Item::Quote { text, by } => {
                self.required(&format!("{path}.text"), text, LEAD);
                self.optional(&format!("{path}.by"), by.as_deref(), SHORT);
            }
            Item::Facts { rows } => {
                self.count(&format!("{path}.rows"), rows.len(), FACTS);
                for (index, row) in rows.iter().enumerate() {
                    self.fact(&format!("{path}.rows[{index}]"), row);
                }
            }
            Item::Products { products } => {
                self.count(&format!("{path}.products"), products.len(), PRODUCTS);
                for (index, product) in products.iter().enumerate() {
                    self.product(&format!("{path}.products[{index}]"), product);
                }
            }
            Item::Divider => {}
        }
    }

    fn fact(&mut self, path: &str, fact: &Fact) {
        self.required(&format!("{path}.label"), &fact.label, SHORT);
        self.required(&format!("{path}.value"), &fact.value, LINE);
    }

    fn product(&mut self, path: &str, product: &Product) {
        self.required(&format!("{path}.title"), &product.title, HEADLINE);
        self.optional(&format!("{path}.text"), Some(&product.text), LINE);
        self.optional(&format!("{path}.price"), product.price.as_deref(), SHORT);
        self.optional(&format!("{path}.before"), product.before.as_deref(), SHORT);
        if let Some(image) = &product.image {
            self.source(&format!("{path}.image"), image);
        }
        if let Some(url) = &product.url {
            self.link(&format!("{path}.url"), url);
        }
    }
}
