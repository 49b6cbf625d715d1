//! Changes of a document, whoever asks for them: each names a block by its id. An imported HTML has fields in the place of
//! blocks.

mod answer;
mod apply;
mod blocks;
mod contrast;
mod fields;
mod missing;
mod outline;
mod style;
mod tree;
mod words;

use serde::{Deserialize, Serialize};

use crate::sketch::{self, Item};
pub use answer::{Answer, read};
pub use apply::{Edited, Refused, apply};
pub use fields::FIELDS_ALONE;
pub use outline::{Named, outline};

/// The JSON schema of `{ "operations": […] }`, in the subset that all vendors of models take.
pub fn schema() -> String {
    sketch::with_items(include_str!("schema.json"))
}

/// What stands beside the document of a design.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    pub subject: Option<String>,
    pub preview_text: Option<String>,
}

/// Texts are texts of a sketch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum Operation {
    /// New words. Lists take a line for each item, facts a line `label: value` for each row.
    SetText {
        block: String,
        /// Which words of a block that has several; its main ones where nothing is said.
        part: Option<Part>,
        text: String,
    },
    /// Where a button, an image or a product leads.
    SetLink {
        block: String,
        url: String,
    },
    SetImage {
        block: String,
        image: String,
        alt: Option<String>,
    },
    SetStyle {
        block: String,
        style: Style,
    },
    /// What holds wherever no block says otherwise.
    SetPage {
        style: PageStyle,
    },
    Insert {
        place: Place,
        item: Item,
    },
    Remove {
        block: String,
    },
    Move {
        block: String,
        place: Place,
    },
    SetSubject {
        text: String,
    },
    SetPreviewText {
        text: String,
    },
}

/// Words of a block that has several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Part {
    /// Of a button or a coupon.
    Label,
    /// Of a coupon.
    Code,
    /// Of an image, for those who do not see it.
    Alt,
    /// Of a product.
    Title,
    /// What is said of a product.
    Text,
    Price,
    /// The price before.
    Before,
}

/// Where a block is put.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "at", content = "block", rename_all = "camelCase")]
pub enum Place {
    Before(String),
    After(String),
    /// Below the logo, above all else.
    Start,
    /// Above the footer.
    End,
}

/// What is left out stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Style {
    pub color: Option<String>,
    pub background_color: Option<String>,
    /// `left`, `center` or `right`
    pub align: Option<String>,
    pub font_size: Option<u16>,
    pub radius: Option<u16>,
    /// Pixels of an image.
    pub width: Option<u16>,
    /// Of a button.
    pub full_width: Option<bool>,
}

/// What is left out stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct PageStyle {
    pub background_color: Option<String>,
    pub content_background_color: Option<String>,
    pub text_color: Option<String>,
    pub heading_color: Option<String>,
    pub link_color: Option<String>,
    pub button_color: Option<String>,
    pub button_text_color: Option<String>,
    pub button_radius: Option<u16>,
    pub heading_font: Option<String>,
    pub body_font: Option<String>,
    pub font_size: Option<u16>,
}

impl PageStyle {
    fn has_color(&self) -> bool {
        [
            &self.background_color,
            &self.content_background_color,
            &self.text_color,
            &self.heading_color,
            &self.link_color,
            &self.button_color,
            &self.button_text_color,
        ]
        .into_iter()
        .any(Option::is_some)
    }
}
