//! A code in its frame, and facts in a table.

use std::fmt::Write;

use super::super::blocks::{Coupon, Fact, Facts};
use super::super::page::Direction;
use super::super::values::Radius;
use super::leaves::{Leaves, paragraph};
use super::mjml::Mjml;
use super::style::Spacing;
use crate::html::entities::escape;
use crate::merge::shown;

/// Pixels of a code's letters: a long one stays on one line of a phone.
fn code_size(code: &str) -> u16 {
    match shown(code, "12345678").chars().count() {
        0..=10 => 28,
        11..=16 => 22,
        _ => 17,
    }
}

impl Leaves<'_> {
    pub(super) fn coupon(&self, block: &Coupon, space: Spacing, mjml: &mut Mjml) {
        let color = block.color.as_ref().unwrap_or(&self.page.heading_color);
        let ground = block.background_color.as_deref().unwrap_or("transparent");
        let radius = block.radius.unwrap_or(self.page.button_radius).get();
        let mut html = format!(
            concat!(
                r#"<table role="presentation" width="100%" border="0" cellpadding="0" cellspacing="0" "#,
                r#"style="width:100%;border-collapse:separate"><tbody><tr><td align="center" style="padding:20px 24px;"#,
                r#"border:2px dashed {color};border-radius:{radius}px;background-color:{ground};text-align:center;"#,
                r#"color:{color}">"#,
            ),
            color = color,
            radius = radius,
            ground = ground,
        );
        if let Some(label) = &block.label {
            _ = write!(
                html,
                r#"<div style="margin:0 0 4px;font-size:15px;line-height:22px">{}</div>"#,
                escape(label)
            );
        }
        let size = code_size(&block.code);
        _ = write!(
            html,
            concat!(
                r#"<div style="font-family:'Courier New',Courier,monospace;font-size:{}px;line-height:{}px;"#,
                r#"font-weight:700;letter-spacing:2px;word-break:break-word">{}</div></td></tr></tbody></table>"#,
            ),
            size,
            size * 5 / 4,
            escape(&block.code)
        );
        paragraph(self.page.font_size.get(), space, mjml)
            .set("align", "center")
            .set("color", color)
            .html(html);
    }

    pub(super) fn facts(&self, block: &Facts, space: Spacing, mjml: &mut Mjml) {
        let page = self.page;
        let ground = block.background_color.as_deref().unwrap_or("transparent");
        let radius = block.radius.map_or(0, Radius::get);
        let mut html = format!(
            concat!(
                r#"<table width="100%" border="0" cellpadding="0" cellspacing="0" style="width:100%;"#,
                r#"border-collapse:separate;border-spacing:0;border-radius:{}px;background-color:{}"><tbody>"#,
            ),
            radius, ground
        );
        for (index, row) in block.rows.iter().enumerate() {
            self.fact(block, row, index, &mut html);
        }
        html.push_str("</tbody></table>");
        paragraph(page.font_size.get(), space, mjml)
            .set("align", page.start().as_str())
            .set("color", block.color.as_ref().unwrap_or(&page.text_color))
            .html(html);
    }

    /// Lines stand between rows, and around none. On a ground the words keep off its edges.
    fn fact(&self, block: &Facts, row: &Fact, index: usize, html: &mut String) {
        let page = self.page;
        let line = match index {
            0 => String::new(),
            _ => format!("border-top:1px solid {};", page.divider_color),
        };
        let edge = if block.background_color.is_some() {
            20
        } else {
            0
        };
        let (label_sides, value_sides) = match page.direction {
            Direction::Ltr => (format!("16px 12px {edge}px"), format!("{edge}px 12px 0")),
            Direction::Rtl => (format!("{edge}px 12px 16px"), format!("0 12px {edge}px")),
        };
        let start = page.start().as_str();
        let own = block.color.as_ref();
        _ = write!(
            html,
            concat!(
                r#"<tr><th scope="row" align="{start}" valign="top" width="34%" style="width:34%;padding:12px {label_sides};"#,
                r#"{line}text-align:{start};font-weight:400;color:{muted}">{label}</th>"#,
                r#"<td align="{start}" valign="top" style="padding:12px {value_sides};{line}text-align:{start};"#,
                r#"font-weight:600;color:{color};word-break:break-word">{value}</td></tr>"#,
            ),
            start = start,
            label_sides = label_sides,
            value_sides = value_sides,
            line = line,
            muted = own.unwrap_or(&page.muted_color),
            label = escape(&row.label),
            color = own.unwrap_or(&page.text_color),
            value = self.inline(&row.value, own),
        );
    }
}
