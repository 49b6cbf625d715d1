//! Products beside each other.

use super::make;
use super::names::Names;
use crate::document::blocks::{Block, Column, ProductCard};
use crate::document::values::{Color, Padding};
use crate::sketch::Product;

pub(super) fn blocks(products: &[Product], tint: &Color, names: &mut Names) -> Vec<Block> {
    let cards: Vec<ProductCard> = products
        .iter()
        .filter_map(|product| card(product, names))
        .collect();
    let mut blocks = Vec::new();
    let mut rest = cards.as_slice();
    for count in rows(cards.len()) {
        let (row, behind) = rest.split_at(count.min(rest.len()));
        rest = behind;
        match row {
            [] => {}
            [card] => blocks.push(Block::ProductCard(card.clone())),
            cards => blocks.push(beside(cards, tint, names)),
        }
    }
    blocks
}

/// How many stand in each row: pairs, or threes where they come out even. The odd one leads.
fn rows(count: usize) -> Vec<usize> {
    match count {
        0 => Vec::new(),
        _ if count.is_multiple_of(3) => vec![3; count / 3],
        _ if count.is_multiple_of(2) => vec![2; count / 2],
        _ => [1].into_iter().chain(vec![2; count / 2]).collect(),
    }
}

fn card(product: &Product, names: &mut Names) -> Option<ProductCard> {
    let title = make::plain(&product.title)?;
    let mut card = make::product(names.each("product"), title);
    let image = product.image.as_deref().and_then(make::source);
    card.image = image.map(|src| make::product_image(src, &card.title));
    card.href = product.url.as_deref().and_then(make::link);
    card.description = make::inline(&product.text);
    card.price = product.price.as_deref().and_then(make::plain);
    card.original_price = product.before.as_deref().and_then(make::plain);
    Some(card)
}

fn beside(cards: &[ProductCard], tint: &Color, names: &mut Names) -> Block {
    let widths: &[u16] = if cards.len() == 2 {
        &[50, 50]
    } else {
        &[33, 34, 33]
    };
    // Without a picture a card has no edges of its own.
    let needs_ground = cards.iter().all(|card| card.image.is_none());
    let column = |(card, width): (&ProductCard, &u16)| -> Column {
        let name = format!("{}-column", card.id);
        let mut column = make::column(
            names.one(&name),
            *width,
            vec![Block::ProductCard(card.clone())],
        );
        if needs_ground {
            column.background_color = Some(tint.clone());
            column.padding = Some(Padding::of(20, 20));
        }
        column
    };
    let columns: Vec<Column> = cards.iter().zip(widths).map(column).collect();
    Block::Columns(make::columns(names.each("products"), columns))
}
