//! Pictures of the brand's library, and the pages that the author named.

use postrider_domain::designs::design::Category;

use crate::brief::Brief;
use crate::page_facts;
use crate::sketch::{Item, Sketch, texts};

/// Characters of what is said of a picture.
const ALT_MAX: usize = 120;

/// Adds what there is to see. Orders, bills and accounts stay sober, unless the author named something.
pub fn add(sketch: &mut Sketch, brief: &Brief) {
    use Category as C;
    if let Some(cards) = page_facts::cards(&brief.pages) {
        sketch.insert_before_button(cards);
        return;
    }
    if matches!(sketch.category, C::OrderUpdate | C::Billing | C::Account) {
        return;
    }
    if let Some(image) = brief.images.first() {
        let alt = texts::unmarked(&image.description);
        let alt: String = alt.chars().take(ALT_MAX).collect();
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
