//! A sketch: the words and facts of a mail in order, without colours, ids or HTML. Whoever writes a mail (a model, the
//! built-in designer, a template) ends in one, and `compose` makes the document of it.
//!
//! Texts know `**bold**`, `*italic*`, `[label](url)` and merge tags; all else in them is literal.

mod answer;
mod check;
pub(crate) mod json;
pub mod texts;

use postrider_domain::designs::design::Category;
use serde::{Deserialize, Serialize};

pub use answer::{Answer, read};
pub use check::{BUTTONS_MAX, check, check_buttons, check_item, too_many_buttons};

/// The JSON schema of a sketch in the subset that all vendors of models take: every property required, `null` for
/// absent, no bounds, no references, and `kind` first, since decoders write in its order.
pub fn schema() -> String {
    with_items(include_str!("schema.json"))
}

/// A schema with that of an item in its place.
pub(crate) fn with_items(schema: &str) -> String {
    schema.replace("\"ITEM\"", include_str!("item.json").trim_end())
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Sketch {
    pub category: Category,
    /// What the design is listed as.
    pub title: String,
    pub subject: String,
    pub preview_text: String,
    /// A few words above the headline.
    pub eyebrow: Option<String>,
    pub headline: String,
    /// What the mail is about, in a sentence or two.
    pub lead: Option<String>,
    pub items: Vec<Item>,
    /// The last words: `See you there,` and who says so, on lines of their own.
    pub sign_off: Option<String>,
}

impl Sketch {
    /// Before what readers are to do in the end; at the end if that is nothing.
    pub fn insert_before_button(&mut self, item: Item) {
        let is_button = |item: &Item| matches!(item, Item::Button { .. });
        let at = self.items.iter().rposition(is_button);
        self.items.insert(at.unwrap_or(self.items.len()), item);
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum Item {
    Heading {
        text: String,
    },
    /// A paragraph.
    Text {
        text: String,
    },
    List {
        numbered: bool,
        items: Vec<String>,
    },
    Button {
        label: String,
        url: String,
    },
    Image {
        /// Where it is.
        image: String,
        alt: String,
        url: Option<String>,
    },
    Coupon {
        label: String,
        code: String,
    },
    Quote {
        text: String,
        by: Option<String>,
    },
    Facts {
        rows: Vec<Fact>,
    },
    Products {
        products: Vec<Product>,
    },
    Divider,
}

/// `When`: `Friday, 7 pm`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Fact {
    pub label: String,
    pub value: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Product {
    pub title: String,
    pub text: String,
    pub price: Option<String>,
    /// The price before.
    pub before: Option<String>,
    pub image: Option<String>,
    pub url: Option<String>,
}
