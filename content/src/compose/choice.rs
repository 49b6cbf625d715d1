//! Which layout a sketch gets.

use postrider_domain::designs::design::Category;

use super::look::Layout;
use crate::sketch::{Item, Sketch};

/// What a layout needs to look good.
#[derive(Clone, Copy)]
struct Shape {
    has_picture: bool,
    headings: usize,
    products: usize,
    headline: usize,
    lead: usize,
}

impl Shape {
    fn of(sketch: &Sketch) -> Self {
        let count =
            |is_it: fn(&Item) -> bool| sketch.items.iter().filter(|item| is_it(item)).count();
        let products = sketch.items.iter().map(|item| match item {
            Item::Products { products } => products.len(),
            _ => 0,
        });
        Self {
            has_picture: count(|item| matches!(item, Item::Image { .. })) > 0,
            headings: count(|item| matches!(item, Item::Heading { .. })),
            products: products.sum(),
            headline: sketch.headline.chars().count(),
            lead: sketch
                .lead
                .as_deref()
                .map_or(0, |lead| lead.chars().count()),
        }
    }
}

/// One of the layouts that fit; of several `seed` decides, and the same seed decides the same.
pub fn layout_for(sketch: &Sketch, seed: &str) -> Layout {
    let shape = Shape::of(sketch);
    let fitting: Vec<Layout> = Layout::ALL
        .into_iter()
        .filter(|layout| fits(*layout, sketch.category, shape))
        .collect();
    let chosen = hash(seed) % fitting.len().max(1) as u64;
    fitting
        .get(chosen as usize)
        .copied()
        .unwrap_or(Layout::Letter)
}

fn fits(layout: Layout, category: Category, shape: Shape) -> bool {
    use Category as C;
    let is_sober = matches!(category, C::OrderUpdate | C::Billing | C::Account);
    let is_loud = matches!(
        category,
        C::Promotion | C::Seasonal | C::Event | C::AbandonedCart
    );
    let has_parts = shape.headings >= 2;
    match layout {
        Layout::Notice => is_sober,
        _ if is_sober => false,
        Layout::Letter => !is_loud && !shape.has_picture && !has_parts && shape.products == 0,
        Layout::Banner => {
            !has_parts
                && !shape.has_picture
                && shape.headline <= 80
                && !matches!(category, C::Feedback | C::Reengagement)
        }
        Layout::Picture => shape.has_picture,
        Layout::Split => shape.has_picture && shape.headline <= 48 && shape.lead <= 160,
        Layout::Cards => {
            has_parts || (shape.products >= 2 && !shape.has_picture && shape.headings >= 1)
        }
    }
}

/// FNV-1a: the same on every machine and in every version, which those of the standard library do not promise.
pub(crate) fn hash(seed: &str) -> u64 {
    seed.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
