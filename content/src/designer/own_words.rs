//! A mail in a language that we have no phrases for: the author's own sentences, laid out, and nothing added.

use postrider_domain::designs::design::Category;

use super::reading::tidy::shortened;
use super::reading::{Content, Reading};
use super::writing::{SUBJECT, content_items};
use crate::brief::Brief;
use crate::sketch::{Item, Sketch};

/// Characters of a sentence that may be the headline.
const HEADLINE_MAX: usize = 90;

pub fn sketch(
    brief: &Brief,
    reading: &Reading,
    category: Category,
    link: Option<String>,
) -> Sketch {
    let mut content = reading.content.clone();
    let first = content.iter().find_map(|content| match content {
        Content::Sentence(text) | Content::Fragment(text) => Some(text.clone()),
        _ => None,
    });
    let name = brief.brand.name.clone();
    let headline = first
        .clone()
        .filter(|text| text.chars().count() <= HEADLINE_MAX);
    if headline.is_some() {
        let at = content.iter().position(|content| {
            matches!(content, Content::Sentence(text) | Content::Fragment(text) if Some(text) == headline.as_ref())
        });
        at.map(|at| content.remove(at));
    }
    let first = first.unwrap_or_else(|| name.clone());
    let preview = content.iter().find_map(|content| match content {
        Content::Sentence(text) | Content::Fragment(text) => Some(text.clone()),
        _ => None,
    });
    let mut items = content_items(&content);
    if let Some(code) = &reading.facts.code {
        items.push(Item::Coupon {
            label: String::new(),
            code: code.clone(),
        });
    }
    if let Some(url) = link {
        let label = url.split_once("://").map_or(url.as_str(), |(_, bare)| bare);
        let label = label.split('/').next().unwrap_or(label).to_owned();
        items.push(Item::Button { label, url });
    }
    let subject = shortened(&first, *SUBJECT.end());
    Sketch {
        category,
        title: subject.clone(),
        subject,
        preview_text: shortened(&preview.unwrap_or(first), 110),
        eyebrow: None,
        headline: headline.map_or(name, |text| text.trim_end_matches('.').to_owned()),
        lead: None,
        items,
        sign_off: reading.signature.clone(),
    }
}
