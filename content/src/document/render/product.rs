//! A product: its picture, what it is, what it costs, and where to get it.

use std::borrow::Cow;
use std::fmt::Write;

use super::super::blocks::{ProductButton, ProductCard, ProductImage};
use super::super::values::Link;
use super::leaves::{Leaves, paragraph};
use super::mjml::Mjml;
use super::style::Spacing;
use crate::html::entities::{escape, escape_attribute};

/// How the price before begins in HTML: the plain text, which cannot cross it out, finds it by this.
const ORIGINAL_PRICE: &str = "<s class=\"original-price\"";

/// HTML that also says in words which price is the one before.
pub(super) fn in_words(html: &str) -> Cow<'_, str> {
    if !html.contains(ORIGINAL_PRICE) {
        return html.into();
    }
    let mut parts = html.split(ORIGINAL_PRICE);
    let mut worded = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        worded.push_str("(was ");
        worded.push_str(ORIGINAL_PRICE);
        worded.push_str(&part.replacen("</s>", "</s>)", 1));
    }
    worded.into()
}

impl Leaves<'_> {
    pub(super) fn product_card(&self, card: &ProductCard, space: Spacing, mjml: &mut Mjml) {
        let mut text_space = space;
        if let Some(image) = &card.image {
            let href = image.href.as_ref().or(card.href.as_ref());
            self.product_image(image, href, Spacing { bottom: 0, ..space }, mjml);
            text_space.top = 14;
        }
        if card.button.is_some() {
            text_space.bottom = 0;
        }
        paragraph(self.page.font_size.get(), text_space, mjml)
            .set("align", self.align(card.align))
            .set(
                "color",
                card.color.as_ref().unwrap_or(&self.page.text_color),
            )
            .html(self.product_text(card));
        if let Some(button) = &card.button {
            self.product_button(
                button,
                self.align(card.align),
                Spacing { top: 14, ..space },
                mjml,
            );
        }
    }

    fn product_image(
        &self,
        image: &ProductImage,
        href: Option<&Link>,
        space: Spacing,
        mjml: &mut Mjml,
    ) {
        mjml.tag("mj-image")
            .set("padding", space)
            .set("src", &image.src)
            .set("alt", image.alt.as_deref().unwrap_or_default())
            .set(
                "border-radius",
                format_args!("{}px", self.page.button_radius.get().min(8)),
            )
            .set("fluid-on-mobile", "true")
            .set_some("href", href)
            .empty();
    }

    fn product_text(&self, card: &ProductCard) -> String {
        let page = self.page;
        let own = card.color.as_ref();
        let color = own.unwrap_or(&page.heading_color);
        let title = match &card.href {
            Some(href) => format!(
                r#"<a style="color:{color};text-decoration:underline" href="{}">{}</a>"#,
                escape_attribute(href),
                escape(&card.title)
            ),
            None => escape(&card.title),
        };
        let mut html = format!(
            r#"<h3 style="margin:0;font-family:{};font-size:18px;line-height:25px;font-weight:700;color:{color}">{title}</h3>"#,
            page.heading_font,
        );
        if let Some(description) = &card.description {
            let text = self.inline(description, own);
            _ = write!(
                html,
                r#"<div style="margin:4px 0 0;font-size:15px;line-height:22px">{text}</div>"#
            );
        }
        if card.price.is_some() || card.original_price.is_some() {
            html.push_str(r#"<div style="margin:8px 0 0">"#);
            if let Some(price) = &card.price {
                _ = write!(html, "<strong>{}</strong>", escape(price));
            }
            if let Some(price) = &card.original_price {
                _ = write!(
                    html,
                    " {ORIGINAL_PRICE} style=\"color:{}\">{}</s>",
                    own.unwrap_or(&page.muted_color),
                    escape(price)
                );
            }
            html.push_str("</div>");
        }
        html
    }

    fn product_button(&self, button: &ProductButton, align: &str, space: Spacing, mjml: &mut Mjml) {
        mjml.tag("mj-button")
            .set("padding", space)
            .set("href", &button.href)
            .set("align", align)
            .set("background-color", &self.page.button_color)
            .set("color", &self.page.button_text_color)
            .set(
                "border-radius",
                format_args!("{}px", self.page.button_radius.get()),
            )
            .set("font-size", "15px")
            .set("line-height", "20px")
            .set("font-weight", "600")
            .set("inner-padding", "10px 20px")
            .html(escape(&button.label));
    }
}
