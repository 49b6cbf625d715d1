//! What stands where in a sketch.

use crate::sketch::{Item, Product, Sketch};

pub(super) enum Said<'s> {
    Words(&'s str),
    /// What somebody is said to have said: to the letter.
    Letters(&'s str),
    /// Of a coupon.
    Code(&'s str),
    Link(&'s str),
    Image(&'s str),
}

/// What an item says; paths begin with that of the item.
pub(super) fn places_in<'s>(path: &str, item: &'s Item) -> Vec<(String, Said<'s>)> {
    let mut places = Places(Vec::new());
    places.item(path, item);
    places.0
}

/// Everything that a sketch says, with the path of each in its JSON.
pub(super) fn places(sketch: &Sketch) -> Vec<(String, Said<'_>)> {
    let mut places = Places(Vec::new());
    places.words("title", &sketch.title);
    places.words("subject", &sketch.subject);
    places.words("previewText", &sketch.preview_text);
    places.some_words("eyebrow", sketch.eyebrow.as_deref());
    places.words("headline", &sketch.headline);
    places.some_words("lead", sketch.lead.as_deref());
    for (index, item) in sketch.items.iter().enumerate() {
        places.item(&format!("items[{index}]"), item);
    }
    places.some_words("signOff", sketch.sign_off.as_deref());
    places.0
}

/// The texts that readers of the mail itself see.
pub fn shown(sketch: &Sketch) -> Vec<&str> {
    let is_beside = |path: &str| matches!(path, "title" | "subject" | "previewText");
    let inside = places(sketch)
        .into_iter()
        .filter(|(path, _)| !is_beside(path));
    let texts = inside.filter_map(|(_, said)| match said {
        Said::Words(text) | Said::Letters(text) | Said::Code(text) => Some(text),
        Said::Link(_) | Said::Image(_) => None,
    });
    texts.collect()
}

struct Places<'s>(Vec<(String, Said<'s>)>);

impl<'s> Places<'s> {
    fn words(&mut self, path: impl Into<String>, words: &'s str) {
        self.0.push((path.into(), Said::Words(words)));
    }

    fn some_words(&mut self, path: impl Into<String>, words: Option<&'s str>) {
        self.0
            .extend(words.map(|words| (path.into(), Said::Words(words))));
    }

    fn letters(&mut self, path: String, letters: &'s str) {
        self.0.push((path, Said::Letters(letters)));
    }

    fn link(&mut self, path: String, url: Option<&'s str>) {
        self.0.extend(url.map(|url| (path, Said::Link(url))));
    }

    fn image(&mut self, path: String, image: Option<&'s str>) {
        self.0.extend(image.map(|image| (path, Said::Image(image))));
    }

    fn item(&mut self, path: &str, item: &'s Item) {
        let at = |key: &str| format!("{path}.{key}");
        match item {
            Item::Heading { text } | Item::Text { text } => self.words(at("text"), text),
            Item::List { items, .. } => {
                for (index, item) in items.iter().enumerate() {
                    self.words(format!("{path}.items[{index}]"), item);
                }
            }
            Item::Button { label, url } => {
                self.words(at("label"), label);
                self.link(at("url"), Some(url));
            }
            Item::Image { image, alt, url } => {
                self.image(at("image"), Some(image));
                self.words(at("alt"), alt);
                self.link(at("url"), url.as_deref());
            }
            Item::Coupon { label, code } => {
                self.words(at("label"), label);
                self.0.push((at("code"), Said::Code(code)));
            }
            Item::Quote { text, by } => {
                self.letters(at("text"), text);
                self.0
                    .extend(by.as_deref().map(|by| (at("by"), Said::Letters(by))));
            }
            Item::Facts { rows } => {
                for (index, row) in rows.iter().enumerate() {
                    self.words(format!("{path}.rows[{index}].label"), &row.label);
                    self.words(format!("{path}.rows[{index}].value"), &row.value);
                }
            }
            Item::Products { products } => {
                for (index, product) in products.iter().enumerate() {
                    self.product(&format!("{path}.products[{index}]"), product);
                }
            }
            Item::Divider => {}
        }
    }

    fn product(&mut self, path: &str, product: &'s Product) {
        self.words(format!("{path}.title"), &product.title);
        self.words(format!("{path}.text"), &product.text);
        self.some_words(format!("{path}.price"), product.price.as_deref());
        self.some_words(format!("{path}.before"), product.before.as_deref());
        self.image(format!("{path}.image"), product.image.as_deref());
        self.link(format!("{path}.url"), product.url.as_deref());
    }
}
