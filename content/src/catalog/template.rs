//! A design that is there for everybody: a sketch, how it is laid out, and what it is found by.

use std::collections::HashMap;

use postrider_domain::contract::ids;
use postrider_domain::designs::design::{Category, EmailType};
use serde::Deserialize;

use super::files::File;
use super::style::HouseStyle;
use crate::compose::{Layout, Look, compose};
use crate::document::BlockDocument;
use crate::search::Entry;
use crate::sketch::{Fact, Item, Product, Sketch};

/// Where links of a brand lead that has not said where its site is: nobody lives there.
pub const PLACEHOLDER_SITE: &str = "https://example.com";

/// Stands for the brand's site in the links of a template. It has no path behind it: nobody knows the brand's pages, and its
/// front page is there for sure.
const SITE: &str = "{site}";

#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    /// Category and name: `welcome/letter`.
    pub slug: &'static str,
    pub email_id: String,
    pub description: String,
    pub tags: Vec<String>,
    /// What somebody would type who looks for it.
    pub asks: Vec<String>,
    pub style: HouseStyle,
    pub layout: Layout,
    /// The day of its last change: `2026-11-18`.
    pub updated: String,
    /// What merge tags show in the picture, where their fallbacks would not show what the mail is like.
    pub(super) samples: HashMap<String, String>,
    /// Its links hold [`SITE`].
    sketch: Sketch,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Written {
    title: String,
    description: String,
    tags: Vec<String>,
    asks: Vec<String>,
    style: String,
    layout: Layout,
    updated: String,
    #[serde(default)]
    samples: HashMap<String, String>,
    subject: String,
    preview_text: String,
    eyebrow: Option<String>,
    headline: String,
    lead: Option<String>,
    items: Vec<Item>,
    sign_off: Option<String>,
}

impl Template {
    pub(super) fn read(file: &File, styles: &[HouseStyle]) -> Result<Self, String> {
        let written: Written = toml::from_str(file.toml).map_err(|error| error.to_string())?;
        let category = Category::parse(file.category).ok_or("There is no such category.")?;
        let style = styles.iter().find(|style| style.name == written.style);
        Ok(Self {
            slug: file.slug,
            email_id: ids::template_id(file.slug),
            description: written.description,
            tags: written.tags,
            asks: written.asks,
            style: style.ok_or("There is no such style.")?.clone(),
            layout: written.layout,
            updated: written.updated,
            samples: written.samples,
            sketch: Sketch {
                category,
                title: written.title,
                subject: written.subject,
                preview_text: written.preview_text,
                eyebrow: written.eyebrow,
                headline: written.headline,
                lead: written.lead,
                items: written.items,
                sign_off: written.sign_off,
            },
        })
    }

    pub fn title(&self) -> &str {
        &self.sketch.title
    }

    pub fn category(&self) -> Category {
        self.sketch.category
    }

    pub fn subject(&self) -> &str {
        &self.sketch.subject
    }

    pub fn preview_text(&self) -> &str {
        &self.sketch.preview_text
    }

    /// What it is as a mail of an automation. Orders, bills and accounts are about something that the recipient did, and
    /// reach those who want no marketing too.
    pub fn automation_type(&self) -> EmailType {
        match self.category() {
            Category::OrderUpdate | Category::Billing | Category::Account => {
                EmailType::Transactional
            }
            _ => EmailType::Automation,
        }
    }

    /// What it is unless somebody says otherwise.
    pub fn usual_type(&self) -> EmailType {
        match self.automation_type() {
            EmailType::Transactional => EmailType::Transactional,
            EmailType::Automation | EmailType::Campaign => EmailType::Campaign,
        }
    }

    pub(super) fn entry(&self) -> Entry {
        let mut tags = self.tags.clone();
        tags.push(self.category().as_str().to_owned());
        Entry {
            title: self.title().to_owned(),
            tags,
            description: self.description.clone(),
            asks: self.asks.clone(),
        }
    }

    /// Its words, with links to this site.
    pub fn sketch(&self, site: Option<&str>) -> Sketch {
        let site = site.unwrap_or(PLACEHOLDER_SITE).trim_end_matches('/');
        let mut sketch = self.sketch.clone();
        texts(&mut sketch, |text| {
            if text.contains(SITE) {
                *text = text.replace(SITE, site);
            }
        });
        sketch
    }

    /// The document in the look of a brand.
    pub fn document(&self, look: &Look) -> BlockDocument {
        compose(&self.sketch(look.site.as_deref()), look, self.layout)
    }

    /// The document as the catalog shows it.
    pub fn preview(&self) -> BlockDocument {
        self.document(&self.style.look())
    }
}

/// All texts that may hold a link.
fn texts(sketch: &mut Sketch, mut each: impl FnMut(&mut String)) {
    sketch.lead.iter_mut().for_each(&mut each);
    sketch.sign_off.iter_mut().for_each(&mut each);
    for item in &mut sketch.items {
        match item {
            Item::Text { text } | Item::Quote { text, .. } => each(text),
            Item::List { items, .. } => items.iter_mut().for_each(&mut each),
            Item::Button { url, .. } => each(url),
            Item::Image { url, .. } => url.iter_mut().for_each(&mut each),
            Item::Facts { rows } => {
                for Fact { value, .. } in rows {
                    each(value);
                }
            }
            Item::Products { products } => {
                for Product { text, url, .. } in products {
                    each(text);
                    url.iter_mut().for_each(&mut each);
                }
            }
            Item::Heading { .. } | Item::Coupon { .. } | Item::Divider => {}
        }
    }
}
