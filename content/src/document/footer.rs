//! The footer that every mail to subscribers has: who sends it, from where, and how to have it no more.

use super::blocks::{Block, FooterBlock};
use super::values::Id;
use super::{BlockDocument, inline};

const UNSUBSCRIBE: &str = r#"<a href="{{ unsubscribeUrl }}">Unsubscribe</a>"#;
const VIEW_IN_BROWSER: &str = r#"<a href="{{ viewInBrowserUrl }}">View in browser</a>"#;
const ADDRESS: &str = "{{ brandName }}<br>{{ brandAddress }}";

/// The footer of HTML that came without: a table of its own, styled on its elements.
pub fn html() -> String {
    let text = with_link_color(&format!("{ADDRESS}<br>{UNSUBSCRIBE}"), "#6b6b74");
    format!(
        concat!(
            r#"<table role="presentation" width="100%" border="0" cellpadding="0" cellspacing="0">"#,
            r#"<tbody><tr><td align="center" style="padding:24px 16px;font-family:Helvetica,Arial,sans-serif;"#,
            r#"font-size:13px;line-height:20px;color:#6b6b74;text-align:center">{}</td></tr></tbody></table>"#,
        ),
        text
    )
}

/// What stands in a footer block.
pub(super) fn inner(block: &FooterBlock, color: &str) -> String {
    let mut rows: Vec<String> = block.html.iter().map(|html| inline::clean(html)).collect();
    if block.show_address {
        rows.push(ADDRESS.to_owned());
    }
    let mut links = Vec::new();
    if block.show_view_in_browser {
        links.push(VIEW_IN_BROWSER);
    }
    if block.show_unsubscribe {
        links.push(UNSUBSCRIBE);
    }
    if !links.is_empty() {
        rows.push(links.join(" &nbsp;·&nbsp; "));
    }
    with_link_color(&rows.join("<br>"), color)
}

/// The document with a way to unsubscribe: in its last footer, or in one below it.
pub(super) fn added(document: &BlockDocument, address: Address) -> BlockDocument {
    let mut document = document.clone();
    match last_footer(&mut document.blocks) {
        Some(footer) => {
            footer.show_unsubscribe = true;
            footer.show_address |= address == Address::Missing;
        }
        None => document.blocks.push(Block::Footer(FooterBlock {
            id: Id::of("footer"),
            html: None,
            show_address: address == Address::Missing,
            show_unsubscribe: true,
            show_view_in_browser: false,
            align: None,
            color: None,
            padding: None,
        })),
    }
    document
}

/// Whether a document says where its sender is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Address {
    There,
    Missing,
}

fn last_footer(blocks: &mut [Block]) -> Option<&mut FooterBlock> {
    blocks.iter_mut().rev().find_map(|block| match block {
        Block::Footer(footer) => Some(footer),
        Block::Section(section) => last_footer(&mut section.blocks),
        Block::Columns(columns) => columns
            .columns
            .iter_mut()
            .rev()
            .find_map(|column| last_footer(&mut column.blocks)),
        _ => None,
    })
}

/// Cleaned HTML whose links have this colour.
pub(super) fn with_link_color(html: &str, color: &str) -> String {
    html.replace(
        "<a href=",
        &format!(r#"<a style="color:{color};text-decoration:underline" href="#),
    )
}
