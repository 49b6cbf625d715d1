//! What the style sheets within a drawing make its elements stand for. Only rules that lead to other elements are looked at, and
//! only where it is plain which elements they are for: by class, id or name. Any other such sheet is refused.

use std::collections::HashMap;

use resvg::usvg::roxmltree::Node;

use super::links::{Link, addresses, in_declarations, may_inherit};
use super::rules::{Rule, rules_of};
use crate::image::ImageError;

/// What stands between the parts of a selector, of which the last one is who is meant.
const BETWEEN: [char; 7] = [' ', '\t', '\n', '\r', '>', '+', '~'];

/// Declarations by whom they are for: `.class`, `#id` or `name`.
#[derive(Debug, Default)]
pub(super) struct Sheets(HashMap<String, Vec<String>>);

impl Sheets {
    pub fn read(texts: &[&str]) -> Result<Self, ImageError> {
        let mut sheets = Self::default();
        for text in texts {
            if let Some(rules) = rules_of(text) {
                for rule in rules {
                    sheets.add(&rule)?;
                }
            } else if addresses(text).next().is_some() || may_inherit(text) {
                return Err(ImageError::TooComplex);
            }
        }
        Ok(sheets)
    }

    fn add(&mut self, rule: &Rule) -> Result<(), ImageError> {
        if in_declarations(&rule.body)?.is_empty() {
            return Ok(());
        }
        for selector in rule.selectors.split(',') {
            let name = whose(selector).ok_or(ImageError::TooComplex)?;
            self.0.entry(name).or_default().push(rule.body.clone());
        }
        Ok(())
    }

    pub fn links_of<'a>(&'a self, node: Node<'a, '_>) -> Vec<Link<'a>> {
        let mut links = Vec::new();
        if self.0.is_empty() {
            return links;
        }
        let mut add = |name: &str| {
            let bodies = self.0.get(name).into_iter().flatten();
            // Each was read before.
            links.extend(bodies.flat_map(|body| in_declarations(body).unwrap_or_default()));
        };
        add(node.tag_name().name());
        for attribute in node.attributes() {
            match attribute.name() {
                "id" => add(&format!("#{}", attribute.value())),
                "class" => {
                    for class in attribute.value().split_whitespace() {
                        add(&format!(".{class}"));
                    }
                }
                _ => {}
            }
        }
        links
    }
}

/// The last name in a selector, with what it is one of.
fn whose(selector: &str) -> Option<String> {
    let last = selector.trim().rsplit(BETWEEN).next()?;
    let is_plain = |each: char| each.is_ascii_alphanumeric() || "-_.#".contains(each);
    if last.is_empty() || !last.chars().all(is_plain) {
        return None;
    }
    let start = last.rfind(['.', '#']).unwrap_or(0);
    Some(last[start..].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_is_read_where_it_is_plain_and_refused_where_it_is_not() {
        for plain in [
            ".a{fill:url(#x);}",
            "/* by hand */ .a , g.b > .a { mask: url(#x) } .c { fill: red }",
            ".c:hover{fill:red} .a{font-family:\"A\";fill:url(#x)}",
            "/* it's by hand */ .c{font-family:'A'} .a/* here */{fill:/* too */url(#x)}",
            "@font-face{font-family:\"A\";src:url(\"#FontID0\") format(svg)} .a{fill:url(#x)}",
            "@media (prefers-color-scheme:dark){.a{fill:red}} .a{fill:url(#x)}",
            "@charset \"utf-8\";@import url(a.css); .a{fill:url(#x)}",
            ".c{fill:inherit} .a{mask:url(#x)}",
        ] {
            let sheets = Sheets::read(&[plain]).unwrap();
            assert!(!sheets.0[".a"].is_empty(), "{plain}");
        }
        for harmless in [
            "@media print{.a{fill:red}}",
            "@font-face{font-family:A;src:url(\"#FontID0\")}",
            "",
            "[x='}']{fill:red}",
        ] {
            assert!(Sheets::read(&[harmless]).unwrap().0.is_empty());
        }
        for odd in [
            "*{fill:url(#x)}",
            "[a]{fill:url(#x)}",
            ".a:first-child{fill:url(#x)}",
            "@media print{.a{fill:url(#x)}}",
            ".y{font-family:\"}.x{\";mask:url(#x)}",
            ".a\\62{fill:url(#x)}",
            ".a{fill:url(#x)",
            ".a{mask:inherit}",
            ".a{mask:/*;*/inherit}",
            ".a /* it's here */ {fill:url(#x)}",
            ".c{font-family:\"/*\"} .a{fill:url(#x)}",
            ".y{font-family:'\"'\"}.x{\"'\"';mask:url(#x)}",
            ".a{fill:url(x/*)} .b{mask:url(#x)} .c{fill:red*/)}",
            "@media print{.a{fill:red} .a{fill:url(#x)}",
            "@{.b{} .a{fill:url(#x)}",
        ] {
            assert!(Sheets::read(&[odd]).is_err(), "{odd}");
        }
    }
}
