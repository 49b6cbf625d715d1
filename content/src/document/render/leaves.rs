//! The blocks that hold no others.

use super::super::blocks::{Block, Button, Divider, Heading, Image, List, Social, Text};
use super::super::page::{Direction, Page};
use super::super::values::{Align, Color, Whole};
use super::super::{footer, inline, raw};
use super::mjml::{Mjml, Tag};
use super::style::{self, Spacing};
use crate::html::entities::escape;

pub(super) struct Leaves<'d> {
    pub page: &'d Page,
    pub icons: &'d str,
}

impl Leaves<'_> {
    pub fn write(&self, block: &Block, space: Spacing, mjml: &mut Mjml) {
        match block {
            Block::Heading(block) => self.heading(block, space, mjml),
            Block::Text(block) => self.text(block, space, mjml),
            Block::Button(block) => self.button(block, space, mjml),
            Block::Image(block) => image(block, space, mjml),
            Block::Divider(block) => self.divider(block, space, mjml),
            Block::Spacer(block) => {
                mjml.tag("mj-spacer")
                    .set("padding", space)
                    .set("height", format_args!("{}px", block.height.get()))
                    .empty();
            }
            Block::List(block) => self.list(block, space, mjml),
            Block::Social(block) => self.social(block, space, mjml),
            Block::ProductCard(block) => self.product_card(block, space, mjml),
            Block::Coupon(block) => self.coupon(block, space, mjml),
            Block::Facts(block) => self.facts(block, space, mjml),
            Block::Footer(block) => {
                let size = 13;
                let color = block.color.as_ref().unwrap_or(&self.page.muted_color);
                paragraph(size, space, mjml)
                    .set("align", block.align.unwrap_or(Align::Center).as_str())
                    .set("color", color)
                    .html(footer::inner(block, color, &self.page.lang));
            }
            Block::RawHtml(block) => {
                let html = raw::clean(&block.html);
                paragraph(self.page.font_size.get(), space, mjml)
                    .set("color", &self.page.text_color)
                    .html(html);
            }
            // They hold others: the layout writes them.
            Block::Section(_) | Block::Columns(_) => {}
        }
    }

    pub(super) fn align(&self, align: Option<Align>) -> &'static str {
        align.unwrap_or_else(|| self.page.start()).as_str()
    }

    /// Marks with a colour on links, which mail clients would paint blue: the page's, but in a text of a colour of its
    /// own that one, for it may stand on a ground that the page's was not made for.
    pub(super) fn inline(&self, html: &str, own: Option<&Color>) -> String {
        let color = own.unwrap_or(&self.page.link_color);
        footer::with_link_color(&inline::clean(html), color)
    }

    fn heading(&self, block: &Heading, space: Spacing, mjml: &mut Mjml) {
        let level = block.level.get();
        let (size, line) = match (style::heading(level), block.font_size) {
            (_, Some(size)) => (size.get(), size.get() * 5 / 4),
            (usual, None) => usual,
        };
        let color = block.color.as_ref().unwrap_or(&self.page.heading_color);
        let font = &self.page.heading_font;
        let html = self.inline(&block.html, block.color.as_ref());
        let style = format!(
            "margin:0;font-family:{font};font-size:{size}px;line-height:{line}px;font-weight:700;color:{color}"
        );
        mjml.tag("mj-text")
            .set("padding", space)
            .set("align", self.align(block.align))
            .set("font-family", font)
            .set("font-size", format_args!("{size}px"))
            .set("line-height", format_args!("{line}px"))
            .set("color", color)
            .html(format!(r#"<h{level} style="{style}">{html}</h{level}>"#));
    }

    fn text(&self, block: &Text, space: Spacing, mjml: &mut Mjml) {
        let size = block
            .font_size
            .map_or(self.page.font_size.get(), Whole::get);
        let html = self.inline(&block.html, block.color.as_ref());
        paragraph(size, space, mjml)
            .set("align", self.align(block.align))
            .set(
                "color",
                block.color.as_ref().unwrap_or(&self.page.text_color),
            )
            .html(html);
    }

    fn button(&self, block: &Button, space: Spacing, mjml: &mut Mjml) {
        let page = self.page;
        mjml.tag("mj-button")
            .set("padding", space)
            .set("href", &block.href)
            .set("align", self.align(block.align))
            .set(
                "background-color",
                block
                    .background_color
                    .as_ref()
                    .unwrap_or(&page.button_color),
            )
            .set(
                "color",
                block.text_color.as_ref().unwrap_or(&page.button_text_color),
            )
            .set(
                "border-radius",
                format_args!("{}px", block.radius.unwrap_or(page.button_radius).get()),
            )
            .set("font-size", "16px")
            .set("line-height", "20px")
            .set("font-weight", "600")
            .set("inner-padding", "14px 28px")
            .set_some("width", block.full_width.then_some("100%"))
            .html(escape(&block.label));
    }

    fn divider(&self, block: &Divider, space: Spacing, mjml: &mut Mjml) {
        mjml.tag("mj-divider")
            .set("padding", space)
            .set("border-width", format_args!("{}px", block.thickness.get()))
            .set(
                "border-color",
                block.color.as_ref().unwrap_or(&self.page.divider_color),
            )
            .empty();
    }

    fn list(&self, block: &List, space: Spacing, mjml: &mut Mjml) {
        let size = block
            .font_size
            .map_or(self.page.font_size.get(), Whole::get);
        let name = if block.ordered { "ol" } else { "ul" };
        let indent = match self.page.direction {
            Direction::Ltr => "0 0 0 24px",
            Direction::Rtl => "0 24px 0 0",
        };
        let mut html = format!(r#"<{name} style="margin:0;padding:{indent}">"#);
        for item in &block.items {
            html.push_str(r#"<li style="margin:0 0 6px">"#);
            html.push_str(&self.inline(item, block.color.as_ref()));
            html.push_str("</li>");
        }
        html.push_str("</");
        html.push_str(name);
        html.push('>');
        paragraph(size, space, mjml)
            .set("align", self.page.start().as_str())
            .set(
                "color",
                block.color.as_ref().unwrap_or(&self.page.text_color),
            )
            .html(html);
    }

    fn social(&self, block: &Social, space: Spacing, mjml: &mut Mjml) {
        mjml.tag("mj-social")
            .set("padding", space)
            .set("align", block.align.unwrap_or(Align::Center).as_str())
            .set("icon-size", "32px")
            .set("mode", "horizontal")
            .open();
        for link in &block.links {
            mjml.tag("mj-social-element")
                .set("src", link.network.icon(self.icons, block.icon_style))
                .set("href", &link.url)
                .set("alt", link.network.title())
                .set("background-color", "transparent")
                .set("border-radius", "16px")
                .set("padding", "0 6px")
                .empty();
        }
        mjml.close("mj-social");
    }
}

/// A text in letters of a size.
pub(super) fn paragraph(size: u16, space: Spacing, mjml: &mut Mjml) -> Tag<'_> {
    mjml.tag("mj-text")
        .set("padding", space)
        .set("font-size", format_args!("{size}px"))
        .set(
            "line-height",
            format_args!("{}px", style::line_height(size)),
        )
}

fn image(block: &Image, space: Spacing, mjml: &mut Mjml) {
    mjml.tag("mj-image")
        .set("padding", space)
        .set("src", &block.src)
        .set("alt", block.alt.as_deref().unwrap_or_default())
        .set("align", block.align.unwrap_or(Align::Center).as_str())
        .set_some("href", block.href.as_ref())
        .set_some(
            "width",
            block.width.map(|width| format!("{}px", width.get())),
        )
        .set_some("fluid-on-mobile", block.width.is_none().then_some("true"))
        .set_some(
            "border-radius",
            block.radius.map(|radius| format!("{}px", radius.get())),
        )
        .empty();
}
