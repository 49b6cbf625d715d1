//! What the style sheets within a drawing make its elements stand for. Only rules that lead to other elements are looked at, and
//! only where it is plain which elements they are for: by class, id or name. Any other such sheet is refused.

use std::collections::HashMap;

use resvg::usvg::roxmltree::Node;

use super::links::{Link, addresses, in_declarations};
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
            in_declarations(text)?;
            if addresses(text).next().is_some() {
                sheets.add(text).ok_or(ImageError::TooComplex)?;
            }
        }
        Ok(sheets)
    }

    /// Nothing if there is something in it that different readers may read differently.
    fn add(&mut self, text: &str) -> Option<()> {
        let text = without_comments(text)?;
        let (rules, rest) = text.rsplit_once('}')?;
        if text.contains('\\') || !rest.trim().is_empty() {
            return None;
        }
        for rule in rules.split('}') {
            let (selectors, body) = rule.split_once('{')?;
            let is_odd = |quote: char| !body.matches(quote).count().is_multiple_of(2);
            if body.contains('{') || selectors.contains(['"', '\'']) || is_odd('"') || is_odd('\'')
            {
                return None;
            }
            if addresses(body).next().is_none() {
                continue;
            }
            for selector in selectors.split(',') {
                let bodies = self.0.entry(whose(selector)?).or_default();
                bodies.push(body.to_owned());
            }
        }
        Some(())
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

/// Beside quotes, which may hold what looks like a comment, nothing is one for sure.
fn without_comments(text: &str) -> Option<String> {
    if text.contains("/*") && text.contains(['"', '\'']) {
        return None;
    }
    let mut parts = text.split("/*");
    let mut left = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        left.push_str(part.split_once("*/")?.1);
    }
    Some(left)
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
        ] {
            let sheets = Sheets::read(&[plain]).unwrap();
            assert!(!sheets.0[".a"].is_empty(), "{plain}");
        }
        for harmless in ["@media print{.a{fill:red}}", "", "[x='}']{fill:red}"] {
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
        ] {
            assert!(Sheets::read(&[odd]).is_err(), "{odd}");
        }
    }
}
