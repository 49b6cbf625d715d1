//! The document: the one stored form of a design, and what it renders to.
//!
//! A design is either made of blocks, which our editor edits, or it was imported and keeps its HTML byte for
//! byte with editable fields in it. Everything else (versions, sends, previews) sees only [`Document`].

mod addresses;
pub mod blocks;
mod breaks;
mod check;
mod deserialize;
pub mod footer;
mod images;
mod inline;
mod losses;
pub mod page;
mod raw;
mod read;
mod render;
mod shield;
pub mod values;
mod visit;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::html::ImportedHtml;

pub use crate::icons;
pub use blocks::Block;
pub use page::Page;
pub use read::{BLOCKS_MAX, read};
pub use render::render;

/// The newest form of a document that is written.
pub const SCHEMA: u32 = 1;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DesignDocument")]
pub struct Document {
    /// The form of the document; 1 is the only one so far.
    pub schema: u32,
    #[serde(flatten)]
    pub body: Body,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[schemars(rename = "DesignBody")]
pub enum Body {
    /// Made of blocks.
    Blocks(Box<BlockDocument>),
    /// Imported: the HTML as it came, with editable fields.
    Html(ImportedHtml),
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DesignBlocks")]
pub struct BlockDocument {
    #[serde(default)]
    pub page: Page,
    /// From top to bottom. A block that is not a section stands in one of its own.
    pub blocks: Vec<Block>,
}

/// How a document is rendered.
#[derive(Clone, Debug)]
pub struct RenderOptions {
    pub footer: Footer,
    /// The base URL of our own icon files, without a slash at its end.
    pub icons: String,
}

/// What becomes of a design in which nobody can unsubscribe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Footer {
    /// It gets a footer with the brand's address and the unsubscribe link.
    WhereMissing,
    /// It stays as it is.
    Never,
}

impl From<BlockDocument> for Document {
    fn from(document: BlockDocument) -> Self {
        Self {
            schema: SCHEMA,
            body: Body::Blocks(Box::new(document)),
        }
    }
}

impl Document {
    pub fn of_blocks(page: Page, blocks: Vec<Block>) -> Self {
        BlockDocument { page, blocks }.into()
    }

    /// Whether it was made here, and so can be changed in every way.
    pub fn is_of_blocks(&self) -> bool {
        matches!(self.body, Body::Blocks(_))
    }

    /// The preview text that the document itself has.
    pub fn preview_text(&self) -> Option<String> {
        match &self.body {
            Body::Blocks(_) => None,
            Body::Html(html) => html.preview_text(),
        }
    }

    pub fn of_html(html: ImportedHtml) -> Self {
        Self {
            schema: SCHEMA,
            body: Body::Html(html),
        }
    }
}
