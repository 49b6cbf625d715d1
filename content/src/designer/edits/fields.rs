//! An imported HTML as commands see it: its fields are the parts, and some go on with the words of another.

use std::collections::HashMap;

use super::part::{Kind, Part};
use crate::html::{Field, ImportedHtml, Placed, Stands};

pub fn parts(html: &ImportedHtml) -> Vec<Part> {
    let mut placed = html.placed();
    placed.retain(Placed::takes_prompts);
    let mut texts: HashMap<usize, usize> = HashMap::new();
    for one in placed.iter().filter(|one| is_text(one)) {
        *texts.entry(one.line).or_default() += 1;
    }
    let stand_in = stand_in_for_button(&placed);
    let mut first: HashMap<usize, &str> = HashMap::new();
    let mut parts = Vec::with_capacity(placed.len());
    for one in &placed {
        let id = one.id().0.as_str();
        let begun = is_text(one).then(|| *first.entry(one.stretch).or_insert(id));
        parts.push(Part {
            id: id.to_owned(),
            kind: kind(one, stand_in),
            text: one.words(),
            url: one.href().map(str::to_owned),
            size: None,
            stretch_of: begun.filter(|first| *first != id).map(str::to_owned),
            is_alone: texts.get(&one.line).is_none_or(|count| *count < 2),
        });
    }
    parts
}

fn is_text(placed: &Placed) -> bool {
    matches!(placed.field, Field::Text { .. })
}

fn kind(placed: &Placed, stand_in: Option<usize>) -> Kind {
    match (placed.field, placed.stands) {
        (Field::Button { .. }, _) => Kind::Button,
        (Field::Image { .. }, _) => Kind::Image,
        (_, Stands::Unseen) => Kind::Unseen,
        (_, Stands::InHeading) => Kind::Heading,
        (_, Stands::InText) if stand_in == Some(placed.stretch) => Kind::Button,
        (_, Stands::InText) if placed.link.is_some() => Kind::Link,
        (_, Stands::InText) => Kind::Text,
    }
}

/// Where nothing looks like a button, the first link that stands alone is what authors call one. Those that merge tags
/// fill, to unsubscribe or to see the mail on the web, are none.
fn stand_in_for_button(placed: &[Placed]) -> Option<usize> {
    let is_button = |placed: &Placed| matches!(placed.field, Field::Button { .. });
    if placed.iter().any(is_button) {
        return None;
    }
    let leads_on = |placed: &&Placed| {
        let is_web = placed
            .href()
            .is_some_and(|href| href.starts_with("http") && !href.contains("{{"));
        is_web && placed.stands == Stands::InText && is_text(placed)
    };
    let stands_alone = |one: &&Placed| {
        let line = placed.partition_point(|other| other.line < one.line);
        placed[line..]
            .iter()
            .take_while(|other| other.line == one.line)
            .all(|other| other.stretch == one.stretch)
    };
    let mut candidates = placed.iter().filter(leads_on);
    Some(candidates.find(stands_alone)?.stretch)
}
