//! The images that a document shows, and how they move to another address.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

use url::Url;

use super::blocks::Block;
use super::values::{Raw, Source};
use super::{Body, Document, visit};
use crate::html::images::{self, ShownImage, ShownImages};
use crate::html::scan::scan;

/// Gives the new address of an image; `None`: it stays.
type Replace<'r> = &'r mut dyn FnMut(&str) -> Option<String>;

impl Document {
    /// The images that can be fetched, or are there as data, each once, in order. Those of imported HTML were
    /// taken care of when it came in.
    pub fn images(&self) -> Vec<ShownImage> {
        let Body::Blocks(document) = &self.body else {
            return Vec::new();
        };
        let mut images = ShownImages::default();
        replace(&mut document.blocks.clone(), &mut |address| {
            if fetchable(address).is_some() {
                images.add(address);
            }
            None
        });
        visit::blocks(&document.blocks, "blocks", &mut |_, block| {
            tell(block, &mut images);
        });
        images.into_list()
    }

    /// Puts new addresses in place of old ones, wherever an image is named.
    pub fn rehost<S: BuildHasher>(&mut self, moved: &HashMap<String, String, S>) {
        match &mut self.body {
            Body::Blocks(document) => replace(&mut document.blocks, &mut |address| {
                moved.get(fetchable(address)?.as_str()).cloned()
            }),
            Body::Html(html) => html.rehost(moved),
        }
    }

    /// Takes the images at these addresses out of the blocks, and blocks that held nothing else.
    pub fn leave_out<S: BuildHasher>(&mut self, addresses: &HashSet<&str, S>) {
        if let Body::Blocks(document) = &mut self.body {
            let is_out = |source: &Source| {
                fetchable(source).is_some_and(|address| addresses.contains(address.as_str()))
            };
            leave_out(&mut document.blocks, &is_out);
        }
    }
}

fn leave_out(blocks: &mut Vec<Block>, is_out: &impl Fn(&Source) -> bool) {
    blocks.retain_mut(|block| match block {
        Block::Image(image) => !is_out(&image.src),
        Block::ProductCard(card) => {
            card.image.take_if(|image| is_out(&image.src));
            true
        }
        Block::Section(section) => {
            section.background_image.take_if(|source| is_out(source));
            let was_empty = section.blocks.is_empty();
            leave_out(&mut section.blocks, is_out);
            was_empty || !section.blocks.is_empty()
        }
        Block::Columns(columns) => {
            for column in &mut columns.columns {
                leave_out(&mut column.blocks, is_out);
            }
            true
        }
        _ => true,
    });
}

fn tell(block: &Block, images: &mut ShownImages) {
    match block {
        Block::Image(image) => images.tell(&image.src, image.alt.as_deref().unwrap_or_default()),
        Block::ProductCard(card) => {
            if let Some(image) = &card.image {
                // Under its title it seldom has a text of its own.
                let alt = image.alt.as_deref().filter(|alt| !alt.is_empty());
                images.tell(&image.src, alt.unwrap_or(&card.title));
            }
        }
        Block::RawHtml(raw) => {
            let tokens = scan(&raw.html).unwrap_or_default();
            images.tell_all(&raw.html, &tokens);
        }
        _ => {}
    }
}

fn fetchable(address: &str) -> Option<Url> {
    images::fetchable(address)
        .filter(|url| url.scheme() != "data" || url.path().starts_with("image/"))
}

fn replace(blocks: &mut [Block], new: Replace<'_>) {
    for block in blocks {
        match block {
            Block::Section(section) => {
                if let Some(source) = &mut section.background_image {
                    replace_source(source, new);
                }
                replace(&mut section.blocks, new);
            }
            Block::Columns(columns) => {
                for column in &mut columns.columns {
                    replace(&mut column.blocks, new);
                }
            }
            Block::Image(image) => replace_source(&mut image.src, new),
            Block::ProductCard(card) => {
                if let Some(image) = &mut card.image {
                    replace_source(&mut image.src, new);
                }
            }
            Block::RawHtml(raw) => {
                let html = images::replaced(&raw.html, new);
                if let Some(Ok(html)) = html.map(Raw::try_from) {
                    raw.html = html;
                }
            }
            // Texts with marks hold no images.
            _ => {}
        }
    }
}

fn replace_source(source: &mut Source, new: Replace<'_>) {
    if let Some(Ok(moved)) = new(source).map(Source::try_from) {
        *source = moved;
    }
}
