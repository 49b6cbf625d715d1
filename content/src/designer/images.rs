//! Pictures of the brand's library, and the pages that the author named.

use postrider_domain::designs::design::Category;

use super::reading::{Reading, text_of};
use crate::brief::{Brief, BriefImage};
use crate::page_facts;
use crate::search::Spoken;
use crate::sketch::{Item, Sketch, texts};

/// Characters of what is said of a picture.
const ALT_MAX: usize = 120;

/// Adds what there is to see: the pages, else a picture. Orders, bills and accounts stay sober, unless the author named
/// something.
pub fn add(sketch: &mut Sketch, brief: &Brief, picture: Option<&BriefImage>) {
    use Category as C;
    if let Some(cards) = page_facts::cards(&brief.pages) {
        sketch.insert_before_button(cards);
        return;
    }
    if matches!(sketch.category, C::OrderUpdate | C::Billing | C::Account) {
        return;
    }
    if let Some(image) = picture {
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

/// Words by which an author says what is not to be there.
const NEGATIONS: &str =
    "not don't dont no without never avoid skip kein keine keinen nicht ohne pas sans ne sin no";

/// The first picture that shows something of which the author speaks: one of anything else is worse than none.
pub fn fitting<'b>(brief: &'b Brief, reading: &Reading) -> Option<&'b BriefImage> {
    if brief.images.is_empty() {
        return None;
    }
    let is_wish = |said: &&String| {
        let small = said.to_lowercase();
        let mut words = small.split(|c: char| !(c.is_alphanumeric() || c == '\''));
        !words.any(|word| NEGATIONS.split(' ').any(|no| no == word))
    };
    let wishes = reading.directives.iter().filter(is_wish);
    let mut said: Vec<&str> = wishes.map(String::as_str).collect();
    let content = text_of(&reading.content);
    said.extend(reading.called.as_deref());
    said.push(&content);
    let spoken = Spoken::of(&said.join("\n"));
    let mut images = brief.images.iter();
    images.find(|image| spoken.names(&image.description))
}
