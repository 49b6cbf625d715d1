//! What cleaning took out of the texts of a block.

use std::collections::HashMap;

use postrider_domain::designs::merge;
use serde_json::{Map, Value};

use super::blocks::Block;
use super::{breaks, visit};
use crate::html::entities::decode_attribute;
use crate::html::lines::Lines;
use crate::html::scan::{Attribute, Tag};
use crate::report::AssetReport;

const SCRIPT: &str = "Mails run no scripts.";
const ADDRESS: &str = "It leads where no mail may lead.";

/// Characters of a name that are told; a hostile text has a long one in every tag.
const NAME_MAX: usize = 80;

/// Compares a block as its author wrote it with what was kept of it.
pub(super) fn report(written: &Map<String, Value>, block: &Block, report: &mut AssetReport) {
    let text = |key: &str| written.get(key).and_then(Value::as_str).unwrap_or_default();
    match block {
        Block::Heading(block) => MARKS.compare(text("html"), &block.html, report),
        Block::Text(block) => MARKS.compare(text("html"), &block.html, report),
        Block::Footer(block) => {
            MARKS.compare(
                text("html"),
                block.html.as_deref().unwrap_or_default(),
                report,
            );
        }
        Block::ProductCard(card) => {
            let kept = card.description.as_deref().unwrap_or_default();
            MARKS.compare(text("description"), kept, report);
        }
        Block::List(list) => {
            let items = written.get("items").and_then(Value::as_array);
            let items = items.into_iter().flatten().filter_map(Value::as_str);
            for (item, kept) in items.zip(&list.items) {
                MARKS.compare(item, kept, report);
            }
        }
        Block::Facts(facts) => {
            let rows = written.get("rows").and_then(Value::as_array);
            for (row, kept) in rows.into_iter().flatten().zip(&facts.rows) {
                let value = row.get("value").and_then(Value::as_str);
                MARKS.compare(value.unwrap_or_default(), &kept.value, report);
            }
        }
        Block::RawHtml(block) => RAW.compare(text("html"), &block.html, report),
        _ => {}
    }
}

/// What may be missing without a word, and why all else is.
struct Rule {
    is_expected: fn(&str) -> bool,
    reason: &'static str,
}

const MARKS: Rule = Rule {
    // They are line breaks now.
    is_expected: breaks::is_block,
    reason: "It has no place in a text.",
};
const RAW: Rule = Rule {
    // Its rules stand on the elements now.
    is_expected: |name| name == "style",
    reason: "It has no place in a mail.",
};

impl Rule {
    fn compare(&self, written: &str, kept: &str, report: &mut AssetReport) {
        // Most texts have no tags at all.
        if !written.contains('<') {
            return;
        }
        let written = without_quotes(written);
        let mut kept = Kept::of(&without_quotes(kept));
        let mut lines = Lines::new(&written);
        for tag in visit::tags(&written) {
            let line = lines.line(tag.range.start);
            let is_kept = kept.takes_element(&tag);
            if !is_kept && !(self.is_expected)(&tag.name) {
                let reason = match tag.name.as_str() {
                    "script" => SCRIPT,
                    _ => self.reason,
                };
                // Its attributes went with it.
                strip(report, &tag.name, reason, line);
                continue;
            }
            for attribute in &tag.attributes {
                if !kept.takes_attribute(&written, attribute) {
                    let reason = match attribute.name.as_str() {
                        name if name.starts_with("on") => SCRIPT,
                        "href" | "src" | "background" if is_kept => ADDRESS,
                        _ => self.reason,
                    };
                    strip(report, &attribute.name, reason, line);
                }
            }
        }
    }
}

fn strip(report: &mut AssetReport, name: &str, reason: &str, line: u32) {
    let name: String = name.chars().take(NAME_MAX).collect();
    report.strip(&name, reason, line);
}

/// With the same in place of every merge tag: its quotes are written in another way after cleaning.
fn without_quotes(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut end = 0;
    for tag in merge::tags(html) {
        // Markup between braces is markup.
        if !html[tag.range.clone()].contains(['<', '>']) {
            text.push_str(&html[end..tag.range.start]);
            text.push_str("{{}}");
            end = tag.range.end;
        }
    }
    text.push_str(&html[end..]);
    text
}

/// What is there after cleaning, how often.
#[derive(Default)]
struct Kept {
    elements: HashMap<String, usize>,
    attributes: HashMap<(String, String), usize>,
}

impl Kept {
    fn of(html: &str) -> Self {
        let mut kept = Self::default();
        for tag in visit::tags(html) {
            for attribute in &tag.attributes {
                *kept.attributes.entry(key(html, attribute)).or_default() += 1;
            }
            *kept.elements.entry(tag.name).or_default() += 1;
        }
        kept
    }

    fn takes_element(&mut self, tag: &Tag) -> bool {
        take(self.elements.get_mut(&tag.name))
    }

    fn takes_attribute(&mut self, html: &str, attribute: &Attribute) -> bool {
        take(self.attributes.get_mut(&key(html, attribute)))
    }
}

fn take(count: Option<&mut usize>) -> bool {
    match count {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    }
}

/// An attribute is known by its value too, save for styles, which are written anew.
fn key(html: &str, attribute: &Attribute) -> (String, String) {
    let value = match &attribute.value {
        Some(range) if attribute.name != "style" => {
            decode_attribute(&html[range.clone()]).trim().to_owned()
        }
        _ => String::new(),
    };
    (attribute.name.clone(), value)
}
