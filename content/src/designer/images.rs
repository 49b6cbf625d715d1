//! Pictures of the brand's library, and the pages that the author named.

use postrider_domain::designs::design::Category;

use crate::brief::Brief;
use crate::page_facts;
use crate::sketch::{Item, Sketch};

/// Adds what there is to see. Orders, bills and accounts stay sober, unless the author named something.
pub fn add(sketch: &mut Sketch, brief: &Brief) {
    use Category as C;
    if let Some(cards) = page_facts::cards(&brief.pages) {
        let is_button = |item: &Item| matches!(item, Item::Button { .. });
        let before = sketch.items.iter().position(is_button);
        let at = before.unwrap_or(sketch.items.len());
        sketch.items.insert(at, cards);
        return;
    }
    if matches!(sketch.category, C::OrderUpdate | C::Billing | C::Account) {
        return;
    }
    if let Some(image) = brief.images.first() {
        let alt = plain(&image.description);
        if !alt.is_empty() {
            let item = Item::Image {
                image: image.url.clone(),
                alt,
                url: None,
            };
            sketch.items.insert(0, item);
        }
    }
}

/// A stranger's words in one line, without signs that mean something in a sketch.
fn plain(text: &str) -> String {
    let words = text.replace(['*', '[', ']', '{', '}'], " ");
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(120).collect()
}
