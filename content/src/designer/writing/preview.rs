//! The line that inboxes show beside a subject.

use std::ops::RangeInclusive;

use super::super::intent::UNSURE;
use super::super::reading::Content;
use super::{Draft, PREVIEW};

/// Characters of what can be one together with who says it.
const SHORT_PREVIEW: RangeInclusive<usize> = 15..=80;

impl Draft<'_> {
    /// What the author says beside the headline; where that is short and we know of nothing better, with who says it.
    pub(super) fn preview(&self, content: &[Content]) -> Option<String> {
        let from = self
            .book
            .from
            .replace("{brand}", self.brief.brand.name.trim());
        let short = |said: &[Content]| {
            let said = preview_in(said, SHORT_PREVIEW)?;
            let joint = if said.ends_with(['.', '!', '?']) {
                " "
            } else {
                " · "
            };
            Some([&said, joint, &from].concat())
                .filter(|text| PREVIEW.contains(&text.chars().count()))
        };
        preview(content).or_else(|| short(content).filter(|_| self.intent == UNSURE))
    }
}

/// A sentence of the author that says enough beside a subject.
pub fn preview(content: &[Content]) -> Option<String> {
    preview_in(content, PREVIEW)
}

fn preview_in(content: &[Content], length: RangeInclusive<usize>) -> Option<String> {
    let fits = |text: &str| {
        length.contains(&text.chars().count()) && !text.contains("](") && !text.contains("{{")
    };
    let texts: Vec<&str> = content
        .iter()
        .filter_map(|content| match content {
            Content::Sentence(text) | Content::Fragment(text) => Some(text.as_str()),
            _ => None,
        })
        .collect();
    let alone = texts.iter().find(|text| fits(text));
    // Two short ones say as much.
    let said = alone.map(|text| (*text).to_owned()).or_else(|| {
        texts
            .windows(2)
            .map(|pair| pair.join(" "))
            .find(|text| fits(text))
    });
    said.or_else(|| {
        let listed = content.iter().find_map(|content| match content {
            Content::List { items, .. } => Some(items.join(" · ")),
            _ => None,
        });
        let rows = content.iter().filter_map(|content| match content {
            Content::Row { label, value } => Some(format!("{label}: {value}")),
            _ => None,
        });
        let rows = rows.take(3).collect::<Vec<_>>().join(" · ");
        listed.into_iter().chain([rows]).find(|text| fits(text))
    })
}
