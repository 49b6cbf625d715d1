//! Pictures of the brand's library, and products of the pages that the author named.

use postrider_domain::designs::design::Category;

use crate::brief::{Brief, PageFacts};
use crate::sketch::{Item, Product, Sketch};

/// Adds what there is to see. Orders, bills and accounts stay sober.
pub fn add(sketch: &mut Sketch, brief: &Brief) {
    use Category as C;
    if matches!(sketch.category, C::OrderUpdate | C::Billing | C::Account) {
        return;
    }
    let products: Vec<Product> = brief.pages.iter().filter_map(product).collect();
    if !products.is_empty() {
        let before = sketch
            .items
            .iter()
            .position(|item| matches!(item, Item::Button { .. }));
        let at = before.unwrap_or(sketch.items.len());
        sketch.items.insert(at, Item::Products { products });
    } else if let Some(image) = brief.images.first() {
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

/// What a page is about, if it has a price or a picture.
fn product(page: &PageFacts) -> Option<Product> {
    let title = plain(page.title.as_deref()?);
    let shows = page.price.is_some() || page.image.is_some();
    (shows && !title.is_empty()).then(|| Product {
        title,
        text: String::new(),
        price: page.price.as_deref().map(plain),
        before: None,
        image: page.image.clone(),
        url: Some(page.url.clone()),
    })
}

/// A stranger's words in one line, without signs that mean something in a sketch.
fn plain(text: &str) -> String {
    let words = text.replace(['*', '[', ']', '{', '}'], " ");
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(120).collect()
}
