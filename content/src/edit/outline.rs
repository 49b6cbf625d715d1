//! A document in words: what can be changed, by which id. For those who cannot see it, such as a model.

use serde::Serialize;

use crate::document::blocks::Block;
use crate::document::{Body, Document};
use crate::html::{Field, Placed, Stands};
use crate::sketch::texts;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Named {
    pub block: String,
    /// Its `type` in the document; of a field, what it is to a reader.
    pub kind: &'static str,
    /// Its main words, as `setText` takes them.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Where it leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// Every block that has words, a link or an image, from top to bottom. Of an imported HTML, every field
/// that is not too long.
pub fn outline(document: &Document) -> Vec<Named> {
    match &document.body {
        Body::Blocks(document) => {
            let mut named = Vec::new();
            push(&document.blocks, &mut named);
            named
        }
        Body::Html(html) => {
            let mut placed = html.placed();
            placed.retain(Placed::takes_prompts);
            placed.iter().map(name_of_field).collect()
        }
    }
}

fn name_of_field(placed: &Placed) -> Named {
    let kind = match (placed.field, placed.stands) {
        (Field::Title { .. }, _) => "title",
        (Field::Button { .. }, _) => "button",
        (Field::Image { .. }, _) => "image",
        (_, Stands::InHeading) => "heading",
        (_, Stands::InText) => "text",
        (_, Stands::Unseen) => "hidden",
    };
    Named {
        block: placed.id().0.clone(),
        kind,
        text: placed.words(),
        url: placed.href().map(str::to_owned),
    }
}

fn push(blocks: &[Block], named: &mut Vec<Named>) {
    for block in blocks {
        match block {
            Block::Section(section) => push(&section.blocks, named),
            Block::Columns(columns) => {
                for column in &columns.columns {
                    push(&column.blocks, named);
                }
            }
            leaf => named.extend(name(leaf)),
        }
    }
}

fn name(block: &Block) -> Option<Named> {
    let (kind, text, url) = match block {
        Block::Heading(block) => ("heading", texts::from_html(&block.html), None),
        Block::Text(block) => ("text", texts::from_html(&block.html), None),
        Block::Button(block) => (
            "button",
            block.label.to_string(),
            Some(block.href.to_string()),
        ),
        Block::Image(block) => {
            let alt = block.alt.as_deref().unwrap_or_default().to_owned();
            ("image", alt, block.href.as_deref().map(str::to_owned))
        }
        Block::List(block) => {
            let items = block.items.iter().map(|item| texts::from_html(item));
            ("list", items.collect::<Vec<_>>().join("\n"), None)
        }
        Block::ProductCard(card) => {
            let url = card.href.as_deref().map(str::to_owned);
            ("productCard", card.title.to_string(), url)
        }
        Block::Coupon(block) => ("coupon", block.code.to_string(), None),
        Block::Facts(block) => {
            let row = |row: &crate::document::blocks::Fact| {
                format!("{}: {}", row.label, texts::from_html(&row.value))
            };
            let rows: Vec<String> = block.rows.iter().map(row).collect();
            ("facts", rows.join("\n"), None)
        }
        Block::Footer(block) => {
            let text = block.html.as_deref().map(texts::from_html);
            ("footer", text.unwrap_or_default(), None)
        }
        Block::Divider(_)
        | Block::Spacer(_)
        | Block::Social(_)
        | Block::RawHtml(_)
        | Block::Section(_)
        | Block::Columns(_) => return None,
    };
    Some(Named {
        block: block.id().to_string(),
        kind,
        text,
        url,
    })
}
