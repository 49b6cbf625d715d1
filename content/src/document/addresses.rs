//! Where the links and images of a document lead.

use postrider_domain::contract::problem::Problem;

use super::blocks::{Block, ProductCard};
use super::{BlockDocument, visit};
use crate::html::{Rules, entities};

/// No link and no image may lead into a private network.
pub(super) fn check(document: &BlockDocument, rules: &Rules) -> Result<(), Problem> {
    let mut found = None;
    visit::blocks(&document.blocks, "blocks", &mut |path, block| {
        if found.is_none() {
            found = private_address(block, rules).map(|key| format!("{path}.{key}"));
        }
    });
    match found {
        Some(param) => Err(Problem::invalid(param, "It leads into a private network.")
            .suggest("Use an address that recipients can reach.")),
        None => Ok(()),
    }
}

fn private_address(block: &Block, rules: &Rules) -> Option<String> {
    let mut addresses = Addresses::default();
    addresses.of_block(block);
    let mut found = addresses.0.into_iter();
    found
        .find(|(_, address)| rules.is_private(address))
        .map(|(key, _)| key)
}

/// Keys of a block, and the addresses that they hold.
#[derive(Default)]
struct Addresses(Vec<(String, String)>);

impl Addresses {
    fn add<'a>(&mut self, key: &str, addresses: impl IntoIterator<Item = &'a str>) {
        self.0.extend(
            addresses
                .into_iter()
                .map(|address| (key.to_owned(), address.to_owned())),
        );
    }

    fn of_block(&mut self, block: &Block) {
        match block {
            Block::Section(block) => self.add("backgroundImage", block.background_image.as_deref()),
            Block::Heading(block) => self.of_html("html", &block.html),
            Block::Text(block) => self.of_html("html", &block.html),
            Block::Button(block) => self.add("href", [&*block.href]),
            Block::Image(block) => {
                self.add("src", [&*block.src]);
                self.add("href", block.href.as_deref());
            }
            Block::List(block) => {
                for (index, item) in block.items.iter().enumerate() {
                    self.of_html(&format!("items[{index}]"), item);
                }
            }
            Block::Social(block) => {
                for (index, link) in block.links.iter().enumerate() {
                    self.add(&format!("links[{index}].url"), [&*link.url]);
                }
            }
            Block::ProductCard(card) => self.of_product(card),
            Block::Footer(block) => self.of_html("html", block.html.as_deref().unwrap_or_default()),
            Block::RawHtml(block) => self.of_html("html", &block.html),
            Block::Facts(block) => {
                for (index, row) in block.rows.iter().enumerate() {
                    self.of_html(&format!("rows[{index}].value"), &row.value);
                }
            }
            Block::Columns(_) | Block::Coupon(_) | Block::Divider(_) | Block::Spacer(_) => {}
        }
    }

    fn of_product(&mut self, card: &ProductCard) {
        if let Some(image) = &card.image {
            self.add("image.src", [&*image.src]);
            self.add("image.href", image.href.as_deref());
        }
        self.add("href", card.href.as_deref());
        self.of_html(
            "description",
            card.description.as_deref().unwrap_or_default(),
        );
        if let Some(button) = &card.button {
            self.add("button.href", [&*button.href]);
        }
    }

    fn of_html(&mut self, key: &str, html: &str) {
        // Most texts have no tags at all.
        if !html.contains('<') {
            return;
        }
        for tag in visit::tags(html) {
            let values = ["href", "src", "background"].map(|name| tag.value(html, name));
            for value in values.into_iter().flatten() {
                self.add(key, [&*entities::decode_attribute(value)]);
            }
            let style = entities::decode_attribute(tag.value(html, "style").unwrap_or_default());
            for rest in style.split("url(").skip(1) {
                let address = rest.split(')').next().unwrap_or_default();
                self.add(key, [address.trim_matches(['\'', '"', ' '])]);
            }
        }
    }
}
