//! Blocks of which nothing is said but what they hold.

use crate::document::blocks::{
    Block, Button, Column, Columns, Coupon, Divider, Facts, FooterBlock, Heading, Image, List,
    ProductCard, ProductImage, Section, Text, VerticalAlign,
};
use crate::document::values::{Color, Id, Inline, Link, Padding, Plain, Source, Space, Whole};
use crate::sketch::texts;

/// A text of a sketch with its marks; nothing where it cannot be shown.
pub(crate) fn inline(text: &str) -> Option<Inline> {
    let html = texts::html(text);
    (!html.is_empty())
        .then(|| Inline::try_from(html).ok())
        .flatten()
}

/// A text of a sketch where no marks can stand.
pub(crate) fn plain(text: &str) -> Option<Plain> {
    let plain = texts::plain(text).replace('\n', " ");
    (!plain.is_empty())
        .then(|| Plain::try_from(plain).ok())
        .flatten()
}

pub(crate) fn link(url: &str) -> Option<Link> {
    Link::try_from(url.to_owned()).ok()
}

pub(crate) fn source(image: &str) -> Option<Source> {
    Source::try_from(image.to_owned()).ok()
}

pub(super) fn heading(id: Id, level: u16, html: Inline) -> Heading {
    Heading {
        id,
        level: Whole::of(level),
        html,
        align: None,
        color: None,
        font_size: None,
        padding: None,
    }
}

pub(super) fn text(id: Id, html: Inline) -> Text {
    Text {
        id,
        html,
        align: None,
        color: None,
        font_size: None,
        padding: None,
    }
}

pub(super) fn list(id: Id, items: Vec<Inline>) -> List {
    List {
        id,
        ordered: false,
        items,
        color: None,
        font_size: None,
        padding: None,
    }
}

pub(super) fn button(id: Id, label: Plain, href: Link) -> Button {
    Button {
        id,
        label,
        href,
        background_color: None,
        text_color: None,
        radius: None,
        align: None,
        full_width: false,
        padding: None,
    }
}

pub(super) fn image(id: Id, src: Source) -> Image {
    Image {
        id,
        src,
        alt: None,
        href: None,
        width: None,
        align: None,
        radius: None,
        padding: None,
    }
}

pub(super) fn coupon(id: Id, code: Plain) -> Coupon {
    Coupon {
        id,
        label: None,
        code,
        background_color: None,
        color: None,
        radius: None,
        padding: None,
    }
}

pub(super) fn facts(id: Id) -> Facts {
    Facts {
        id,
        rows: Vec::new(),
        background_color: None,
        color: None,
        radius: None,
        padding: None,
    }
}

pub(super) fn product(id: Id, title: Plain) -> ProductCard {
    ProductCard {
        id,
        image: None,
        title,
        href: None,
        description: None,
        price: None,
        original_price: None,
        button: None,
        align: None,
        color: None,
        padding: None,
    }
}

/// A product's picture; its name stands right below, so that nothing need be said of it.
pub(super) fn product_image(src: Source, title: &Plain) -> ProductImage {
    ProductImage {
        src,
        alt: Some(title.clone()),
        href: None,
    }
}

pub(super) fn divider(id: Id) -> Divider {
    Divider {
        id,
        color: None,
        thickness: Whole::of(1),
        padding: None,
    }
}

/// The brand's address alone: where the law wants a way to unsubscribe, rendering puts it there.
pub(super) fn footer(id: Id) -> FooterBlock {
    FooterBlock {
        id,
        html: None,
        show_address: true,
        show_unsubscribe: false,
        show_view_in_browser: false,
        align: None,
        color: None,
        padding: None,
    }
}

pub(super) fn section(id: Id, padding: Padding, blocks: Vec<Block>) -> Section {
    Section {
        id,
        background_color: None,
        background_image: None,
        radius: None,
        padding,
        blocks,
    }
}

pub(super) fn column(id: Id, width: u16, blocks: Vec<Block>) -> Column {
    Column {
        id,
        width: Whole::of(width),
        background_color: None,
        padding: None,
        blocks,
    }
}

pub(super) fn columns(id: Id, columns: Vec<Column>) -> Columns {
    Columns {
        id,
        gap: Whole::of(24),
        stack_on_mobile: true,
        vertical_align: VerticalAlign::Top,
        columns,
    }
}

pub(super) fn padding(top: u16, sides: u16, bottom: u16) -> Padding {
    Padding {
        top: Space::of(top),
        bottom: Space::of(bottom),
        ..Padding::of(0, sides)
    }
}

pub(super) fn transparent() -> Color {
    Color::of("transparent")
}
